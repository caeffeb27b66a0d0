package flatgen

import (
	"testing"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
)

// Every program is one of the language, and follows from its seed; together
// they have all forms but those that the comment below names, and all scalar
// primitives.
func TestPrograms(t *testing.T) {
	mk := New()
	forms, prims := map[ir.Form]bool{}, map[*prim.Prim]bool{}
	for seed := range uint64(1500) {
		m := mk.Seeded(seed)
		if err := Of.Verify(m); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if seed%100 == 0 && m.String() != New().Seeded(seed).String() {
			t.Fatalf("seed %d gives two programs", seed)
		}
		for _, f := range m.Funcs {
			ir.Walk(f.Body, func(e fkl.Expr) bool {
				forms[e.Form()] = true
				if p, ok := e.(*fkl.Prim); ok {
					prims[p.Op] = true
				}
				return true
			})
		}
	}
	not := ir.Forms(fkl.FormStr, fkl.FormTime, fkl.FormAssume, fkl.FormSdCount) // they add nothing here
	for _, f := range Of.Forms().Minus(not).List() {
		if !forms[f] {
			t.Errorf("form %s does not occur", fkl.Schema[f].Name)
		}
	}
	for _, ps := range mk.byResult {
		for _, p := range ps {
			if !prims[p] {
				t.Errorf("primitive %s does not occur", p)
			}
		}
	}
}
