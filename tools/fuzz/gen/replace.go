package gen

// Recursive functions that replace elements of a sequence one by one, and read it
// meanwhile: loops that can be update blocks.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// replacing adds such a function. Now and then it uses an older sequence than the
// latest, or something that is no scalar code: then it is no update block.
func (g *generator) replacing(name string) {
	elem := g.base()
	for elem.Kind == types.KVar {
		elem = g.base()
	}
	f, env := g.falling(name, types.Seq(elem), types.Seq(elem))
	fuel, xs := f.Params[0], f.Params[1]
	g.begin(g.c.Size)
	i, x, ys, zs := types.NewVar("i", types.Int), types.NewVar("x", elem), types.NewVar("ys", xs.Type), types.NewVar("zs", xs.Type)
	scalars := scope{fuel, i, x}
	length := func() nkl.Expr { return g.op(prim.Length, ref(xs)) }
	at := func(e nkl.Expr) nkl.Expr { return g.op(prim.Rem, g.op(prim.Max, e, integer(0)), length()) }
	write := func(to *nkl.Var, i nkl.Expr, v nkl.Expr) nkl.Expr {
		return g.op(prim.Write, ref(to), &nkl.Seq{Node: g.at(), Elem: types.Int, Elems: []nkl.Expr{i}}, &nkl.Seq{Node: g.at(), Elem: elem, Elems: []nkl.Expr{v}})
	}
	from := xs
	if g.chance(4) {
		from = ys // the latest, after a first write
	}
	next := &nkl.Call{Node: g.at(), Fn: name, Args: []nkl.Expr{g.op(prim.Sub, ref(fuel), integer(1)), ref(zs)}}
	some := &nkl.Let{Bind: i, Rhs: at(g.expr(types.Int, scope{fuel})), Body: &nkl.Let{Bind: x, Rhs: g.op(prim.Elt, ref(xs), ref(i)),
		Body: &nkl.Let{Bind: ys, Rhs: &nkl.If{Cond: g.expr(types.Bool, scalars), Then: write(xs, ref(i), g.expr(elem, scalars)), Else: ref(xs)},
			Body: &nkl.Let{Bind: zs, Rhs: write(from, at(g.expr(types.Int, scalars)), g.op(prim.Elt, ref(ys), ref(i))), Body: next}}}}
	f.Body = &nkl.If{Cond: g.op(prim.Or, g.op(prim.Le, ref(fuel), integer(0)), g.op(prim.Eq, length(), integer(0))), Then: g.result(xs, env), Else: some}
	g.define(f)
}

// result is xs, or now and then anything of its type.
func (g *generator) result(xs *nkl.Var, env scope) nkl.Expr {
	if g.chance(6) {
		return g.expr(xs.Type, env)
	}
	return ref(xs)
}

// replaced adds an entry that calls a function made by replacing, for one sequence or
// for several at once.
func (g *generator) replaced(f *nkl.Func) {
	t := f.Result
	call := func(n nkl.Expr, xs *nkl.Var) nkl.Expr {
		return &nkl.Call{Node: g.at(), Fn: f.Name, Args: []nkl.Expr{n, ref(xs)}}
	}
	one := g.chance(3)
	if !one {
		t = types.Seq(t)
	}
	g.add(f.Name+"all", f.Name+"all", g.some(g.values), t, func(env scope) nkl.Expr {
		xs, n := types.NewVar("xs", f.Result), types.NewVar("n", types.Int)
		start := &nkl.Let{Bind: xs, Rhs: g.expr(f.Result, env)}
		if start.Body = call(integer(int64(g.r.IntN(5))), xs); !one {
			start.Body = &nkl.Each{Node: g.at(), Binds: []*nkl.Var{n}, Seqs: []nkl.Expr{g.op(prim.Index, integer(int64(g.r.IntN(5))))}, Body: call(ref(n), xs)}
		}
		return start
	})
}
