package lift

import (
	"nessiec/ir"
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
// What every state hands on, but changes in few, is simplified at once: that leaves a fifth of
// it, and many passes come before the next that simplifies.
//
// Source: explicit stacks for recursion in kernels [harlan].
func StackRecursion(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	return stackCalls(c, m, func(_ *stack.Machine, under bool) bool { return under })
}

// StackHostCalls gives recursive scalar code that the host calls a stack, too, where the host would
// wait for every element that it reads. Where some calls can be made at once, batch-calls makes
// them. A loop that is one block by now has no calls: thread-recursions has put the stack
// into it.
//
//	(call f () (s i)), on the host => (call f.stack () (s i))
func StackHostCalls(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	return stackCalls(c, m, func(f *stack.Machine, under bool) bool { return under || f.Waits() })
}

// stackCalls makes calls of recursive scalar code run machines where on says so; under says whether
// a call is under a map.
func stackCalls(c *pass.Ctx, m *nkl.Module, on func(f *stack.Machine, under bool) bool) *nkl.Module {
	x := &stacks{Ctx: c, Code: scalars.Of(m), on: on, names: anf.FunctionNames(m), done: map[string]*stacked{}}
	under := anf.UnderMaps(m, func(fn string) bool { return x.machine(fn) != nil })
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		return f.MapBodies(func(e nkl.Expr) nkl.Expr { return x.redirect(e, under[f.Name]) })
	})
	if !changed {
		return m
	}
	out := m.WithFuncs(append(funcs, x.made...))
	out.Lifteds = m.Lifteds
	return simplify.Apart(c, out)
}

type stacks struct {
	*pass.Ctx
	*scalars.Code
	on    func(f *stack.Machine, under bool) bool
	names *pass.Names
	done  map[string]*stacked // of functions; nil if they have no machine
	made  []*nkl.Func
}

// stacked is the machine of a function, and the function that runs it.
type stacked struct {
	*stack.Machine
	runs string
}

// redirect makes calls run machines.
func (x *stacks) redirect(e nkl.Expr, under bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Fold:
		return e.MapChildren(func(e nkl.Expr) nkl.Expr { return x.redirect(e, true) })
	case *nkl.Call:
		if f := x.machine(e.Fn); f != nil && x.on(f.Machine, under) {
			return &nkl.Call{Node: e.Node, Fn: f.runs, Args: e.Args}
		}
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return x.redirect(e, under) })
}

// machine is what runs a function if it is recursive scalar code, and nil otherwise.
func (x *stacks) machine(fn string) *stacked {
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
	made := m.Functions(x.Desc().Serial(), x.names)
	x.made = append(x.made, made...)
	x.done[fn] = &stacked{m, made[0].Name}
	return x.done[fn]
}
