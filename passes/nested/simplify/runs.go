package simplify

// Checks of places that are consecutive ints: their ends tell whether all of them are in range.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// run is x, which asks whether all of consecutive ints are places, as a question about the first and their number;
// nil if x asks something else. That n - s does not wrap follows from 0 <= s < n.
//
//	all({ i >= 0 and i < n : i in { s + j : j in index(k) } })
//	=> k <= 0 or s >= 0 and s < n and k <= n - s
func (s *simplifier) run(b *anf.Block, x *nkl.Prim) nkl.Expr {
	each, ok := s.def(x.Args[0]).(*nkl.Each)
	if x.Op.Code != prim.All || !ok || len(each.Binds) != 1 {
		return nil
	}
	low, end := within(each)
	first, count := s.consecutive(s.atom(each.Seqs[0]))
	if end == nil || count == nil || !low && !anf.IsInt(first, 0) {
		return nil
	}
	ask := func(code prim.Code, t *types.Type, x, y nkl.Expr) nkl.Expr {
		return s.emit(b, code.String(), t, anf.OpAt(each.P, code, x, y))
	}
	end = s.atom(end)
	starts := ask(prim.And, types.Bool, ask(prim.Ge, types.Bool, first, anf.Integer(0)), ask(prim.Lt, types.Bool, first, end))
	fits := ask(prim.And, types.Bool, starts, ask(prim.Le, types.Bool, count, ask(prim.Sub, types.Int, end, first)))
	s.c.Count("checks of all places made checks of ends", 1)
	return s.rhs(b, anf.OpAt(x.P, prim.Or, ask(prim.Le, types.Bool, count, anf.Integer(0)), fits))
}

// within is n if each asks of every element whether it is below n, which comes from outside, and possibly, low,
// whether it is not negative; nil if it asks something else.
func within(each *nkl.Each) (low bool, n nkl.Expr) {
	var b anf.Block
	tail := b.Take(each.Body)
	inside := map[*nkl.Var]nkl.Expr{each.Binds[0]: nil}
	for _, step := range b.Steps {
		if step.Bind == nil {
			return false, nil
		}
		inside[step.Bind] = step.Expr
	}
	isElement := func(e nkl.Expr) bool { return anf.SameAtom(e, nkl.Use(each.Binds[0])) }
	var ask func(e nkl.Expr) bool
	ask = func(e nkl.Expr) bool {
		if r, ok := e.(*nkl.Ref); ok {
			e = inside[r.Var]
		}
		p, ok := e.(*nkl.Prim)
		switch {
		case !ok:
			return false
		case p.Op.Code == prim.And:
			return ask(p.Args[0]) && ask(p.Args[1])
		case p.Op.Code == prim.Ge && isElement(p.Args[0]) && anf.IsInt(p.Args[1], 0):
			low = true
			return true
		case p.Op.Code == prim.Lt && isElement(p.Args[0]) && n == nil:
			r, ok := p.Args[1].(*nkl.Ref)
			if _, computed := inside[varOf(r)]; ok && !computed {
				n = r
			}
			return n != nil
		}
		return false
	}
	if !ask(tail) {
		return false, nil
	}
	return low, n
}

func varOf(r *nkl.Ref) *nkl.Var {
	if r == nil {
		return nil
	}
	return r.Var
}

// consecutive is the first and the number of the ints in seq, an atom, if they are consecutive; else nil.
func (s *simplifier) consecutive(seq nkl.Expr) (first, count nkl.Expr) {
	switch d := s.def(seq).(type) {
	case *nkl.Prim:
		if d.Op.Code == prim.Index {
			return anf.Integer(0), s.atom(d.Args[0])
		}
	case *nkl.Each:
		p, ok := d.Body.(*nkl.Prim)
		index := s.def(s.atom(d.Seqs[0]))
		if !ok || len(d.Binds) != 1 || p.Op.Code != prim.Add || !anf.IsOp(index, prim.Index) {
			return nil, nil
		}
		for k, a := range p.Args {
			if from := p.Args[1-k]; anf.SameAtom(a, nkl.Use(d.Binds[0])) && !anf.SameAtom(from, a) {
				return s.atom(from), s.atom(index.(*nkl.Prim).Args[0])
			}
		}
	}
	return nil, nil
}
