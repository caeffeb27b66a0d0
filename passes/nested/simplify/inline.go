package simplify

// Functions that are called once stand where they are called.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/passes/nested"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// InlineCalls puts the body of a function that is called once, outside maps,
// in place of the call. Simplification did so with what was not recursive; by
// now tail recursion is a loop. One of two functions that call each other may be called once, too; the other one
// may call itself at its end then, and becomes a loop.
//
//	(func f () (s:int) int (loop (n:int) (s) e))
//	(func g () (x:int) int (let y:int (call f () (x)) (prim add (y 1))))
//	=> (func g () (x:int) int (let y:int (loop (n:int) (x) e) (prim add (y 1))))
//
// What is known of the arguments, their sizes and how they lie in memory, is
// lost at calls that remain. Under maps a call stays: there the body must be
// element code or a function that can be lifted.
func InlineCalls(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	p := newSimplification(c, m)
	changed := false
	for _, i := range p.g.Order {
		f, in := p.funcs[i], &inliner{p, []int{i}, true}
		p.funcs[i] = f.MapBodies(in.body)
		if callsBehindLoop(p.funcs[i].Body, f.Name, false) {
			in.mutual = false
			p.funcs[i] = f.MapBodies(in.body)
		}
		p.done[i] = true
		changed = changed || p.funcs[i] != f
	}
	if !changed {
		return m
	}
	out := *m
	out.Funcs = p.funcs
	return nested.LoopTailCalls(c, out.Reachable())
}

// inliner works on one module, callees first.
type inliner struct {
	p      *simplification
	within []int // the function at hand, and those whose bodies are put into it
	mutual bool  // functions that call themselves by others are put into these
}

// body inlines in the block e and the host blocks inside it.
func (in *inliner) body(e nkl.Expr) nkl.Expr {
	var b anf.Block
	return b.In(in.steps(&b, e))
}

// steps adds the steps of e to b and returns what remains.
func (in *inliner) steps(b *anf.Block, e nkl.Expr) nkl.Expr {
	return b.Rewrite(e, func(_ *nkl.Var, e nkl.Expr) nkl.Expr { return in.rhs(b, e) })
}

// rhs inlines in e, which is not a let or a check; it may add steps to b.
func (in *inliner) rhs(b *anf.Block, e nkl.Expr) nkl.Expr {
	switch x := e.(type) {
	case *nkl.Each:
		return e
	case *nkl.Call:
		if f := in.once(x.Fn); f != nil && in.p.c.Rewrite("inline "+f.Name) {
			in.p.c.Count("calls inlined", 1)
			params, body := instantiate(f, x.Pos())
			env := map[*nkl.Var]nkl.Expr{}
			for i, v := range params {
				env[v] = x.Args[i]
			}
			inside := &inliner{in.p, append(slices.Clone(in.within), in.p.g.Index[x.Fn]), in.mutual}
			return inside.steps(b, nkl.Replace(body, env))
		}
	}
	return e.MapBodies(in.body)
}

// once is the function called fn, if this is its only call.
func (in *inliner) once(fn string) *nkl.Func {
	i := in.p.g.Index[fn]
	recursive := in.p.g.Self[i] && (!in.mutual || slices.Contains(in.within, i) || slices.Contains(in.p.g.Calls[i], i))
	if in.p.lifting[i] || recursive || in.p.entry[i] || in.p.sites[i] != 1 {
		return nil
	}
	return in.p.funcs[i]
}

// callsBehindLoop reports whether code at the end of a function calls fn where a loop in it ends, inside of which it is or not. That is no iteration of a
// loop around the code, as iterations are of the innermost one.
func callsBehindLoop(e nkl.Expr, fn string, inside bool) bool {
	switch e := e.(type) {
	case *nkl.Let:
		return callsBehindLoop(e.Body, fn, inside)
	case *nkl.Check:
		return callsBehindLoop(e.Then, fn, inside)
	case *nkl.Scope:
		return callsBehindLoop(e.Body, fn, inside)
	case *nkl.If:
		return callsBehindLoop(e.Then, fn, inside) || callsBehindLoop(e.Else, fn, inside)
	case *nkl.Loop:
		return callsBehindLoop(e.Body, fn, true)
	case *nkl.Call:
		return inside && e.Fn == fn
	}
	return false
}
