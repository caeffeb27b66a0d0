package harlan

// Forms that bind variables, for expand-macros.

import (
	"nessiec/ir"
	"nessiec/ir/datum"
)

// bindForm expands the form called name, if it binds variables or has parts that are no
// expressions; out is nil if it is malformed.
func (x *expander) bindForm(name string, e *datum.List, s *scope) (out datum.Expr, binds bool) {
	es := e.Elems
	switch name {
	case "let", "kernel":
		return x.bindings(e, 1, s), true
	case "kernel-r":
		return x.bindings(e, 2, s), true
	case "lambda", "let-region":
		return x.around(e, 2, s), true
	case "%reduce", "%scan", "%filter":
		return x.around(e, 3, s), true
	case "match":
		return x.arms(e, s), true
	case "unsafe-explicit-cast":
		if len(es) != 3 {
			return nil, true
		}
		return x.listOf(e, unmarked(es[0]), unmarked(es[1]), x.expr(es[2], s)), true
	}
	return nil, false
}

func (x *expander) listOf(e *datum.List, es ...datum.Expr) datum.Expr {
	return &datum.List{Node: e.Node, Elems: es}
}

// bindings expands (let ((x e) ...) body ...), whose bindings are element k; what is
// bound is in scope in the body alone.
func (x *expander) bindings(e *datum.List, k int, s *scope) datum.Expr {
	bs, ok := at(e, k).(*datum.List)
	if !ok || len(e.Elems) < k+2 {
		return nil
	}
	inner := s
	var pairs []datum.Expr
	for _, b := range bs.Elems {
		pair, ok := b.(*datum.List)
		if !ok || len(pair.Elems) != 2 {
			return nil
		}
		sym, ok := pair.Elems[0].(*datum.Sym)
		if !ok {
			return nil
		}
		rhs := x.expr(pair.Elems[1], s)
		var v datum.Expr
		inner, v = x.bind(inner, sym)
		pairs = append(pairs, &datum.List{Node: ir.At(b.Pos()), Elems: []datum.Expr{v, rhs}})
	}
	out := []datum.Expr{unmarked(e.Elems[0])}
	out = append(out, x.all(e.Elems[1:k], s)...)
	out = append(out, &datum.List{Node: ir.At(bs.Pos()), Elems: pairs})
	return x.listOf(e, append(out, x.all(e.Elems[k+1:], inner)...)...)
}

// around expands (lambda (x ...) body ...), in all of which the variables are in scope,
// and (%reduce (x y) body v), in one element of which they are.
func (x *expander) around(e *datum.List, n int, s *scope) datum.Expr {
	vs, ok := at(e, 1).(*datum.List)
	if !ok || len(e.Elems) < 3 {
		return nil
	}
	inner, vars, ok := x.variables(s, vs.Elems)
	if !ok {
		return nil
	}
	out := []datum.Expr{unmarked(e.Elems[0]), &datum.List{Node: vs.Node, Elems: vars}}
	if n == 2 {
		return x.listOf(e, append(out, x.all(e.Elems[2:], inner)...)...)
	}
	out = append(out, x.expr(e.Elems[2], inner))
	return x.listOf(e, append(out, x.all(e.Elems[3:], s)...)...)
}

// arms expands (match e ((C x ...) body ...) ...).
func (x *expander) arms(e *datum.List, s *scope) datum.Expr {
	if len(e.Elems) < 3 {
		return nil
	}
	out := []datum.Expr{unmarked(e.Elems[0]), x.expr(e.Elems[1], s)}
	for _, a := range e.Elems[2:] {
		arm, ok := a.(*datum.List)
		if !ok || len(arm.Elems) < 2 {
			return nil
		}
		if _, ok := arm.Elems[0].(*datum.List); !ok {
			return nil
		}
		inner, p := x.binder(s, arm.Elems[0])
		if p == nil {
			return nil
		}
		out = append(out, x.listOf(arm, append([]datum.Expr{p}, x.all(arm.Elems[1:], inner)...)...))
	}
	return x.listOf(e, out...)
}
