package updates

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/lift/arenas"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/simplify"
	"nessiec/passes/pass"
)

// ThreadRecursions makes one loop of a recursive function whose calls hand sequences on, each what the
// one before it has made of them: a search hands on what it has seen. The loop is a state machine
// that carries a stack of what code behind calls needs (package stack). It is made where it is
// an update block, or element code: then a call takes neither a launch nor a wait.
//
//	(func f () (s:[bool] i:int) [bool]
//	  (if (elt s i) s (let t (write s (i) (true)) (let u (call f () (t (i + 1))) (call f () (u (i + 2)))))))
//	=> (func f () (s:[bool] i:int) [bool]
//	     (loop (pc i s stack) (1 i s (0))
//	       (if (pc < 1) s
//	         (if (pc < 2) (if (elt s i) .. (let t (write s (i) (true)) (recur 1 (i + 1) t (append stack (i 2)))))
//	           (recur 1 (stack.i + 2) s (get stack ..))))))
func ThreadRecursions(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	u := threads{newUpdates(c, m), anf.NewCallGraph(m), nil}
	under, atOnce := anf.UnderMaps(m, func(string) bool { return false }), u.calls.CalledAtOnce()
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		host := !under[f.Name]
		if u.calls.Recursive(f.Name) && len(f.TypeParams) == 0 {
			e := u.block(f, host)
			if e == nil && countMaps(f.Body) <= mostMaps {
				// What it gets may lie in arenas then. Calls that batch-calls makes at once would have buffers of the host each.
				e = u.machine(&nkl.Call{Node: ir.At(f.P), Fn: f.Name, Args: nkl.Uses(f.Params)}, host && !atOnce[f.Name])
			}
			if e != nil && c.Rewrite("a loop with a stack for "+f.Name) {
				g := *f
				g.Body = e
				return &g
			}
		}
		return f.MapBodies(func(e nkl.Expr) nkl.Expr { return u.loops(e, host) })
	})
	if !changed {
		return m
	}
	return simplify.Apart(c, m.WithFuncs(funcs))
}

// mostMaps is the most maps of a recursion that is tried again: one with more does its work in parallel, and a machine of it is large.
const mostMaps = 8

// countMaps is the number of maps in e.
func countMaps(e nkl.Expr) (n int) {
	ir.Walk(e, func(e nkl.Expr) bool {
		if e.Form() == nkl.FormEach {
			n++
		}
		return true
	})
	return n
}

type threads struct {
	*updates
	calls  *anf.CallGraph
	handed map[*nkl.Var]bool // parameters of which calls return new versions
}

// block is the body of f as a block with a stack, or nil.
func (u threads) block(f *nkl.Func, host bool) nkl.Expr {
	for m := range arenas.Threads(u.Code, betweenCalls{u.updates}, f, u.handed) {
		var b anf.Block
		blocks := *u.updates
		blocks.rowsStay = m.SavesRows()
		if block := blocks.blockOf(b.Take(m.Loop()).(*nkl.Loop), host); block != nil {
			return nkl.Freshen(b.In(m.Yields(&b, block)))
		}
	}
	return nil
}

// loops is e with blocks for loops that call recursive functions, as if each were the body of a
// function.
func (u threads) loops(e nkl.Expr, host bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Fold:
		host = false
	case *nkl.Loop:
		if u.callsRecursive(e) {
			if block := u.machine(e, host); block != nil && u.ctx.Rewrite("a loop with a stack") {
				return block
			}
		}
	}
	out := e.MapChildren(func(e nkl.Expr) nkl.Expr { return u.loops(e, host) })
	if let, ok := out.(*nkl.Let); ok && out != e {
		return anf.Splice(let)
	}
	return out
}

// callsRecursive reports whether e calls a recursive function.
func (u threads) callsRecursive(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool { return u.calls.Recursive(anf.CalledBy(e)) })
}

// machine is the block of e, a loop or a call, as if it were the body of a function, or nil.
func (u threads) machine(e nkl.Expr, host bool) nkl.Expr {
	t := u.sigs.TypeOf(e)
	if t == nil {
		return nil
	}
	var params []*nkl.Var
	var args []nkl.Expr
	switch x := e.(type) { // what it begins with are parameters of their own
	case *nkl.Loop:
		params, args = anf.CopyVars(x.Binds), x.Inits
		e = &nkl.Loop{Node: x.Node, Binds: x.Binds, Inits: nkl.Uses(params), Body: x.Body}
	case *nkl.Call:
		params, args = anf.CopyVars(u.Funcs[x.Fn].Params), x.Args
		e = &nkl.Call{Node: x.Node, Fn: x.Fn, TypeArgs: x.TypeArgs, Args: nkl.Uses(params)}
	}
	// What it calls may be the function that it is in: then variables of both are apart.
	free := nkl.FreeVars(e)
	free = slices.DeleteFunc(free, func(v *nkl.Var) bool { return slices.Contains(params, v) })
	outside := anf.CopyVars(free)
	f := &nkl.Func{Name: "a piece of code", Params: slices.Concat(params, outside), Result: t, Body: nkl.Rename(nkl.Freshen(e), anf.Renaming(free, outside))}
	u.handed = u.handedBy(f)
	block := u.block(f, host)
	if block == nil {
		return nil
	}
	env := map[*nkl.Var]nkl.Expr{}
	for i, v := range slices.Concat(args, nkl.Uses(free)) {
		env[f.Params[i]] = v
	}
	return nkl.Replace(block, env)
}

// handedBy is what is known of the parameters of functions, and of those that f itself hands to them.
func (u threads) handedBy(f *nkl.Func) map[*nkl.Var]bool {
	if len(u.handed) == 0 {
		return nil
	}
	handed := maps.Clone(u.handed)
	ir.Walk(f.Body, func(e nkl.Expr) bool {
		if c, ok := e.(*nkl.Call); ok {
			for i, v := range u.Funcs[c.Fn].Params {
				if arg := nkl.VarOf(c.Args[i]); u.handed[v] && arg != nil {
					handed[arg] = true
				}
			}
		}
		return true
	})
	return handed
}

// betweenCalls is what a machine may do between calls: what update blocks may whose sequences
// grow.
type betweenCalls struct{ *updates }

func (b betweenCalls) Inlines(fn string) bool { return b.inlined(fn, b.growing) >= 0 }

func (b betweenCalls) Nodes(e nkl.Expr, _ bool) int { return b.nodes(e, b.growing) }
