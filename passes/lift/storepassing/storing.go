package storepassing

// Maps that store sequences: the texts of a list of texts that a field holds.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// storeInTurn is e with loops in place of maps that store sequences which are there already. That is as much as to make these, which e does in turn as well. Those of a
// literal are stored one by one.
//
//	(each (x) (xs) (allocall t (x)))
//	=> (loop (i starts) (0 (seq)) (if (i < n) (let x (elt xs i) (let s (allocall t (x)) (recur (i + 1) (append starts (seq (s)))))) starts))
func storeInTurn(e nkl.Expr) nkl.Expr { return storing{}.code(e) }

// storing is the literals that code has bound.
type storing map[*nkl.Var]*nkl.Seq

func (s storing) code(e nkl.Expr) nkl.Expr {
	if let, ok := e.(*nkl.Let); ok {
		if lit, ok := let.Rhs.(*nkl.Seq); ok {
			s[let.Bind] = lit
		}
	}
	switch e := e.MapChildren(s.code).(type) {
	case *nkl.Each:
		if !stores(e) {
			return e
		}
		if lit := s[nkl.VarOf(e.Seqs[0])]; lit != nil && len(e.Seqs) == 1 && len(lit.Elems) <= mostOneByOne {
			return storedOneByOne(e, lit)
		}
		return storingLoop(e)
	case *nkl.Let:
		if s[e.Bind] != nil && anf.Uses(e.Bind, e.Body) == 0 { // its elements are stored
			return e.Body
		}
		return anf.Splice(e)
	default:
		return e
	}
}

// mostOneByOne bounds the elements of a literal that are stored without a loop.
const mostOneByOne = 8

// storedOneByOne is what the map e stores of the elements of a literal.
func storedOneByOne(e *nkl.Each, lit *nkl.Seq) nkl.Expr {
	var b anf.Block
	out := &nkl.Seq{Node: e.Node, Elem: types.Int}
	for _, x := range lit.Elems {
		body := nkl.Freshen(nkl.Replace(e.Body, map[*nkl.Var]nkl.Expr{e.Binds[0]: x}))
		out.Elems = append(out.Elems, b.Name("start", types.Int, b.Take(body)))
	}
	return b.In(out)
}

// stores reports whether the elements of a map store sequences, and do nothing else.
func stores(e *nkl.Each) bool {
	all, end := steps.Of(e.Body)
	for _, s := range all {
		switch x := s.Expr.(type) {
		case *nkl.AllocAll, *nkl.Loop, *nkl.Proj, *nkl.Ref, *nkl.Seq:
		case *nkl.Each:
			if ir.Any(x.Body, func(e nkl.Expr) bool { return isStep(e) }) {
				return false
			}
		default:
			if !anf.IsOp(x, prim.Length) {
				return false
			}
		}
	}
	_, adds := end.(*nkl.AllocAll)
	return adds
}

// storingLoop is the loop that does what a map does.
func storingLoop(e *nkl.Each) nkl.Expr {
	op := func(code prim.Code, args ...nkl.Expr) nkl.Expr { return nkl.Op(e.P, code, args...) }
	var b, body anf.Block
	i, starts := types.NewVar("i", types.Int), types.NewVar("starts", types.Seq(types.Int))
	n := b.Name("n", types.Int, op(prim.Length, e.Seqs[0]))
	none := b.Name("none", starts.Type, &nkl.Seq{Node: e.Node, Elem: types.Int})
	for k, v := range e.Binds {
		body.Let(v, op(prim.Elt, e.Seqs[k], nkl.Use(i)))
	}
	start := body.Name("start", types.Int, body.Take(e.Body))
	one := body.Name("one", starts.Type, &nkl.Seq{Node: e.Node, Elem: types.Int, Elems: []nkl.Expr{start}})
	grown := body.Name("starts", starts.Type, op(prim.Append, nkl.Use(starts), one))
	next := body.Name("next", types.Int, op(prim.Add, nkl.Use(i), anf.Integer(1)))
	again := body.In(&nkl.Recur{Args: []nkl.Expr{next, grown}})
	return b.In(anf.CountedAt(e.P, []*nkl.Var{i, starts}, []nkl.Expr{anf.Integer(0), none}, n, again, nkl.Use(starts)))
}
