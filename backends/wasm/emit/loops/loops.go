// Package loops prepares loops of kernels for the emitter, which writes what it is told:
// engines compile a loop as it stands.
//
//	loops  which are short; what of a body fails, and what may be done again
//	near   which elements next to each other they access
//	hoist  what is computed before them
//
// It imports ir.
package loops

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

const (
	mostCopied = 90   // forms of a body that is written several times
	mostForms  = 4096 // of all such bodies of a module
)

// Straight is how many forms the body of a loop over scalars has; it reports whether
// they are less than mostCopied, and no loop.
func Straight(s *kir.For) (forms int, ok bool) {
	large := ir.Any(s.Body, func(e kir.Expr) bool {
		forms++
		switch e.(type) {
		case *kir.For, *kir.While, *kir.Loop, *kir.Fold, *kir.Any, *kir.Splat, *kir.Ramp:
			return true
		}
		return forms >= mostCopied
	})
	return forms, !large
}

// Budget is the size of the largest bodies that are copied: where a module has so many
// loops that all copies would be most of it, only those of the smallest bodies are made,
// which gain most.
func Budget(m *kir.Module) int {
	var sizes [mostCopied]int // the forms of all bodies of a size
	for _, k := range m.Kernels {
		ir.Walk(k.Body, func(e kir.Expr) bool {
			if s, ok := e.(*kir.For); ok {
				if n, ok := Straight(s); ok {
					sizes[n] += n
				}
			}
			return true
		})
	}
	room := mostForms
	for n, forms := range sizes {
		if room -= forms; room < 0 {
			return n - 1
		}
	}
	return mostCopied
}

// Arms is the parts of a conditional statement.
func Arms(s kir.Expr) (cond, then, els kir.Expr) {
	switch s := s.(type) {
	case *kir.If:
		return s.Cond, s.Then, s.Else
	case *kir.Choose:
		return s.Cond, s.Then, s.Else
	}
	return nil, nil, nil
}

// Fails reports whether a block records a failure: places of failures are minima.
func Fails(block kir.Expr) bool {
	return slices.ContainsFunc(block.(*kir.Block).Stmts, minimum)
}

func minimum(s kir.Expr) bool {
	a, ok := s.(*kir.Atomic)
	return ok && a.Op == prim.RMin
}

// Changes reports whether doing a statement twice may make a difference.
func Changes(s kir.Expr) bool {
	return ir.Any(s, func(e kir.Expr) bool {
		switch e.(type) {
		case *kir.Set, *kir.Store, *kir.Arbitrary, *kir.CopyRange:
			return true
		case *kir.Atomic:
			return !minimum(e)
		}
		return false
	})
}
