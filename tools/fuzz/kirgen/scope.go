package kirgen

// What is in scope at a place, and expressions made of it.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/tools/fuzz/scalars"
)

// A code is statements under construction, with what is in scope after them.
type code struct {
	*generator
	stmts []kir.Expr
	vars  []*kir.Var // scalars
	muts  []*kir.Var // those of them that Set may change
	loads []load     // in kernels: elements that may be loaded
}

// A load makes an expression of type t; nil if it is not allowed now.
type load struct {
	t    *types.Type
	make func(c *code, depth int) kir.Expr
}

// inner is the start of a block.
func (c *code) inner() *code {
	return &code{generator: c.generator, vars: slices.Clone(c.vars), muts: slices.Clone(c.muts), loads: c.loads}
}

func (c *code) put(s kir.Expr) { c.stmts = append(c.stmts, s) }

func (c *code) block() kir.Expr { return &kir.Block{Stmts: c.stmts} }

// def names e, which then is in scope.
func (c *code) def(name string, e kir.Expr) kir.Expr {
	v := kir.NewVar(name, kir.TypeOf(e))
	c.put(&kir.Def{Bind: v, Rhs: e})
	if kir.LanesOf(v.Type) == 0 {
		c.vars = append(c.vars, v)
	}
	return kir.Use(v)
}

func apply(code prim.Code, args ...kir.Expr) kir.Expr { return kir.Apply(code, args...) }

// literal is a constant, small or extreme.
func (g *generator) literal(t *types.Type) kir.Expr {
	switch t {
	case types.Bool:
		return &kir.Bool{Val: g.chance(2)}
	case types.Char:
		return &kir.Char{Val: scalars.Char(g.r.IntN)}
	case types.Float:
		return &kir.Float{Val: one(g, 0, 1, -1, 0.5, -2.25)}
	}
	if g.chance(16) {
		return kir.N(one[int64](g, -2147483648, 2147483647, 65536))
	}
	return kir.N(int64(g.r.IntN(9) - 2))
}

// atom is a scalar in scope or a literal.
func (c *code) atom(t *types.Type) kir.Expr {
	var vs []*kir.Var
	for _, v := range c.vars {
		if v.Type == t {
			vs = append(vs, v)
		}
	}
	if n := len(vs); n > 0 && !c.chance(3) {
		return kir.Use(vs[max(c.r.IntN(n), c.r.IntN(n))])
	}
	return c.literal(t)
}

// expr is an expression of type t.
func (c *code) expr(t *types.Type, depth int) kir.Expr {
	if depth == 0 || c.chance(4) {
		return c.atom(t)
	}
	switch k := c.r.IntN(12); {
	case k == 0:
		return &kir.Select{Cond: c.expr(types.Bool, depth-1), Then: c.expr(t, depth-1), Else: c.expr(t, depth-1)}
	case k == 1 && t == types.Bool:
		return &kir.InRange{Idx: c.expr(types.Int, depth-1), Size: c.bounded(40)}
	case k == 2 && t == types.Int && c.loads != nil:
		return &kir.Digit{Val: c.expr(one(c.generator, types.Int, types.Char), depth-1), Index: kir.N(int64(c.r.IntN(4)))}
	case k == 3 && t != types.Float:
		if op := prim.Rop(c.r.IntN(int(prim.RSize))); op.Combines(t) {
			return &kir.Unit{Op: op, Type: t}
		}
	case k < 8:
		if e := c.load(t, depth-1); e != nil {
			return e
		}
	}
	return c.prim(t, depth-1)
}

// load loads an element of type t, if one may be.
func (c *code) load(t *types.Type, depth int) kir.Expr {
	for _, i := range c.r.Perm(len(c.loads)) {
		if l := c.loads[i]; l.t == t {
			if e := l.make(c, depth); e != nil {
				return e
			}
		}
	}
	return nil
}

// prim applies a primitive with a result of type t.
func (c *code) prim(t *types.Type, depth int) kir.Expr {
	p, ts := c.typed(t)
	if p == nil {
		return c.atom(t)
	}
	args := make([]kir.Expr, len(ts))
	for i, u := range ts {
		if args[i] = c.expr(u, depth); p.Name == "add_size" || p.Name == "mul_size" { // of what is not negative
			args[i] = c.bounded(1000)
		}
	}
	return &kir.Prim{Op: p, Args: args}
}

// typed is a primitive with a result of type t and the types of its arguments;
// nil if none is found that suits.
func (g *generator) typed(t *types.Type) (*prim.Prim, []*types.Type) {
	for range 20 {
		p := one(g, g.byResult[t.Kind]...)
		if ts := scalars.Arguments(p, t, g.base, g.floats); ts != nil {
			return p, ts
		}
	}
	return nil, nil
}

// bounded is an int in 0..n-1.
func (c *code) bounded(n int64) kir.Expr {
	if c.chance(3) {
		return kir.N(c.r.Int64N(n))
	}
	return within(c.atom(types.Int), kir.N(n))
}

// within is x made one of 0..n-1, if there are any.
func within(x, n kir.Expr) kir.Expr { return apply(prim.Rem, apply(prim.Max, x, kir.N(0)), n) }

// anywhere is an element of buf, of n elements; a literal if there are none.
func (c *code) anywhere(buf *kir.Var, n kir.Expr, depth int) kir.Expr {
	t := buf.Type.Elem()
	if c.chance(3) {
		i := c.atom(types.Int)
		return &kir.Select{Cond: &kir.InRange{Idx: i, Size: n}, Then: &kir.Load{Buf: kir.Use(buf), Idx: i}, Else: kir.Zero(t)}
	}
	at := within(c.expr(types.Int, depth), n)
	return &kir.Select{Cond: apply(prim.Gt, n, kir.N(0)), Then: &kir.Load{Buf: kir.Use(buf), Idx: at}, Else: c.literal(t)}
}
