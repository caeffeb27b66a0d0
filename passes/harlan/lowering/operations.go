package lowering

// Operators, calls and vectors in the nested language, for elaborate.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// primitives are the operators that are primitives of ints and floats.
var primitives = map[harlan.Operator]prim.Code{
	harlan.Add: prim.Add, harlan.Sub: prim.Sub, harlan.Mul: prim.Mul, harlan.Div: prim.Div, harlan.Mod: prim.Rem,
	harlan.ShiftLeft: prim.Shl, harlan.ShiftRight: prim.Shr, harlan.BitAnd: prim.And, harlan.BitOr: prim.Or, harlan.BitXor: prim.Xor,
	harlan.Less: prim.Lt, harlan.LessEqual: prim.Le, harlan.Equal: prim.Eq, harlan.GreaterEqual: prim.Ge, harlan.Greater: prim.Gt,
}

// wide are the functions of the library for operators on u64.
var wide = map[harlan.Operator]string{
	harlan.Add: "__u64_add", harlan.Sub: "__u64_sub", harlan.Mul: "__u64_mul", harlan.Div: "__u64_div", harlan.Mod: "__u64_mod",
	harlan.ShiftLeft: "__u64_shl", harlan.ShiftRight: "__u64_shr", harlan.BitAnd: "__u64_and", harlan.BitOr: "__u64_or", harlan.BitXor: "__u64_xor",
	harlan.Less: "__u64_less", harlan.LessEqual: "__u64_less_equal", harlan.GreaterEqual: "__u64_greater_equal", harlan.Greater: "__u64_greater",
}

func (x *translator) op(e *harlan.Op) nkl.Expr {
	t := x.sigs.TypeOf(e.Left)
	a, b := x.expr(e.Left), x.expr(e.Right)
	r := x.rep(t)
	switch {
	case e.Op == harlan.Equal && !r.IsBase():
		return nkl.Op(e.Pos(), prim.Eql, a, b)
	case t == harlan.U64Type && (e.Op == harlan.Div || e.Op == harlan.Mod):
		var lets nkl.Lets
		d := lets.Name("d", r, b)
		zero := nkl.Op(e.Pos(), prim.Eql, d, &nkl.Tuple{Elems: []nkl.Expr{&nkl.Int{}, &nkl.Int{}}})
		lets.Check(e.Pos(), nkl.Op(e.Pos(), prim.Not, zero), prim.ErrDivide)
		return lets.In(x.libraryCall(e.Pos(), wide[e.Op], []*types.Type{r, r}, a, d))
	case t == harlan.U64Type:
		return x.libraryCall(e.Pos(), wide[e.Op], []*types.Type{r, r}, a, b)
	case t == types.Float && e.Op == harlan.Div:
		if f, ok := e.Right.(*harlan.Float); !ok || f.Val == 0 {
			return x.libraryCall(e.Pos(), "__harlan_divide", nil, a, b)
		}
	}
	return nkl.Op(e.Pos(), primitives[e.Op], a, b)
}

func (x *translator) cast(e *harlan.Cast) nkl.Expr {
	a, at := x.expr(e.Of), e.Pos()
	asInt := func(a nkl.Expr) nkl.Expr { // the low half
		switch e.From {
		case types.Float:
			return nkl.Op(at, prim.Trunc, a)
		case types.Char:
			return nkl.Op(at, prim.CharCode, a)
		case types.Bool:
			return nkl.Op(at, prim.Btoi, a)
		case harlan.U64Type:
			if x.c.IntBits == 64 {
				return x.libraryCall(at, "__u64_int64", []*types.Type{x.rep(e.From)}, a)
			}
			return &nkl.Proj{Index: 1, Of: a}
		}
		return a
	}
	switch {
	case e.From == e.To:
		return a
	case e.To == types.Int:
		return asInt(a)
	case e.To == types.Char:
		return nkl.Op(at, prim.CodeChar, asInt(a))
	case e.To == types.Float && e.From == harlan.U64Type:
		return x.libraryCall(at, "__u64_float", []*types.Type{x.rep(harlan.U64Type)}, a)
	case e.To == types.Float:
		return nkl.Op(at, prim.ToFloat, asInt(a))
	case e.From == types.Float:
		return x.libraryCall(at, "__float_u64", nil, a)
	}
	if x.c.IntBits == 64 {
		return x.libraryCall(at, "__int64_u64", nil, asInt(a))
	}
	return x.libraryCall(at, "__int_u64", nil, asInt(a))
}

// call makes a call of a function, builtin or extern.
func (x *translator) call(e *harlan.Call) nkl.Expr {
	args := x.exprs(e.Args)
	if name, ok := x.names[e.Fn]; ok {
		return &nkl.Call{Node: ir.At(e.Pos()), Fn: name, Args: args}
	}
	if e.Fn == "%concat" {
		return nkl.Op(e.Pos(), prim.Flatten, args...)
	}
	if name, ok := builtins[e.Fn]; ok {
		return x.libraryCall(e.Pos(), name, nil, args...)
	}
	f := externs[e.Fn]
	if f.library != "" {
		ts := make([]*types.Type, len(args))
		for i, a := range e.Args {
			ts[i] = x.rep(x.sigs.TypeOf(a))
		}
		return x.libraryCall(e.Pos(), f.library, ts, args...)
	}
	return f.make(x, e.Pos(), args)
}

// builtins are the functions of the library for functions that every program has.
var builtins = map[string]string{"harlan_sqrt": "__harlan_sqrt", "floor": "__harlan_floor", "atan2": "__harlan_atan2",
	"%int->str": "int_string"}

// vector makes the forms of vectors.
func (x *translator) vector(e harlan.Expr) nkl.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *harlan.Vector:
		return &nkl.Seq{Node: at, Elem: x.rep(e.Elem), Elems: x.exprs(e.Elems)}
	case *harlan.Iota:
		return nkl.Op(e.Pos(), prim.Index, x.expr(e.Of))
	case *harlan.VectorRef:
		return nkl.Op(e.Pos(), prim.Elt, x.expr(e.Vec), x.expr(e.Index))
	case *harlan.Length:
		return nkl.Op(e.Pos(), prim.Length, x.expr(e.Of))
	case *harlan.Pointer:
		return x.expr(e.Of)
	case *harlan.Put:
		vec, index, rhs := x.expr(e.Vec), x.expr(e.Index), x.expr(e.Rhs)
		t := x.rep(x.sigs.TypeOf(e.Vec))
		return nkl.Op(e.Pos(), prim.Write, vec, &nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{index}}, &nkl.Seq{Elem: t.Elem(), Elems: []nkl.Expr{rhs}})
	case *harlan.Kernel:
		return x.kernel(e)
	case *harlan.Filter:
		of := x.expr(e.Of)
		v := x.bind(e.X)
		return &nkl.EachIf{Node: at, Binds: []*nkl.Var{v}, Seqs: []nkl.Expr{of}, Cond: x.expr(e.Cond), Body: nkl.Use(v)}
	case *harlan.Total:
		return x.total(e)
	case *harlan.Running:
		return x.running(e)
	case *harlan.Reduce:
		return x.notEmpty(e.Pos(), e.Of, func(v nkl.Expr, t *types.Type) nkl.Expr {
			fun, ft := x.operator(e, e.X, e.Y, e.Body)
			first := nkl.Op(e.Pos(), prim.Elt, v, &nkl.Int{})
			return x.libraryCall(e.Pos(), "__harlan_reduce", []*types.Type{ft, t.Elem(), t}, fun, first, v)
		})
	case *harlan.Scan:
		init, of := x.expr(e.Init), x.expr(e.Of)
		t := x.rep(x.sigs.TypeOf(e.Of))
		fun, ft := x.operator(e, e.X, e.Y, e.Body)
		return x.libraryCall(e.Pos(), "__harlan_scan", []*types.Type{ft, t.Elem(), t}, fun, init, of)
	}
	panic("harlan: unexpected form " + harlan.Show(e))
}

// shortError is the error of a kernel whose other sources have too few elements.
const shortError = "A source of a kernel has fewer elements than the first one."

// kernel makes an apply-to-each, whose sources have as many elements as the first.
func (x *translator) kernel(e *harlan.Kernel) nkl.Expr {
	seqs := x.exprs(e.Seqs)
	out := &nkl.Each{Node: ir.At(e.Pos()), Seqs: seqs}
	var lets nkl.Lets
	if len(seqs) > 1 {
		var first nkl.Expr
		for i, s := range seqs {
			t := x.rep(x.sigs.TypeOf(e.Seqs[i]))
			seqs[i] = lets.Name("source", t, s)
			if i == 0 {
				first = seqs[0]
				continue
			}
			n := lets.Name("n", types.Int, nkl.Op(e.Pos(), prim.Length, first))
			lets.Check(e.Pos(), nkl.Op(e.Pos(), prim.Ge, nkl.Op(e.Pos(), prim.Length, seqs[i]), n), shortError)
			seqs[i] = lets.Name("source", t, x.libraryCall(e.Pos(), "__harlan_source", []*types.Type{t, types.Int}, seqs[i], n))
		}
	}
	out.Binds = x.binds(e.Binds)
	out.Body = x.expr(e.Body)
	return lets.In(out)
}

// emptyError is the error of a reduction of nothing.
const emptyError = "A reduction of an empty vector."

// notEmpty is what f makes of a vector, which must have elements.
func (x *translator) notEmpty(p ir.Pos, of harlan.Expr, f func(v nkl.Expr, t *types.Type) nkl.Expr) nkl.Expr {
	t := x.rep(x.sigs.TypeOf(of))
	var lets nkl.Lets
	v := lets.Name("v", t, x.expr(of))
	lets.Check(p, nkl.Op(p, prim.Gt, nkl.Op(p, prim.Length, v), &nkl.Int{}), emptyError)
	return lets.In(f(v, t))
}

// operator is the operator of a reduction as a function value, and its type.
func (x *translator) operator(e harlan.Expr, a, b *harlan.Var, body harlan.Expr) (nkl.Expr, *types.Type) {
	x.made++
	var captures []*nkl.Var
	for _, v := range harlan.FreeVars(body) {
		if v != a && v != b {
			captures = append(captures, x.vars[v])
		}
	}
	t := x.rep(a.Type)
	pair := types.NewVar("both", types.Tuple(t, t))
	var lets nkl.Lets
	lets.Bind(x.bind(a), &nkl.Proj{Index: 0, Of: nkl.Use(pair)})
	lets.Bind(x.bind(b), &nkl.Proj{Index: 1, Of: nkl.Use(pair)})
	l := &nkl.Lambda{Node: ir.At(e.Pos()), Label: x.fresh.Fresh(x.name + ".fn" + strconv.Itoa(x.made)), Captures: captures, Param: pair}
	l.Body = lets.In(x.expr(body))
	var ts []*types.Type
	for _, v := range captures {
		ts = append(ts, v.Type)
	}
	return l, types.Fun(types.Clo(l.Label, ts...), pair.Type, t)
}

// totals and runnings are the primitives of foldings; combines, the operators.
var (
	totals = map[harlan.Folding]prim.Code{harlan.Sum: prim.Sum, harlan.Product: prim.Product, harlan.Maximum: prim.MaxVal, harlan.Minimum: prim.MinVal,
		harlan.All: prim.All, harlan.Some: prim.Any}
	runnings = map[harlan.Folding]prim.Code{harlan.Sum: prim.PlusScan, harlan.Product: prim.MultScan, harlan.Maximum: prim.MaxScan,
		harlan.Minimum: prim.MinScan, harlan.All: prim.AndScan, harlan.Some: prim.OrScan}
	combines = map[harlan.Folding]prim.Code{harlan.Sum: prim.Add, harlan.Product: prim.Mul, harlan.Maximum: prim.Max, harlan.Minimum: prim.Min,
		harlan.All: prim.And, harlan.Some: prim.Or}
)

func (x *translator) total(e *harlan.Total) nkl.Expr {
	return x.notEmpty(e.Pos(), e.Of, func(v nkl.Expr, _ *types.Type) nkl.Expr { return nkl.Op(e.Pos(), totals[e.Op], v) })
}

// running combines the start with an exclusive scan, whose first element is the identity.
func (x *translator) running(e *harlan.Running) nkl.Expr {
	t := x.rep(x.sigs.TypeOf(e.Of))
	var lets nkl.Lets
	init := lets.Name("init", t.Elem(), x.expr(e.Init))
	b := types.NewVar("before", t.Elem())
	return lets.In(&nkl.Each{Node: ir.At(e.Pos()), Binds: []*nkl.Var{b}, Seqs: []nkl.Expr{nkl.Op(e.Pos(), runnings[e.Op], x.expr(e.Of))},
		Body: nkl.Op(e.Pos(), combines[e.Op], init, nkl.Use(b))})
}
