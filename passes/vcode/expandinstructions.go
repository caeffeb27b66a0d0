package vcode

// The pass expand-instructions: functions and control. Instructions are in elementwise.go,
// segments.go, permute.go and effects.go; what they work on is in value.go and scope.go.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
	"nessiec/passes/pass"
)

// ExpandInstructions makes the vector operations of instructions. A vector with one element is a
// scalar, the descriptor of one segment its length; what the machine of VCODE left unchecked
// is checked, unless -unsafe says that it need not be. The program writes what its first function
// leaves.
//
//	(let v:vec<int> (apply DIST int (3 s)) ...)          with s:sd<#1>
//	  =>  (let v:vec<int> (map s i:int (ret 3)) ...)      with s:int
func ExpandInstructions(c *pass.Ctx, m *vcode.Module) *fkl.Module {
	x := &expander{c: c, m: m}
	out := &fkl.Module{}
	names := pass.NewNames()
	for _, f := range m.Funcs {
		names.Take(f.Name)
		out.Funcs = append(out.Funcs, x.function(f))
	}
	main := x.main(m.Funcs[0], names.Fresh("main"))
	out.Funcs = append(out.Funcs, main)
	out.Actions = []*program.Action{{Decl: main.Decl, Kind: program.Eval, Type: types.Bool, Fn: main.Name, Result: "r"}}
	return out
}

// An expander translates functions.
type expander struct {
	c *pass.Ctx
	m *vcode.Module
}

// function translates a function.
func (x *expander) function(f *vcode.Func) *fkl.Func {
	s := newScope(x)
	out := &fkl.Func{Decl: f.Decl, Name: f.Name, Results: flatOf(f.Yields)}
	for _, p := range f.Params {
		out.Params = append(out.Params, s.variable(p))
	}
	out.Body = s.tail(f.Body, f.Yields, nil)
	return out
}

// flatOf is the types in the flat language.
func flatOf(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		if out[i] = t; t == vcode.OneSegment {
			out[i] = types.Int
		}
	}
	return out
}

// main is the function that runs the program and writes what is on the stack then.
func (x *expander) main(start *vcode.Func, name string) *fkl.Func {
	s := newScope(x)
	out := &fkl.Func{Decl: start.Decl, Name: name, Results: []*types.Type{types.Bool}}
	at := start.P
	results := s.results(&fkl.Call{Fn: start.Name}, start.Yields)
	for _, v := range results {
		switch {
		case v.t.Kind == types.KSd:
			s.effect(at, prim.WriteLengths, s.lens(v), fkl.N(1))
		default:
			s.effect(at, prim.WriteVector, s.vector(v).atom, fkl.N(1))
		}
	}
	out.Body = s.lets.In(fkl.Results(&fkl.Bool{Val: true}))
	return out
}

// tail translates code that yields values of types want, or starts the next iteration of a loop
// whose variables have the types again.
func (s *scope) tail(e vcode.Expr, want, again []*types.Type) fkl.Expr {
	switch e := e.(type) {
	case *vcode.Let:
		s.let(e)
		return s.tail(e.Body, want, again)
	case *vcode.Ret:
		return s.lets.In(fkl.Results(s.atoms(e.Vals, want)...))
	case *vcode.Recur:
		return s.lets.In(&fkl.Recur{Node: e.Node, Args: s.atoms(e.Args, again)})
	case *vcode.If:
		return s.lets.In(s.branch(e, want, again))
	case *vcode.Loop:
		var ts []*types.Type
		for _, v := range e.Binds {
			ts = append(ts, v.Type)
		}
		inits, inner := s.atoms(e.Inits, ts), s.inside()
		loop := &fkl.Loop{Node: e.Node, Inits: inits}
		for _, v := range e.Binds {
			loop.Binds = append(loop.Binds, inner.variable(v))
		}
		loop.Body = inner.tail(e.Body, want, ts)
		return s.lets.In(loop)
	case *vcode.Exit:
		return s.exit(e, want)
	}
	panic("vcode: code does not end in " + vcode.Schema[e.Form()].Name)
}

// branch translates a conditional.
func (s *scope) branch(e *vcode.If, want, again []*types.Type) fkl.Expr {
	cond := s.one(e.P, s.value(e.Cond), vcode.ErrOne)
	return &fkl.If{Node: e.Node, Cond: cond, Then: s.inside().tail(e.Then, want, again), Else: s.inside().tail(e.Else, want, again)}
}

// exit stops the program; what it yields is never looked at.
func (s *scope) exit(e *vcode.Exit, want []*types.Type) fkl.Expr {
	s.lets.Wrap(func(then fkl.Expr) fkl.Expr {
		return &fkl.Check{Node: e.Node, Cond: &fkl.Bool{}, Error: vcode.ErrExit, Then: then}
	})
	var zeros []fkl.Expr
	for _, t := range want {
		zeros = append(zeros, s.zero(t))
	}
	return s.lets.In(fkl.Results(zeros...))
}

// let translates a binding.
func (s *scope) let(e *vcode.Let) {
	var ts []*types.Type
	for _, v := range e.Binds {
		ts = append(ts, v.Type)
	}
	var vals []*val
	switch rhs := e.Rhs.(type) {
	case *vcode.Const:
		vals = []*val{s.constant(rhs)}
	case *vcode.Apply:
		vals = s.apply(rhs)
	case *vcode.Call:
		f := s.x.m.Find(rhs.Fn)
		vals = s.results(&fkl.Call{Node: rhs.Node, Fn: rhs.Fn, Args: s.atoms(rhs.Args, f.Takes)}, ts)
	case *vcode.If:
		vals = s.results(s.branch(rhs, ts, nil), ts)
	case *vcode.Timed:
		vals = s.results(&fkl.Time{Node: rhs.Node, Body: s.inside().tail(rhs.Body, ts[:len(ts)-1], nil)}, ts)
	default:
		panic("vcode: no binding of " + vcode.Schema[e.Rhs.Form()].Name)
	}
	for i, v := range e.Binds {
		s.env[v] = vals[i]
	}
}
