package kirgen

// Kernels whose work-items have nothing to do with each other, but for atomics.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// items makes such a kernel.
func (g *generator) items() *kernel {
	k := g.new("items", one(g, 1, 1, 1, 2, 8, 32, 64))
	g.results(k, each, each, each, moved, pairs, perGroup)
	c := g.start(k)
	c.steps(g.r.IntN(2), 0)
	return g.each(k, c)
}

// each goes on with all elements, in one of several ways.
func (g *generator) each(k *kernel, c *code) *kernel {
	switch g.r.IntN(3) {
	case 0:
		k.exact = true
		if g.chance(2) {
			i := kir.NewVar("i", types.Int)
			c.put(&kir.ForItem{Var: i, Count: k.n(), Body: c.item(k, kir.Use(i))})
			break
		}
		i := c.def("i", k.element())
		c.put(&kir.If{Cond: apply(prim.Lt, i, k.n()), Then: c.item(k, i), Else: &kir.Block{}})
	case 1:
		i := kir.NewVar("i", types.Int)
		c.put(&kir.For{Var: i, Lo: k.element(), Hi: k.n(), Step: apply(prim.Mul, &kir.NumGroups{}, kir.N(int64(k.Local))),
			Body: c.item(k, kir.Use(i))})
	case 2:
		lo, hi := c.chunk(k)
		i := kir.NewVar("i", types.Int)
		c.put(&kir.For{Var: i, Lo: apply(prim.Add, lo, localId()), Hi: hi, Step: kir.N(int64(k.Local)), Body: c.item(k, kir.Use(i))})
	}
	for _, p := range k.having(perGroup) {
		c.put(first(&kir.Store{Buf: kir.Use(p.Var), Idx: &kir.GroupId{}, Val: c.expr(p.Type.Elem(), 2)}))
	}
	return g.finish(k, c)
}

// kept makes a kernel whose groups leave the first elements of their chunk as they are.
func (g *generator) kept() *kernel {
	k := g.new("kept", 1)
	t := g.base()
	old, r := k.param("old", own, t), k.param("r", each, t)
	c := g.start(k)
	lo, hi := c.chunk(k)
	cut := c.def("cut", apply(prim.Min, apply(prim.Add, lo, kir.N(int64(g.r.IntN(40)))), apply(prim.Max, lo, hi)))
	i := kir.NewVar("i", types.Int)
	c.put(&kir.CopyRange{Dst: kir.Use(r.Var), Src: kir.Use(old.Var), Lo: lo, Hi: cut, Off: kir.N(0)})
	c.put(&kir.For{Var: i, Lo: cut, Hi: hi, Step: kir.N(1), Body: c.item(k, kir.Use(i))})
	return g.finish(k, c)
}

// chunk names the bounds of the elements of this group, one after another.
func (c *code) chunk(k *kernel) (lo, hi kir.Expr) {
	groups := kir.Expr(&kir.NumGroups{})
	size := c.def("size", apply(prim.Div, apply(prim.Sub, apply(prim.Add, k.n(), groups), kir.N(1)), groups))
	lo = c.def("lo", apply(prim.Mul, &kir.GroupId{}, size))
	return lo, c.def("hi", apply(prim.Min, k.n(), apply(prim.Add, lo, size)))
}

// item is the block for element i of n. What is stored is computed before
// anything is: a result may be where an operand was.
func (c *code) item(k *kernel, i kir.Expr) kir.Expr {
	in := c.inner()
	if v := kir.VarOf(i); v != nil {
		in.vars = append(in.vars, v)
	}
	in.loads = append([]load{}, c.loads...)
	in.owns(k, i, false)
	in.steps(c.r.IntN(4), 2)
	in.outcome(k, i)
	return in.block()
}

// outcome stores the elements of item i.
func (c *code) outcome(k *kernel, i kir.Expr) {
	var stores []kir.Expr
	store := func(p *param, at kir.Expr) {
		stores = append(stores, &kir.Store{Buf: kir.Use(p.Var), Idx: at, Val: c.def("e", c.expr(p.Type.Elem(), 3))})
	}
	for _, p := range k.params {
		switch p.role {
		case each:
			store(p, i)
		case moved:
			if c.chance(2) {
				store(p, apply(prim.Sub, apply(prim.Sub, k.n(), kir.N(1)), i))
			} else {
				store(p, apply(prim.Rem, apply(prim.Add, i, kir.N(int64(c.r.IntN(5)))), k.n()))
			}
		case pairs:
			store(p, apply(prim.Mul, i, kir.N(2)))
			store(p, apply(prim.Add, apply(prim.Mul, i, kir.N(2)), kir.N(1)))
		case total:
			at, val := c.def("at", within(c.expr(types.Int, 2), p.len)), c.def("v", c.expr(types.Int, 2))
			stores = append(stores, &kir.If{Cond: apply(prim.Gt, p.len, kir.N(0)), Then: &kir.Block{Stmts: []kir.Expr{c.atomic(p, at, val)}},
				Else: &kir.Block{}})
		}
	}
	for _, i := range c.r.Perm(len(stores)) {
		c.put(stores[i])
	}
}

// atomic combines val with an element. The value from before is not used: it
// depends on the order.
func (c *code) atomic(p *param, at, val kir.Expr) kir.Expr {
	return &kir.Atomic{Bind: kir.NewVar("old", types.Int), Op: p.op, Buf: kir.Use(p.Var), Idx: at, Val: val}
}
