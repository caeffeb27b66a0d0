package lanes

// What lanes gain: an estimate of the time that an element takes in a scalar
// loop and not in lanes, in units of a simple operation. Loops that only move
// or add numbers are bound by memory, or are vectorised by the compiler.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

const (
	minBenefit    = 12 // the gain from which a loop is made wide
	loopBenefit   = 12 // of an iteration
	guessBenefit  = 8  // of a branch that a processor has to guess: around much code, or in an iteration of a search
	tileBenefit   = 2  // of a run of elements in local memory
	simpleBenefit = 1  // of another operation in such an iteration; on ints, where it has no load and lanes leave apart
	gatherBenefit = -3 // of a load that lanes do one by one
	foldBenefit   = -2 // of a total, which lanes add one by one
	sumBenefit    = 4  // of a sum of floats, if lanes do not wait for each other: no more than a gather loses
	often         = 8  // how many times a loop inside the loop is taken to run
	skipped       = 12 // what a branch must cost to be skipped if no lane needs it
)

// opBenefit is the gain of a primitive on operands of kind k.
func opBenefit(code prim.Code, k types.Kind) int {
	switch latency := code.Prim().Latency; {
	case latency == prim.Transcendental:
		return 16
	case latency == prim.Root, latency == prim.Division && k == types.KFloat:
		return 6
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
			n += opBenefit(e.Op.Code, kir.TypeOf(e.Args[0]).Kind)
		}
	case *kir.Load:
		n = 4
	case *kir.Loop, *kir.For:
		n = skipped
	}
	e.Children(func(_ int, x kir.Expr) { n += cost(x) })
	return n
}

// countSimple counts an operation that compilers do not do on vectors since a loop is around it. Ints are
// done with by the time that a load takes, and compilers unroll loops that all elements leave together.
func (w *vectoriser) countSimple(e *kir.Prim, k types.Kind) {
	switch {
	case w.iter == nil:
	case k == types.KFloat:
		w.gain(simpleBenefit)
	case e.Op.Code.Prim().Latency == prim.Simple:
		w.iter.ints++
	default:
		if n, ok := kir.Divisor(e); w.multiplies && ok && n > 0 {
			w.iter.ints++
		} else {
			w.iter.alone++
		}
	}
}
