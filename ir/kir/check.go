package kir

// Verify verifies a module: scope, unique binders, types, which form may stand
// where, and how lists of statements end. What a single language forbids, and
// the invariants of memory and barriers, are in grammar/device.go.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Verify reports the first thing wrong with m.
func Verify(m *Module) error { return VerifyRest(m, m) }

// VerifyRest is Verify of m, of whose kernels only those of rest are looked into.
func VerifyRest(m, rest *Module) error {
	c := &checker{kernels: map[string]*Kernel{}, funcs: map[string]*Func{}, sites: len(m.Sites), scope: map[*Var]int8{}}
	for _, k := range m.Kernels {
		if c.kernels[k.Name] != nil {
			return fmt.Errorf("kernel %s is defined twice", k.Name)
		}
		c.kernels[k.Name] = k
	}
	for _, f := range m.Funcs {
		if c.funcs[f.Name] != nil {
			return fmt.Errorf("function %s is defined twice", f.Name)
		}
		c.funcs[f.Name] = f
	}
	for _, k := range rest.Kernels {
		if c.kernel(k); c.err != nil {
			return fmt.Errorf("kernel %s: %w", k.Name, c.err)
		}
	}
	for _, f := range m.Funcs {
		if c.fun(f); c.err != nil {
			return fmt.Errorf("func %s: %w", f.Name, c.err)
		}
	}
	for _, a := range m.Actions {
		if a.Fn != "" && c.funcs[a.Fn] == nil {
			return fmt.Errorf("action %s calls the unknown function %s", a.Name, a.Fn)
		}
	}
	return nil
}

const (
	isFixed int8 = 1 + iota
	isMutable
	outOfScope
)

// A checker checks declarations, one after another.
type checker struct {
	kernels map[string]*Kernel
	funcs   map[string]*Func
	sites   int
	inner   bool // in a kernel
	local   int  // work-items of a group of it
	chained bool // it has a Chain
	shared  bool // it has a Share
	scope   map[*Var]int8
	bound   []*Var        // in the blocks that are being checked
	args    []*types.Type // of the primitives that are being checked
	err     error
}

// ends is what the statements of a list may hand values to: the types wanted,
// nil where the form may not stand.
type ends struct {
	yield, recur, exit, ret *[]*types.Type
}

func (c *checker) errorf(f string, a ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(f, a...)
	}
}

func (c *checker) kernel(k *Kernel) {
	clear(c.scope)
	c.inner, c.local, c.chained, c.shared = true, k.Local, false, false
	if k.Local <= 0 || k.Local&(k.Local-1) != 0 {
		c.errorf("%d work-items in a group, not a power of two", k.Local)
	}
	if len(k.Access) != len(k.Params) {
		c.errorf("%d accesses for %d parameters", len(k.Access), len(k.Params))
	}
	c.bind(isFixed, k.Params...)
	for i, p := range k.Params {
		if c.err == nil && (LanesOf(p.Type) > 0 || (k.Access[i] == Value) == IsBuf(p.Type)) {
			c.errorf("parameter %s of type %v has access %v", p.Name, p.Type, k.Access[i])
		}
	}
	for i, s := range c.stmts(k.Body) {
		switch s := s.(type) {
		case *Limit:
			c.limit(s, c.stmts(k.Body)[:i])
		case *Share:
			c.share(s)
		case *Merge:
			c.merge(s)
		case *Window:
			c.window(s, k)
		case *LocalArray:
			c.localArray(s)
		case *Chain:
			c.chain(s)
		case *ForItem:
			c.forItem(s)
		case *VectorFor:
			if c.vectorFor(s); i != len(c.stmts(k.Body))-1 {
				c.errorf("%s after a vector loop", Show(c.stmts(k.Body)[i+1]))
			}
		default:
			if c.stmt(s, ends{}) {
				c.errorf("a kernel ends in %s", Show(s))
			}
		}
	}
}

func (c *checker) forItem(s *ForItem) {
	c.want("count", s.Count, types.Int)
	c.want("number", Use(c.counter(s.Var)), types.Int)
	if c.block(s.Body, ends{}) {
		c.errorf("the body of a foritem ends")
	}
	c.unbind(s.Var)
}

// share checks a Share, of which a kernel has one.
func (c *checker) share(s *Share) {
	if c.shared {
		c.errorf("a second share")
	}
	c.shared = true
	for _, e := range []Expr{s.Size, s.Count, s.Length} {
		c.want("share", e, types.Int)
		if ir.Any(e, func(e Expr) bool {
			f := e.Form()
			return f == FormGroupId || f == FormLocalId || f == FormNumGroups
		}) {
			c.errorf("the share %s is not the same for all groups", Show(e))
		}
	}
}

// merge checks a Merge, of which a kernel has one, and then no Share.
func (c *checker) merge(s *Merge) {
	c.share(&Share{Size: s.Size, Count: Apply(prim.Add, s.N, s.Count), Length: N(1)})
	c.want("offsets", s.Offs, Global(types.Int))
	if len(s.Binds) != 2 {
		c.errorf("%s binds other than two numbers", Show(s))
	}
	c.bind(isFixed, s.Binds...)
}

// window checks a Window, which stands behind the Share.
func (c *checker) window(s *Window, k *Kernel) {
	if !c.shared {
		c.errorf("a window before the share")
	}
	for i, p := range k.Params {
		if p == VarOf(s.Buf) && k.Access[i] != Packed {
			c.errorf("a window of %s, which has access %v", p.Name, k.Access[i])
		}
	}
	c.want("array", s.Starts, Global(types.Int))
	c.want("base", s.Base, types.Int)
}

func (c *checker) limit(s *Limit, before []Expr) {
	c.want("limit", s.Groups, types.Int)
	for _, b := range append(before[:len(before):len(before)], s) {
		if _, ok := b.(*Def); !ok && b != Expr(s) {
			c.errorf("%s before a limit", Show(b))
		}
		if ir.Any(b, func(e Expr) bool {
			f := e.Form()
			return f == FormGroupId || f == FormLocalId || f == FormNumGroups
		}) {
			c.errorf("a limit that groups do not agree on")
		}
	}
}

func (c *checker) chain(s *Chain) {
	if c.chained {
		c.errorf("a second chain")
	}
	c.chained = true
	vals, ops := s.Vals, s.Ops
	if s.Keyed && len(vals) > 0 {
		c.want("key", vals[0], types.Int)
		vals = vals[1:]
	}
	if len(vals) != len(ops) {
		c.errorf("a chain of %d values by %d operators", len(vals), len(ops))
		return
	}
	for i, v := range vals {
		if t := c.expr(v); c.err == nil && !ops[i].Combines(t) {
			c.errorf("%v does not combine values of type %v", ops[i], t)
		}
	}
	c.same("chain", c.each(s.Vals), types.OfVars(s.Binds))
	c.bind(isFixed, s.Binds...)
}

// shuffle checks a Shuffle, whose warps must divide the group.
func (c *checker) shuffle(s *Shuffle) {
	c.warps(s.Width)
	c.want("distance", s.Delta, types.Int)
	c.same("shuffle", c.each(s.Vals), types.OfVars(s.Binds))
	c.bind(isFixed, s.Binds...)
}

// warpCount checks a WarpCount: it counts in local memory.
func (c *checker) warpCount(s *WarpCount) {
	c.warps(s.Width)
	if c.buf(s.Buf) != types.Int || c.err == nil && TypeOf(s.Buf).Name != "local" {
		c.errorf("%s counts in what is no local array of ints", Show(s))
	}
	c.want("index", s.Idx, types.Int)
	c.bind(isFixed, s.Bind)
}

// warps checks the width of warps.
func (c *checker) warps(width int) {
	if width <= 0 || width&(width-1) != 0 || width > c.local {
		c.errorf("warps of %d in groups of %d", width, c.local)
	}
}

func (c *checker) localArray(a *LocalArray) {
	if a.Size <= 0 || !IsBuf(a.Bind.Type) || a.Bind.Type.Name == "global" {
		c.errorf("bad local array %s of type %v", a.Bind.Name, a.Bind.Type)
	}
	c.bind(isFixed, a.Bind)
}

func (c *checker) fun(f *Func) {
	clear(c.scope)
	c.inner = false
	c.bind(isFixed, f.Params...)
	if results := f.Results; !c.block(f.Body, ends{ret: &results}) {
		c.errorf("the body does not end in return")
	}
}

// bind brings variables into scope.
func (c *checker) bind(how int8, vs ...*Var) {
	for _, v := range vs {
		switch {
		case v.Type == nil || !v.Type.IsBase() && v.Type.Kind != types.KStream && !IsBuf(v.Type) && !c.isLanes(v.Type):
			c.errorf("variable %s has type %v", v.Name, v.Type)
		case c.scope[v] != 0:
			c.errorf("variable %s is bound twice", v.Name)
		}
		c.scope[v] = how
	}
}

// isLanes reports whether t is the type of lanes that a kernel computes with.
func (c *checker) isLanes(t *types.Type) bool { return c.inner && LanesOf(t) > 1 && t.Elem().IsBase() }

func (c *checker) unbind(vs ...*Var) {
	for _, v := range vs {
		c.scope[v] = outOfScope
	}
}

// stmts is the list of a Block.
func (c *checker) stmts(e Expr) []Expr {
	b, ok := e.(*Block)
	if !ok {
		c.errorf("expected a block, found %s", Show(e))
		return nil
	}
	return b.Stmts
}

// block checks a Block and reports whether control leaves it by one of to.
func (c *checker) block(e Expr, to ends) bool {
	ended := false
	outer := len(c.bound)
	bound := func(v *Var) { c.bound = append(c.bound, v) }
	for _, s := range c.stmts(e) {
		if c.err != nil {
			return true
		}
		if ended {
			c.errorf("%s is never reached", Show(s))
		}
		ended = c.stmt(s, to)
		switch s := s.(type) { // what it leaves in scope
		case *For:
		case *Loop:
			c.bound = append(c.bound, s.Binds...)
		default:
			EachBind(s, bound)
		}
	}
	c.unbind(c.bound[outer:]...)
	c.bound = c.bound[:outer]
	return ended
}

// same compares lists of types.
func (c *checker) same(what string, got, want []*types.Type) {
	if c.err != nil {
		return
	}
	if len(got) != len(want) {
		c.errorf("%s: found %d values %v, want %d %v", what, len(got), got, len(want), want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			c.errorf("%s: value %d has type %v, want %v", what, i, got[i], want[i])
		}
	}
}
