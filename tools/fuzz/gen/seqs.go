package gen

// Expressions of sequence types.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// seq is an expression of the sequence type t.
func (g *generator) seq(t *types.Type, env scope) nkl.Expr {
	elem := t.Elem()
	for range 4 {
		var e nkl.Expr
		switch g.r.IntN(16) {
		case 0, 1, 2, 3, 4:
			e = g.each(t, env)
		case 5, 6:
			e = g.filter(t, env)
		case 7:
			e = op("append", g.expr(t, env), g.expr(t, env))
		case 8:
			e = op("flatten", g.expr(types.Seq(t), env))
		case 9:
			e = op("dist", g.expr(elem, env), g.bounded(env, 4))
		case 10:
			e = g.literalSeq(t, env)
		case 11:
			e = g.gather(t, env)
		case 12:
			e = g.write(t, env)
		case 13, 14:
			e = g.ofKind(t, env)
		case 15:
			e = g.reorder(t, env)
		}
		if e != nil {
			return e
		}
	}
	return g.literalSeq(t, env)
}

// ofKind makes what only sequences of some elements have: index, scans, ranks,
// partitions.
func (g *generator) ofKind(t *types.Type, env scope) nkl.Expr {
	switch elem := t.Elem(); elem.Kind {
	case types.KInt:
		switch g.r.IntN(4) {
		case 0:
			return op("index", g.bounded(env, 6))
		case 1:
			return op([]string{"rank", "rank_down"}[g.r.IntN(2)], g.expr(t, env))
		}
		ops := []string{"plus_scan", "max_scan", "min_scan", "mult_scan"}
		return op(ops[g.r.IntN(len(ops))], g.expr(t, env))
	case types.KBool:
		return op([]string{"and_scan", "or_scan", "xor_scan"}[g.r.IntN(3)], g.expr(t, env))
	case types.KSeq:
		return g.partition(elem, env)
	}
	return nil
}

// each is apply-to-each over one or two sequences of equal length, with the
// body under everything in scope.
func (g *generator) each(t *types.Type, env scope) nkl.Expr {
	if g.depth >= 3 {
		return nil
	}
	e, et := g.source(env)
	return g.named(e, et, env, func(xs *nkl.Var, env scope) nkl.Expr {
		binds, seqs := g.generators(xs)
		g.depth++
		body := g.expr(t.Elem(), env.with(binds...))
		g.depth--
		return &nkl.Each{Binds: binds, Seqs: seqs, Body: body}
	})
}

// filter is apply-to-each with a condition.
func (g *generator) filter(t *types.Type, env scope) nkl.Expr {
	if g.depth >= 3 {
		return nil
	}
	e, et := g.source(env)
	return g.named(e, et, env, func(xs *nkl.Var, env scope) nkl.Expr {
		binds, seqs := g.generators(xs)
		g.depth++
		in := env.with(binds...)
		e := &nkl.EachIf{Binds: binds, Seqs: seqs, Cond: g.expr(types.Bool, in), Body: g.expr(t.Elem(), in)}
		g.depth--
		return e
	})
}

// source is a sequence to map over, and its type.
func (g *generator) source(env scope) (nkl.Expr, *types.Type) {
	if vs := env.seqs(); len(vs) > 0 && g.r.IntN(3) > 0 {
		v := g.pick(vs)
		return ref(v), v.Type
	}
	t := g.seqType(2)
	return g.expr(t, env), t
}

// generators binds elements of xs, and sometimes of its indices.
func (g *generator) generators(xs *nkl.Var) ([]*nkl.Var, []nkl.Expr) {
	binds, seqs := []*nkl.Var{types.NewVar("e", xs.Type.Elem())}, []nkl.Expr{ref(xs)}
	if g.r.IntN(3) == 0 {
		binds = append(binds, types.NewVar("i", types.Int))
		seqs = append(seqs, op("index", op("length", ref(xs))))
	}
	return binds, seqs
}

// named binds e to a variable for body.
func (g *generator) named(e nkl.Expr, t *types.Type, env scope, body func(*nkl.Var, scope) nkl.Expr) nkl.Expr {
	if r, ok := e.(*nkl.Ref); ok {
		return body(r.Var, env)
	}
	v := types.NewVar("s", t)
	return &nkl.Let{Bind: v, Rhs: e, Body: body(v, env.with(v))}
}

func (g *generator) literalSeq(t *types.Type, env scope) nkl.Expr {
	s := &nkl.Seq{Elem: t.Elem()}
	for range g.r.IntN(4) {
		s.Elems = append(s.Elems, g.expr(t.Elem(), env))
	}
	return s
}

// gather reads a sequence at indices that are in range: none when it is empty.
func (g *generator) gather(t *types.Type, env scope) nkl.Expr {
	return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		return op("get", ref(xs), g.indices(xs, env))
	})
}

// indices is a sequence of indices of xs, with repetitions.
func (g *generator) indices(xs *nkl.Var, env scope) nkl.Expr {
	some := g.expr(types.Seq(types.Int), env)
	n := types.NewVar("n", types.Int)
	i := types.NewVar("i", types.Int)
	index := op("rem", op("max", ref(i), integer(0)), op("max", ref(n), integer(1)))
	return &nkl.Let{Bind: n, Rhs: op("length", ref(xs)), Body: &nkl.If{
		Cond: op("gt", ref(n), integer(0)),
		Then: &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{some}, Body: index},
		Else: &nkl.Seq{Elem: types.Int}}}
}

// write stores values at indices, which may collide.
func (g *generator) write(t *types.Type, env scope) nkl.Expr {
	return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		return g.named(g.indices(xs, env), types.Seq(types.Int), env, func(is *nkl.Var, env scope) nkl.Expr {
			i := types.NewVar("i", types.Int)
			g.depth++
			body := g.expr(t.Elem(), env.with(i))
			g.depth--
			vals := &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{ref(is)}, Body: body}
			return op("write", ref(xs), ref(is), vals)
		})
	})
}

// reorder permutes a sequence by the rank of its indices, which are distinct.
func (g *generator) reorder(t *types.Type, env scope) nkl.Expr {
	return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		i := types.NewVar("i", types.Int)
		keys := &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{op("index", op("length", ref(xs)))},
			Body: op("rem", op("mul", ref(i), integer(int64(1+g.r.IntN(7)))), integer(int64(2+g.r.IntN(5))))}
		return op("permute", ref(xs), op("rank", keys))
	})
}

// partition cuts a sequence: the lengths are those of equal or falling parts
// that sum up to its length.
func (g *generator) partition(t *types.Type, env scope) nkl.Expr {
	return g.named(g.expr(t, env), t, env, func(xs *nkl.Var, env scope) nkl.Expr {
		n := op("length", ref(xs))
		k := g.bounded(env, 4)
		kv, nv := types.NewVar("k", types.Int), types.NewVar("n", types.Int)
		first := op("min", ref(kv), ref(nv))
		lens := &nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{first, integer(0), op("sub", ref(nv), op("min", ref(kv), ref(nv)))}}
		return &nkl.Let{Bind: kv, Rhs: k, Body: &nkl.Let{Bind: nv, Rhs: n, Body: op("partition", ref(xs), lens)}}
	})
}

// data is a sequence of literals, often empty somewhere.
func (g *generator) data(t *types.Type) nkl.Expr {
	s := &nkl.Seq{Elem: t.Elem()}
	n := []int{0, 1, 2, 3, 3, 4, 5, 7}[g.r.IntN(8)]
	for range n {
		s.Elems = append(s.Elems, g.constant(t.Elem()))
	}
	return s
}

func (g *generator) constant(t *types.Type) nkl.Expr {
	switch t.Kind {
	case types.KTuple:
		return &nkl.Tuple{Elems: []nkl.Expr{g.constant(t.Elems[0]), g.constant(t.Elems[1])}}
	case types.KSeq:
		return g.data(t)
	}
	return g.literal(t)
}
