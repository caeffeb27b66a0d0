package lift

// Exits of loops that are no scalar code: they stand behind the loop.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// exitBehind is the update block of a loop whose only exit keeps it from being one, or nil:
// what the exit computes follows the block, which yields what it is computed from.
//
//	(loop (a i) (xs 0) (if c (sum a) (.. (recur b j))))
//	=> (let a (update .. (loop (a i) (xs 0) (if c a (.. (recur b j))))) (sum a))
func (u *updates) exitBehind(l *nkl.Loop, host bool) nkl.Expr {
	x := &exit{}
	x.find(l.Body)
	if x.n != 1 || u.nodes(x.at) >= 0 {
		return nil
	}
	inside := boundIn(l)
	var vars []*nkl.Var
	for _, v := range nkl.FreeVars(x.at) {
		if inside[v] {
			vars = append(vars, v)
		}
	}
	if len(vars) == 0 {
		return nil
	}
	x.val = ref(vars[0])
	if len(vars) > 1 {
		val := &nkl.Tuple{}
		for _, v := range vars {
			val.Elems = append(val.Elems, ref(v))
		}
		x.val = val
	}
	block := u.written(&nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: x.replaced(l.Body)})
	if block == nil {
		return nil
	}
	var steps []step
	for s, rest := cut(block); rest != nil; s, rest = cut(block) {
		steps, block = append(steps, s), rest
	}
	env := map[*nkl.Var]nkl.Expr{}
	if len(vars) == 1 {
		v := types.NewVar(vars[0].Name, vars[0].Type)
		steps, env[vars[0]] = append(steps, step{bind: v, expr: block}), ref(v)
	} else {
		all := make([]*types.Type, len(vars))
		for i, v := range vars {
			all[i] = v.Type
		}
		val := types.NewVar("exit", types.Tuple(all...))
		steps = append(steps, step{bind: val, expr: block})
		for i, v := range vars {
			w := types.NewVar(v.Name, v.Type)
			steps, env[v] = append(steps, step{bind: w, expr: &nkl.Proj{Index: i, Of: ref(val)}}), ref(w)
		}
	}
	return join(steps, u.form(nkl.Replace(nkl.Freshen(x.at), env), host))
}

// boundIn is the variables that e and its parts bind.
func boundIn(e nkl.Expr) map[*nkl.Var]bool {
	bound := map[*nkl.Var]bool{}
	ir.Walk(e, func(e nkl.Expr) bool {
		nkl.EachBind(e, func(v *nkl.Var) { bound[v] = true })
		return true
	})
	return bound
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
