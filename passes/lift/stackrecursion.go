package lift

import (
	"nessiec/ir/nkl"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/lift/stack"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/simplify"
	"nessiec/passes/pass"
)

// StackRecursion gives recursive functions that are scalar code, but for their calls, a
// stack: under a map, one work-item does all calls that its element makes. The
// functions become one state machine (package stack). f.stack runs
// it on a scratch stack; where that overflows, f.deep runs it on longer ones.
//
//	(func f () (s:[char] i:int) int .. (call f () (s j)) ..), called under a map
//	=> (func f.stack () (s:[char] i:int) int
//	     (let did:<bool int> (update () () (stack:[int]) (64) (loop (pc:int sp:int ..) (1 1 ..) ..))
//	     .. (if ok v (call f.deep () (s i)))))
//	   (func f.deep () (s:[char] i:int) int
//	     (loop (size:int) (256)
//	       (let zeros:[int] (prim dist (0 size))
//	       (let did:<bool int> (update (stack:[int]) (zeros) () () (loop ..))
//	       .. (if ok v (let more:int (prim mul (size 4)) (recur more)))))))
//
// So do calls on the host of functions that read elements, for each of which the host
// would wait, unless some of their calls can be made at once (batch-calls).
//
// What every state hands on, but changes in few, is simplified at once: that leaves a fifth of
// it, and many passes come before the next that simplifies.
//
// Source: explicit stacks for recursion in kernels [harlan].
func StackRecursion(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	x := &stacks{Ctx: c, Code: scalars.Of(m), done: map[string]*stack.Machine{}}
	under := anf.UnderMaps(m, func(fn string) bool { return x.machine(fn) != nil })
	out := m.WithFuncs(nil)
	out.Lifteds = m.Lifteds
	for _, f := range m.Funcs {
		g := f.MapBodies(func(e nkl.Expr) nkl.Expr { return x.redirect(e, under[f.Name]) })
		out.Funcs = append(out.Funcs, g)
	}
	if len(x.made) == 0 {
		return m
	}
	out.Funcs = append(out.Funcs, x.made...)
	return simplify.Apart(c, out)
}

type stacks struct {
	*pass.Ctx
	*scalars.Code
	done map[string]*stack.Machine // of functions; nil if they have none
	made []*nkl.Func
}

// redirect makes calls run machines: those under maps, and those on the host where it
// would wait for elements.
func (x *stacks) redirect(e nkl.Expr, under bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Fold:
		return e.MapChildren(func(e nkl.Expr) nkl.Expr { return x.redirect(e, true) })
	case *nkl.Call:
		if m := x.machine(e.Fn); m != nil && (under || m.Waits()) {
			return &nkl.Call{Node: e.Node, Fn: stack.Name(e.Fn), Args: e.Args}
		}
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return x.redirect(e, under) })
}

// machine is what runs a function if it is recursive scalar code, and nil otherwise.
func (x *stacks) machine(fn string) *stack.Machine {
	if m, known := x.done[fn]; known {
		return m
	}
	x.done[fn] = nil
	f := x.Funcs[fn]
	if f == nil || !f.Result.IsScalar() || x.Function(fn) >= 0 {
		return nil
	}
	m := stack.Of(x.Code, f)
	if m == nil || !x.Rewrite("a stack for "+fn) {
		return nil
	}
	x.made = append(x.made, m.Functions(x.Desc().Serial())...)
	x.done[fn] = m
	return m
}
