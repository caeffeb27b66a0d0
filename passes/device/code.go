package device

// Writing kir: a list of statements that grows.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A code is the statements of the innermost block being written.
type code struct {
	stmts []expr
	known func(e expr) expr     // if not nil: an atom known to have the value of e, or nil
	onDef func(v *kvar, e expr) // if not nil: hears of definitions
}

// put puts a statement at the end.
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

// set assigns to a variable made by mut.
func (c *code) set(v *kvar, e expr) { c.put(&kir.Set{Var: v, Rhs: e}) }

// store stores an element of a buffer.
func (c *code) store(buf *kvar, idx, val expr) {
	c.put(&kir.Store{Buf: kir.Use(buf), Idx: idx, Val: val})
}

// barrier waits for the work-items of the group.
func (c *code) barrier() { c.put(&kir.Barrier{}) }

// when runs then if cond holds.
func (c *code) when(cond expr, then func()) { c.ifElse(cond, then, func() {}) }

// ifElse runs one of two blocks.
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

// while runs body as long as cond holds.
func (c *code) while(cond expr, body func()) {
	c.put(&kir.While{Cond: cond, Body: c.block(body)})
}

// newVars makes a variable of every type.
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

// same reports whether two expressions are uses of one variable.
func same(a, b expr) bool { return b != nil && kir.VarOf(a) != nil && kir.VarOf(a) == kir.VarOf(b) }

// spliced replaces statements, wherever they stand in e, by lists; nil keeps one.
func spliced(e expr, f func(expr) []expr) expr {
	b, ok := e.(*kir.Block)
	if !ok {
		return e.MapChildren(func(e expr) expr { return spliced(e, f) })
	}
	var out []expr
	for _, s := range b.Stmts {
		if list := f(s); list != nil {
			out = append(out, list...)
		} else {
			out = append(out, spliced(s, f))
		}
	}
	return &kir.Block{Node: b.Node, Stmts: out}
}

// textOf is the text of a kernel without its name.
func textOf(k *kir.Kernel) string {
	anonymous := *k
	anonymous.Name = ""
	return (&kir.Module{Kernels: []*kir.Kernel{&anonymous}}).String()
}
