package simplify

// Inlining of functions that are called once, and dropping of those that are
// not called at all.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/sizing"
	"nessiec/passes/pass"
)

// inline puts the body of every function with a single call in its place. A
// program without actions keeps all its functions: they are its interface.
func inline(c *pass.Ctx, m *fkl.Module) *fkl.Module {
	if len(m.Actions) == 0 {
		return m
	}
	in := &inliner{c: c, funcs: map[string]*fkl.Func{}, calls: map[string]int{}, done: map[string]*fkl.Func{}}
	for _, f := range m.Funcs {
		in.funcs[f.Name] = f
	}
	for _, a := range m.Actions {
		in.root(a.Fn)
	}
	out := m.MapFuncs(func(f *fkl.Func) *fkl.Func {
		if in.calls[f.Name] == 0 && in.drop(f) {
			return nil
		}
		return in.function(f)
	})
	return out.MapFuncs(func(f *fkl.Func) *fkl.Func {
		if in.gone[f.Name] {
			return nil
		}
		return f
	})
}

// An inliner knows how often every function that is reached is called; what an
// action calls counts as called often.
type inliner struct {
	c     *pass.Ctx
	funcs map[string]*fkl.Func
	calls map[string]int
	done  map[string]*fkl.Func // with calls inlined; nil while that is being done
	gone  map[string]bool
	names *sizing.Scope // of sizes, all that there are
}

const manyCalls = 2

func (in *inliner) root(name string) {
	if f := in.funcs[name]; f != nil {
		in.reach(f)
		in.calls[name] += manyCalls
	}
}

// reach counts the calls in f and in what it calls, the first time.
func (in *inliner) reach(f *fkl.Func) {
	if in.calls[f.Name] > 0 {
		return
	}
	in.calls[f.Name]++
	EachCall(f.Body, func(c *fkl.Call) {
		g := in.funcs[c.Fn]
		if in.calls[c.Fn] == 0 {
			in.reach(g)
		} else {
			in.calls[c.Fn]++
		}
	})
}

func (in *inliner) drop(f *fkl.Func) bool { return in.c.Rewrite("drop function " + f.Name) }

// function is f with calls inlined.
func (in *inliner) function(f *fkl.Func) *fkl.Func {
	if g, started := in.done[f.Name]; started {
		return g
	}
	in.done[f.Name] = nil
	g := f
	if body := in.body(f.Body); body != f.Body {
		h := *f
		h.Body = body
		g = &h
	}
	in.done[f.Name] = g
	return g
}

func (in *inliner) body(e fkl.Expr) fkl.Expr {
	let, ok := e.(*fkl.Let)
	if !ok {
		return e.MapBodies(in.body)
	}
	call, ok := let.Rhs.(*fkl.Call)
	if !ok || in.calls[call.Fn] != 1 {
		return e.MapBodies(in.body)
	}
	f := in.function(in.funcs[call.Fn])
	if f == nil || !in.c.Rewrite("inline "+call.Fn) {
		return e.MapBodies(in.body)
	}
	if in.gone == nil {
		in.gone, in.names = map[string]bool{}, sizing.NewScope()
		for _, f := range in.funcs {
			f.Take(in.names)
		}
	}
	in.gone[call.Fn] = true
	env := map[*fkl.Var]fkl.Expr{}
	for i, p := range f.Params {
		env[p] = call.Args[i]
	}
	code := fkl.Inlined(f, call.Args, in.names)
	return then(fkl.Replace(ir.CalledAt(code, call.Pos()), env), let.Binds, in.body(let.Body))
}

// then is the expression that binds vs to the results of e and goes on with
// rest; rest stands in one place only.
func then(e fkl.Expr, vs []*fkl.Var, rest fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		out := *e
		out.Body = then(e.Body, vs, rest)
		return &out
	case *fkl.Check:
		out := *e
		out.Then = then(e.Then, vs, rest)
		return &out
	case *fkl.Ret:
		env := map[*fkl.Var]fkl.Expr{}
		for i, v := range vs {
			env[v] = e.Vals[i]
		}
		return fkl.Replace(rest, env)
	}
	return &fkl.Let{Binds: vs, Rhs: e, Body: rest}
}
