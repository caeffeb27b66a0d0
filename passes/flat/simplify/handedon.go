package simplify

// Variables of loops that nothing uses but the next iteration, as the same
// variable.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
)

// withoutInvariantVars is e, of a loop without the variables that are only handed on.
func (d *remover) withoutInvariantVars(e fkl.Expr) fkl.Expr {
	l, ok := e.(*fkl.Loop)
	if !ok {
		return e
	}
	uses, own := map[*fkl.Var]int{}, map[*fkl.Var]int{}
	ir.Walk(l.Body, func(e fkl.Expr) bool {
		if r, ok := e.(*fkl.Ref); ok {
			uses[r.Var]++
		}
		return true
	})
	recurs(l.Body, func(r *fkl.Recur) fkl.Expr {
		for i, a := range r.Args {
			if v, ok := a.(*fkl.Ref); ok && v.Var == l.Binds[i] {
				own[v.Var]++
			}
		}
		return r
	})
	keep := make([]bool, len(l.Binds))
	for i, v := range l.Binds {
		keep[i] = uses[v] > own[v]
	}
	if !slices.Contains(keep, true) || !slices.Contains(keep, false) || !d.allow("drop variables", e) {
		return e
	}
	return &fkl.Loop{Node: l.Node, Binds: ir.Kept(l.Binds, keep), Inits: ir.Kept(l.Inits, keep),
		Body: recurs(l.Body, func(r *fkl.Recur) fkl.Expr { return &fkl.Recur{Node: r.Node, Args: ir.Kept(r.Args, keep)} })}
}

// recurs replaces the iterations that the body of a loop ends with.
func recurs(e fkl.Expr, f func(*fkl.Recur) fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		body := recurs(e.Body, f)
		if body == e.Body {
			return e
		}
		out := *e
		out.Body = body
		return &out
	case *fkl.Recur:
		return f(e)
	case *fkl.Loop:
		return e
	}
	return e.MapBodies(func(b fkl.Expr) fkl.Expr { return recurs(b, f) })
}
