package lowering

// Expressions of the nested language, for elaborate.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A translator makes the expressions of a function.
type translator struct {
	*linker
	name  string
	vars  map[*harlan.Var]*nkl.Var
	loops []*loop
	made  int // functions and procedures made of parts of this one
}

// A loop is a function that calls itself.
type loop struct {
	name string
	free []*nkl.Var // parameters that stay the same
}

func (x *translator) bind(v *harlan.Var) *nkl.Var {
	w := types.NewVar(v.Name, x.rep(v.Type))
	x.vars[v] = w
	return w
}

func (x *translator) binds(vs []*harlan.Var) (out []*nkl.Var) {
	for _, v := range vs {
		out = append(out, x.bind(v))
	}
	return out
}

func (x *translator) rep(t *types.Type) *types.Type { return rep(x.sigs, t) }

func (x *translator) exprs(es []harlan.Expr) (out []nkl.Expr) {
	for _, e := range es {
		out = append(out, x.expr(e))
	}
	return out
}

// libraryCall calls a function of the library, whose type arguments follow from the types
// of the arguments.
func (x *translator) libraryCall(p ir.Pos, name string, ts []*types.Type, args ...nkl.Expr) nkl.Expr {
	f := x.lib[name]
	if f == nil {
		panic("harlan: the library has no " + name)
	}
	var lets nkl.Lets
	for len(args) < len(f.Params) { // the last parameters are the parts of a tuple
		last := len(ts) - 1
		whole, t := lets.Name("arg", ts[last], args[last]), ts[last]
		args, ts = args[:last:last], ts[:last:last]
		for i, u := range t.Elems {
			args, ts = append(args, &nkl.Proj{Index: i, Of: whole}), append(ts, u)
		}
	}
	env := map[*types.Type]*types.Type{}
	for i, t := range ts {
		if !nkl.Match(env, f.Params[i].Type, t) {
			panic("harlan: " + name + " gets a " + t.String())
		}
	}
	var targs []*types.Type
	for _, v := range f.TypeParams {
		if env[v] == nil {
			panic("harlan: " + name + " has a type parameter that no argument tells")
		}
		targs = append(targs, env[v])
	}
	return lets.In(&nkl.Call{Node: ir.At(p), Fn: name, TypeArgs: targs, Args: args})
}

//nessiec:exhaustive grammar.HarlanFirstOrder
func (x *translator) expr(e harlan.Expr) nkl.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *harlan.Ref:
		return &nkl.Ref{Node: at, Var: x.vars[e.Var]}
	case *harlan.Int:
		return &nkl.Int{Node: at, Val: x.c.Num().Wrap(e.Val)}
	case *harlan.Float:
		return &nkl.Float{Node: at, Val: e.Val}
	case *harlan.Bool:
		return &nkl.Bool{Node: at, Val: e.Val}
	case *harlan.Char:
		return &nkl.Char{Node: at, Val: e.Val}
	case *harlan.Str:
		return &nkl.Str{Node: at, Val: e.Val}
	case *harlan.U64:
		return &nkl.Tuple{Node: at, Elems: []nkl.Expr{&nkl.Int{Val: int64(int32(e.Val >> 32))}, &nkl.Int{Val: int64(int32(e.Val))}}}
	case *harlan.Void:
		return &nkl.Bool{Node: at, Val: true}
	case *harlan.Op:
		return x.op(e)
	case *harlan.Call:
		return x.call(e)
	case *harlan.Construct:
		return x.construct(e, x.exprs(e.Args))
	case *harlan.Cast:
		return x.cast(e)
	case *harlan.Let:
		if clockOf(e.Rhs) != nil {
			return x.look(e, nil)
		}
		rhs := x.expr(e.Rhs)
		v := x.bind(e.Bind)
		return &nkl.Let{Node: at, Bind: v, Rhs: rhs, Body: x.expr(e.Body)}
	case *harlan.Begin:
		return x.begin(e.Steps)
	case *harlan.If:
		return &nkl.If{Node: at, Cond: x.expr(e.Cond), Then: x.expr(e.Then), Else: x.expr(e.Else)}
	case *harlan.Match:
		return x.match(e)
	case *harlan.Arm:
		panic("harlan: an arm outside of a match")
	case *harlan.Assert:
		return &nkl.Check{Node: at, Cond: x.expr(e.Cond), Error: "Assertion failed.", Then: &nkl.Bool{Val: true}}
	case *harlan.Fail:
		return &nkl.Check{Node: at, Cond: &nkl.Bool{}, Error: e.Message, Then: x.zero(e.Type)}
	case *harlan.Print:
		return x.print(e)
	case *harlan.Write:
		text := x.text(x.sigs.TypeOf(e.Of), e.Symbolic, x.expr(e.Of))
		return &nkl.Proj{Node: at, Index: 0, Of: nkl.Op(e.Pos(), prim.WriteString, text, x.expr(e.To))}
	case *harlan.Tuple:
		return &nkl.Tuple{Node: at, Elems: x.exprs(e.Elems)}
	case *harlan.Proj:
		return &nkl.Proj{Node: at, Index: e.Index, Of: x.expr(e.Of)}
	case *harlan.Loop:
		return x.loop(e)
	case *harlan.Recur:
		l := x.loops[len(x.loops)-1]
		return &nkl.Call{Node: at, Fn: l.name, Args: append(x.exprs(e.Args), nkl.Uses(l.free)...)}
	case *harlan.Vector, *harlan.Iota, *harlan.VectorRef, *harlan.Length, *harlan.Pointer, *harlan.Kernel, *harlan.Reduce, *harlan.Scan,
		*harlan.Filter, *harlan.Put, *harlan.Total, *harlan.Running:
		return x.vector(e)
	}
	panic("harlan: unexpected form " + harlan.Show(e))
}

// begin evaluates steps in order.
func (x *translator) begin(steps []harlan.Expr) nkl.Expr {
	e := x.expr(steps[0])
	if len(steps) == 1 {
		return e
	}
	v := types.NewVar("done", x.rep(x.sigs.TypeOf(steps[0])))
	return &nkl.Let{Node: ir.At(steps[0].Pos()), Bind: v, Rhs: e, Body: x.begin(steps[1:])}
}

// zero is any value of type t, behind a check that fails: zeros, of the first
// constructor of a datatype.
func (x *translator) zero(t *types.Type) nkl.Expr {
	d := x.sigs.Types[t.Name]
	if !harlan.IsDatatype(t) || d == nil {
		return nkl.Zero(x.rep(t))
	}
	if containsItself(x.sigs, d) { // nothing ever looks at it
		none := &nkl.Seq{Elem: x.rep(t)}
		return nkl.Op(ir.Pos{}, prim.Elt, none, &nkl.Int{})
	}
	var args []nkl.Expr
	for _, f := range d.Cons[0].Fields {
		args = append(args, x.zero(f))
	}
	return x.construct(&harlan.Construct{Con: d.Cons[0].Name}, args)
}

// construct makes a value of a datatype.
func (x *translator) construct(e *harlan.Construct, args []nkl.Expr) nkl.Expr {
	at, d := ir.At(e.Pos()), x.sigs.Data[e.Con]
	switch {
	case x.isVariant(d):
		return &nkl.Variant{Node: at, Type: x.rep(harlan.Named(d.Name)), Con: e.Con, Args: args}
	case len(args) == 0:
		return &nkl.Int{Node: at}
	case len(args) == 1:
		return args[0]
	}
	return &nkl.Tuple{Node: at, Elems: args}
}

// match takes a value of a datatype apart.
func (x *translator) match(e *harlan.Match) nkl.Expr {
	of := x.expr(e.Of)
	if x.isVariant(x.sigs.Data[e.Arms[0].(*harlan.Arm).Con]) {
		out := &nkl.Case{Node: ir.At(e.Pos()), Of: of}
		for _, a := range e.Arms {
			arm := a.(*harlan.Arm)
			out.Arms = append(out.Arms, &nkl.Arm{Node: arm.Node, Cons: []string{arm.Con}, Binds: x.binds(arm.Binds), Body: x.expr(arm.Body)})
		}
		return out
	}
	arm := e.Arms[0].(*harlan.Arm)
	vs := x.binds(arm.Binds)
	if len(vs) == 1 {
		return &nkl.Let{Node: ir.At(arm.Pos()), Bind: vs[0], Rhs: of, Body: x.expr(arm.Body)}
	}
	whole := types.NewVar("data", x.rep(x.sigs.TypeOf(e.Of)))
	var lets nkl.Lets
	lets.Bind(whole, of)
	for i, v := range vs {
		lets.Bind(v, &nkl.Proj{Index: i, Of: nkl.Use(whole)})
	}
	return lets.In(x.expr(arm.Body))
}

// loop makes a function of a loop, and calls it.
func (x *translator) loop(e *harlan.Loop) nkl.Expr {
	inits := x.exprs(e.Inits)
	var outside []*harlan.Var
	own := map[*harlan.Var]bool{}
	for _, v := range e.Binds {
		own[v] = true
	}
	for _, v := range harlan.FreeVars(e.Body) {
		if !own[v] {
			outside = append(outside, v)
		}
	}
	x.made++
	l := &loop{name: x.fresh.Fresh(x.name + ".loop" + strconv.Itoa(x.made))}
	var args []nkl.Expr
	for _, v := range outside {
		args = append(args, nkl.Use(x.vars[v]))
	}
	inner := &translator{linker: x.linker, name: l.name, vars: map[*harlan.Var]*nkl.Var{}, loops: append(x.loops, l)}
	f := &nkl.Func{Decl: ir.DeclAt(e.Pos()), Name: l.name, Params: inner.binds(e.Binds), Result: x.rep(e.Type)}
	l.free = inner.binds(outside)
	f.Params = append(f.Params, l.free...)
	f.Body = inner.expr(e.Body)
	x.funcs = append(x.funcs, f)
	return &nkl.Call{Node: ir.At(e.Pos()), Fn: l.name, Args: append(inits, args...)}
}
