package simplify

// Equalities: what a check has found equal to a number that the host has is that number from
// there on, so that sizes need not come from the device.
//
//	(let (sum) (reduce add v) (let (x) (prim eq (sum n)) (check x "E" e)))
//	=>  (let (sum) (reduce add v) (let (x) (prim eq (sum n)) (check x "E" e[n/sum])))

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
)

// passed makes known what follows from a condition that a check has passed.
func (s *simplifier) passed(cond fkl.Expr) {
	s.known.assume(cond, true)
	r, ok := cond.(*fkl.Ref)
	if !ok {
		return
	}
	p, ok := s.defs[r.Var].op.(*fkl.Prim)
	if !ok {
		return
	}
	switch p.Op.Code {
	case prim.And:
		s.passed(p.Args[0])
		s.passed(p.Args[1])
	case prim.Eq:
		s.replaced(p.Args[0], p.Args[1])
		s.replaced(p.Args[1], p.Args[0])
	}
}

// replaced makes an int that a vector was folded to stand for one that it equals and
// that was not, as far as this scope goes.
func (s *simplifier) replaced(folded, known fkl.Expr) {
	r, ok := folded.(*fkl.Ref)
	if !ok || s.sizes[r.Var] != nil || !s.isFolded(folded) || s.isFolded(known) {
		return
	}
	s.sizes[r.Var] = known
	s.known.undo = append(s.known.undo, func() { delete(s.sizes, r.Var) })
}

// isFolded reports whether an atom is the result of a reduction.
func (s *simplifier) isFolded(a fkl.Expr) bool {
	r, ok := a.(*fkl.Ref)
	if !ok {
		return false
	}
	_, folded := s.defs[r.Var].op.(*fkl.Reduce)
	return folded
}
