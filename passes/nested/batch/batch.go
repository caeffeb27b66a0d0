// Package batch merges independent calls of one recursive function in a block into
// one call, or one map of calls.
package batch

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// Calls merges calls of one recursive function in a block, where none
// needs the result of another: lifted, they advance together, so a recursion
// takes as many steps as it is deep. Calls that follow each other
// become an apply-to-each:
//
//	(let x:int (call fib () (a)) (let y:int (call fib () (b)) e))
//	=> (let as:[int] (seq int (a b))
//	   (let all:[int] (each (arg:int) (as) (call fib () (arg)))
//	   (let x:int (prim elt (all 0)) (let y:int (prim elt (all 1)) e))))
//
// Branches of a conditional are executed one after the other when they are lifted,
// so calls in them are made after the conditional, which is cut in two:
//
//	(if c (let a:t e1 (let r:u (call f () (a)) b1)) (let b:t e2 (let s:u (call f () (b)) b2)))
//	=> (let arg:t (if c (let a:t e1 a) (let b:t e2 b))
//	   (let r:u (call f () (arg)) (if c b1 b2[s:=r])))
//
// What a branch makes before the call and needs after it is handed on beside the
// arguments; branches without a call do not take part in it. A call waits for
// others until its result is needed by a check, or the world is touched; a call
// alone waits too, so that what does not need it stands together. Functions that
// act on the world are left alone.
func Calls(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	g := anf.NewCallGraph(m)
	b := newBatcher(c, m.Sigs(), g)
	b.batchable = func(name string) *nkl.Func {
		f := m.Funcs[g.Index[name]]
		if !g.Recursive(name) || len(f.Params) == 0 || b.effects.Act(&nkl.Call{Fn: name}) {
			return nil
		}
		return f
	}
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		b.in = f
		return f.MapBodies(b.body)
	})
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}

// Lifted is Calls for the calls of f to itself only, where f is a function of a module with those
// signatures and its lifted version is made. There a map of calls is merged with calls, too: a call
// is one of one element, and what a lifted call costs does not depend on how many make it.
//
//	(if c (let rs:[u] (each (x) (xs) (call f () (x))) b1) (let r:u (call f () (a)) b2))
//	=> (let args:[t] (if c xs (seq t (a)))
//	   (let rs:[u] (each (x) (args) (call f () (x))) (if c b1 (let r:u (prim elt (rs 0)) b2))))
func Lifted(c *pass.Ctx, sigs *nkl.Sigs, f *nkl.Func) *nkl.Func {
	b := newBatcher(c, sigs, anf.NewCallGraph(&nkl.Module{})) // code under maps does not act
	b.maps = true
	b.batchable = func(name string) *nkl.Func {
		if name != f.Name {
			return nil
		}
		return f
	}
	return f.MapBodies(b.body)
}

// A batcher works on one module.
type batcher struct {
	c          *pass.Ctx
	sigs       *nkl.Sigs
	effects    *anf.Effects
	batchable  func(string) *nkl.Func  // the function of that name, if its calls may wait
	inBranches map[*nkl.If][]*nkl.Func // what called has found
	maps       bool                    // maps of calls are merged, too
	in         *nkl.Func               // the function at hand, which calls itself at no end: that would be a loop
}

func newBatcher(c *pass.Ctx, sigs *nkl.Sigs, g *anf.CallGraph) *batcher {
	return &batcher{c: c, sigs: sigs, effects: anf.NewEffects(g), inBranches: map[*nkl.If][]*nkl.Func{}}
}

// body rewrites the block e and the blocks inside it.
func (b *batcher) body(e nkl.Expr) nkl.Expr {
	var out anf.Block
	for waited := map[*nkl.Func]bool{}; ; clear(waited) {
		for merged := b.merge(e, waited); merged != nil; merged = b.merge(e, waited) {
			e = merged
		}
		switch x := e.(type) {
		case *nkl.Let:
			out.Again(x, x.Bind, x.Rhs.MapBodies(b.body))
			e = x.Body
		case *nkl.Check:
			out.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			return out.In(e.MapBodies(b.body))
		}
	}
}

// merge merges the calls of the block e with those that its first step makes,
// or is nil if there are none. The call of a function alone waits no longer if
// it has waited already: it may have done so for another that now waits for it.
func (b *batcher) merge(e nkl.Expr, waited map[*nkl.Func]bool) nkl.Expr {
	first := e
	switch e := e.(type) {
	case *nkl.Let:
		first = e.Rhs
	case *nkl.Check:
		return nil
	}
	for _, f := range b.called(first) {
		if out := b.mergeCalls(e, f, waited); out != nil {
			return out
		}
	}
	return nil
}

func (b *batcher) mergeCalls(e nkl.Expr, f *nkl.Func, waited map[*nkl.Func]bool) nkl.Expr {
	k := &cutter{batcher: b, fn: f, deferred: map[*nkl.Var]bool{}}
	h := k.cut(e)
	switch {
	case k.calls == 1 && h.maps():
		return nil
	case k.calls > 1 && !h.oneBranch() && b.c.Rewrite("merge calls of "+f.Name):
		b.c.Count("calls merged", int64(k.calls))
	case k.calls != 1 || h.oneBranch() || !h.delaysSteps || waited[f]:
		return nil
	default:
		waited[f] = true
	}
	h.makeCalls(f)
	if last := h.first.Steps[len(h.first.Steps)-1]; nkl.IsUse(h.second, last.Bind) && f != b.in { // a tail call
		h.first.Steps = h.first.Steps[:len(h.first.Steps)-1]
		h.second = last.Expr
	}
	return h.first.In(h.second)
}

// called is the functions whose calls may wait that e, a right-hand side or
// tail, calls itself or in branches; not those called in loops, or in maps of more than calls.
func (b *batcher) called(e nkl.Expr) []*nkl.Func {
	switch e := e.(type) {
	case *nkl.Call:
		if f := b.batchable(e.Fn); f != nil {
			return []*nkl.Func{f}
		}
	case *nkl.Each:
		if _, c := b.mapped(e); c != nil {
			return b.called(c)
		}
	case *nkl.If:
		fs, ok := b.inBranches[e]
		if !ok {
			fs = b.calledIn(e.Else, b.calledIn(e.Then, nil))
			b.inBranches[e] = fs
		}
		return fs
	}
	return nil
}

// calledIn adds the functions that the block e calls to fs.
func (b *batcher) calledIn(e nkl.Expr, fs []*nkl.Func) []*nkl.Func {
	for {
		step, rest := e, nkl.Expr(nil)
		switch x := e.(type) {
		case *nkl.Let:
			step, rest = x.Rhs, x.Body
		case *nkl.Check:
			rest = x.Then
		}
		for _, f := range b.called(step) {
			if !slices.Contains(fs, f) {
				fs = append(fs, f)
			}
		}
		if rest == nil {
			return fs
		}
		e = rest
	}
}
