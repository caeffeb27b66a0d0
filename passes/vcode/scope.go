package vcode

// Where code is written: bindings, what variables stand for, and what is known of lengths.

import (
	"maps"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// A scope is host code that is being written.
type scope struct {
	x    *expander
	lets *fkl.Lets
	env  map[*vcode.Var]*val
	memo map[property]fkl.Expr
	rep  map[*fkl.Var]fkl.Expr // lengths that checks found equal to others
}

// A property is something of a value that is computed once.
type property struct {
	of   *val
	what string
}

func newScope(x *expander) *scope {
	return &scope{x: x, lets: &fkl.Lets{}, env: map[*vcode.Var]*val{}, memo: map[property]fkl.Expr{}, rep: map[*fkl.Var]fkl.Expr{}}
}

// inside is a scope in s, for the part of a form: what becomes known there is not known
// outside.
func (s *scope) inside() *scope {
	return &scope{x: s.x, lets: &fkl.Lets{}, env: s.env, memo: maps.Clone(s.memo), rep: maps.Clone(s.rep)}
}

// variable is the flat variable that v becomes.
func (s *scope) variable(v *vcode.Var) *fkl.Var {
	out := fkl.NewVar(v.Name, flatOf([]*types.Type{v.Type})[0])
	s.env[v] = &val{t: v.Type, atom: fkl.Use(out)}
	return out
}

// results binds the results of rhs, of these types of VCODE.
func (s *scope) results(rhs fkl.Expr, ts []*types.Type) []*val {
	vars, vals := make([]*fkl.Var, len(ts)), make([]*val, len(ts))
	for i, t := range ts {
		vars[i] = fkl.NewVar(hint(t), flatOf(ts[i : i+1])[0])
		vals[i] = &val{t: t, atom: fkl.Use(vars[i])}
	}
	s.lets.Set(vars, rhs)
	return vals
}

// once is a property of a value: an int that make computes where it is asked for first.
func (s *scope) once(v *val, what string, t *types.Type, make func() fkl.Expr) fkl.Expr {
	k := property{v, what}
	if e, ok := s.memo[k]; ok {
		return e
	}
	e := make()
	if !atomic(e) {
		e = s.lets.Bind(what, t, e)
	}
	s.memo[k] = e
	return e
}

func atomic(e fkl.Expr) bool {
	switch e.(type) {
	case *fkl.Ref, *fkl.Int, *fkl.Float, *fkl.Bool:
		return true
	}
	return false
}

// canon is the atom that stands for all that are known to be equal to e.
func (s *scope) canon(e fkl.Expr) fkl.Expr {
	for {
		r, ok := e.(*fkl.Ref)
		if !ok {
			return e
		}
		next, known := s.rep[r.Var]
		if !known {
			return e
		}
		e = next
	}
}

// equal reports whether two ints are known to be equal.
func (s *scope) equal(a, b fkl.Expr) bool {
	a, b = s.canon(a), s.canon(b)
	x, ok1 := a.(*fkl.Ref)
	y, ok2 := b.(*fkl.Ref)
	if ok1 && ok2 {
		return x.Var == y.Var
	}
	m, ok1 := a.(*fkl.Int)
	n, ok2 := b.(*fkl.Int)
	return ok1 && ok2 && m.Val == n.Val
}

// needEqual checks that two ints are equal, unless that is known, and knows it from then on.
func (s *scope) needEqual(at ir.Pos, a, b fkl.Expr, msg string) {
	if s.equal(a, b) || s.x.c.Unsafe {
		return
	}
	s.need(at, s.lets.Bind("equal", types.Bool, fkl.Apply(prim.Eq, a, b)), msg)
	a, b = s.canon(a), s.canon(b)
	if r, ok := b.(*fkl.Ref); ok {
		s.rep[r.Var] = a
	} else if r, ok := a.(*fkl.Ref); ok {
		s.rep[r.Var] = b
	}
}

// need checks a condition.
func (s *scope) need(at ir.Pos, cond fkl.Expr, msg string) { need(s.x, s.lets, at, cond, msg) }

// need checks a condition, on the host or in element code.
func need(x *expander, lets *fkl.Lets, at ir.Pos, cond fkl.Expr, msg string) {
	if x.c.Unsafe {
		return
	}
	lets.Wrap(func(then fkl.Expr) fkl.Expr { return &fkl.Check{Node: ir.At(at), Cond: cond, Error: msg, Then: then} })
}

// effect performs a primitive with an effect and returns its results.
func (s *scope) effect(at ir.Pos, code prim.Code, args ...fkl.Expr) []fkl.Expr {
	ts := make([]*types.Type, len(args))
	for i, a := range args {
		ts[i] = fkl.Sigs{}.TypeOf(a)
	}
	results, err := code.Prim().FlatResults(ts)
	if err != nil {
		panic("vcode: " + err.Error())
	}
	vars := make([]*fkl.Var, len(results))
	for i, t := range results {
		vars[i] = fkl.NewVar("r", t)
	}
	e := fkl.Apply(code, args...).(*fkl.Prim)
	e.Node = ir.At(at)
	s.lets.Set(vars, e)
	return fkl.Uses(vars)
}

// elements makes one vector of n elements: elem is their code.
func (s *scope) elements(n fkl.Expr, t *types.Type, elem func(b *fkl.Lets, i fkl.Expr) fkl.Expr) *val {
	i, b := fkl.NewVar("i", types.Int), &fkl.Lets{}
	x := operand(b, t, elem(b, fkl.Use(i)))
	return s.made(t, n, &fkl.Map{N: n, Idx: i, Body: b.In(fkl.Results(x))})
}

// operand is e, bound in b if it is no atom.
func operand(b *fkl.Lets, t *types.Type, e fkl.Expr) fkl.Expr {
	if atomic(e) {
		return e
	}
	return b.Bind("x", t, e)
}

// made binds a vector of n elements of type t.
func (s *scope) made(t *types.Type, n, rhs fkl.Expr) *val {
	v := &val{t: types.Vec(t), atom: s.lets.Bind("v", types.Vec(t), rhs)}
	if n != nil {
		s.memo[property{v, length}] = n
	}
	return v
}
