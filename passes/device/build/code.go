// Package build writes kir, and knows what follows from what is written.
//
//	code          a list of statements that grows, in kernels and on the host
//	kernel        a kernel: its parameters and local arrays appear as they are needed
//	unused        definitions that nobody uses
//	facts         lengths and other ints at a place of host code, compared by keys
//	values        ints and conditions that are known when the program is compiled
//	padfunctions  functions that pad buffers
//	scatters      what stores anywhere
//	harmless      what may be computed where it is not needed
//	op            short names for arithmetic
package build

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A Code is the statements of the innermost block being written.
type Code struct {
	Stmts []kir.Expr
	Known func(e kir.Expr) kir.Expr    // if not nil: an atom known to have the value of e, or nil
	OnDef func(v *kir.Var, e kir.Expr) // if not nil: hears of definitions
}

// Put puts a statement at the end.
func (c *Code) Put(s kir.Expr) { c.Stmts = append(c.Stmts, s) }

// Block is the statements that f writes.
func (c *Code) Block(f func()) kir.Expr {
	up := c.Stmts
	c.Stmts = nil
	f()
	b := &kir.Block{Stmts: c.Stmts}
	c.Stmts = up
	return b
}

// Def names a value.
func (c *Code) Def(name string, e kir.Expr) kir.Expr {
	if c.Known != nil {
		if a := c.Known(e); a != nil {
			return a
		}
	}
	v := kir.NewVar(name, kir.TypeOf(e))
	c.Put(&kir.Def{Bind: v, Rhs: e})
	if c.OnDef != nil {
		c.OnDef(v, e)
	}
	return kir.Use(v)
}

// Atom is e, named unless it is an atom or as cheap.
func (c *Code) Atom(name string, e kir.Expr) kir.Expr {
	switch e.(type) {
	case *kir.LocalId, *kir.GroupId:
		return e
	}
	if kir.IsAtom(e) {
		return e
	}
	return c.Def(name, e)
}

// Mut makes a variable.
func (c *Code) Mut(name string, init kir.Expr) *kir.Var {
	v := kir.NewVar(name, kir.TypeOf(init))
	c.Put(&kir.Mut{Bind: v, Init: init})
	return v
}

// Set assigns to a variable made by Mut.
func (c *Code) Set(v *kir.Var, e kir.Expr) { c.Put(&kir.Set{Var: v, Rhs: e}) }

// Store stores an element of a buffer.
func (c *Code) Store(buf *kir.Var, idx, val kir.Expr) {
	c.Put(&kir.Store{Buf: kir.Use(buf), Idx: idx, Val: val})
}

// Barrier waits for the work-items of the group.
func (c *Code) Barrier() { c.Put(&kir.Barrier{}) }

// When runs then if cond holds.
func (c *Code) When(cond kir.Expr, then func()) { c.IfElse(cond, then, func() {}) }

// IfElse runs one of two blocks.
func (c *Code) IfElse(cond kir.Expr, then, els func()) {
	c.Put(&kir.If{Cond: cond, Then: c.Block(then), Else: c.Block(els)})
}

// Choose is the values that one of two blocks computes, of types ts.
func (c *Code) Choose(name string, ts []*types.Type, cond kir.Expr, then, els func() []kir.Expr) []kir.Expr {
	vs := NewVars(name, ts)
	branch := func(f func() []kir.Expr) kir.Expr {
		return c.Block(func() { c.Put(&kir.Yield{Vals: f()}) })
	}
	c.Put(&kir.Choose{Binds: vs, Cond: cond, Then: branch(then), Else: branch(els)})
	return kir.Uses(vs)
}

// Count runs body for i = lo, lo+step ... below hi.
func (c *Code) Count(name string, lo, hi, step kir.Expr, body func(i kir.Expr)) {
	v := kir.NewVar(name, types.Int)
	c.Put(&kir.For{Var: v, Lo: lo, Hi: hi, Step: step, Body: c.Block(func() { body(kir.Use(v)) })})
}

// While runs body as long as cond holds.
func (c *Code) While(cond kir.Expr, body func()) {
	c.Put(&kir.While{Cond: cond, Body: c.Block(body)})
}

// Repeat is a Loop: as long as while holds of its values, step gives the next ones. It returns
// the last ones.
func (c *Code) Repeat(names []string, inits []kir.Expr, while func(now []kir.Expr) kir.Expr, step func(now []kir.Expr) []kir.Expr) []kir.Expr {
	l := &kir.Loop{Inits: inits}
	for i, e := range inits {
		l.Vars = append(l.Vars, kir.NewVar(names[i], kir.TypeOf(e)))
		l.Binds = append(l.Binds, kir.NewVar(names[i], kir.TypeOf(e)))
	}
	now := kir.Uses(l.Vars)
	l.Body = c.Block(func() {
		c.IfElse(while(now), func() { c.Put(&kir.Recur{Args: step(now)}) }, func() { c.Put(&kir.Exit{Vals: now}) })
	})
	c.Put(l)
	return kir.Uses(l.Binds)
}

// NewVars makes a variable of every type.
func NewVars(name string, ts []*types.Type) []*kir.Var {
	vs := make([]*kir.Var, len(ts))
	for i, t := range ts {
		vs[i] = kir.NewVar(name, t)
	}
	return vs
}

// Zeros is a zero of every type.
func Zeros(ts []*types.Type) []kir.Expr {
	es := make([]kir.Expr, len(ts))
	for i, t := range ts {
		es[i] = kir.Zero(t)
	}
	return es
}

// Same reports whether two expressions are uses of one variable.
func Same(a, b kir.Expr) bool { return b != nil && kir.VarOf(a) != nil && kir.VarOf(a) == kir.VarOf(b) }

// Fails reports whether a block begins with the failure of a check.
func Fails(b kir.Expr) bool {
	list := b.(*kir.Block).Stmts
	if len(list) == 0 {
		return false
	}
	_, ok := list[0].(*kir.Fail)
	return ok
}

// Spliced replaces statements, wherever they stand in e, by lists; nil keeps one. It is e if all are kept.
func Spliced(e kir.Expr, f func(kir.Expr) []kir.Expr) kir.Expr {
	var splice func(kir.Expr) kir.Expr
	splice = func(e kir.Expr) kir.Expr {
		b, ok := e.(*kir.Block)
		if !ok {
			return e.MapBodies(splice)
		}
		var out []kir.Expr // once something has changed
		for i, s := range b.Stmts {
			list := f(s)
			if list == nil {
				if t := splice(s); t != s || out != nil {
					list = []kir.Expr{t}
				}
			}
			if list != nil && out == nil {
				out = append(make([]kir.Expr, 0, len(b.Stmts)+len(list)), b.Stmts[:i]...)
			}
			out = append(out, list...)
		}
		if out == nil {
			return b
		}
		return &kir.Block{Node: b.Node, Stmts: out}
	}
	return splice(e)
}

// Muts makes a variable for every value.
func (c *Code) Muts(name string, init []kir.Expr) []*kir.Var {
	vs := make([]*kir.Var, len(init))
	for i, e := range init {
		vs[i] = c.Mut(name, e)
	}
	return vs
}

// SetAll assigns to all variables.
func (c *Code) SetAll(vs []*kir.Var, es []kir.Expr) {
	for i, v := range vs {
		c.Set(v, es[i])
	}
}

// Defs names all values.
func (c *Code) Defs(name string, es []kir.Expr) []kir.Expr {
	out := make([]kir.Expr, len(es))
	for i, e := range es {
		out[i] = c.Def(name, e)
	}
	return out
}

// StoreAll stores an element of every buffer.
func (c *Code) StoreAll(bufs []*kir.Var, idx kir.Expr, vals []kir.Expr) {
	for i, b := range bufs {
		c.Store(b, idx, vals[i])
	}
}

// Named is e, named unless it is an atom.
func (c *Code) Named(name string, e kir.Expr) kir.Expr {
	if kir.IsAtom(e) {
		return e
	}
	return c.Def(name, e)
}
