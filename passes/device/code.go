package device

// Writing kir: short names for arithmetic, and a list of statements that
// grows.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

type (
	expr = kir.Expr
	kvar = kir.Var
)

func num(n int) expr { return kir.N(int64(n)) }

// literal is the value of an integer literal.
func literal(e expr) (int64, bool) {
	i, ok := e.(*kir.Int)
	if !ok {
		return 0, false
	}
	return i.Val, true
}

// isInt reports whether e is the literal n.
func isInt(e expr, n int64) bool {
	v, ok := literal(e)
	return ok && v == n
}

func add(a, b expr) expr {
	if isInt(a, 0) {
		return b
	}
	if isInt(b, 0) {
		return a
	}
	return kir.Apply("add", a, b)
}

func sub(a, b expr) expr {
	if isInt(b, 0) {
		return a
	}
	return kir.Apply("sub", a, b)
}

func mul(a, b expr) expr {
	if isInt(a, 1) {
		return b
	}
	if isInt(b, 1) {
		return a
	}
	return kir.Apply("mul", a, b)
}

func div(a, b expr) expr {
	if isInt(b, 1) {
		return a
	}
	return kir.Apply("div", a, b)
}

func rem(a, b expr) expr     { return kir.Apply("rem", a, b) }
func minimum(a, b expr) expr { return kir.Apply("min", a, b) }
func maximum(a, b expr) expr { return kir.Apply("max", a, b) }
func lt(a, b expr) expr      { return kir.Apply("lt", a, b) }
func le(a, b expr) expr      { return kir.Apply("le", a, b) }
func gt(a, b expr) expr      { return kir.Apply("gt", a, b) }
func ge(a, b expr) expr      { return kir.Apply("ge", a, b) }
func eq(a, b expr) expr      { return kir.Apply("eq", a, b) }
func ne(a, b expr) expr      { return kir.Apply("ne", a, b) }
func ceilDiv(a, b expr) expr { return div(add(a, sub1(b)), b) }

// sub1 is e - 1, folded.
func sub1(e expr) expr {
	if n, ok := literal(e); ok {
		return kir.N(n - 1)
	}
	return sub(e, num(1))
}

func load(buf *kvar, idx expr) expr { return &kir.Load{Buf: kir.Use(buf), Idx: idx} }

func pick(cond, then, els expr) expr { return &kir.Select{Cond: cond, Then: then, Else: els} }

// both is a && b, where b is evaluated only if a holds.
func both(a, b expr) expr { return pick(a, b, &kir.Bool{}) }

func inRange(idx, size expr) expr { return &kir.InRange{Idx: idx, Size: size} }

func unit(op prim.Rop, t *types.Type) expr { return &kir.Unit{Op: op, Type: t} }

func combine(op prim.Rop, a, b expr) expr {
	return &kir.Prim{Op: op.Prim(), Args: []expr{a, b}}
}

func localId() expr   { return &kir.LocalId{} }
func groupId() expr   { return &kir.GroupId{} }
func numGroups() expr { return &kir.NumGroups{} }

// A code is the statements of the innermost block being written.
type code struct {
	stmts []expr
	known func(e expr) expr     // if not nil: an atom known to have the value of e, or nil
	onDef func(v *kvar, e expr) // if not nil: hears of definitions
}

func (c *code) put(s expr) { c.stmts = append(c.stmts, s) }

// block is the statements that f writes.
func (c *code) block(f func()) expr {
	up := c.stmts
	c.stmts = nil
	f()
	b := &kir.Block{Stmts: c.stmts}
	c.stmts = up
	return b
}

// def names a value.
func (c *code) def(name string, e expr) expr {
	if c.known != nil {
		if a := c.known(e); a != nil {
			return a
		}
	}
	v := kir.NewVar(name, kir.TypeOf(e))
	c.put(&kir.Def{Bind: v, Rhs: e})
	if c.onDef != nil {
		c.onDef(v, e)
	}
	return kir.Use(v)
}

// atom is e, named unless it is an atom or as cheap.
func (c *code) atom(name string, e expr) expr {
	switch e.(type) {
	case *kir.LocalId, *kir.GroupId:
		return e
	}
	if kir.IsAtom(e) {
		return e
	}
	return c.def(name, e)
}

// mut makes a variable.
func (c *code) mut(name string, init expr) *kvar {
	v := kir.NewVar(name, kir.TypeOf(init))
	c.put(&kir.Mut{Bind: v, Init: init})
	return v
}

func (c *code) set(v *kvar, e expr) { c.put(&kir.Set{Var: v, Rhs: e}) }

func (c *code) store(buf *kvar, idx, val expr) {
	c.put(&kir.Store{Buf: kir.Use(buf), Idx: idx, Val: val})
}

func (c *code) barrier() { c.put(&kir.Barrier{}) }

func (c *code) when(cond expr, then func()) { c.ifElse(cond, then, func() {}) }

func (c *code) ifElse(cond expr, then, els func()) {
	c.put(&kir.If{Cond: cond, Then: c.block(then), Else: c.block(els)})
}

// choose is the values that one of two blocks computes, of types ts.
func (c *code) choose(name string, ts []*types.Type, cond expr, then, els func() []expr) []expr {
	vs := newVars(name, ts)
	arm := func(f func() []expr) expr {
		return c.block(func() { c.put(&kir.Yield{Vals: f()}) })
	}
	c.put(&kir.Choose{Binds: vs, Cond: cond, Then: arm(then), Else: arm(els)})
	return kir.Uses(vs)
}

// count runs body for i = lo, lo+step ... below hi.
func (c *code) count(name string, lo, hi, step expr, body func(i expr)) {
	v := kir.NewVar(name, types.Int)
	c.put(&kir.For{Var: v, Lo: lo, Hi: hi, Step: step, Body: c.block(func() { body(kir.Use(v)) })})
}

func (c *code) while(cond expr, body func()) {
	c.put(&kir.While{Cond: cond, Body: c.block(body)})
}

func newVars(name string, ts []*types.Type) []*kvar {
	vs := make([]*kvar, len(ts))
	for i, t := range ts {
		vs[i] = kir.NewVar(name, t)
	}
	return vs
}

// zeros is a zero of every type.
func zeros(ts []*types.Type) []expr {
	es := make([]expr, len(ts))
	for i, t := range ts {
		es[i] = kir.Zero(t)
	}
	return es
}
