package simplify

// Reductions of what was permuted. In which order the elements come does not
// matter where an operator commutes exactly, as all do but those on floats.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// unordered is a reduction of v in place of one of permute(v, is), or of maps and
// filters of it that nobody else uses and that cannot fail; else x.
//
//	(prim sum (p))  =>  (prim sum (v)), p = permute(v, is), which has been checked
func (s *simplifier) unordered(b *anf.Block, x *nkl.Prim) nkl.Expr {
	r, ok := x.Op.Lift.(prim.Reduction)
	if !ok || s.c.Unsafe || anf.TypeOfAtom(x.Args[0]).Elem() == types.Float || !r.Op.Combines(anf.TypeOfAtom(x.Args[0]).Elem()) {
		return x
	}
	if places, _ := s.arrangement(x.Args[0]); places == nil {
		return x
	}
	s.c.Count("permutations left out", 1)
	return &nkl.Prim{Node: x.Node, Op: x.Op, Args: []nkl.Expr{s.arranged(b, x.Args[0])}}
}

// arrangement is by which places the elements of e, an atom, were permuted and
// by which flags they were kept after that, if at all; no places if they cannot
// be had otherwise.
func (s *simplifier) arrangement(e nkl.Expr) (places, flags *nkl.Var) {
	switch d := s.def(e).(type) {
	case *nkl.Prim:
		switch d.Op.Code {
		case prim.Permute:
			return variable(s.atom(d.Args[1])), nil
		case prim.Pack:
			of, before := s.arrangement(s.atom(d.Args[0]))
			by, same := s.arrangement(s.atom(d.Args[1]))
			if by != nil && of == by && before == nil && same == nil && s.usedHere(e) {
				return of, variable(s.atom(d.Args[1]))
			}
		}
	case *nkl.Each:
		if !s.usedHere(e) || !s.p.effects.Droppable(d.Body) {
			return nil, nil
		}
		for i, seq := range d.Seqs {
			by, kept := s.arrangement(s.atom(seq))
			if by == nil || i > 0 && (by != places || kept != flags) {
				return nil, nil
			}
			places, flags = by, kept
		}
		return places, flags
	}
	return nil, nil
}

// usedHere reports whether e, an atom, has only one use, as far as is known.
func (s *simplifier) usedHere(e nkl.Expr) bool { return s.mentions[variable(e)] == 1 }

func variable(e nkl.Expr) *nkl.Var {
	if r, ok := e.(*nkl.Ref); ok {
		return r.Var
	}
	return nil
}

// arranged is e, which has an arrangement, in the order before it.
func (s *simplifier) arranged(b *anf.Block, e nkl.Expr) nkl.Expr {
	name, t := variable(e).Name, anf.TypeOfAtom(e)
	switch d := s.def(e).(type) {
	case *nkl.Prim:
		if d.Op.Code == prim.Permute {
			return s.atom(d.Args[0])
		}
		return s.emitSimple(b, name, t, anf.OpAt(d.Pos(), d.Op.Code, s.arranged(b, s.atom(d.Args[0])), s.arranged(b, s.atom(d.Args[1]))))
	case *nkl.Each:
		params, body := instantiate(&nkl.Func{Params: d.Binds, Body: d.Body}, ir.Pos{})
		out := &nkl.Each{Node: d.Node, Binds: params, Body: body}
		for _, seq := range d.Seqs {
			out.Seqs = append(out.Seqs, s.arranged(b, s.atom(seq)))
		}
		return s.emitSimple(b, name, t, out)
	}
	panic("simplify: " + name + " has no arrangement")
}

// countMentions counts the uses of variables in a body.
func countMentions(e nkl.Expr) map[*nkl.Var]int {
	n := map[*nkl.Var]int{}
	ir.Walk(e, func(e nkl.Expr) bool {
		if r, ok := e.(*nkl.Ref); ok {
			n[r.Var]++
		}
		return true
	})
	return n
}
