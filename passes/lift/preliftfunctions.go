package lift

import (
	"slices"
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/batch"
	"nessiec/passes/pass"
)

// PreliftFunctions gives every function that is called under a map a lifted
// version, and every such call its target.
//
//	(fun f (x:t) r b), called under a map
//	=> (lifted f^ f (n:int xs:[t]) [r] (let is (index n) (each (i x) (is xs) b)))
//	   (call f a) => (calllifted f f^ a)
//	(lifting f g), (call f a) => (calllifted f g a)
//
// A loop under a map that is not element code becomes a recursive function of
// its variables and captures first: its elements leave it one by one, and those
// that stay go on together.
// [shape §4.1]
func PreliftFunctions(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	p := &prelift{Code: scalars.Of(m), c: c, sigs: m.Sigs(), targets: m.LiftedBy(), source: map[string]*nkl.Func{}, names: anf.FunctionNames(m)}
	out := m.WithFuncs(nil)
	out.Lifteds = m.Lifteds
	for _, f := range m.Funcs {
		p.in = f.Name
		g := f.MapBodies(p.host)
		p.Funcs[f.Name], p.source[f.Name] = g, f
		out.Funcs = append(out.Funcs, g)
	}
	for len(p.todo) > 0 {
		f := p.Funcs[p.todo[0]]
		p.todo = p.todo[1:]
		out.Lifteds = append(out.Lifteds, p.lift(f))
	}
	out.Funcs = append(out.Funcs, p.loops...)
	if len(out.Lifteds) == len(m.Lifteds) && len(p.loops) == 0 {
		return m.MapBodies(p.host)
	}
	return out
}

type prelift struct {
	*scalars.Code
	c       *pass.Ctx
	sigs    *nkl.Sigs
	in      string               // the function being translated, for names
	targets map[string]string    // lifted versions, by function
	todo    []string             // functions to lift
	source  map[string]*nkl.Func // functions before they are translated
	loops   []*nkl.Func
	names   *pass.Names
}

// host translates host code: only the bodies of its maps change.
func (p *prelift) host(e nkl.Expr) nkl.Expr {
	return mapBodies(e, func(each *nkl.Each) nkl.Expr { return each.MapBodies(p.under) })
}

// under translates code under a map.
func (p *prelift) under(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		out := *e
		out.Rhs, out.Body = p.underTail(e.Rhs, e.Bind.Type), p.under(e.Body)
		return &out
	case *nkl.Update:
		return e // calls nothing, and its loops stay
	case *nkl.Call:
		return &nkl.CallLifted{Node: e.Node, Fn: e.Fn, Target: p.target(e.Fn), Args: e.Args}
	}
	return e.MapChildren(p.under)
}

// target is the name of the lifted version of a function.
func (p *prelift) target(fn string) string {
	if p.targets[fn] == "" {
		p.targets[fn] = fn + "^"
		p.todo = append(p.todo, fn)
	}
	return p.targets[fn]
}

// lift makes the lifted version of f.
func (p *prelift) lift(f *nkl.Func) *nkl.Lifted {
	p.in = f.Name
	f = p.batched(f)
	n, is, i := types.NewVar("n", types.Int), types.NewVar("is", types.Seq(types.Int)), types.NewVar("i", types.Int)
	out := &nkl.Lifted{Decl: f.Decl, Name: f.Name + "^", Of: f.Name, Params: []*nkl.Var{n}, Result: types.Seq(f.Result)}
	each := &nkl.Each{Node: ir.At(f.Pos()), Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{ref(is)}}
	env := map[*nkl.Var]*nkl.Var{}
	for _, v := range f.Params {
		x, xs := types.NewVar(v.Name, v.Type), types.NewVar(v.Name, types.Seq(v.Type))
		env[v] = x
		each.Binds, each.Seqs = append(each.Binds, x), append(each.Seqs, ref(xs))
		out.Params = append(out.Params, xs)
	}
	body := nkl.Rename(nkl.Freshen(f.Body), env)
	if l, ok := body.(*nkl.Loop); ok && !p.OK(l) {
		each.Body = p.unloop(l, f.Result, each.Binds[1:])
	} else {
		each.Body = p.underTail(body, f.Result)
	}
	index := &nkl.Prim{Node: ir.At(f.Pos()), Op: prim.Index.Prim(), Args: []nkl.Expr{ref(n)}}
	out.Body = &nkl.Let{Node: ir.At(f.Pos()), Bind: is, Rhs: index, Body: each}
	return out
}

// underTail translates the body of a lifted function, or what a let binds: code with
// a value of type t, where a loop may stand in tail position, also of branches.
func (p *prelift) underTail(e nkl.Expr, t *types.Type) nkl.Expr {
	tail := func(e nkl.Expr) nkl.Expr { return p.underTail(e, t) }
	switch e := e.(type) {
	case *nkl.Loop:
		if !p.OK(e) {
			return p.unloop(e, t, nil)
		}
	case *nkl.Let:
		out := *e
		out.Rhs, out.Body = p.underTail(e.Rhs, e.Bind.Type), tail(e.Body)
		return &out
	case *nkl.Check:
		out := *e
		out.Then = tail(e.Then)
		return &out
	case *nkl.If:
		out := *e
		out.Then, out.Else = tail(e.Then), tail(e.Else)
		return &out
	case *nkl.Scope:
		out := *e
		out.Body = tail(e.Body)
		return &out
	}
	return p.under(e)
}

// batched is f, or f before it is translated if calls of itself can be made together in its lifted version:
// some are merged, or f is a loop that calls f.
func (p *prelift) batched(f *nkl.Func) *nkl.Func {
	g := p.source[f.Name]
	if g == nil {
		return f
	}
	if h := batch.Lifted(p.c, p.sigs, g); h != g {
		return h
	}
	if l, ok := g.Body.(*nkl.Loop); ok && !p.OK(l) && ir.Any(g.Body, func(e nkl.Expr) bool { c, ok := e.(*nkl.Call); return ok && c.Fn == g.Name }) {
		return g
	}
	return f
}

// unloop makes a recursive function of a loop whose value has type t, and
// returns the lifted call that starts it. If the loop is all of a function with those params,
// calls of that function in the loop are calls of the new one, so that they are made with its iterations.
func (p *prelift) unloop(l *nkl.Loop, t *types.Type, params []*nkl.Var) nkl.Expr {
	bound := map[*nkl.Var]bool{}
	for _, v := range l.Binds {
		bound[v] = true
	}
	name := p.names.Fresh(p.in + ".loop" + strconv.Itoa(len(p.loops)+1))
	f := &nkl.Func{Decl: ir.DeclAt(l.Pos()), Name: name, Result: t}
	env := map[*nkl.Var]*nkl.Var{}
	param := func(v *nkl.Var) {
		env[v] = types.NewVar(v.Name, v.Type)
		f.Params = append(f.Params, env[v])
	}
	var captures []nkl.Expr
	for _, v := range nkl.FreeVars(l.Body) {
		if !bound[v] {
			param(v)
			captures = append(captures, ref(v))
		}
	}
	for _, v := range l.Binds {
		param(v)
	}
	again := make([]nkl.Expr, len(captures))
	for i := range captures {
		again[i] = ref(f.Params[i])
	}
	tables, inner := scopes(l.Body)
	body := nkl.Rename(nkl.Freshen(inner), env)
	args := append(append([]nkl.Expr(nil), captures...), l.Inits...)
	f.Body = recurToCall(body, name, again)
	if params != nil {
		f.Body = redirect(f.Body, p.in, func(actual []nkl.Expr) *nkl.Call { return &nkl.Call{Fn: name, Args: substituted(args, params, actual)} })
	}
	p.sigs.Funcs[name] = f
	f = batch.Lifted(p.c, p.sigs, f)
	at := len(p.loops)
	p.loops = append(p.loops, f) // its number is taken
	f = f.MapBodies(p.host)
	p.loops[at], p.Funcs[name] = f, f
	var call nkl.Expr = &nkl.CallLifted{Fn: name, Target: p.target(name), Args: args}
	for _, t := range tables {
		call = &nkl.Scope{Node: ir.At(l.Pos()), Table: t, Body: call}
	}
	return call
}

// redirect replaces the calls of fn.
func redirect(e nkl.Expr, fn string, by func(args []nkl.Expr) *nkl.Call) nkl.Expr {
	if c, ok := e.(*nkl.Call); ok && c.Fn == fn {
		call := by(c.Args)
		call.Node = c.Node
		return call
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return redirect(e, fn, by) })
}

// substituted is args with actual arguments in place of params.
func substituted(args []nkl.Expr, params []*nkl.Var, actual []nkl.Expr) []nkl.Expr {
	out := slices.Clone(args)
	for i, a := range args {
		if r, ok := a.(*nkl.Ref); ok {
			out[i] = actual[slices.Index(params, r.Var)]
		}
	}
	return out
}

// scopes are the tables that all of e is in the scope of, and the code in it. Elements go
// through the iterations of a loop together, so its tables are made before it.
func scopes(e nkl.Expr) (tables []string, body nkl.Expr) {
	for {
		s, ok := e.(*nkl.Scope)
		if !ok || len(s.Rows) > 0 {
			return tables, e
		}
		tables, e = append(tables, s.Table), s.Body
	}
}

// recurToCall replaces the Recur of the loop itself by calls of fn.
func recurToCall(e nkl.Expr, fn string, captures []nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Recur:
		return &nkl.Call{Fn: fn, Args: append(append([]nkl.Expr(nil), captures...), e.Args...)} // an iteration
	case *nkl.Loop, *nkl.Each:
		return e
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return recurToCall(e, fn, captures) })
}
