// Package callgraph says of the functions of a module which are recursive, which are called, and which reach
// an effect.
package callgraph

import (
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// A Graph is the calls among the functions of a module.
type Graph struct {
	names []string
	calls [][]int
	funcs []*nkl.Func
}

// Of is the call graph of m.
func Of(m *nkl.Module) *Graph {
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

// Effects are the functions that reach an effect.
type Effects struct{ Fn map[string]bool }

// Effects finds the functions that have an effect or call one that does.
func (g *Graph) Effects() Effects {
	callers := make([][]int, len(g.names))
	for i, cs := range g.calls {
		for _, j := range cs {
			callers[j] = append(callers[j], i)
		}
	}
	out := Effects{map[string]bool{}}
	var mark func(i int)
	mark = func(i int) {
		if out.Fn[g.names[i]] {
			return
		}
		out.Fn[g.names[i]] = true
		for _, c := range callers[i] {
			mark(c)
		}
	}
	for i, f := range g.funcs {
		if (Effects{}).In(f.Body) {
			mark(i)
		}
	}
	return out
}

// In reports whether e has an effect, or calls a function that reaches one.
func (x Effects) In(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Prim:
			return e.Op.Class == prim.Effect
		case *nkl.Call:
			return x.Fn[e.Fn]
		case *nkl.CallLifted:
			return x.Fn[e.Fn]
		}
		return false
	})
}
