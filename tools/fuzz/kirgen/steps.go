package kirgen

// Code of one work-item.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// steps adds n steps.
func (c *code) steps(n, depth int) {
	for range n {
		switch k := c.r.IntN(14); {
		case k == 0 && depth > 0:
			c.branch(depth - 1)
		case k == 1 && depth > 0:
			c.choose(depth - 1)
		case k == 2 && depth > 0:
			c.loop(depth - 1)
		case k == 3 && depth > 0:
			c.counted(depth - 1)
		case k == 4 && depth > 0:
			c.while(depth - 1)
		case k == 5:
			c.fail()
		case k == 6:
			v := kir.NewVar("m", c.base())
			c.put(&kir.Mut{Bind: v, Init: c.expr(v.Type, 1)})
			c.vars, c.muts = append(c.vars, v), append(c.muts, v)
		case k < 9:
			c.set()
		default:
			c.def("x", c.expr(c.base(), 2))
		}
	}
}

// set changes a variable, if there is one.
func (c *code) set() {
	if len(c.muts) > 0 {
		v := one(c.generator, c.muts...)
		c.put(&kir.Set{Var: v, Rhs: c.expr(v.Type, 2)})
	}
}

// body is a block of a few steps.
func (c *code) body(depth int) kir.Expr {
	in := c.inner()
	in.steps(c.r.IntN(3), depth)
	in.set()
	return in.block()
}

func (c *code) branch(depth int) {
	c.put(&kir.If{Cond: c.expr(types.Bool, 2), Then: c.body(depth), Else: c.body(depth)})
}

// bind binds results of types ts.
func (c *code) bind(ts []*types.Type) []*kir.Var {
	vs := make([]*kir.Var, len(ts))
	for i, t := range ts {
		vs[i] = kir.NewVar("r", t)
	}
	c.vars = append(c.vars, vs...)
	return vs
}

func (c *code) types() []*types.Type { return []*types.Type{c.base(), c.base()}[:1+c.r.IntN(2)] }

// exprs is one expression of every type.
func (c *code) exprs(ts []*types.Type, depth int) []kir.Expr {
	es := make([]kir.Expr, len(ts))
	for i, t := range ts {
		es[i] = c.expr(t, depth)
	}
	return es
}

func (c *code) choose(depth int) {
	ts, cond := c.types(), c.expr(types.Bool, 2)
	arm := func() kir.Expr {
		in := c.inner()
		in.steps(c.r.IntN(3), depth)
		in.put(&kir.Yield{Vals: in.exprs(ts, 1)})
		return in.block()
	}
	then, els := arm(), arm()
	c.put(&kir.Choose{Binds: c.bind(ts), Cond: cond, Then: then, Else: els})
}

// loop counts up and carries values along.
func (c *code) loop(depth int) {
	ts, results, times := c.types(), c.types(), c.bounded(5)
	inits := append([]kir.Expr{kir.N(0)}, c.exprs(ts, 1)...)
	in := c.inner()
	vars := in.bind(append([]*types.Type{types.Int}, ts...))
	in.steps(c.r.IntN(3), depth)
	out, on := in.inner(), in.inner()
	out.put(&kir.Exit{Vals: out.exprs(results, 1)})
	on.steps(c.r.IntN(2), depth)
	on.put(&kir.Recur{Args: append([]kir.Expr{apply(prim.Add, kir.Use(vars[0]), kir.N(1))}, on.exprs(ts, 2)...)})
	in.put(&kir.If{Cond: apply(prim.Ge, kir.Use(vars[0]), times), Then: out.block(), Else: on.block()})
	c.put(&kir.Loop{Vars: vars, Inits: inits, Body: in.block(), Binds: c.bind(results)})
}

func (c *code) counted(depth int) {
	v, lo, hi := kir.NewVar("j", types.Int), c.bounded(3), c.bounded(6)
	in := c.inner()
	in.vars = append(in.vars, v)
	in.steps(1+c.r.IntN(2), depth)
	in.set()
	c.put(&kir.For{Var: v, Lo: lo, Hi: hi, Step: kir.N(int64(1 + c.r.IntN(2))), Body: in.block()})
}

func (c *code) while(depth int) {
	left := kir.NewVar("left", types.Int)
	c.put(&kir.Mut{Bind: left, Init: c.bounded(4)})
	c.vars = append(c.vars, left)
	in := c.inner()
	in.steps(1+c.r.IntN(2), depth)
	in.set()
	in.put(&kir.Set{Var: left, Rhs: apply(prim.Sub, kir.Use(left), kir.N(1))})
	c.put(&kir.While{Cond: apply(prim.Gt, kir.Use(left), kir.N(0)), Body: in.block()})
}

// fail is a check, which mostly holds.
func (c *code) fail() {
	if !c.fails {
		return
	}
	bad := c.expr(types.Bool, 2)
	if !c.chance(8) {
		bad = apply(prim.And, bad, &kir.Bool{})
	}
	n := c.at()
	f := &kir.Fail{Node: ir.At(n.P), Error: "failed at " + n.P.String(), Elem: c.expr(types.Int, 1)}
	c.put(&kir.If{Cond: bad, Then: &kir.Block{Stmts: []kir.Expr{f}}, Else: &kir.Block{}})
}
