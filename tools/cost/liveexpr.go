package cost

// Live data, form by form. The result of every function here is a value, and the
// most bytes that the scope holds while it is computed.

import (
	"fmt"

	refnkl "nessiec/backends/ref/nkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A tail is a call in tail position: the scope that makes it is gone by then.
type tail struct {
	f     *nkl.Func
	args  []value.Value
	bytes []int64
}

// apply calls f; bytes are those of the arguments that nobody else holds.
func (x *meter) apply(f *nkl.Func, args []value.Value, bytes []int64) (v value.Value, peak int64) {
	for next := (&tail{f, args, bytes}); next != nil; {
		s := &scope{}
		for i, p := range next.f.Params {
			s.bind(p, next.args[i], next.bytes[i])
		}
		body := next.f.Body
		var p int64
		next = nil
		v, p = x.eval(s, body, nil, &next)
		peak = max(peak, p)
	}
	return v, peak + frameBytes
}

// eval evaluates e in s. A call in tail position is left in *end, if end is not nil.
func (x *meter) eval(s *scope, e nkl.Expr, after *later, end **tail) (value.Value, int64) {
	switch e := e.(type) {
	case *nkl.Let:
		v, p := x.eval(s, e.Rhs, &later{x.freeOf(e.Body), after}, nil)
		bytes := x.bytes(v)
		if r, ok := e.Rhs.(*nkl.Ref); ok {
			bytes = s.own(r.Var)
		}
		s.bind(e.Bind, v, bytes)
		w, q := x.eval(s, e.Body, after, end)
		return w, max(p, q)
	case *nkl.If:
		arm := e.Else
		if s.atom(e.Cond).(value.Bool) {
			arm = e.Then
		}
		return x.eval(s, arm, after, end)
	case *nkl.Check:
		if !bool(s.atom(e.Cond).(value.Bool)) {
			panic(fmt.Errorf("the program fails: %s", e.Error))
		}
		return x.eval(s, e.Then, after, end)
	case *nkl.Call:
		return x.call(s, e, after, end)
	case *nkl.Each:
		return x.each(s, e, after)
	case *nkl.FoldIn:
		return x.eval(s, e.Body, after, end)
	}
	x.step(1)
	v := x.operation(s, e)
	own := int64(0)
	if makesData(e) {
		own = x.bytes(v)
	}
	return v, s.held(x.freeOf(e), after) + own
}

// makesData reports whether the value of e shares nothing with its operands.
func makesData(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Ref, *nkl.Proj, *nkl.Tuple:
		return false
	case *nkl.Prim:
		return e.Op.Code != prim.Elt
	}
	return true
}

// atom is the value of an atom.
func (s *scope) atom(e nkl.Expr) value.Value {
	switch e := e.(type) {
	case *nkl.Ref:
		return s.find(e.Var).val
	case *nkl.Int:
		return value.Int(e.Val)
	case *nkl.Float:
		return value.Float(e.Val)
	case *nkl.Bool:
		return value.Bool(e.Val)
	case *nkl.Char:
		return value.Char(e.Val)
	}
	panic(fmt.Errorf("live data of %T is not counted", e))
}

func (s *scope) atoms(es []nkl.Expr) []value.Value {
	out := make([]value.Value, len(es))
	for i, e := range es {
		out[i] = s.atom(e)
	}
	return out
}

// call calls a function. What the caller, or somebody around it, holds meanwhile is
// not the callee's.
func (x *meter) call(s *scope, e *nkl.Call, after *later, end **tail) (value.Value, int64) {
	x.step(1)
	args, bytes := s.atoms(e.Args), make([]int64, len(e.Args))
	for i, a := range e.Args {
		if r, ok := a.(*nkl.Ref); ok && !after.has(r.Var) {
			bytes[i] = s.own(r.Var)
		}
	}
	f := x.sigs.Funcs[e.Fn]
	if end != nil {
		*end = &tail{f, args, bytes}
		return nil, s.held(x.freeOf(e), after)
	}
	v, p := x.apply(f, args, bytes)
	return v, s.held(nil, after) + p
}

// each maps over sequences, all elements at once.
func (x *meter) each(s *scope, e *nkl.Each, after *later) (value.Value, int64) {
	seqs := s.atoms(e.Seqs)
	n := seqs[0].(value.Seq).Len()
	out := value.NewBuilder(x.typeOf(e).Elem(), n)
	peak := s.held(x.freeOf(e), after)
	for i := range n {
		in := &scope{up: s}
		for k, b := range e.Binds {
			in.bind(b, seqs[k].(value.Seq).At(i), 0)
		}
		x.step(1)
		v, p := x.eval(in, e.Body, nil, nil)
		peak += max(p, x.bytes(v))
		out.Append(v)
	}
	return out.Seq(), peak
}

// typeOf is the type of an operation.
func (x *meter) typeOf(e nkl.Expr) *types.Type {
	t := x.types[e]
	if t == nil {
		t = x.sigs.TypeOf(e)
		x.types[e] = t
	}
	return t
}

// operation is the value of what neither binds nor branches.
func (x *meter) operation(s *scope, e nkl.Expr) value.Value {
	switch e := e.(type) {
	case *nkl.Str:
		return value.String(e.Val)
	case *nkl.Tuple:
		return value.Tuple(s.atoms(e.Elems))
	case *nkl.Proj:
		return s.atom(e.Of).(value.Tuple)[e.Index]
	case *nkl.Seq:
		return value.Of(e.Elem, s.atoms(e.Elems)...)
	case *nkl.Prim:
		return x.prim(e, s.atoms(e.Args))
	case *nkl.Range:
		return x.other(e, []nkl.Expr{e.Lo, e.Hi, e.Step}, s.atoms([]nkl.Expr{e.Lo, e.Hi, e.Step}))
	}
	return s.atom(e)
}

func (x *meter) prim(e *nkl.Prim, args []value.Value) value.Value {
	switch e.Op.Code {
	case prim.Length:
		return value.Int(args[0].(value.Seq).Len())
	case prim.Elt:
		if xs, i := args[0].(value.Seq), int(args[1].(value.Int)); 0 <= i && i < xs.Len() {
			return xs.At(i)
		}
		return value.Zero(x.typeOf(e))
	case prim.Append:
		return value.Concat(args[0].(value.Seq), args[1].(value.Seq))
	}
	if e.Op.Class == prim.Scalar {
		return e.Op.Apply(x.num, args, x.typeOf(e))
	}
	if e.Op.Class != prim.Seq {
		panic(fmt.Errorf("live data of %s is not counted", e.Op))
	}
	return x.other(e, e.Args, args)
}

// maxBytes bounds a sequence; without a bound every call would ask the system for one.
const maxBytes = 1 << 28

// other asks the evaluator for the value of an operation, by a module that has
// nothing else.
func (x *meter) other(e nkl.Expr, operands []nkl.Expr, args []value.Value) value.Value {
	f := &nkl.Func{Name: "f", Result: x.typeOf(e)}
	var uses []nkl.Expr
	for _, a := range operands {
		p := types.NewVar("x", x.typeOf(a))
		f.Params, uses = append(f.Params, p), append(uses, nkl.Use(p))
	}
	i := -1
	f.Body = e.MapChildren(func(nkl.Expr) nkl.Expr {
		i++
		return uses[i]
	})
	m := &nkl.Module{Funcs: []*nkl.Func{f}, Actions: []*program.Action{}}
	v, cost, err := refnkl.Call(m, "f", nil, args, refnkl.Options{Num: x.num, Guard: refnkl.Total, MaxBytes: maxBytes})
	x.step(cost.Work)
	if err != nil {
		panic(error(err))
	}
	return v
}
