package gen

// Recursive functions that divide a sequence by its length: in halves, in thirds, in maps over one
// part, or going on with one part alone. Data does not decide how deep they are, so all elements
// of a level may be equally long, or become unequal on the way.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// dividing adds such a function, whose first parameter is the sequence.
func (g *generator) dividing(name string) {
	d := &division{generator: g, elem: g.typ(1)}
	whole, p := types.NewVar("whole", types.Seq(d.elem)), types.NewVar("p", g.typ(1))
	d.f = &nkl.Func{Name: name, Params: []*nkl.Var{whole, p}, Result: g.typ(2)}
	d.env = scope{whole, p}
	g.begin(g.c.Size / 2)
	g.depth = 1
	base := g.expr(d.f.Result, d.env)
	n := d.let("n", types.Int, g.op(prim.Length, ref(whole)))
	short := g.op(prim.Lt, ref(n), integer(int64(3+g.r.IntN(2))))
	before := d.lets
	d.lets = nil
	d.calls(d.parts(whole, n))
	more := in(d.lets, g.expr(d.f.Result, d.env))
	d.f.Body = in(before, &nkl.If{Cond: short, Then: base, Else: more})
	g.define(d.f)
}

// A division is a function under way.
type division struct {
	*generator
	f    *nkl.Func
	elem *types.Type
	lets []*nkl.Let
	env  scope
}

// let binds e for what follows.
func (d *division) let(name string, t *types.Type, e nkl.Expr) *nkl.Var {
	v := types.NewVar(name, t)
	d.lets = append(d.lets, &nkl.Let{Bind: v, Rhs: e})
	d.env = d.env.with(v)
	return v
}

// in puts lets before e.
func in(lets []*nkl.Let, e nkl.Expr) nkl.Expr {
	for _, l := range slices.Backward(lets) {
		l.Body = e
		e = l
	}
	return e
}

// parts cuts a sequence of at least 3 elements into 2 or 3, each shorter.
func (d *division) parts(whole, n *nkl.Var) *nkl.Var {
	k := int64(2)
	if d.chance(4) {
		k = 3
	}
	size := d.let("size", types.Int, d.op(prim.Div, ref(n), integer(k)))
	lens := []nkl.Expr{d.op(prim.Sub, ref(n), d.op(prim.Mul, ref(size), integer(k-1)))}
	for range k - 1 {
		lens = append(lens, ref(size))
	}
	cut := d.op(prim.Partition, ref(whole), &nkl.Seq{Elem: types.Int, Elems: lens})
	return d.let("parts", types.Seq(whole.Type), cut)
}

// calls calls the function for parts, or for what is made of the first of them.
func (d *division) calls(parts *nkl.Var) {
	t := parts.Type.Elem()
	kind := d.r.IntN(4)
	if kind > 1 {
		d.each(ref(parts))
		return
	}
	first := d.let("first", t, d.op(prim.Elt, ref(parts), integer(0)))
	low := d.let("low", t, d.asLong(first))
	if kind == 0 {
		d.let("r", d.f.Result, d.again(low, d.env))
		return
	}
	high := d.let("high", t, d.asLong(first))
	d.each(ref(d.let("both", types.Seq(t), &nkl.Seq{Elem: t, Elems: []nkl.Expr{ref(low), ref(high)}})))
}

// asLong is a map over v.
func (d *division) asLong(v *nkl.Var) nkl.Expr {
	x := types.NewVar("e", d.elem)
	return &nkl.Each{Node: d.at(), Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{ref(v)}, Body: d.expr(d.elem, d.env.with(x))}
}

// each binds what calls make of parts.
func (d *division) each(parts nkl.Expr) {
	part := types.NewVar("part", types.Seq(d.elem))
	d.let("rs", types.Seq(d.f.Result), &nkl.Each{Node: d.at(), Binds: []*nkl.Var{part}, Seqs: []nkl.Expr{parts}, Body: d.again(part, d.env.with(part))})
}

func (d *division) again(part *nkl.Var, env scope) nkl.Expr {
	return &nkl.Call{Node: d.at(), Fn: d.f.Name, Args: []nkl.Expr{ref(part), d.expr(d.f.Params[1].Type, env)}}
}
