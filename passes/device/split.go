package device

// Splitting of index spaces. Element code often asks whether its index is below
// a number: appends, vectors that are padded. A sequential group then has a loop
// for the indices below it and one for the others, neither of which asks.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
)

// A split is conditions of a thunk that hold for the indices below a number.
type split struct {
	bound lcu.Expr          // the number: a parameter of the kernel, or a literal
	conds map[*lcu.Var]bool // the conditions
	below map[*lcu.Var]bool // arrays that every index below reads at itself
}

// splitOf finds the first number that decides a conditional of the thunk of an
// SOAC, nil if there is none. Thunks that may fail stay whole: the order of
// their checks is that of their text.
func splitOf(soac lcu.Expr) *split {
	parts, _ := lcu.PartsOf(soac)
	if len(parts.T.Params) != 1 || parts.N == nil {
		return nil
	}
	s := &split{conds: map[*lcu.Var]bool{}, below: map[*lcu.Var]bool{}}
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
	s.reads(parts.T.Body, index)
	return s
}

// note adds the condition that a let may be.
func (s *split) note(let *lcu.Let, index *lcu.Var, local map[*lcu.Var]bool) {
	p, ok := let.Rhs.(*lcu.Prim)
	if !ok || p.Op.Name != "lt" {
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
		if y, same := s.bound.(*lcu.Ref); s.bound == nil || same && y.Var == x.Var {
			s.bound, s.conds[let.Binds[0]] = x, true
		}
	case *lcu.Int:
		if y, same := s.bound.(*lcu.Int); s.bound == nil || same && y.Val == x.Val {
			s.bound, s.conds[let.Binds[0]] = x, true
		}
	}
}

// reads notes the arrays that e reads at the index where the conditions hold.
func (s *split) reads(e lcu.Expr, index *lcu.Var) {
	always(s.taken(e), func(e lcu.Expr) {
		if v := readAt(e, index); v != nil {
			s.below[v] = true
		}
	})
}

// taken is e with the first arm of what the conditions decide in its place.
func (s *split) taken(e lcu.Expr) lcu.Expr {
	if x, ok := e.(*lcu.If); ok {
		if r, ok := x.Cond.(*lcu.Ref); ok && s.conds[r.Var] {
			return s.taken(x.Then)
		}
	}
	return e.MapBodies(s.taken)
}

// elements writes body for lo <= i < hi of a sequential group.
func (g *kernelGen) elements(lo, hi expr, body func(i expr)) {
	if g.split == nil {
		g.Count("i", lo, hi, num(1), body)
		return
	}
	mid := g.Def("mid", maximum(lo, minimum(hi, g.operand(g.split.bound))))
	for _, below := range []bool{true, false} {
		g.below = &below
		if below {
			g.Count("i", lo, mid, num(1), body)
		} else {
			g.Count("i", mid, hi, num(1), body)
		}
	}
	g.below = nil
}

// isBelow reports whether the index is known to be below the bound, and v to
// have an element there.
func (g *kernelGen) isBelow(v *lcu.Var) bool {
	return g.below != nil && *g.below && g.fitsBelow(v)
}

// fitsBelow reports whether the host makes v as long as the bound, which it knows.
func (g *kernelGen) fitsBelow(v *lcu.Var) bool {
	if g.split == nil || !g.split.below[v] {
		return false
	}
	r, ok := g.split.bound.(*lcu.Ref)
	return !ok || g.modes[g.number[r.Var]] == byValue
}
