package nested

// Self tail recursion becomes iteration.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// LoopTailCalls turns the tail calls of a function to itself into iterations
// of a Loop. Parameters that every such call passes on unchanged stay outside.
//
//	(func f () (n:int s:int k:int) int
//	  (if c s (let a:int e1 (let b:int e2 (call f () (a b k))))))
//	=> (func f () (n:int s:int k:int) int
//	     (loop (n.1:int s.1:int) (n s)
//	       (if c s.1 (let a:int e1 (let b:int e2 (recur a b))))))
//
// Calls that are not in tail position stay, and make the function recursive. A call in
// a scope of a table is in tail position, too: it ends the scope, of whose rows no
// argument knows.
func LoopTailCalls(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	funcs, changed := ir.MapSlice(m.Funcs, loopFunc)
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}

func loopFunc(f *nkl.Func) *nkl.Func {
	varies := make([]bool, len(f.Params))
	some, loops := false, false
	tailCalls(f.Body, f.Name, func(c *nkl.Call) {
		loops = true
		for i, a := range c.Args {
			if r, ok := a.(*nkl.Ref); !ok || r.Var != f.Params[i] {
				varies[i], some = true, true
			}
		}
	})
	if !loops {
		return f
	}
	var outside []*nkl.Var
	for i, v := range f.Params {
		if varies[i] || !some { // a loop that never changes anything still needs a variable
			outside = append(outside, v)
			varies[i] = true
		}
	}
	inside := anf.CopyVars(outside)
	body := nkl.Rename(toRecur(f.Body, f.Name, varies), anf.Renaming(outside, inside))
	g := *f
	g.Body = &nkl.Loop{Node: ir.At(f.Pos()), Binds: inside, Inits: nkl.Uses(outside), Body: body}
	return &g
}

// tailCalls calls visit with every call of fn in tail position of e.
func tailCalls(e nkl.Expr, fn string, visit func(*nkl.Call)) {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			e = x.Body
		case *nkl.Check:
			e = x.Then
		case *nkl.Scope:
			e = x.Body
		case *nkl.If:
			tailCalls(x.Then, fn, visit)
			e = x.Else
		case *nkl.Call:
			if x.Fn == fn {
				visit(x)
			}
			return
		default:
			return
		}
	}
}

// toRecur replaces the tail calls of fn in e; varies says which arguments to
// keep.
func toRecur(e nkl.Expr, fn string, varies []bool) nkl.Expr {
	var b anf.Block
	switch x := b.Take(e).(type) {
	case *nkl.Scope:
		return b.In(x.MapBodies(func(e nkl.Expr) nkl.Expr { return toRecur(e, fn, varies) }))
	case *nkl.If:
		then, els := toRecur(x.Then, fn, varies), toRecur(x.Else, fn, varies)
		return b.In(x.MapBodies(replaceBy([]nkl.Expr{then, els})))
	case *nkl.Call:
		if x.Fn == fn {
			return b.In(recur(x, varies))
		}
		return b.In(x)
	default:
		return b.In(x)
	}
}

func recur(c *nkl.Call, varies []bool) nkl.Expr {
	r := &nkl.Recur{Node: c.Node}
	for i, a := range c.Args {
		if varies[i] {
			r.Args = append(r.Args, a)
		}
	}
	return r
}
