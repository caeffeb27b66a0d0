package assign

// Rows that change places. (let ((x (vector-ref m i))) (set! (vector-ref m i) (vector-ref m j))
// (set! (vector-ref m j) x)) leaves every row of m at one place, whatever i and j are: each step
// fills the place whose row is elsewhere by now, and the last one with the row that was put aside.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/harlan"
)

// A spot is a place in the vectors of a variable.
type spot struct {
	v       *harlan.Var
	indices []harlan.Expr
}

func spotOf(e harlan.Expr) spot {
	v, indices := place(e)
	return spot{v, indices}
}

// target is where e assigns an element.
func target(e *harlan.VectorSet) spot {
	s := spotOf(e.Vec)
	return spot{s.v, append(s.indices, e.Index)}
}

// is reports whether two spots are the same, as long as no variable is assigned.
func (s spot) is(t spot) bool {
	return s.v != nil && s.v == t.v && slices.EqualFunc(s.indices, t.indices, func(i, j harlan.Expr) bool {
		v, m, ok := sum(i)
		w, n, same := sum(j)
		return ok && same && v == w && m == n
	})
}

// rotations are the lets and sets of e that only move rows.
func (m inouts) rotations(e harlan.Expr) map[harlan.Expr]bool {
	all := map[harlan.Expr]bool{}
	ir.Walk(e, func(e harlan.Expr) bool {
		if l, ok := e.(*harlan.Let); ok && !all[l] {
			for _, step := range m.rotation(l) {
				all[step] = true
			}
		}
		return true
	})
	return all
}

// rotation is the steps that begin with l, none if they do something else.
func (m inouts) rotation(l *harlan.Let) (moved []harlan.Expr) {
	var aside []*harlan.Let // rows with names, of the places before any step
	var x *harlan.Let       // the one put aside
	var hole spot           // its row is elsewhere, too
	named := func(e harlan.Expr) *harlan.Let {
		if i := slices.IndexFunc(aside, func(l *harlan.Let) bool { return isRef(e, l.Bind) && uses(l.Body, l.Bind) == 1 }); i >= 0 {
			return aside[i]
		}
		return nil
	}
	for _, e := range steps(l) {
		switch e := e.(type) {
		case *harlan.Let:
			if s := spotOf(e.Rhs); len(s.indices) > 0 && m.holds(e.Bind.Type) && x == nil {
				aside = append(aside, e)
				continue
			}
			if m.assigns(e.Rhs) || !e.Bind.Type.IsScalar() {
				return nil
			}
		case *harlan.VectorSet:
			if x == nil {
				i := slices.IndexFunc(aside, func(l *harlan.Let) bool { return spotOf(l.Rhs).is(target(e)) && uses(l.Body, l.Bind) == 1 })
				if i < 0 {
					return nil
				}
				x, hole = aside[i], target(e)
				moved = append(moved, x)
				if y := named(e.Rhs); y != nil && y != x {
					moved, hole = append(moved, y, e), spotOf(y.Rhs)
					if hole.v != spotOf(x.Rhs).v {
						return nil
					}
					continue
				}
			}
			if !hole.is(target(e)) {
				return nil
			}
			moved = append(moved, e)
			if isRef(e.Rhs, x.Bind) {
				return moved
			}
			from := spotOf(e.Rhs)
			if from.v != hole.v || len(from.indices) != len(hole.indices) {
				return nil
			}
			hole = from
		default:
			if m.assigns(e) {
				return nil
			}
		}
	}
	return nil
}

// steps is e as steps in order; a let is a step in front of its body.
func steps(e harlan.Expr) []harlan.Expr {
	switch e := e.(type) {
	case *harlan.Let:
		return append([]harlan.Expr{e}, steps(e.Body)...)
	case *harlan.Begin:
		var all []harlan.Expr
		for _, s := range e.Steps {
			all = append(all, steps(s)...)
		}
		return all
	}
	return []harlan.Expr{e}
}

func isRef(e harlan.Expr, v *harlan.Var) bool {
	r, ok := e.(*harlan.Ref)
	return ok && r.Var == v
}

// uses is how often e uses v.
func uses(e harlan.Expr, v *harlan.Var) (n int) {
	ir.Walk(e, func(e harlan.Expr) bool {
		if isRef(e, v) {
			n++
		}
		return true
	})
	return n
}
