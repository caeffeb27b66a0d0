package flatgen

import (
	"fmt"
	"testing"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// tested makes many programs of a language. Every one is one of the language,
// and follows from its seed; together they have all forms but not, and all
// scalar primitives. walk visits the forms of a program, and their primitives.
func tested[M fmt.Stringer](t *testing.T, l *grammar.Language, schema []ir.FormInfo, not ir.FormSet, program func(*Maker, uint64) M, walk func(M, func(ir.Form, *prim.Prim))) {
	mk := New()
	forms, prims := map[ir.Form]bool{}, map[*prim.Prim]bool{}
	for seed := range uint64(1500) {
		m := program(mk, seed)
		if err := l.Verify(m); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if seed%100 == 0 && m.String() != program(New(), seed).String() {
			t.Fatalf("seed %d gives two programs", seed)
		}
		walk(m, func(f ir.Form, p *prim.Prim) { forms[f], prims[p] = true, true })
	}
	for _, f := range l.Forms().Minus(not).List() {
		if !forms[f] {
			t.Errorf("form %s does not occur", schema[f].Name)
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

func TestFlat(t *testing.T) {
	not := ir.Forms(fkl.FormStr, fkl.FormTime, fkl.FormSdCount) // they add nothing here
	tested(t, Flat, fkl.Schema, not, (*Maker).Flat, func(m *fkl.Module, visit func(ir.Form, *prim.Prim)) {
		for _, f := range m.Funcs {
			ir.Walk(f.Body, func(e fkl.Expr) bool {
				var op *prim.Prim
				if p, ok := e.(*fkl.Prim); ok {
					op = p.Op
				}
				visit(e.Form(), op)
				return true
			})
		}
	})
}

func TestKernels(t *testing.T) {
	not := ir.Forms(lcu.FormStr, lcu.FormTime) // they add nothing here
	tested(t, Kernels, lcu.Schema, not, (*Maker).Kernels, func(m *lcu.Module, visit func(ir.Form, *prim.Prim)) {
		for _, f := range m.Funcs {
			ir.Walk(f.Body, func(e lcu.Expr) bool {
				var op *prim.Prim
				if p, ok := e.(*lcu.Prim); ok {
					op = p.Op
				}
				visit(e.Form(), op)
				return true
			})
		}
	})
}
