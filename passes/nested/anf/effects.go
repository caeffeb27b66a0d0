package anf

// What code may do besides yielding its value, for passes after insert-checks.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// Effects knows of every function of a module what calling it may do.
type Effects struct {
	g     *CallGraph
	acts  []bool // input, output, the seed, the clock, or stopping by error
	fails []bool // a check may fail
}

func NewEffects(g *CallGraph) *Effects {
	return &Effects{g: g, acts: g.Reaching(isAction), fails: g.Reaching(IsCheck)}
}

// isAction reports whether node e itself acts on the world.
func isAction(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Prim:
		return e.Op.IsEffect()
	case *nkl.Time:
		return true
	}
	return false
}

// IsCheck reports whether a form is a check.
func IsCheck(e nkl.Expr) bool { return e.Form() == nkl.FormCheck }

// Act reports whether evaluating e may act on the world.
func (x *Effects) Act(e nkl.Expr) bool { return x.g.Reaches(e, isAction, x.acts) }

// ActsIn reports whether calling the function fn may act on the world.
func (x *Effects) ActsIn(fn string) bool { return x.acts[x.g.Index[fn]] }

// In reports whether calling function number i may act on the world, and whether a check may fail.
func (x *Effects) In(i int) (acts, fails bool) { return x.acts[i], x.fails[i] }

// fail reports whether a check may fail in e.
func (x *Effects) fail(e nkl.Expr) bool { return x.g.Reaches(e, IsCheck, x.fails) }

// Droppable reports whether e may be left out if its value is not used.
func (x *Effects) Droppable(e nkl.Expr) bool { return !x.Act(e) && !x.fail(e) }

// Acts reports whether a form may do more than to yield a value: fail, call a function,
// go on for ever, look at the clock, or have an effect.
func Acts(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Check, *nkl.Call, *nkl.CallLifted, *nkl.Loop, *nkl.Time:
		return true
	case *nkl.Prim:
		return e.Op.Class == prim.Effect || e.Op.IsEffect()
	}
	return false
}
