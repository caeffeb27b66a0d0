package gen

// Recursive functions of scalars, which read elements of a sequence: code that needs a
// stack.

import (
	"strings"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// descending adds two functions that call themselves and each other, up to twice in a
// row, or once at any depth.
func (g *generator) descending(name1, name2 string) {
	seq := types.Seq(types.Int)
	d := &descent{generator: g, calls: 1 + g.r.IntN(2)}
	if d.calls == 1 {
		name1 = "deep" + name1
	}
	for _, name := range []string{name1, name2} {
		n, xs, p := types.NewVar("fuel", types.Int), types.NewVar("xs", seq), types.NewVar("p", d.kept())
		d.funcs = append(d.funcs, &nkl.Func{Name: name, Params: []*nkl.Var{n, xs, p}, Result: d.kept()})
	}
	for _, f := range d.funcs {
		f.Body = d.body(f)
	}
	g.define(d.funcs...)
}

// A descent is such functions being made.
type descent struct {
	*generator
	funcs []*nkl.Func
	calls int
}

// kept is the type of what is kept during a call: one or two scalars.
func (d *descent) kept() *types.Type {
	if d.chance(3) {
		return types.Tuple(d.plain(), d.plain())
	}
	return d.plain()
}

// plain is a base type that is no variable.
func (d *descent) plain() *types.Type {
	for {
		if t := d.base(); t.Kind != types.KVar {
			return t
		}
	}
}

func (d *descent) body(f *nkl.Func) nkl.Expr {
	n, xs := f.Params[0], f.Params[1]
	env := scope{n, f.Params[2]}
	at := types.NewVar("at", types.Int)
	env = env.with(at)
	read := &nkl.If{Cond: d.op(prim.Eq, d.op(prim.Length, ref(xs)), integer(0)), Then: ref(n),
		Else: d.op(prim.Elt, ref(xs), d.op(prim.Rem, d.op(prim.Max, ref(n), integer(0)), d.op(prim.Length, ref(xs))))}
	stop := &nkl.If{Cond: d.op(prim.Le, ref(n), integer(0)), Then: d.scalar(f.Result, env, 2), Else: d.on(f, env, d.calls)}
	return &nkl.Let{Bind: at, Rhs: read, Body: stop}
}

// on is code with some calls, in arms or not.
func (d *descent) on(f *nkl.Func, env scope, calls int) nkl.Expr {
	if calls == 0 {
		return d.scalar(f.Result, env, 3)
	}
	g := d.funcs[d.r.IntN(2)]
	v := types.NewVar("r", g.Result)
	call := nkl.Expr(&nkl.Call{Node: d.at(), Fn: g.Name, Args: []nkl.Expr{
		d.op(prim.Sub, ref(f.Params[0]), integer(int64(1+d.r.IntN(2)))), ref(f.Params[1]), d.scalar(g.Params[2].Type, env, 2)}})
	switch d.r.IntN(5) {
	case 0: // perhaps not
		call = &nkl.If{Cond: d.scalar(types.Bool, env, 2), Then: call, Else: d.scalar(g.Result, env, 1)}
	case 1: // at the end of an arm
		if g.Result == f.Result {
			return &nkl.If{Cond: d.scalar(types.Bool, env, 2), Then: call, Else: d.on(f, env, calls-1)}
		}
	}
	return &nkl.Let{Bind: v, Rhs: call, Body: d.on(f, env.with(v), calls-1)}
}

// scalar is scalar code of type t.
func (d *descent) scalar(t *types.Type, env scope, depth int) nkl.Expr {
	if t.Kind == types.KTuple {
		return &nkl.Tuple{Elems: []nkl.Expr{d.scalar(t.Elems[0], env, depth), d.scalar(t.Elems[1], env, depth)}}
	}
	if depth == 0 || d.chance(4) {
		if e := d.projection(t, env); e != nil {
			return e
		}
		return d.small(t, env)
	}
	of := func(t *types.Type) nkl.Expr { return d.scalar(t, env, depth-1) }
	one := func(codes ...prim.Code) prim.Code { return codes[d.r.IntN(len(codes))] }
	if d.chance(4) {
		return &nkl.If{Cond: of(types.Bool), Then: of(t), Else: of(t)}
	}
	switch t.Kind {
	case types.KBool:
		u := d.plain()
		return d.op(one(prim.Lt, prim.Ge, prim.Eq), of(u), of(u))
	case types.KChar:
		return d.op(prim.CodeChar, of(types.Int))
	case types.KFloat:
		return d.op(one(prim.Add, prim.Sub, prim.Max), of(t), of(t))
	}
	if d.chance(5) {
		return d.op(prim.Btoi, of(types.Bool))
	}
	return d.op(one(prim.Add, prim.Sub, prim.Mul, prim.Min, prim.Xor), of(t), of(t))
}

// descended adds an entry that calls such a function for several numbers at once, now
// and then deeply.
func (g *generator) descended(f *nkl.Func) {
	g.add(f.Name+"all", f.Name+"all", g.some(g.values), types.Seq(f.Result), func(env scope) nkl.Expr {
		xs, i := types.NewVar("xs", f.Params[1].Type), types.NewVar("i", types.Int)
		n := nkl.Expr(ref(i))
		if strings.HasPrefix(f.Name, "deep") && g.chance(3) {
			n = g.op(prim.Mul, ref(i), integer(150))
		}
		d := &descent{generator: g}
		call := &nkl.Call{Node: g.at(), Fn: f.Name, Args: []nkl.Expr{n, ref(xs), d.scalar(f.Params[2].Type, scope{i}, 1)}}
		return &nkl.Let{Bind: xs, Rhs: g.expr(xs.Type, env),
			Body: &nkl.Each{Node: g.at(), Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{g.op(prim.Index, integer(int64(g.r.IntN(6))))}, Body: call}}
	})
}
