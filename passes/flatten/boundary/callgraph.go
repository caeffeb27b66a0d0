// Package boundary is how values cross calls, branches and loops: which vectors a function,
// a branch or an iteration takes and returns, which of them are shared, which are views of
// others, and when views are compacted.
//
//	callgraph, recursion, aliases, sharing                      what is known of functions before they are translated
//	crossing, results, regularvalues, regularity                what functions take and yield
//	branchviews, joinbranches, concat, hostbranch               what branches yield
//	loopvars, loopdescriptors, appender   what loops carry, and what leaves them
//	compact, room                         copies of views that hold too much; data with room to append to
//
// It imports rep, emit and ir, and knows no rule of the pass.
package boundary

// The call graph of a module: which functions are recursive, and which reach
// something.

import (
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

type Graph struct {
	names []string
	calls [][]int
	funcs []*nkl.Func
}

// CallGraph is the call graph of m.
func CallGraph(m *nkl.Module) *Graph {
	g := &Graph{funcs: m.Funcs, calls: make([][]int, len(m.Funcs))}
	id := map[string]int{}
	for i, f := range m.Funcs {
		id[f.Name] = i
		g.names = append(g.names, f.Name)
	}
	for i, f := range m.Funcs {
		eachCallee(f.Body, func(fn string) {
			if j, ok := id[fn]; ok {
				g.calls[i] = append(g.calls[i], j)
			}
		})
	}
	return g
}

// eachCallee visits what e calls: functions, and of lifted calls both the function and its
// lifted version.
func eachCallee(e nkl.Expr, visit func(fn string)) {
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Call:
			visit(e.Fn)
		case *nkl.CallLifted:
			visit(e.Fn)
			visit(e.Target)
		}
		return true
	})
}

// Recursive names the functions that can call themselves; those that call each
// other have one number, from 1 on.
func (g *Graph) Recursive() map[string]int {
	d := simple.NewDirectedGraph()
	for i := range g.names {
		d.AddNode(simple.Node(i))
	}
	itself := map[int64]bool{}
	for i, cs := range g.calls {
		for _, j := range cs {
			if i == j {
				itself[int64(i)] = true
			} else {
				d.SetEdge(simple.Edge{F: simple.Node(i), T: simple.Node(j)})
			}
		}
	}
	out := map[string]int{}
	for k, scc := range topo.TarjanSCC(d) {
		for _, n := range scc {
			if len(scc) > 1 || itself[n.ID()] {
				out[g.names[n.ID()]] = k + 1
			}
		}
	}
	return out
}

// Repeated names the functions that these recursive functions call.
func (g *Graph) Repeated(recursive map[string]int) map[string]bool {
	out := map[string]bool{}
	for i, cs := range g.calls {
		for _, j := range cs {
			out[g.names[j]] = out[g.names[j]] || recursive[g.names[i]] != 0
		}
	}
	return out
}

// Called names the functions that others, themselves or lifted ones call.
func (g *Graph) Called(m *nkl.Module) map[string]bool {
	out := map[string]bool{}
	for _, cs := range g.calls {
		for _, j := range cs {
			out[g.names[j]] = true
		}
	}
	for _, l := range m.Lifteds {
		eachCallee(l.Body, func(fn string) { out[fn] = true })
	}
	return out
}

// Reaching names the functions that satisfy p or call one that does.
func (g *Graph) Reaching(p func(nkl.Expr) bool) map[string]bool {
	callers := make([][]int, len(g.names))
	for i, cs := range g.calls {
		for _, j := range cs {
			callers[j] = append(callers[j], i)
		}
	}
	out := map[string]bool{}
	var mark func(i int)
	mark = func(i int) {
		if out[g.names[i]] {
			return
		}
		out[g.names[i]] = true
		for _, c := range callers[i] {
			mark(c)
		}
	}
	for i, f := range g.funcs {
		if p(f.Body) {
			mark(i)
		}
	}
	return out
}

// HasEffect reports whether an effect stands in e itself.
func HasEffect(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		if p, ok := e.(*nkl.Prim); ok && p.Op.Class == prim.Effect {
			found = true
		}
		return !found
	})
	return found
}

// LiftedBody opens the apply-to-each of a pre-lifted function, as pass
// prelift-functions made it: { body : i in index(n); x1 in xs1 ... }.
func LiftedBody(l *nkl.Lifted) ([]*nkl.Var, nkl.Expr) {
	each, ok := l.Body.(*nkl.Let).Body.(*nkl.EachCaptured)
	if !ok || len(each.Binds) != len(l.Params) {
		panic("flatten: " + l.Name + " is not of the form that prelift-functions makes")
	}
	return each.Binds, each.Body
}
