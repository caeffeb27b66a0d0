// Package memory places releases of buffers and reuses them in place.
package memory

// Planning of memory: who owns which buffer, and when it goes back to the pool.
// Liveness is computed backwards over the structured host code; at every place
// the variables that are owned are exactly those that are live.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// PlanMemory places Retain and Release, moves allocations to where they are
// needed, and lets results take the place of arguments that die.
//
//	(alloc b n) .. (launch k g (n a b)) (return b)        a dies, k reads it at its own index
//	=>
//	.. (allocover b n a) (launch k g (n a b)) (release a) (return b)
//
// A value that is handed over (to a call, by Return, Yield, Recur, Exit) while
// it is still needed is retained first; one whose last use only borrows it is
// released after that. In a conditional, what one branch needs and the other does
// not is released where the other begins.
func PlanMemory(c *pass.Ctx, m *kir.Module) *kir.Module {
	p := &planner{access: map[string][]kir.Access{}}
	for _, k := range m.Kernels {
		p.access[k.Name] = k.Access
	}
	out := &kir.Module{Sites: m.Sites, Kernels: m.Kernels, Actions: m.Actions}
	out.Funcs, _ = pass.Each(c, m.Funcs, func(_ *pass.Ctx, f *kir.Func) *kir.Func {
		g := *f
		body := p.sinkAllocations(f.Body).(*kir.Block)
		l := p.block(body, vars{}, liveOuts{})
		l.enter(f.Params)
		g.Body = l.block(body.Pos())
		return &g
	})
	return out
}

type planner struct{ access map[string][]kir.Access }

// vars is a set of buffers, in no order; lists are made in order of use.
type vars map[*kir.Var]bool

func (s vars) with(t vars) vars {
	out := vars{}
	for v := range s {
		out[v] = true
	}
	for v := range t {
		out[v] = true
	}
	return out
}

// liveOuts is what stays live when control leaves by each of the ways.
type liveOuts struct{ yield, again, exit vars }

// A blockPlan is a list of statements being planned, last statement first, and what
// is live before it.
type blockPlan struct {
	stmts []kir.Expr // the last one first
	live  vars
	reuse map[*kir.Var]*kir.Var // buffers allocated just before: what they may take over
}

// put puts a statement before those that are planned.
func (l *blockPlan) put(s kir.Expr) { l.stmts = append(l.stmts, s) }

// block is the list as it is executed, in place of a block at a position.
func (l *blockPlan) block(at ir.Pos) kir.Expr {
	slices.Reverse(l.stmts)
	return &kir.Block{Node: ir.At(at), Stmts: l.stmts}
}

func retain(v *kir.Var) kir.Expr  { return &kir.Retain{Buf: kir.Use(v)} }
func release(v *kir.Var) kir.Expr { return &kir.Release{Buf: kir.Use(v)} }

// enter binds vs before the lane: those that it does not need are released.
func (l *blockPlan) enter(vs []*kir.Var) {
	for i := len(vs) - 1; i >= 0; i-- {
		if v := vs[i]; kir.IsBuf(v.Type) && !l.live[v] {
			l.put(release(v))
		}
		delete(l.live, vs[i])
	}
}

// borrow notes uses of buffers that leave their owners; last uses are followed
// by releases.
func (l *blockPlan) borrow(vs []*kir.Var) {
	for i := len(vs) - 1; i >= 0; i-- {
		if !l.live[vs[i]] {
			l.put(release(vs[i]))
			l.live[vs[i]] = true
		}
	}
}

// transfer hands values over: what is needed afterwards, or handed over twice, is
// retained.
func (l *blockPlan) transfer(vals []kir.Expr) {
	for i := len(vals) - 1; i >= 0; i-- {
		if v := kir.VarOf(vals[i]); v != nil && kir.IsBuf(v.Type) {
			if l.live[v] {
				l.put(retain(v))
			}
			l.live[v] = true
		}
	}
}

// buffersIn is the buffers that e uses, in order of first use, bound outside.
func buffersIn(es ...kir.Expr) (out []*kir.Var) {
	seen := vars{}
	for _, e := range es {
		for _, v := range kir.FreeVars(e) {
			if kir.IsBuf(v.Type) && !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

func setOf(vs []*kir.Var) vars {
	s := vars{}
	for _, v := range vs {
		s[v] = true
	}
	return s
}

// block plans a block after which live is needed, unless it ends otherwise.
func (p *planner) block(e kir.Expr, live vars, to liveOuts) *blockPlan {
	l := &blockPlan{live: live.with(nil), reuse: map[*kir.Var]*kir.Var{}}
	list := e.(*kir.Block).Stmts
	for i := len(list) - 1; i >= 0; i-- {
		p.stmt(l, list[i], to)
		if !makesBuffer(list[i]) {
			l.reuse = map[*kir.Var]*kir.Var{}
			p.mayReuse(l, list[i])
		}
	}
	return l
}

func (p *planner) stmt(l *blockPlan, s kir.Expr, to liveOuts) {
	switch s := s.(type) {
	case *kir.Return:
		p.leave(l, s, s.Vals, vars{})
	case *kir.Yield:
		p.leave(l, s, s.Vals, to.yield)
	case *kir.Recur:
		p.leave(l, s, s.Args, to.again)
	case *kir.Exit:
		p.leave(l, s, s.Vals, to.exit)
	case *kir.CallHost:
		l.enter(s.Binds)
		l.put(s)
		l.transfer(s.Args)
	case *kir.If:
		then, els := p.branches(l, s.Cond, s.Then, s.Else, to)
		l.put(&kir.If{Node: s.Node, Cond: s.Cond, Then: then, Else: els})
	case *kir.Choose:
		l.enter(s.Binds)
		to.yield = l.live
		then, els := p.branches(l, s.Cond, s.Then, s.Else, to)
		l.put(&kir.Choose{Node: s.Node, Binds: s.Binds, Cond: s.Cond, Then: then, Else: els})
	case *kir.Loop:
		p.loop(l, s)
	case *kir.For:
		p.forLoop(l, s, to)
	case *kir.Block:
		inner := p.block(s, l.live, to)
		l.put(inner.block(s.Pos()))
		l.live = inner.live
	default:
		p.simple(l, s)
	}
}

// leave plans a statement that ends its list, after which live is needed.
func (p *planner) leave(l *blockPlan, s kir.Expr, vals []kir.Expr, live vars) {
	l.live = live.with(nil)
	l.put(s)
	l.transfer(vals)
}

// simple plans a statement that borrows what it uses and owns what it binds.
func (p *planner) simple(l *blockPlan, s kir.Expr) {
	uses := buffersIn(s)
	var binds []*kir.Var
	kir.EachBind(s, func(v *kir.Var) { binds = append(binds, v) })
	if len(binds) == 1 && makesBuffer(s) && !l.live[binds[0]] {
		return // never used
	}
	l.enter(binds)
	for to, from := range l.reuse {
		if len(binds) == 1 && from == binds[0] {
			delete(l.reuse, to) // it is made too late to be taken over
		}
	}
	if c, ok := s.(*kir.Copy); ok && !l.live[kir.VarOf(c.From)] {
		s = &kir.CopyOver{Node: c.Node, Bind: c.Bind, From: c.From}
	}
	if a, ok := s.(*kir.Alloc); ok && l.reuse[a.Bind] != nil {
		s = &kir.AllocOver{Node: a.Node, Bind: a.Bind, Count: a.Count, From: kir.Use(l.reuse[a.Bind])}
	}
	l.borrow(uses)
	l.put(s)
}

// makesBuffer reports whether s only makes a buffer.
func makesBuffer(s kir.Expr) bool {
	switch s.(type) {
	case *kir.Alloc, *kir.AllocLoose, *kir.Copy, *kir.Const, *kir.ConstStr:
		return true
	}
	return false
}

// mayReuse notes which results of a launch may take the place of arguments
// that die in it. s has been planned: what dies is released right after it.
func (p *planner) mayReuse(l *blockPlan, s kir.Expr) {
	launch, ok := s.(*kir.Launch)
	if !ok {
		return
	}
	dead := vars{}
	for _, after := range slices.Backward(l.stmts[:len(l.stmts)-1]) {
		r, ok := after.(*kir.Release)
		if !ok {
			break
		}
		dead[kir.VarOf(r.Buf)] = true
	}
	access := p.access[launch.Kernel]
	for i, out := range launch.Args {
		b := kir.VarOf(out)
		if !access[i].Writes() || count(launch.Args, b) != 1 {
			continue
		}
		for j, arg := range launch.Args {
			a := kir.VarOf(arg)
			if access[i].InPlaceOf(access[j]) && a.Type == b.Type && dead[a] && count(launch.Args, a) == 1 {
				l.reuse[b] = a
				delete(dead, a)
				break
			}
		}
	}
}

func count(args []kir.Expr, v *kir.Var) (n int) {
	for _, a := range args {
		if kir.VarOf(a) == v {
			n++
		}
	}
	return n
}

// branches plans the branches of a conditional; l becomes what is live before it.
func (p *planner) branches(l *blockPlan, cond, then, els kir.Expr, to liveOuts) (kir.Expr, kir.Expr) {
	a, b := p.block(then, l.live, to), p.block(els, l.live, to)
	needed := buffersIn(cond, then, els)
	for _, branch := range []*blockPlan{a, b} {
		other := a
		if branch == a {
			other = b
		}
		used := setOf(buffersIn(cond))
		for i := len(needed) - 1; i >= 0; i-- {
			if v := needed[i]; !branch.live[v] && (other.live[v] || used[v]) {
				branch.put(release(v))
				branch.live[v] = true
			}
		}
	}
	l.live = a.live
	return a.block(then.Pos()), b.block(els.Pos())
}

// loop plans a Loop. What its body uses from outside stays owned by the
// outside until the loop is over.
func (p *planner) loop(l *blockPlan, s *kir.Loop) {
	l.enter(s.Binds)
	held := outside(s.Body, s.Vars)
	l.borrow(held)
	body := p.block(s.Body, l.live, liveOuts{again: l.live, exit: l.live})
	body.enter(s.Vars)
	l.put(&kir.Loop{Node: s.Node, Vars: s.Vars, Inits: s.Inits, Body: body.block(s.Body.Pos()), Binds: s.Binds})
	l.transfer(s.Inits)
}

func outside(body kir.Expr, inside []*kir.Var) (out []*kir.Var) {
	in := setOf(inside)
	for _, v := range buffersIn(body) {
		if !in[v] {
			out = append(out, v)
		}
	}
	return out
}

func (p *planner) forLoop(l *blockPlan, s *kir.For, to liveOuts) {
	l.borrow(buffersIn(s))
	body := p.block(s.Body, l.live, to)
	l.put(&kir.For{Node: s.Node, Var: s.Var, Lo: s.Lo, Hi: s.Hi, Step: s.Step, Body: body.block(s.Body.Pos())})
}

// sinkAllocations moves the statements of e that only make a buffer down to its first use: what is
// copied may have been used for the last time by then. A copy stays above what writes to
// its source.
func (p *planner) sinkAllocations(e kir.Expr) kir.Expr {
	e = e.MapBodies(p.sinkAllocations)
	b, ok := e.(*kir.Block)
	if !ok {
		return e
	}
	var out, held []kir.Expr
	for _, s := range b.Stmts {
		if !makesBuffer(s) {
			uses, written := setOf(kir.FreeVars(s)), p.written(s)
			for _, h := range held {
				if c, ok := h.(*kir.Copy); ok && written[kir.VarOf(c.From)] {
					uses[c.Bind] = true
				}
			}
			out, held = placeHeld(out, held, uses)
			out = append(out, s)
			continue
		}
		held = append(held, s)
	}
	return &kir.Block{Node: b.Node, Stmts: append(out, held...)}
}

// written is the buffers that launches in e write to.
func (p *planner) written(e kir.Expr) vars {
	out := vars{}
	ir.Walk(e, func(e kir.Expr) bool {
		if l, ok := e.(*kir.Launch); ok {
			for i, a := range l.Args {
				if v := kir.VarOf(a); v != nil && p.access[l.Kernel][i].Writes() {
					out[v] = true
				}
			}
		}
		return true
	})
	return out
}

// placeHeld puts down the held statements whose buffers are used, and those that they copy.
func placeHeld(out, held []kir.Expr, uses vars) (_, left []kir.Expr) {
	for _, s := range slices.Backward(held) {
		if c, ok := s.(*kir.Copy); ok && uses[c.Bind] {
			uses[kir.VarOf(c.From)] = true
		}
	}
	for _, s := range held {
		used := false
		kir.EachBind(s, func(v *kir.Var) { used = used || uses[v] })
		if used {
			out = append(out, s)
		} else {
			left = append(left, s)
		}
	}
	return out, left
}
