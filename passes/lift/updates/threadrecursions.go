package updates

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/lift/stack"
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
	u := threads{newUpdates(c, m), anf.NewCallGraph(m), c}
	under := anf.UnderMaps(m, func(string) bool { return false })
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		host := !under[f.Name]
		if u.calls.Recursive(f.Name) && len(f.TypeParams) == 0 {
			if e := u.block(f, host); e != nil && c.Rewrite("a loop with a stack for "+f.Name) {
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

type threads struct {
	*updates
	calls *anf.CallGraph
	ctx   *pass.Ctx
}

// block is the body of f as a block with a stack, or nil.
func (u threads) block(f *nkl.Func, host bool) nkl.Expr {
	m := stack.Threads(u.Code, betweenCalls{u.updates}, f)
	if m == nil {
		return nil
	}
	var b anf.Block
	blocks := *u.updates
	blocks.rowsStay = m.SavesRows()
	block := blocks.blockOf(b.Take(m.Loop()).(*nkl.Loop), host)
	if block == nil {
		return nil
	}
	return nkl.Freshen(b.In(block))
}

// loops is e with blocks for loops that call recursive functions, as if each were the body of a
// function.
func (u threads) loops(e nkl.Expr, host bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Fold:
		host = false
	case *nkl.Loop:
		if t := u.sigs.TypeOf(e); t != nil && ir.Any(nkl.Expr(e), func(e nkl.Expr) bool { return u.calls.Recursive(anf.CalledBy(e)) }) {
			free := nkl.FreeVars(e)
			params, inits := anf.CopyVars(slices.Concat(e.Binds, free)), map[*nkl.Var]nkl.Expr{}
			for i, v := range slices.Concat(e.Inits, nkl.Uses(free)) {
				inits[params[i]] = v
			}
			// What the loop calls may be the function that it is in: then variables of both are apart.
			body := nkl.Freshen(&nkl.Loop{Node: e.Node, Binds: e.Binds, Inits: nkl.Uses(params[:len(e.Binds)]), Body: e.Body})
			f := &nkl.Func{Name: "a loop", Params: params, Result: t, Body: nkl.Rename(body, anf.Renaming(free, params[len(e.Binds):]))}
			if block := u.block(f, host); block != nil && u.ctx.Rewrite("a loop with a stack") {
				return nkl.Replace(block, inits)
			}
		}
	}
	out := e.MapChildren(func(e nkl.Expr) nkl.Expr { return u.loops(e, host) })
	if let, ok := out.(*nkl.Let); ok && out != e {
		return anf.Splice(let)
	}
	return out
}

// betweenCalls is what a machine may do between calls: what update blocks may whose sequences
// grow.
type betweenCalls struct{ *updates }

func (b betweenCalls) Inlines(fn string) bool { return b.inlined(fn, b.growing) >= 0 }

func (b betweenCalls) Nodes(e nkl.Expr, _ bool) int { return b.nodes(e, b.growing) }
