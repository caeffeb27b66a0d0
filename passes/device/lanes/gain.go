package lanes

// What lanes gain: an estimate of the time that an element takes in a scalar
// loop and not in lanes, in units of a simple operation. Loops that only move
// or add numbers are bound by memory, or are vectorised by the compiler.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

const (
	worthwhile = 12 // the gain from which a loop is made wide
	loopGain   = 12 // of an iteration
	tileGain   = 2  // of a run of elements in local memory
	gatherGain = -3 // of a load that lanes do one by one
	foldGain   = -2 // of a total, which lanes add one by one
	sumGain    = 4  // of a sum of floats, if lanes do not wait for each other: no more than a gather loses
	often      = 8  // how many times a loop inside the loop is taken to run
	costly     = 12 // what an arm must cost to be skipped if no lane needs it
)

// opGain is the gain of a primitive on operands of kind k.
func opGain(name string, k types.Kind) int {
	switch name {
	case "exp", "ln", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh":
		return 16
	case "sqrt":
		return 6
	case "div":
		if k == types.KFloat {
			return 6
		}
	}
	return 0
}

// cost is an estimate of the time for a block of lanes.
func cost(e kir.Expr) int {
	n := 0
	switch e := e.(type) {
	case *kir.Prim:
		n = 1
		if len(e.Args) > 0 {
			n += opGain(e.Op.Name, kir.TypeOf(e.Args[0]).Kind)
		}
	case *kir.Load:
		n = 4
	case *kir.Loop, *kir.For:
		n = costly
	}
	e.Children(func(_ int, x kir.Expr) { n += cost(x) })
	return n
}
