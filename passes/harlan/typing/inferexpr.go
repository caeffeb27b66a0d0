package typing

// Types of expressions, for infer-harlan: each case makes the typed form and its type.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

//nessiec:exhaustive grammar.HarlanParsed
func (in *inferrer) expr(e harlan.Expr) (harlan.Expr, *typ) {
	switch e := e.(type) {
	case *harlan.Ref:
		t := in.vars[e.Var]
		return &harlan.Ref{Node: e.Node, Var: t.v}, t.typ
	case *harlan.Int:
		t, i := number(), &harlan.Int{Node: e.Node, Val: e.Val}
		in.ints[i] = t
		return i, t
	case *harlan.Float:
		return e, floatTyp
	case *harlan.Bool:
		return e, boolTyp
	case *harlan.Char:
		return e, charTyp
	case *harlan.Str:
		return e, strTyp
	case *harlan.U64:
		return e, u64Typ
	case *harlan.Void:
		return e, voidTyp
	case *harlan.Op:
		return in.op(e)
	case *harlan.Call:
		f := in.funcs[e.Fn]
		return &harlan.Call{Node: e.Node, Fn: e.Fn, Args: in.args(e.Fn, e.Args, f.params)}, f.result
	case *harlan.Construct:
		c := in.cons[e.Con]
		return &harlan.Construct{Node: e.Node, Con: e.Con, Args: in.args(e.Con, e.Args, c.fields)}, named(c.data)
	case *harlan.Apply:
		return in.apply(e)
	case *harlan.Lambda:
		return in.lambda(e)
	case *harlan.Cast:
		return &harlan.Cast{Node: e.Node, From: e.From, To: e.To, Of: in.want(e.Of, "what is cast", typFrom(e.From))}, typFrom(e.To)
	case *harlan.Let:
		rhs, t := in.expr(e.Rhs)
		in.later(e.Rhs, t, isValue, "E0440", "%s is bound to what has a value", e.Bind.Name)
		v := in.bind(e.Bind, t)
		body, u := in.expr(e.Body)
		return &harlan.Let{Node: e.Node, Bind: v, Rhs: rhs, Body: body}, u
	case *harlan.Begin:
		out, t := &harlan.Begin{Node: e.Node}, voidTyp
		for _, s := range e.Steps {
			var step harlan.Expr
			step, t = in.expr(s)
			out.Steps = append(out.Steps, step)
		}
		return out, t
	case *harlan.If:
		return in.branch(e)
	case *harlan.Match:
		return in.match(e)
	case *harlan.Assert:
		return &harlan.Assert{Node: e.Node, Cond: in.want(e.Cond, "what is asserted", boolTyp)}, voidTyp
	case *harlan.Fail:
		t, out := unknown(), &harlan.Fail{Node: e.Node, Message: e.Message}
		in.fix(&out.Type, t)
		return out, t
	case *harlan.Print:
		of, t := in.expr(e.Of)
		in.later(e, t, in.isPrintable, "E0443", "only numbers, truth values, characters, texts, and data and vectors of these can be printed")
		return &harlan.Print{Node: e.Node, Symbolic: e.Symbolic, Of: of}, voidTyp
	case *harlan.Write:
		of, t := in.expr(e.Of)
		in.later(e, t, in.isPrintable, "E0443", "only numbers, truth values, characters, texts, and data and vectors of these can be printed")
		to := in.want(e.To, "the stream", pointerTo(named("ofstream")))
		return &harlan.Write{Node: e.Node, Symbolic: e.Symbolic, Of: of, To: to}, voidTyp
	case *harlan.While:
		cond := in.want(e.Cond, "a condition", boolTyp)
		body, _ := in.expr(e.Body)
		return &harlan.While{Node: e.Node, Cond: cond, Body: body}, voidTyp
	case *harlan.Set:
		v := in.vars[e.Var]
		return &harlan.Set{Node: e.Node, Var: v.v, Rhs: in.want(e.Rhs, "what "+e.Var.Name+" is set to", v.typ)}, voidTyp
	case *harlan.Vector, *harlan.Iota, *harlan.VectorRef, *harlan.Length, *harlan.Pointer, *harlan.Kernel,
		*harlan.Reduce, *harlan.Scan, *harlan.Filter, *harlan.VectorSet, *harlan.Arm:
		return in.vector(e)
	}
	panic("harlan: unexpected form " + harlan.Show(e))
}

// vector is expr for the forms of vectors.
func (in *inferrer) vector(e harlan.Expr) (harlan.Expr, *typ) {
	switch e := e.(type) {
	case *harlan.Vector:
		t, out := unknown(), &harlan.Vector{Node: e.Node}
		for _, x := range e.Elems {
			out.Elems = append(out.Elems, in.want(x, "an element", t))
		}
		in.later(e, t, isValue, "E0440", "an element has a value")
		in.fix(&out.Elem, t)
		return out, vecOf(t)
	case *harlan.Iota:
		return &harlan.Iota{Node: e.Node, Of: in.want(e.Of, "the argument of iota", intTyp)}, vecOf(intTyp)
	case *harlan.VectorRef:
		t := unknown()
		vec := in.want(e.Vec, "the vector of vector-ref", vecOf(t))
		return &harlan.VectorRef{Node: e.Node, Vec: vec, Index: in.want(e.Index, "an index", intTyp)}, t
	case *harlan.VectorSet:
		t := unknown()
		vec := in.want(e.Vec, "the vector of vector-ref", vecOf(t))
		index := in.want(e.Index, "an index", intTyp)
		return &harlan.VectorSet{Node: e.Node, Vec: vec, Index: index, Rhs: in.want(e.Rhs, "what the element is set to", t)}, voidTyp
	case *harlan.Length:
		return &harlan.Length{Node: e.Node, Of: in.want(e.Of, "the argument of length", vecOf(unknown()))}, intTyp
	case *harlan.Pointer:
		t := unknown()
		return &harlan.Pointer{Node: e.Node, Of: in.want(e.Of, "the argument of unsafe-vec-ptr", vecOf(t))}, pointerTo(t)
	case *harlan.Kernel:
		return in.kernel(e)
	case *harlan.Reduce:
		t := unknown()
		of := in.want(e.Of, "what is reduced", vecOf(t))
		x, y := in.bind(e.X, t), in.bind(e.Y, t)
		return &harlan.Reduce{Node: e.Node, X: x, Y: y, Of: of, Body: in.want(e.Body, "what a reduction combines to", t)}, t
	case *harlan.Scan:
		t := unknown()
		init := in.want(e.Init, "the start of a scan", t)
		of := in.want(e.Of, "what is scanned", vecOf(t))
		x, y := in.bind(e.X, t), in.bind(e.Y, t)
		return &harlan.Scan{Node: e.Node, X: x, Y: y, Init: init, Of: of, Body: in.want(e.Body, "what a scan combines to", t)}, vecOf(t)
	case *harlan.Filter:
		t := unknown()
		of := in.want(e.Of, "what is filtered", vecOf(t))
		x := in.bind(e.X, t)
		return &harlan.Filter{Node: e.Node, X: x, Of: of, Cond: in.want(e.Cond, "the test of a filter", boolTyp)}, vecOf(t)
	}
	panic("harlan: unexpected form " + harlan.Show(e))
}

func isValue(t *typ) bool { return t.kind != types.KTuple }

// isPrintable reports whether values of t have a text, fields of data included.
func (in *inferrer) isPrintable(t *typ) bool { return in.printable(t, map[string]bool{}) }

func (in *inferrer) printable(t *typ, seen map[string]bool) bool {
	t = t.find()
	switch {
	case t.kind == types.KTuple || t.kind == types.KFun || t.isNamed("ptr"):
		return false
	case t.kind == types.KSeq:
		return in.printable(t.parts[0], seen)
	case t.kind == types.KData && !seen[t.name]:
		seen[t.name] = true
		for _, c := range in.cons {
			if c.data != t.name {
				continue
			}
			for _, f := range c.fields {
				if !in.printable(f, seen) {
					return false
				}
			}
		}
	}
	return true
}

func (in *inferrer) args(fn string, es []harlan.Expr, params []*typ) (out []harlan.Expr) {
	for i, e := range es {
		out = append(out, in.want(e, "argument "+strconv.Itoa(i+1)+" of "+fn, params[i]))
	}
	return out
}

func (in *inferrer) op(e *harlan.Op) (harlan.Expr, *typ) {
	left, t := in.expr(e.Left)
	if e.Op != harlan.Equal {
		in.same(e.Left, "an operand of "+e.Op.String(), t, number())
	}
	right, u := in.expr(e.Right)
	in.same(e.Right, "the second operand of "+e.Op.String(), u, t)
	switch {
	case e.Op.Integral():
		in.later(e, t, func(t *typ) bool { return t.kind != types.KFloat }, "E0441", "%s is for ints", e.Op)
	case e.Op == harlan.Equal:
		in.later(e, t, in.isPrintable, "E0441", "= is for what can be printed")
	}
	if e.Op.Compares() {
		t = boolTyp
	}
	return &harlan.Op{Node: e.Node, Op: e.Op, Left: left, Right: right}, t
}

func (in *inferrer) apply(e *harlan.Apply) (harlan.Expr, *typ) {
	out := &harlan.Apply{Node: e.Node}
	fun, f := in.expr(e.Fun)
	out.Fun = fun
	var params []*typ
	for _, a := range e.Args {
		x, t := in.expr(a)
		out.Args, params = append(out.Args, x), append(params, t)
	}
	result := unknown()
	if f = f.find(); f.kind == types.KFun && len(f.parts) != len(params)+1 {
		in.c.Errorf(e.Pos(), "E0432", "the procedure has %d parameters, here it gets %d", len(f.parts)-1, len(params))
		return out, result
	}
	in.same(e.Fun, "what is applied", f, procedure(params, result))
	return out, result
}

func (in *inferrer) lambda(e *harlan.Lambda) (harlan.Expr, *typ) {
	in.labels++
	out := &harlan.Lambda{Node: e.Node, Label: in.name + ".fn" + strconv.Itoa(in.labels)}
	var params []*typ
	for range e.Params {
		params = append(params, unknown())
	}
	result := unknown()
	t := procedure(params, result)
	in.sets = append(in.sets, t)
	in.fix(&out.Type, t)
	out.Params = in.binds(e.Params, params)
	out.Body = in.want(e.Body, "the body of the procedure", result)
	return out, t
}

// branch infers an if. The value of an arm is dropped if there is no other arm. (if c #t #f) is c, as (and c) is.
func (in *inferrer) branch(e *harlan.If) (harlan.Expr, *typ) {
	cond := in.want(e.Cond, "a condition", boolTyp)
	if isLiteral(e.Then, true) && isLiteral(e.Else, false) {
		return cond, boolTyp
	}
	then, t := in.expr(e.Then)
	if v, ok := e.Else.(*harlan.Void); ok {
		if !yieldsNothing(then) {
			then = &harlan.Begin{Node: ir.At(then.Pos()), Steps: []harlan.Expr{then, v}}
		}
		return &harlan.If{Node: e.Node, Cond: cond, Then: then, Else: v}, voidTyp
	}
	return &harlan.If{Node: e.Node, Cond: cond, Then: then, Else: in.want(e.Else, "the second arm of if", t)}, t
}

func isLiteral(e harlan.Expr, val bool) bool {
	b, ok := e.(*harlan.Bool)
	return ok && b.Val == val
}

// yieldsNothing reports whether e is void whatever types there are.
func yieldsNothing(e harlan.Expr) bool {
	switch e := e.(type) {
	case *harlan.Set, *harlan.VectorSet, *harlan.Print, *harlan.Write, *harlan.While, *harlan.Assert, *harlan.Void:
		return true
	case *harlan.Begin:
		return yieldsNothing(e.Steps[len(e.Steps)-1])
	case *harlan.Let:
		return yieldsNothing(e.Body)
	case *harlan.If:
		return yieldsNothing(e.Else)
	}
	return false
}

func (in *inferrer) match(e *harlan.Match) (harlan.Expr, *typ) {
	first := in.cons[e.Arms[0].(*harlan.Arm).Con]
	out := &harlan.Match{Node: e.Node, Of: in.want(e.Of, "what is matched", named(first.data))}
	t := unknown()
	for _, a := range e.Arms {
		arm := a.(*harlan.Arm)
		binds := in.binds(arm.Binds, in.cons[arm.Con].fields)
		body := in.want(arm.Body, "the arm of "+arm.Con, t)
		out.Arms = append(out.Arms, &harlan.Arm{Node: arm.Node, Con: arm.Con, Binds: binds, Body: body})
	}
	return out, t
}

func (in *inferrer) kernel(e *harlan.Kernel) (harlan.Expr, *typ) {
	out := &harlan.Kernel{Node: e.Node}
	var elems []*typ
	for _, s := range e.Seqs {
		t := unknown()
		out.Seqs, elems = append(out.Seqs, in.want(s, "the source of a kernel", vecOf(t))), append(elems, t)
	}
	out.Binds = in.binds(e.Binds, elems)
	body, t := in.expr(e.Body)
	in.later(e.Body, t, isValue, "E0440", "the body of a kernel has a value")
	out.Body = body
	return out, vecOf(t)
}
