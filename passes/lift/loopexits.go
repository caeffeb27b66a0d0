package lift

// Exits of loops that are no scalar code: they stand behind the loop.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// exitBehind is the update block of a loop whose only exit keeps it from being one, or nil:
// what the exit computes follows the block, which yields what it is computed from.
//
//	(loop (a i) (xs 0) (if c (sum a) (.. (recur b j))))
//	=> (let a (update .. (loop (a i) (xs 0) (if c a (.. (recur b j))))) (sum a))
func (u *updates) exitBehind(l *nkl.Loop, host bool) nkl.Expr {
	x := &exit{}
	x.find(l.Body)
	if x.n != 1 || u.nodes(x.at, u.scalar) >= 0 {
		return nil
	}
	inside := nkl.BoundVars(l)
	vars := slices.DeleteFunc(nkl.FreeVars(x.at), func(v *nkl.Var) bool { return !inside[v] })
	if len(vars) == 0 {
		return nil
	}
	x.val = nkl.Pair(nkl.Uses(vars)...)
	block := u.written(&nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: x.replaced(l.Body)}, host)
	if block == nil {
		return nil
	}
	var b anf.Block
	val, env := b.Take(block), map[*nkl.Var]nkl.Expr{}
	if len(vars) == 1 {
		env[vars[0]] = b.Name(vars[0].Name, vars[0].Type, val)
	} else {
		all := b.Name("exit", types.Tuple(types.OfVars(vars)...), val)
		for i, v := range vars {
			env[v] = b.Name(v.Name, v.Type, anf.Part(i, all))
		}
	}
	return b.In(u.form(nkl.Replace(nkl.Freshen(x.at), env), host))
}

// An exit is where a loop ends: n are all there are, at is the last of them, and val is
// what is to stand there.
type exit struct {
	n       int
	at, val nkl.Expr
}

// find looks for exits of a loop in e, which ends an iteration.
func (x *exit) find(e nkl.Expr) {
	if !recurs(e) {
		x.n, x.at = x.n+1, e
		return
	}
	switch e := e.(type) {
	case *nkl.Let:
		x.find(e.Body)
	case *nkl.Check:
		x.find(e.Then)
	case *nkl.If:
		x.find(e.Then)
		x.find(e.Else)
	}
}

// recurs reports whether e may begin another iteration of the loop around it.
func recurs(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		found = found || e.Form() == nkl.FormRecur
		return !found && e.Form() != nkl.FormLoop
	})
	return found
}

// replaced is e, which ends an iteration, with val in place of the exit.
func (x *exit) replaced(e nkl.Expr) nkl.Expr {
	if e == x.at {
		return x.val
	}
	switch e := e.(type) {
	case *nkl.Let:
		return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: x.replaced(e.Body)}
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: x.replaced(e.Then)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: x.replaced(e.Then), Else: x.replaced(e.Else)}
	}
	return e
}
