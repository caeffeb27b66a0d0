package anf

// Calls that need not wait for each other.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
)

// IndependentCalls reports whether e makes two calls, among those for which calls holds, of which neither needs what
// the other yields. A condition that needs one decides about the calls in its branches. calls reports whether code makes
// such a call.
func IndependentCalls(e nkl.Expr, calls func(e nkl.Expr) bool) bool {
	return independence{calls, map[*nkl.Var]bool{}}.in(e, false)
}

// AtOnce reports whether function i makes two calls of its own recursion of which neither needs what the other yields: they can be made at once.
func (g *CallGraph) AtOnce(i int) bool {
	return g.Self[i] && IndependentCalls(g.M.Funcs[i].Body, func(e nkl.Expr) bool {
		return ir.Any(e, func(e nkl.Expr) bool {
			j, ok := g.calledBy(e)
			return ok && g.comp[j] == g.comp[i]
		})
	})
}

// CalledAtOnce is the functions of which many calls may be made at once: those that make calls of their own recursion so, and what they call.
func (g *CallGraph) CalledAtOnce() map[string]bool {
	out := map[string]bool{}
	var note func(i int)
	note = func(i int) {
		if name := g.M.Funcs[i].Name; !out[name] {
			out[name] = true
			for _, j := range g.Calls[i] {
				note(j)
			}
		}
	}
	for i := range g.M.Funcs {
		if g.AtOnce(i) {
			note(i)
		}
	}
	return out
}

// An independence looks for two calls; after is the variables that need one.
type independence struct {
	calls func(e nkl.Expr) bool
	after map[*nkl.Var]bool
}

// in reports whether there are two in e, or one in e and one before it, if there is one.
func (x independence) in(e nkl.Expr, called bool) bool {
	switch e := e.(type) {
	case *nkl.Call:
		return x.calls(e) && called && !x.waits(e.Args...)
	case *nkl.Let:
		if x.in(e.Rhs, called) {
			return true
		}
		calls := x.calls(e.Rhs)
		x.after[e.Bind] = calls || x.waits(e.Rhs)
		return x.in(e.Body, called || calls)
	case *nkl.Check:
		return x.in(e.Then, called)
	case *nkl.If:
		called = called && !x.waits(e.Cond)
		return x.branch().in(e.Then, called) || x.branch().in(e.Else, called)
	case *nkl.Loop:
		return x.in(e.Body, false)
	}
	return false
}

func (x independence) branch() independence { return independence{x.calls, maps.Clone(x.after)} }

// waits reports whether one of es needs what a call yields.
func (x independence) waits(es ...nkl.Expr) bool {
	return slices.ContainsFunc(es, func(e nkl.Expr) bool {
		return slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return x.after[v] })
	})
}
