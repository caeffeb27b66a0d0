package infer

// Types of applications.

import (
	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
)

// apply infers an application: of a name of the top level directly, of
// anything else as a function value.
func (in *Inferrer) apply(e *nesl.Apply) (nkl.Expr, *hm.Type) {
	if g, ok := e.Fn.(*nesl.Global); ok {
		switch {
		case g.Version == 0 && g.Name == "__check":
			return in.check(e)
		case g.Version == 0 && g.Name == "__range":
			return in.rangeOf(e)
		case g.Version == 0 && g.Name == "__none":
			return in.none(e)
		case g.Version == 0 && (g.Name == "__reduce" || g.Name == "__scan"):
			return in.foldBy(e, g.Name == "__scan")
		}
		if d := in.find(g.Name, g.Version); d.Kind != ValueDef && d.Kind != brokenDef && d.Scheme.Arg != nil {
			return in.call(e, g, d)
		}
	}
	fun, tf := in.expr(e.Fn)
	arg, ta := in.expr(e.Arg)
	return &nkl.Apply{Node: ir.At(e.Pos()), Fun: fun, Arg: arg}, in.applied(e, tf, ta)
}

// applied is the result type of applying a function value of type tf.
func (in *Inferrer) applied(e *nesl.Apply, tf, ta *hm.Type) *hm.Type {
	switch f := tf.Find(); f.Kind {
	case hm.Err:
		return hm.ErrType
	case hm.Fun:
		if fail := hm.Unify(ta, f.Args[1], e.Arg.Pos()); fail != nil {
			m := in.failed(e.Arg, fail, "the function takes %s, found %s", text(f.Args[1]), text(ta)).because(f.Args[1])
			if fail.Kind == hm.Mismatch {
				m.WithHint("a local name has one type; a function of the top level can be used at many")
			}
			return hm.ErrType
		}
		return f.Args[2]
	}
	res := hm.NewVar(types.Any)
	if fail := hm.Unify(tf, hm.FunOf(hm.NewVar(types.Any), ta, res), e.Pos()); fail != nil {
		in.notFunction(e, tf, fail)
		return hm.ErrType
	}
	return res
}

// call infers the application of a function, constructor or primitive.
func (in *Inferrer) call(e *nesl.Apply, g *nesl.Global, d *Definition) (nkl.Expr, *hm.Type) {
	want, res, inst := d.Scheme.Instance()
	a := in.arguments(e.Arg, d.Params)
	if !in.matches(e, g, d, a, want) {
		return &nkl.Bool{Node: ir.At(e.Pos())}, hm.ErrType
	}
	return a.before(in.callNode(e.Pos(), d, a.exprs, inst, res)), res
}

// callNode makes the code of a call.
func (in *Inferrer) callNode(pos ir.Pos, d *Definition, args []nkl.Expr, inst []*hm.Type, res *hm.Type) nkl.Expr {
	at := ir.At(pos)
	if d.Op != "" {
		return &nkl.Prim{Node: at, Op: prim.Must(d.Op), Args: args}
	}
	if d.con != nil {
		return in.variant(pos, d, args, res)
	}
	if d.Kind == ConstructorDef {
		con := &nkl.Con{Node: at, Of: Pairs(pos, args)}
		in.fix(&con.Type, res)
		return con
	}
	in.mention(d, pos)
	c := &nkl.Call{Node: at, Fn: d.Key(), Args: args, TypeArgs: in.fixAll(inst)}
	if d == in.current { // its type parameters are not known yet
		d.self = append(d.self, c)
	}
	return c
}

// Pairs is the right-nested tuple of es, at least one.
func Pairs(pos ir.Pos, es []nkl.Expr) nkl.Expr {
	last := len(es) - 1
	out := es[last]
	for i := last - 1; i >= 0; i-- {
		out = &nkl.Tuple{Node: ir.At(pos), Elems: []nkl.Expr{es[i], out}}
	}
	return out
}

// matches checks the arguments against the type of the parameter.
func (in *Inferrer) matches(e *nesl.Apply, g *nesl.Global, d *Definition, a *arguments, want *hm.Type) bool {
	if a.missing > 0 {
		in.tooFew(e, g, d, a, want)
		return false
	}
	for i, t := range a.types {
		w := want
		if i < len(a.types)-1 {
			w, want = want.Find().Args[0], want.Find().Args[1]
		}
		if f := hm.Unify(t, w, a.at[i].Pos()); f != nil {
			in.wrongArgument(e, g, d, a, i, w, f)
			return false
		}
	}
	return true
}

// arguments are the arguments of a call, one for each parameter.
type arguments struct {
	exprs   []nkl.Expr
	types   []*hm.Type
	at      []nesl.Expr // where they come from
	lets    []*nkl.Let  // to evaluate before the call, in order
	missing int         // parameters for which there is none; the last type is what is there
}

// arguments infers the argument of a call and splits it among n parameters.
func (in *Inferrer) arguments(e nesl.Expr, n int) *arguments {
	a := &arguments{}
	for ; n > 1; n-- {
		pair, ok := e.(*nesl.Pair)
		if !ok {
			break
		}
		x, t := in.expr(pair.Left)
		a.add(x, t, pair.Left)
		e = pair.Right
	}
	x, t := in.expr(e)
	if n > 1 {
		in.split(a, x, t, e, n)
	} else {
		a.add(x, t, e)
	}
	return a
}

func (a *arguments) add(x nkl.Expr, t *hm.Type, at nesl.Expr) {
	a.exprs, a.types, a.at = append(a.exprs, x), append(a.types, t), append(a.at, at)
}

// split takes the value x, of a tuple type, apart into n arguments. What was
// evaluated before it stays before it.
func (in *Inferrer) split(a *arguments, x nkl.Expr, t *hm.Type, at nesl.Expr, n int) {
	pos := at.Pos()
	chain := make([]*hm.Type, n)
	for i := range chain {
		chain[i] = hm.NewVar(types.Any)
	}
	if t.Find().Kind == hm.Err {
		t = hm.ErrType
	}
	if hm.Unify(t, pairTypes(chain), pos) != nil {
		a.add(x, t, at)
		a.missing = n - 1
		return
	}
	for i := range a.exprs {
		a.exprs[i] = in.name(a, a.exprs[i], a.types[i])
	}
	x = in.name(a, x, t)
	for i, part := range chain {
		if i == n-1 {
			a.add(x, part, at)
			break
		}
		a.add(&nkl.Proj{Node: ir.At(pos), Index: 0, Of: x}, part, at)
		x = &nkl.Proj{Node: ir.At(pos), Index: 1, Of: x}
	}
}

// name binds x to a variable unless it is an atom already.
func (in *Inferrer) name(a *arguments, x nkl.Expr, t *hm.Type) nkl.Expr {
	switch x.(type) {
	case *nkl.Ref, *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return x
	}
	v := in.newVar("arg", t)
	a.lets = append(a.lets, &nkl.Let{Node: ir.At(x.Pos()), Bind: v, Rhs: x})
	return &nkl.Ref{Node: ir.At(x.Pos()), Var: v}
}

// before puts the bindings of a in front of the call.
func (a *arguments) before(call nkl.Expr) nkl.Expr {
	for i := len(a.lets) - 1; i >= 0; i-- {
		a.lets[i].Body = call
		call = a.lets[i]
	}
	return call
}

// pairTypes is the type of right-nested tuples.
func pairTypes(ts []*hm.Type) *hm.Type {
	last := len(ts) - 1
	out := ts[last]
	for i := last - 1; i >= 0; i-- {
		out = hm.PairOf(ts[i], out)
	}
	return out
}

// globalValue infers a name of the top level that is not applied.
func (in *Inferrer) globalValue(e *nesl.Global) (nkl.Expr, *hm.Type) {
	d := in.find(e.Name, e.Version)
	switch {
	case d.Kind == brokenDef:
		return &nkl.Bool{Node: ir.At(e.Pos())}, hm.ErrType
	case d.Kind == ValueDef && d.Fn != nil: // a constant of the library
		return d.Fn.Body, d.Typ
	case d.Kind == ValueDef && in.Lib == nil: // the same, while the library is made
		return d.Result.Draft.Body, d.Typ
	case d.Kind == ValueDef:
		return in.global(e.Pos(), d), d.Typ
	case d.con != nil && d.con.Holds == nil:
		t := hm.Subst(d.Scheme.Res, d.Data.Params, hm.Fresh(d.Data.Params))
		return in.variant(e.Pos(), d, nil, t), t
	case d.Kind == ConstructorDef:
		return in.constructorValue(e.Pos(), d)
	}
	arg, res, inst := d.Scheme.Instance()
	t := hm.FunOf(hm.CloOf(d.Label), arg, res)
	v := &nkl.FunVal{Node: ir.At(e.Pos()), Fn: d.Key()}
	in.fix(&v.Type, t)
	in.mention(d, e.Pos())
	if in.draft.Values == nil {
		in.draft.Values = map[*nkl.FunVal][]*types.Type{}
	}
	in.draft.Values[v] = in.fixAll(inst)
	return v, t
}

// constructorValue is a constructor as a function value.
func (in *Inferrer) constructorValue(pos ir.Pos, d *Definition) (nkl.Expr, *hm.Type) {
	arg, res, _ := d.Scheme.Instance()
	param := in.newVar("x", arg)
	x := &nkl.Ref{Node: ir.At(pos), Var: param}
	var body nkl.Expr
	if d.con != nil {
		body = in.variantOf(pos, d, x, res)
	} else {
		con := &nkl.Con{Node: ir.At(pos), Of: x}
		in.fix(&con.Type, res)
		body = con
	}
	return &nkl.Lambda{Node: ir.At(pos), Label: d.Label.Name, Param: param, Body: body}, hm.FunOf(hm.CloOf(d.Label), arg, res)
}

// check infers __check(cond, "message", value), which the library uses.
func (in *Inferrer) check(e *nesl.Apply) (nkl.Expr, *hm.Type) {
	pair := e.Arg.(*nesl.Pair)
	rest := pair.Right.(*nesl.Pair)
	cond, tc := in.expr(pair.Left)
	if hm.Unify(tc, hm.BoolType, e.Pos()) != nil {
		panic("front: a condition of __check in the library is not bool")
	}
	then, t := in.expr(rest.Right)
	return &nkl.Check{Node: ir.At(e.Pos()), Cond: cond, Error: rest.Left.(*nesl.String).Val, Then: then}, t
}

// rangeOf infers __range(low, high, step), which the library uses.
func (in *Inferrer) rangeOf(e *nesl.Apply) (nkl.Expr, *hm.Type) {
	a := in.arguments(e.Arg, 3)
	for _, t := range a.types {
		if hm.Unify(t, hm.IntType, e.Pos()) != nil {
			panic("front: a bound of __range in the library is not int")
		}
	}
	return &nkl.Range{Node: ir.At(e.Pos()), Lo: a.exprs[0], Hi: a.exprs[1], Step: a.exprs[2]}, hm.SeqOf(hm.IntType)
}

// none infers __none(e), which the library uses: the empty sequence of the type
// of e.
func (in *Inferrer) none(e *nesl.Apply) (nkl.Expr, *hm.Type) {
	_, t := in.expr(e.Arg)
	s := &nkl.Seq{Node: ir.At(e.Pos())}
	in.fix(&s.Elem, t)
	return s, hm.SeqOf(t)
}
