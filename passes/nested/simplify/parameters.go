package simplify

// Parameters that nobody needs: without a use, or with one value everywhere.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/nested/anf"
)

// parameters removes, from functions that no action calls, the parameters that
// are not used and those that every call gives the same literal. A parameter
// that a function only hands on to itself counts as not used.
func (p *simplification) parameters(m *nkl.Module) *nkl.Module {
	f := &parameterFacts{index: anf.FuncIndex(m), m: m, given: make([][]nkl.Expr, len(m.Funcs)),
		used: map[*nkl.Var]bool{}, varies: map[*nkl.Var]bool{}, gone: map[*nkl.Var]nkl.Expr{}}
	for i, fn := range m.Funcs {
		f.given[i] = make([]nkl.Expr, len(fn.Params))
	}
	for _, fn := range m.Funcs {
		f.visit(fn, fn.Body)
	}
	for _, a := range m.Actions {
		if i, ok := f.index[a.Fn]; ok {
			for _, v := range m.Funcs[i].Params {
				f.used[v], f.varies[v] = true, true
			}
		}
	}
	for _, l := range m.Liftings { // its functions have the same parameters
		for _, fn := range []string{l.Fn, l.By} {
			for _, v := range m.Funcs[f.index[fn]].Params {
				f.used[v], f.varies[v] = true, true
			}
		}
	}
	f.choose()
	if len(f.gone) == 0 || !p.c.Rewrite("remove parameters") {
		return m
	}
	p.c.Count("parameters removed", int64(len(f.gone)))
	funcs, _ := ir.MapSlice(m.Funcs, f.rewrite)
	return m.WithFuncs(funcs)
}

// parameterFacts is what all calls tell about parameters.
type parameterFacts struct {
	index  map[string]int
	m      *nkl.Module
	given  [][]nkl.Expr          // the one literal that calls give, by function and parameter
	used   map[*nkl.Var]bool     // for more than handing it on to the function itself
	varies map[*nkl.Var]bool     // calls give more than one literal
	gone   map[*nkl.Var]nkl.Expr // to be removed, with the atom that replaces uses
}

// visit learns from e, which is in fn.
func (f *parameterFacts) visit(fn *nkl.Func, e nkl.Expr) {
	c, ok := e.(*nkl.Call)
	if !ok {
		nkl.EachUse(e, func(v *nkl.Var) { f.used[v] = true })
		e.Children(func(_ int, c nkl.Expr) { f.visit(fn, c) })
		return
	}
	i := f.index[c.Fn]
	for k, a := range c.Args {
		v := f.m.Funcs[i].Params[k]
		if r, ok := a.(*nkl.Ref); ok && fn == f.m.Funcs[i] && r.Var == v {
			continue
		}
		f.visit(fn, a)
		_, literal := literalWord(a)
		switch old := f.given[i][k]; {
		case !literal || old != nil && !anf.SameAtom(old, a):
			f.varies[v] = true
		default:
			f.given[i][k] = a
		}
	}
}

// choose decides which parameters go.
func (f *parameterFacts) choose() {
	for i, fn := range f.m.Funcs {
		for k, v := range fn.Params {
			switch lit := f.given[i][k]; {
			case !f.used[v]:
				f.gone[v] = nkl.Use(v) // only in calls of fn, which lose it
			case !f.varies[v] && lit != nil:
				f.gone[v] = lit
			}
		}
	}
}

func (f *parameterFacts) rewrite(fn *nkl.Func) *nkl.Func {
	g := *fn
	g.Params = nil
	env := map[*nkl.Var]nkl.Expr{}
	for _, v := range fn.Params {
		if a := f.gone[v]; a == nil {
			g.Params = append(g.Params, v)
		} else if _, literal := literalWord(a); literal {
			env[v] = a
		}
	}
	g.Body = f.calls(fn.Body)
	if len(env) > 0 {
		g.Body = nkl.Replace(g.Body, env)
	}
	if g.Body == fn.Body && len(g.Params) == len(fn.Params) {
		return fn
	}
	return &g
}

// calls drops the arguments for parameters that go.
func (f *parameterFacts) calls(e nkl.Expr) nkl.Expr {
	e = e.MapChildren(f.calls)
	c, ok := e.(*nkl.Call)
	if !ok {
		return e
	}
	params := f.m.Funcs[f.index[c.Fn]].Params
	var args []nkl.Expr
	for k, a := range c.Args {
		if f.gone[params[k]] == nil {
			args = append(args, a)
		}
	}
	if len(args) == len(c.Args) {
		return e
	}
	return &nkl.Call{Node: c.Node, Fn: c.Fn, Args: args}
}
