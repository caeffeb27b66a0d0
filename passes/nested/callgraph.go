package nested

// The call graph of a module: who calls whom, and which functions recurse.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// A callGraph numbers the functions of a module as they stand in Funcs.
type callGraph struct {
	m     *nkl.Module
	index map[string]int
	calls [][]int // callees of each function, each once, in textual order
	comp  []int   // number of the strongly connected component
	order []int   // all functions, callees before callers
	self  []bool  // calls itself, directly or not
}

func newCallGraph(m *nkl.Module) *callGraph {
	g := &callGraph{m: m, index: funcIndex(m), calls: make([][]int, len(m.Funcs))}
	for i, f := range m.Funcs {
		g.calls[i] = g.callees(f.Body)
	}
	g.components()
	return g
}

// funcIndex finds functions by name.
func funcIndex(m *nkl.Module) map[string]int {
	index := make(map[string]int, len(m.Funcs))
	for i, f := range m.Funcs {
		index[f.Name] = i
	}
	return index
}

func (g *callGraph) callees(body nkl.Expr) (out []int) {
	seen := map[int]bool{}
	ir.Walk(body, func(e nkl.Expr) bool {
		if j, ok := g.index[calledBy(e)]; ok && !seen[j] {
			seen[j] = true
			out = append(out, j)
		}
		return true
	})
	return out
}

// calledBy is the name of the function that node e itself mentions, or "".
func calledBy(e nkl.Expr) string {
	switch e := e.(type) {
	case *nkl.Call:
		return e.Fn
	case *nkl.FunVal:
		return e.Fn
	}
	return ""
}

// components is Tarjan's algorithm; it emits callees before callers.
func (g *callGraph) components() {
	n := len(g.calls)
	g.comp, g.self = make([]int, n), make([]bool, n)
	low, num, onStack := make([]int, n), make([]int, n), make([]bool, n)
	var stack []int
	next, comps := 0, 0
	var visit func(i int)
	visit = func(i int) {
		next++
		low[i], num[i], onStack[i] = next, next, true
		stack = append(stack, i)
		for _, j := range g.calls[i] {
			g.self[i] = g.self[i] || i == j
			if num[j] == 0 {
				visit(j)
				low[i] = min(low[i], low[j])
			} else if onStack[j] {
				low[i] = min(low[i], num[j])
			}
		}
		if low[i] != num[i] {
			return
		}
		alone := stack[len(stack)-1] == i
		for {
			j := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			onStack[j], g.comp[j] = false, comps
			g.self[j] = g.self[j] || !alone
			g.order = append(g.order, j)
			if j == i {
				break
			}
		}
		comps++
	}
	for i := range n {
		if num[i] == 0 {
			visit(i)
		}
	}
}

// recursive reports whether the function called name calls itself, directly or
// through others.
func (g *callGraph) recursive(name string) bool {
	i, ok := g.index[name]
	return ok && g.self[i]
}

// reaching reports for every function whether a node with property p is in it
// or in a function it calls, directly or not.
func (g *callGraph) reaching(p func(nkl.Expr) bool) []bool {
	out := make([]bool, len(g.m.Funcs))
	for i, f := range g.m.Funcs {
		ir.Walk(f.Body, func(e nkl.Expr) bool {
			out[i] = out[i] || p(e)
			return !out[i]
		})
	}
	for n := 0; n < len(g.order); { // members of a component stand together
		end, some := n, false
		for ; end < len(g.order) && g.comp[g.order[end]] == g.comp[g.order[n]]; end++ {
			i := g.order[end]
			some = some || out[i]
			for _, j := range g.calls[i] {
				some = some || out[j]
			}
		}
		for ; n < end; n++ {
			out[g.order[n]] = some
		}
	}
	return out
}

// prune drops the functions that no action reaches; it returns m itself when
// there are none.
func prune(m *nkl.Module) *nkl.Module {
	g := newCallGraph(m)
	live := make([]bool, len(m.Funcs))
	var mark func(i int)
	mark = func(i int) {
		if live[i] {
			return
		}
		live[i] = true
		for _, j := range g.calls[i] {
			mark(j)
		}
	}
	for _, a := range m.Actions {
		if i, ok := g.index[a.Fn]; ok {
			mark(i)
		}
	}
	var kept []*nkl.Func
	for i, f := range m.Funcs {
		if live[i] {
			kept = append(kept, f)
		}
	}
	if len(kept) == len(m.Funcs) {
		return m
	}
	out := *m
	out.Funcs = kept
	return &out
}
