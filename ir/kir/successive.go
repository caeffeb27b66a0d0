package kir

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Successive finds the loads and stores of s, an innermost loop with step 1, whose index is its
// variable plus what stays in the loop. It yields their indices in the first iteration.
//
// The access of iteration i is at that index + i - Lo, computed without wrapping around, although
// the index itself may wrap: an index that is in range is not negative, and the loop has no more
// iterations than there are ints that are not. Compilers see a run of elements in that, and none
// in sums that wrap around. Loops with guards (InRange) are left alone, as they need the indices.
func Successive(s *For) map[Expr]Expr {
	if step, ok := s.Step.(*Int); !ok || step.Val != 1 {
		return nil
	}
	inner, defs, accesses := map[*Var]bool{s.Var: true}, map[*Var]Expr{}, map[Expr]Expr{}
	refused := ir.Any(s.Body, func(e Expr) bool {
		switch e := e.(type) {
		case *Def:
			defs[e.Bind] = e.Rhs
		case *Set:
			inner[e.Var] = true
		case *Load:
			accesses[e] = e.Idx
		case *Store:
			accesses[e] = e.Idx
		case *For, *While, *Loop, *InRange:
			return true
		}
		EachBind(e, func(v *Var) { inner[v] = true })
		return false
	})
	if refused {
		return nil
	}
	for access, idx := range accesses {
		if VarOf(idx) == s.Var {
			delete(accesses, access)
			continue
		}
		r := run{s, inner, defs, maxIndex}
		at, steps := r.first(idx)
		if steps != 1 {
			delete(accesses, access)
			continue
		}
		accesses[access] = at
	}
	return accesses
}

// maxIndex bounds the nodes of the first index, in which definitions are written out.
const maxIndex = 32

// A run is a loop, what is bound or assigned in it, its definitions, and how many nodes of an
// index may follow.
type run struct {
	loop  *For
	inner map[*Var]bool
	defs  map[*Var]Expr
	room  int
}

// first is e, an int, in the first iteration, and by how much it grows with each: by 0 or 1, or
// -1 for what is neither.
func (r *run) first(e Expr) (at Expr, steps int) {
	if r.room--; r.room < 0 {
		return nil, -1
	}
	switch e := e.(type) {
	case *Int:
		return e, 0
	case *Ref:
		switch {
		case e.Var == r.loop.Var:
			return r.loop.Lo, 1
		case !r.inner[e.Var]:
			return e, 0
		case r.defs[e.Var] != nil && e.Var.Type == types.Int:
			return r.first(r.defs[e.Var])
		}
	case *Prim:
		if op := e.Op.Code; op == prim.Add || op == prim.Sub || op == prim.Mul {
			x, m := r.first(e.Args[0])
			y, n := r.first(e.Args[1])
			if m >= 0 && n >= 0 && (m+n == 0 || m+n == 1 && (op == prim.Add || op == prim.Sub && n == 0)) {
				return &Prim{Node: e.Node, Op: e.Op, Args: []Expr{x, y}}, m + n
			}
		}
	}
	return nil, -1
}
