package anf

// The call graph of a module: who calls whom, and which functions recurse.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// A CallGraph numbers the functions of a module as they stand in Funcs.
type CallGraph struct {
	M     *nkl.Module
	Index map[string]int
	Calls [][]int // callees of each function, each once, in textual order
	comp  []int   // number of the strongly connected component
	Order []int   // all functions, callees before callers
	Self  []bool  // calls itself, directly or not
}

func NewCallGraph(m *nkl.Module) *CallGraph {
	g := &CallGraph{M: m, Index: FuncIndex(m), Calls: make([][]int, len(m.Funcs))}
	for i, f := range m.Funcs {
		g.Calls[i] = g.Callees(f.Body)
	}
	g.components()
	return g
}

// FuncIndex finds functions by name.
func FuncIndex(m *nkl.Module) map[string]int {
	index := make(map[string]int, len(m.Funcs))
	for i, f := range m.Funcs {
		index[f.Name] = i
	}
	return index
}

// Callees lists the functions that code calls, each once, in textual order.
func (g *CallGraph) Callees(body nkl.Expr) (out []int) {
	seen := map[int]bool{}
	ir.Walk(body, func(e nkl.Expr) bool {
		if j, ok := g.calledBy(e); ok && !seen[j] {
			seen[j] = true
			out = append(out, j)
		}
		return true
	})
	return out
}

// calledBy is the function that node e itself mentions. A lifted call is one of the lifted version
// that a lifting names, or of the function.
func (g *CallGraph) calledBy(e nkl.Expr) (i int, ok bool) {
	c, lifted := e.(*nkl.CallLifted)
	if !lifted {
		i, ok = g.Index[CalledBy(e)]
	} else if i, ok = g.Index[c.Target]; !ok {
		i, ok = g.Index[c.Fn]
	}
	return i, ok
}

// CalledBy is the name of the function that node e itself mentions, or "".
func CalledBy(e nkl.Expr) string {
	switch e := e.(type) {
	case *nkl.Call:
		return e.Fn
	case *nkl.FunVal:
		return e.Fn
	}
	return ""
}

// components is Tarjan's algorithm; it emits callees before callers.
func (g *CallGraph) components() {
	n := len(g.Calls)
	g.comp, g.Self = make([]int, n), make([]bool, n)
	low, num, onStack := make([]int, n), make([]int, n), make([]bool, n)
	var stack []int
	next, comps := 0, 0
	var visit func(i int)
	visit = func(i int) {
		next++
		low[i], num[i], onStack[i] = next, next, true
		stack = append(stack, i)
		for _, j := range g.Calls[i] {
			g.Self[i] = g.Self[i] || i == j
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
			g.Self[j] = g.Self[j] || !alone
			g.Order = append(g.Order, j)
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

// Components lists the functions that call each other, together, callees before
// callers.
func (g *CallGraph) Components() (out [][]int) {
	for n, i := range g.Order {
		if n == 0 || g.comp[i] != g.comp[g.Order[n-1]] {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}

// Waves lists all functions, each in a wave after those of the functions that it calls, as far as they do not call it.
func (g *CallGraph) Waves() (out [][]int) {
	at := make([]int, len(g.Calls)) // wave of each component
	for _, together := range g.Components() {
		comp, n := g.comp[together[0]], 0
		for _, i := range together {
			for _, j := range g.Calls[i] {
				if g.comp[j] != comp {
					n = max(n, at[g.comp[j]]+1)
				}
			}
		}
		if at[comp] = n; n == len(out) {
			out = append(out, nil)
		}
		out[n] = append(out[n], together...)
	}
	return out
}

// Recursive reports whether the function called name calls itself, directly or
// through others.
func (g *CallGraph) Recursive(name string) bool {
	i, ok := g.Index[name]
	return ok && g.Self[i]
}

// Cycles numbers the functions that call themselves, directly or not, from 1 on: those that call each
// other have one number.
func (g *CallGraph) Cycles() map[string]int {
	out := map[string]int{}
	for i, f := range g.M.Funcs {
		if g.Self[i] {
			out[f.Name] = g.comp[i] + 1
		}
	}
	return out
}

// Called names the functions of which some function that is p calls one.
func (g *CallGraph) Called(p func(f *nkl.Func) bool) map[string]bool {
	out := map[string]bool{}
	for i, f := range g.M.Funcs {
		for _, j := range g.Calls[i] {
			out[g.M.Funcs[j].Name] = out[g.M.Funcs[j].Name] || p(f)
		}
	}
	return out
}

// Reaching reports for every function whether a node with property p is in it
// or in a function it calls, directly or not.
func (g *CallGraph) Reaching(p func(nkl.Expr) bool) []bool {
	out := make([]bool, len(g.M.Funcs))
	for i, f := range g.M.Funcs {
		ir.Walk(f.Body, func(e nkl.Expr) bool {
			out[i] = out[i] || p(e)
			return !out[i]
		})
	}
	for n := 0; n < len(g.Order); { // members of a component stand together
		end, some := n, false
		for ; end < len(g.Order) && g.comp[g.Order[end]] == g.comp[g.Order[n]]; end++ {
			i := g.Order[end]
			some = some || out[i]
			for _, j := range g.Calls[i] {
				some = some || out[j]
			}
		}
		for ; n < end; n++ {
			out[g.Order[n]] = some
		}
	}
	return out
}

// Reaches reports whether a node with property p is in e, or in a function called in it; of is Reaching(p).
func (g *CallGraph) Reaches(e nkl.Expr, p func(nkl.Expr) bool, of []bool) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		i, ok := g.calledBy(e)
		return ok && of[i] || p(e)
	})
}
