package stack

// Functions that yield one of two sequences that they hand on: the best of what a search has found, which what it tries may become.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/nested/anf"
)

// WithResults is f, which calls no other function but itself, with copies of sequences that it yields where calls hand on what others have yielded as
// another parameter: then the two have places of their own. It is nil if there is no such sequence.
//
//	(func f () (s:[int] best:[int]) [int] (if c s (let t (append s (seq (1))) (let b (call f () (t best)) (call f () (s b))))))
//	=> (func f () (s:[int] best:[int]) [int] (if c (let none (get best (index 0)) (append none s)) ..))
func WithResults(f *nkl.Func, between Between) *nkl.Func {
	calls := func(e nkl.Expr) bool { return CallsOthers(between, e) }
	x := &resultCopies{versions: newVersions(), f: f, calls: calls, result: types.NewVar("result", f.Result), tuples: map[*nkl.Var]*nkl.Tuple{}}
	if x.note(f.Body, nil); x.other {
		return nil
	}
	out := *f
	if out.Body = x.code(f.Body, f.Params); !x.some {
		return nil
	}
	return &out
}

type resultCopies struct {
	versions
	f           *nkl.Func
	calls       func(e nkl.Expr) bool
	result      *nkl.Var // what stands for the value of f
	tuples      map[*nkl.Var]*nkl.Tuple
	some, other bool // there are copies, there are calls of other functions
}

// note notes what variables in e are versions of; loop is the variables of the loop around.
func (x *resultCopies) note(e nkl.Expr, loop []*nkl.Var) {
	switch e := e.(type) {
	case *nkl.Let:
		if t, ok := e.Rhs.(*nkl.Tuple); ok {
			x.tuples[e.Bind] = t
		}
		if c, ok := e.Rhs.(*nkl.Call); ok && x.calls(c) {
			x.flow(e.Bind, nkl.Use(x.result))
		} else {
			x.flow(e.Bind, e.Rhs)
		}
		x.note(e.Rhs, nil)
		x.note(e.Body, loop)
		return
	case *nkl.Call:
		if x.calls(e) {
			if x.other = x.other || e.Fn != x.f.Name; !x.other {
				for i, v := range x.f.Params {
					x.flow(v, e.Args[i])
				}
			}
		}
	case *nkl.Loop:
		for i, v := range e.Binds {
			x.flow(v, e.Inits[i])
		}
		loop = e.Binds
	case *nkl.Recur:
		for i, v := range loop {
			x.flow(v, e.Args[i])
		}
	}
	e.Children(func(_ int, c nkl.Expr) { x.note(c, loop) })
}

// code is code at the end of the function, with copies of what it yields; known is the variables that it knows.
func (x *resultCopies) code(e nkl.Expr, known []*nkl.Var) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: x.code(e.Body, append(slices.Clone(known), e.Bind))}
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: x.code(e.Then, known)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: x.code(e.Then, known), Else: x.code(e.Else, known)}
	case *nkl.Loop:
		return &nkl.Loop{Node: e.Node, Binds: e.Binds, Inits: e.Inits, Body: x.code(e.Body, append(slices.Clone(known), e.Binds...))}
	case *nkl.Ref:
		if t := x.tuples[e.Var]; t != nil {
			return x.code(t, known)
		}
		var l nkl.Lets
		return l.In(x.copied(&l, 0, e, known))
	case *nkl.Tuple:
		var l nkl.Lets
		out, n := &nkl.Tuple{Node: e.Node}, 0
		for _, c := range e.Elems {
			out.Elems = append(out.Elems, x.copied(&l, n, c, known))
			n += len(types.Leaves(anf.TypeOfAtom(c)))
		}
		return l.In(out)
	}
	return e
}

// copied is atom e, leaf n of what the function yields: a copy if it is a version of a parameter that others are not.
func (x *resultCopies) copied(l *nkl.Lets, n int, e nkl.Expr, known []*nkl.Var) nkl.Expr {
	v := nkl.VarOf(e)
	if v == nil || v.Type.Kind != types.KSeq || !v.Type.Elem().IsScalar() {
		return e
	}
	of := x.Find(leaves.At(x.result, n))
	isParam := func(of leaves.Leaf) bool {
		return slices.ContainsFunc(x.f.Params, func(p *nkl.Var) bool { return p.Type.Kind == types.KSeq && x.Find(leaves.At(p, 0)) == of })
	}
	if from := x.Find(leaves.At(v, 0)); from == of || !isParam(of) || !isParam(from) {
		return e
	}
	for _, w := range slices.Backward(known) {
		if w.Type.Kind == types.KSeq && x.Find(leaves.At(w, 0)) == of {
			x.some = true
			none := l.Name("none", v.Type, anf.Op(prim.Get, nkl.Use(w), anf.Run(l, anf.Integer(0), anf.Integer(0))))
			return l.Name(v.Name, v.Type, anf.OpAt(ir.Pos{}, prim.Append, none, e))
		}
	}
	return e
}
