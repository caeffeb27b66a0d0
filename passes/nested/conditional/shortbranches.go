package conditional

// Conditionals under maps whose branches are short literals.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// maxShort is the most elements of a literal that a scalar conditional yields.
const maxShort = 4

// short makes a scalar conditional of e if all branches of it, and of the conditionals
// that they end in, are literals of few scalars: how many elements there are, and
// what they are. nil if they are not.
//
//	(if c (seq (a)) (if d (seq (a b)) (seq ())))
//	=> (let t (if c (tuple 1 a 0) (if d (tuple 2 a b) (tuple 0 0 0)))
//	   (let is (index (proj 0 t)) (each (k) (is) (if (eq k 0) (proj 1 t) (proj 2 t)))))
func (d *distributor) short(e *nkl.If) nkl.Expr {
	var t *types.Type
	most := longest(e, &t)
	if most <= 0 || !t.IsScalar() || !d.c.Rewrite("choose between short literals") {
		return nil
	}
	d.c.Count("literals chosen", 1)
	ts := []*types.Type{types.Int}
	for range most {
		ts = append(ts, t)
	}
	var b anf.Block
	all := b.Name("short", types.Tuple(ts...), counted(e, t, most))
	parts := make([]nkl.Expr, len(ts))
	for k := range parts {
		parts[k] = b.Name("e", ts[k], &nkl.Proj{Index: k, Of: all})
	}
	k := types.NewVar("k", types.Int)
	is := b.Name("is", types.Seq(types.Int), anf.Op(prim.Index, parts[0]))
	return b.In(&nkl.Each{Node: ir.At(e.Pos()), Binds: []*nkl.Var{k}, Seqs: []nkl.Expr{is}, Body: anf.Choose(parts[1:], k)})
}

// longest is the most elements of a literal that e ends in, which have type t; -1 if it
// may end in anything else.
func longest(e nkl.Expr, t **types.Type) int {
	switch e := e.(type) {
	case *nkl.Let:
		return longest(e.Body, t)
	case *nkl.Check:
		return longest(e.Then, t)
	case *nkl.If:
		a, b := longest(e.Then, t), longest(e.Else, t)
		if a < 0 || b < 0 {
			return -1
		}
		return max(a, b)
	case *nkl.Seq:
		if *t = e.Elem; len(e.Elems) <= maxShort {
			return len(e.Elems)
		}
	}
	return -1
}

// counted is e with tuples in place of the literals that it ends in: the number of
// elements, and as many as the longest has.
func counted(e nkl.Expr, t *types.Type, most int) nkl.Expr {
	return anf.AtEnds(e, func(e nkl.Expr) nkl.Expr {
		var b anf.Block
		s := e.(*nkl.Seq)
		out := &nkl.Tuple{Elems: []nkl.Expr{anf.Integer(int64(len(s.Elems)))}}
		for k := range most {
			if k < len(s.Elems) {
				out.Elems = append(out.Elems, s.Elems[k])
			} else {
				out.Elems = append(out.Elems, b.Zero(t))
			}
		}
		return b.In(out)
	})
}
