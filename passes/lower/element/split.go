package element

// Index range splits. Element code often asks whether its index is below a number:
// appends, vectors that are padded. A serial group then has a loop for the indices
// below it and one for the others, neither of which asks.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// A Split is conditions of a thunk that hold for the indices below a number.
type Split struct {
	Bound lcu.Expr          // the number: a parameter of the kernel, or a literal
	conds map[*lcu.Var]bool // the conditions
	reads map[*lcu.Var]bool // arrays that every index below reads at itself
}

// splitOf finds the first number that decides a conditional of the thunk of an
// SOAC, nil if there is none. Thunks that may fail stay whole: the order of
// their checks is that of their text.
func splitOf(soac lcu.Expr) *Split {
	parts, _ := lcu.PartsOf(soac)
	if len(parts.T.Params) != 1 || parts.N == nil {
		return nil
	}
	s := &Split{conds: map[*lcu.Var]bool{}, reads: map[*lcu.Var]bool{}}
	index := parts.T.Params[0]
	local := map[*lcu.Var]bool{index: true}
	for e, ok := parts.T.Body.(*lcu.Let); ok; e, ok = e.Body.(*lcu.Let) {
		for _, v := range e.Binds {
			local[v] = true
		}
		s.note(e, index, local)
	}
	decides, fails := false, false
	ir.Walk(lcu.Expr(parts.T), func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Check:
			fails = true
		case *lcu.If:
			r, ok := e.Cond.(*lcu.Ref)
			decides = decides || ok && s.conds[r.Var]
		}
		return true
	})
	if !decides || fails {
		return nil
	}
	always(s.taken(parts.T.Body), func(e lcu.Expr) {
		if v := readAt(e, index); v != nil {
			s.reads[v] = true
		}
	})
	return s
}

// note adds the condition that a let may be.
func (s *Split) note(let *lcu.Let, index *lcu.Var, local map[*lcu.Var]bool) {
	p, ok := let.Rhs.(*lcu.Prim)
	if !ok || p.Op.Code != prim.Lt {
		return
	}
	i, ok := p.Args[0].(*lcu.Ref)
	if !ok || i.Var != index {
		return
	}
	switch x := p.Args[1].(type) {
	case *lcu.Ref:
		if local[x.Var] {
			return
		}
		if y, same := s.Bound.(*lcu.Ref); s.Bound == nil || same && y.Var == x.Var {
			s.Bound, s.conds[let.Binds[0]] = x, true
		}
	case *lcu.Int:
		if y, same := s.Bound.(*lcu.Int); s.Bound == nil || same && y.Val == x.Val {
			s.Bound, s.conds[let.Binds[0]] = x, true
		}
	}
}

// taken is e with the first branch of what the conditions decide in its place.
func (s *Split) taken(e lcu.Expr) lcu.Expr {
	if x, ok := e.(*lcu.If); ok {
		if r, ok := x.Cond.(*lcu.Ref); ok && s.conds[r.Var] {
			return s.taken(x.Then)
		}
	}
	return e.MapBodies(s.taken)
}
