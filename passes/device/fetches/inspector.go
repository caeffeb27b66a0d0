package fetches

// Inspectors: slices of kernels that mark the elements which the kernels read.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// An inspector is a kernel that marks elements of some parameters of another kernel: which
// parameters of that it takes itself, and of which it marks what is read, and what is written.
type inspector struct {
	kernel            *kir.Kernel
	args, bufs, dests []int
}

// inspector makes the kernel of a slice. What it reads itself of the parameters in ready has
// been fetched before.
func (s *slice) inspector(ready map[*kir.Var]bool) *inspector {
	out := &inspector{}
	k := &kir.Kernel{Decl: s.kernel.Decl, Name: s.kernel.Name, Local: s.kernel.Local}
	b := &builder{slice: s, marks: map[*kir.Var]*kir.Var{}}
	var reads, writes []*kir.Var
	for i, p := range s.kernel.Params {
		if s.needed[p] {
			out.args = append(out.args, i)
			k.Params, k.Access = append(k.Params, p), append(k.Access, s.kernel.Access[i])
			if ready[p] {
				k.Access[len(k.Access)-1] = kir.Fetched
			}
		}
		switch {
		case !s.targets[p]:
		case s.kernel.Access[i].Writes():
			out.dests = append(out.dests, i)
			b.marks[p] = kir.NewVar("written", kir.Global(types.Bool))
			writes = append(writes, b.marks[p])
		default:
			out.bufs = append(out.bufs, i)
			b.marks[p] = kir.NewVar("read", kir.Global(types.Bool))
			reads = append(reads, b.marks[p])
		}
	}
	for _, v := range append(reads, writes...) {
		k.Params, k.Access = append(k.Params, v), append(k.Access, kir.Marked)
	}
	k.Body = b.block(s.top)
	env := map[*kir.Var]kir.Expr{}
	for i, p := range k.Params {
		k.Params[i] = kir.NewVar(p.Name, p.Type)
		env[p] = kir.Use(k.Params[i])
	}
	k.Body = kir.CopyWith(k.Body, env)
	out.kernel = k
	return out
}

// A builder writes an inspector.
type builder struct {
	*slice
	marks map[*kir.Var]*kir.Var // by target
}

func (b *builder) block(list []*node) kir.Expr {
	out := &kir.Block{}
	for _, n := range list {
		for _, e := range operands(n.stmt) {
			out.Stmts = append(out.Stmts, b.marked(e)...)
		}
		if c, ok := n.stmt.(*kir.CopyRange); ok {
			out.Stmts = append(out.Stmts, b.copied(c.Src, c, c.From)...)
			out.Stmts = append(out.Stmts, b.copied(c.Dst, c, func(i kir.Expr) kir.Expr { return i })...)
		}
		if buf, idx := stored(n.stmt); buf != nil && b.targets[buf] {
			out.Stmts = append(out.Stmts, b.mark(buf, idx))
		}
		if b.kept[n] {
			out.Stmts = append(out.Stmts, b.stmt(n)...)
		}
	}
	return out
}

// copied marks what a CopyRange accesses of a target.
func (b *builder) copied(buf kir.Expr, c *kir.CopyRange, at func(i kir.Expr) kir.Expr) []kir.Expr {
	if !b.targets[kir.VarOf(buf)] {
		return nil
	}
	i := kir.NewVar("i", types.Int)
	return []kir.Expr{&kir.For{Var: i, Lo: c.Lo, Hi: c.Hi, Step: kir.N(1), Body: &kir.Block{Stmts: []kir.Expr{
		b.mark(kir.VarOf(buf), at(kir.Use(i)))}}}}
}

// marked marks what an expression reads of targets.
func (b *builder) marked(e kir.Expr) (out []kir.Expr) {
	if !b.reads(e) {
		return nil
	}
	if c, ok := e.(*kir.Select); ok {
		then, els := b.marked(c.Then), b.marked(c.Else)
		if out = b.marked(c.Cond); then != nil || els != nil {
			out = append(out, &kir.If{Cond: c.Cond, Then: &kir.Block{Stmts: then}, Else: &kir.Block{Stmts: els}})
		}
		return out
	}
	e.Children(func(_ int, x kir.Expr) { out = append(out, b.marked(x)...) })
	if buf, idx, mask := loaded(e); buf != nil && b.targets[buf] {
		if mask != nil { // lanes that do not read mark element 0
			idx = kir.Apply(prim.Mul, kir.Apply(prim.Btoi, mask), idx)
		}
		out = append(out, b.mark(buf, idx))
	}
	return out
}

// mark marks an element, or one for each lane.
func (b *builder) mark(target *kir.Var, idx kir.Expr) kir.Expr {
	var yes kir.Expr = &kir.Bool{Val: true}
	if n := kir.LanesOf(kir.TypeOf(idx)); n > 0 {
		yes = &kir.Splat{N: n, Val: yes}
	}
	return &kir.Arbitrary{Buf: kir.Use(b.marks[target]), Idx: idx, Val: yes}
}

// stmt is a statement that is kept, with what is kept of its bodies. Results that nobody needs
// are left out; a Choose that has no other is an If.
func (b *builder) stmt(n *node) []kir.Expr {
	var bodies []kir.Expr
	for _, list := range n.bodies {
		bodies = append(bodies, b.block(list))
	}
	switch s := n.stmt.(type) {
	case *kir.Block:
		return bodies
	case *kir.If:
		return []kir.Expr{&kir.If{Node: s.Node, Cond: s.Cond, Then: bodies[0], Else: bodies[1]}}
	case *kir.Choose:
		if binds := some(b, s.Binds, s.Binds); len(binds) > 0 {
			return []kir.Expr{&kir.Choose{Node: s.Node, Binds: binds, Cond: s.Cond, Then: bodies[0], Else: bodies[1]}}
		}
		return []kir.Expr{&kir.If{Node: s.Node, Cond: s.Cond, Then: bodies[0], Else: bodies[1]}}
	case *kir.For:
		return []kir.Expr{&kir.For{Node: s.Node, Var: s.Var, Lo: s.Lo, Hi: s.Hi, Step: s.Step, Body: bodies[0]}}
	case *kir.ForItem:
		return []kir.Expr{&kir.ForItem{Node: s.Node, Var: s.Var, Count: s.Count, Body: bodies[0]}}
	case *kir.While:
		return []kir.Expr{&kir.While{Node: s.Node, Cond: s.Cond, Body: bodies[0]}}
	case *kir.Loop:
		return []kir.Expr{&kir.Loop{Node: s.Node, Vars: some(b, s.Vars, s.Vars), Inits: some(b, s.Vars, s.Inits),
			Body: bodies[0], Binds: some(b, s.Binds, s.Binds)}}
	case *kir.Yield:
		return []kir.Expr{&kir.Yield{Node: s.Node, Vals: some(b, n.of.stmt.(*kir.Choose).Binds, s.Vals)}}
	case *kir.Recur:
		return []kir.Expr{&kir.Recur{Node: s.Node, Args: some(b, n.of.stmt.(*kir.Loop).Vars, s.Args)}}
	case *kir.Exit:
		return []kir.Expr{&kir.Exit{Node: s.Node, Vals: some(b, n.of.stmt.(*kir.Loop).Binds, s.Vals)}}
	}
	return []kir.Expr{n.stmt}
}

// some is those of xs, of which each belongs to a variable, that belong to one which is needed.
func some[T any](b *builder, vs []*kir.Var, xs []T) (out []T) {
	for i, v := range vs {
		if b.needed[v] {
			out = append(out, xs[i])
		}
	}
	return out
}
