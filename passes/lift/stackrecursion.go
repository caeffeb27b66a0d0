package lift

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// StackRecursion gives recursive functions that are scalar code, but for their calls, a
// stack: under a map, one work-item does all calls that its element makes. The
// functions become one state machine (stackblocks.go, stackmachine.go). f.stack runs
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
// Source: explicit stacks for recursion in kernels, seed 004.
func StackRecursion(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	x := &stacks{Ctx: c, elements: newElements(m), done: map[string]bool{}}
	under := x.underMaps(m)
	out := &nkl.Module{Actions: m.Actions, Lifteds: m.Lifteds}
	for _, f := range m.Funcs {
		g := f.MapBodies(func(e nkl.Expr) nkl.Expr { return x.redirect(e, under[f.Name]) })
		out.Funcs = append(out.Funcs, g)
	}
	if len(x.made) == 0 {
		return m
	}
	out.Funcs = append(out.Funcs, x.made...)
	return out
}

type stacks struct {
	*pass.Ctx
	*elements
	done map[string]bool // whether a function has a machine
	made []*nkl.Func
}

// underMaps is the functions that are called under maps, directly or by others, but for
// those whose calls a machine does.
func (x *stacks) underMaps(m *nkl.Module) map[string]bool {
	under := map[string]bool{}
	var called func(e nkl.Expr)
	called = func(e nkl.Expr) {
		if c, ok := e.(*nkl.Call); ok && !under[c.Fn] && !x.machine(c.Fn) {
			under[c.Fn] = true
			called(x.funcs[c.Fn].Body)
		}
		e.Children(func(_ int, c nkl.Expr) { called(c) })
	}
	m.EachBody(func(b nkl.Expr) {
		ir.Walk(b, func(e nkl.Expr) bool {
			switch e.(type) {
			case *nkl.Each, *nkl.Fold:
				called(e)
				return false
			}
			return true
		})
	})
	return under
}

// redirect makes calls run machines, those under maps, or all.
func (x *stacks) redirect(e nkl.Expr, all bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Fold:
		return e.MapChildren(func(e nkl.Expr) nkl.Expr { return x.redirect(e, true) })
	case *nkl.Call:
		if all && x.machine(e.Fn) {
			return &nkl.Call{Node: e.Node, Fn: stackName(e.Fn), Args: e.Args}
		}
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return x.redirect(e, all) })
}

func stackName(fn string) string { return fn + ".stack" }

// machine reports whether a function is recursive scalar code, and makes what runs it.
func (x *stacks) machine(fn string) bool {
	if made, known := x.done[fn]; known {
		return made
	}
	x.done[fn] = false
	f := x.funcs[fn]
	if f == nil || !f.Result.IsScalar() || x.function(fn) >= 0 {
		return false
	}
	m := newMachine(x.elements, f)
	if m == nil || !x.Rewrite("a stack for "+fn) {
		return false
	}
	x.made = append(x.made, m.shallow(), m.deep())
	x.done[fn] = true
	return true
}

// leaves is the base types of a scalar type, from left to right.
func leaves(t *types.Type) []*types.Type {
	if t.Kind != types.KTuple {
		return []*types.Type{t}
	}
	var out []*types.Type
	for _, c := range t.Elems {
		out = append(out, leaves(c)...)
	}
	return out
}
