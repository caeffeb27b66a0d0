package clike

// Lanes, in OpenCL C and in C: the functions of nes_lanes.h. Runs of consecutive elements
// are read and written at once, others one by one.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/kir"
)

// UsesLanes reports whether some kernel computes with lanes.
func (e *Program) UsesLanes() bool {
	found := false
	for _, k := range e.M.Kernels {
		ir.Walk(k.Body, func(x kir.Expr) bool {
			switch x.(type) {
			case *kir.Splat, *kir.Ramp: // the only ways to make lanes from scalars
				found = true
			}
			return !found
		})
	}
	return found
}

// lanesExpr prints an expression that makes or uses lanes, and reports whether it is one.
func lanesExpr(p *Printer, e kir.Expr) (string, bool) {
	switch e := e.(type) {
	case *kir.Splat:
		return fmt.Sprintf("nes_splat_%s(%s)", laneLetter(e.Val), p.Sub(e.Val)), true
	case *kir.Ramp:
		return fmt.Sprintf("nes_ramp(%s)", p.Sub(e.Base)), true
	case *kir.Load:
		if r, ok := e.Idx.(*kir.Ramp); ok {
			return fmt.Sprintf("nes_load_%s(%s + %s)", memoryOf(e.Buf), p.Sub(e.Buf), p.Sub(r.Base)), true
		}
		return fmt.Sprintf("nes_gather_%s(%s, %s)", laneLetterOf(e.Buf), p.Sub(e.Buf), p.Sub(e.Idx)), true
	case *kir.MaskedLoad:
		if r, ok := e.Idx.(*kir.Ramp); ok {
			return fmt.Sprintf("nes_masked_run_%s(%s, %s, %s)", laneLetterOf(e.Buf), p.Sub(e.Buf), p.Sub(r.Base), p.Sub(e.Mask)), true
		}
		return fmt.Sprintf("nes_masked_%s(%s, %s, %s)", laneLetterOf(e.Buf), p.Sub(e.Buf), p.Sub(e.Idx), p.Sub(e.Mask)), true
	case *kir.Any:
		return fmt.Sprintf("nes_any(%s)", p.Sub(e.Mask)), true
	case *kir.Fold:
		return fmt.Sprintf("%s_fold(%s, %s)", ScalarName(e.Op.Prim(), kir.TypeOf(e.Init).Kind), p.Sub(e.Init), p.Sub(e.Val)), true
	}
	return "", false
}

// laneLetter is the letter of the type of a scalar, laneLetterOf of a buffer's elements.
func laneLetter(e kir.Expr) string { return KindLetter(kir.TypeOf(e).Kind) }

func laneLetterOf(buf kir.Expr) string { return KindLetter(kir.TypeOf(buf).Elem().Kind) }

// memoryOf is letterOf, for runs of elements: those in local memory have
// functions of their own.
func memoryOf(buf kir.Expr) string {
	if kir.TypeOf(buf).Name == "local" {
		return "local_" + laneLetterOf(buf)
	}
	return laneLetterOf(buf)
}

// storeLanes prints a Store of lanes.
func storeLanes(p *Printer, s *kir.Store) {
	val := p.E(s.Val)
	if r, ok := s.Idx.(*kir.Ramp); ok {
		p.Line("nes_store_%s(%s + %s, %s);", memoryOf(s.Buf), p.Sub(s.Buf), p.E(r.Base), val)
		return
	}
	p.Line("nes_scatter_%s(%s, %s, %s);", laneLetterOf(s.Buf), p.Sub(s.Buf), p.E(s.Idx), val)
}
