package gen

import (
	"math/rand/v2"
	"testing"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// languages are those of which programs can be made directly.
func languages() (out []*grammar.Language) {
	for _, l := range grammar.All() {
		if Can(l) {
			out = append(out, l)
		}
	}
	return out
}

// Programs are of their language, before and after rewrites, and the same for
// the same seed, whatever was made before.
func TestPrograms(t *testing.T) {
	if len(languages()) < 5 {
		t.Fatalf("only %d languages", len(languages()))
	}
	for _, l := range languages() {
		mk, again := NewMaker(l), NewMaker(l)
		for seed := range uint64(500) {
			p := mk.Seeded(seed)
			if err := l.Verify(p.Module); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p.Module)
			}
			if seed%10 == 0 && again.Seeded(seed).Module.String() != p.Module.String() {
				t.Errorf("%s: seed %d makes two programs", l, seed)
			}
			m := mk.Rewrite(rand.New(rand.NewPCG(seed, 1)), p.Module)
			if err := l.Verify(m); err != nil {
				t.Fatalf("seed %d rewritten: %v\n%s", seed, err, m)
			}
		}
	}
}

// Every form and every primitive of the language occurs.
func TestEverythingOccurs(t *testing.T) {
	l := grammar.NestedElaborated.Language
	mk := NewMaker(l)
	forms, prims := map[ir.Form]bool{}, map[*prim.Prim]bool{}
	for seed := range uint64(4000) {
		mk.Seeded(seed).Module.EachBody(func(e nkl.Expr) {
			ir.Walk(e, func(e nkl.Expr) bool {
				forms[e.Form()] = true
				if p, ok := e.(*nkl.Prim); ok {
					prims[p.Op] = true
				}
				return true
			})
		})
	}
	for _, f := range l.Forms().List() {
		if !forms[f] && f != nkl.FormCheck { // the source has checks only through the prelude
			t.Errorf("form %s does not occur", nkl.Schema[f].Name)
		}
	}
	for _, p := range append(mk.prims, mk.effects...) {
		if !prims[p] {
			t.Errorf("primitive %s does not occur", p)
		}
	}
}
