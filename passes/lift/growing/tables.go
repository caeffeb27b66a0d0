package growing

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// enter is the columns of the table e, of type t, as the loop begins.
func (x *columns) enter(e nkl.Expr, t *types.Type) nkl.Expr {
	b, out := &x.before, []nkl.Expr{}
	var split func(col nkl.Expr, t *types.Type)
	split = func(col nkl.Expr, t *types.Type) {
		switch {
		case t.IsScalar():
			out = append(out, col)
		case t.Kind == types.KTuple:
			for i, c := range t.Elems {
				split(x.each(b, []nkl.Expr{col}, []*types.Type{t}, c, func(_ *anf.Block, vs []nkl.Expr) nkl.Expr { return anf.Part(i, vs[0]) }), c)
			}
		default:
			ints := types.Seq(types.Int)
			lengths := x.each(b, []nkl.Expr{col}, []*types.Type{t}, types.Int, func(_ *anf.Block, vs []nkl.Expr) nkl.Expr { return x.op(prim.Length, vs[0]) })
			all := b.Name("all", types.Int, x.op(prim.Sum, lengths))
			end := b.Name("end", ints, &nkl.Seq{Node: ir.At(x.pos), Elem: types.Int, Elems: []nkl.Expr{all}})
			starts := b.Name("starts", ints, x.op(prim.PlusScan, lengths))
			out = append(out, b.Name("data", t, x.op(prim.Flatten, col)), b.Name("starts", ints, x.op(prim.Append, starts, end)))
		}
	}
	split(e, t.Elem())
	ts := make([]*types.Type, len(out))
	for i, c := range columnTypes(t.Elem()) {
		ts[i] = c
	}
	return b.Name("columns", types.Tuple(ts...), &nkl.Tuple{Elems: out})
}

func (x *columns) op(code prim.Code, args ...nkl.Expr) nkl.Expr {
	return anf.OpAt(x.pos, code, args...)
}

// each is the map of a function to elements of type t over sequences of elements of types ts.
func (x *columns) each(b *anf.Block, seqs []nkl.Expr, ts []*types.Type, t *types.Type, f func(b *anf.Block, vs []nkl.Expr) nkl.Expr) nkl.Expr {
	var vs []*nkl.Var
	for _, u := range ts {
		vs = append(vs, types.NewVar("x", u))
	}
	var e anf.Block
	body := f(&e, nkl.Uses(vs))
	return b.Name("column", types.Seq(t), &nkl.Each{Node: ir.At(x.pos), Binds: vs, Seqs: seqs, Body: e.In(body)})
}

// leave is the value of type t of which val has columns in place of tables.
func (x *columns) leave(b *anf.Block, val nkl.Expr, t *types.Type, s *shape) nkl.Expr {
	switch {
	case x.isTable(s):
		cols := x.parts(b, val, columnTypes(t.Elem()))
		return x.joined(b, &cols, t.Elem())
	case s.parts != nil:
		out := &nkl.Tuple{}
		for i, p := range s.parts {
			part := b.Name("part", x.typeOf(t.Elems[i], p), anf.Part(i, val))
			out.Elems = append(out.Elems, x.leave(b, part, t.Elems[i], p))
		}
		return b.Name("all", t, out)
	}
	return val
}

// joined is the sequence of elements of type t that has these columns, of which it takes
// as many as it needs.
func (x *columns) joined(b *anf.Block, cols *[]nkl.Expr, t *types.Type) nkl.Expr {
	column := func() nkl.Expr {
		c := (*cols)[0]
		*cols = (*cols)[1:]
		return c
	}
	switch {
	case t.IsScalar():
		return column()
	case t.Kind == types.KTuple:
		var parts []nkl.Expr
		for _, c := range t.Elems {
			parts = append(parts, x.joined(b, cols, c))
		}
		return x.each(b, parts, t.Elems, t, func(_ *anf.Block, vs []nkl.Expr) nkl.Expr { return &nkl.Tuple{Elems: vs} })
	}
	data, starts := column(), column()
	n := b.Name("n", types.Int, x.op(prim.Sub, op(b, types.Int, prim.Length, starts), anf.Integer(1)))
	is := op(b, types.Seq(types.Int), prim.Index, n)
	lengths := x.each(b, []nkl.Expr{is}, []*types.Type{types.Int}, types.Int, func(b *anf.Block, vs []nkl.Expr) nkl.Expr {
		next := plus(b, vs[0], anf.Integer(1))
		return x.op(prim.Sub, op(b, types.Int, prim.Elt, starts, next), op(b, types.Int, prim.Elt, starts, vs[0]))
	})
	return b.Name("rows", types.Seq(t), x.op(prim.Partition, data, lengths))
}
