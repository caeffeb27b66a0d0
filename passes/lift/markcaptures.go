package lift

import (
	"nessiec/ir/nkl"
	"nessiec/passes/pass"
)

// MarkCaptures lists the free variables of every map, so that no later pass
// has to ask what a map shares among its elements.
//
//	(each (x) (xs) (f x k ys))  =>  (eachcaptured (k) (ys) (x) (xs) (f x k ys))
//
// Scalars are Uniform, variables that hold sequences Shared.
func MarkCaptures(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	var expr func(e nkl.Expr) nkl.Expr
	expr = func(e nkl.Expr) nkl.Expr {
		switch e := e.MapChildren(expr).(type) {
		case *nkl.Each:
			out := &nkl.EachCaptured{Node: e.Node, Binds: e.Binds, Seqs: e.Seqs, Body: e.Body}
			bound := map[*nkl.Var]bool{}
			for _, v := range e.Binds {
				bound[v] = true
			}
			for _, v := range nkl.FreeVars(e.Body) {
				switch {
				case bound[v]:
				case v.Type.IsScalar():
					out.Uniform = append(out.Uniform, v)
				default:
					out.Shared = append(out.Shared, v)
				}
			}
			return out
		default:
			return e
		}
	}
	return m.MapBodies(expr)
}
