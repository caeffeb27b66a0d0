package nkl

// Which functions reach a primitive, so that random keys are kept only where
// they matter.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// A reach says what may apply one primitive.
type reach struct {
	op     string
	funcs  map[string]bool // functions that do when called
	values bool            // some function value does when applied
	never  bool            // nothing in the module does
}

// reaching finds what may apply the primitive op in m.
func reaching(m *nkl.Module, op string) *reach {
	r := &reach{op: op, funcs: map[string]bool{}, never: true}
	m.EachBody(func(e nkl.Expr) {
		ir.Walk(e, func(e nkl.Expr) bool {
			p, ok := e.(*nkl.Prim)
			r.never = r.never && !(ok && p.Op.Name == op)
			return r.never
		})
	})
	for changed := !r.never; changed; {
		changed = false
		for _, f := range m.Funcs {
			if !r.funcs[f.Name] && r.expr(f.Body) {
				r.funcs[f.Name], changed = true, true
			}
			if !r.values && r.makesValue(f.Body) {
				r.values, changed = true, true
			}
		}
	}
	return r
}

// expr reports whether evaluating e may apply the primitive.
func (r *reach) expr(e nkl.Expr) bool {
	if r.never {
		return false
	}
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Prim:
			found = found || e.Op.Name == r.op
		case *nkl.Call:
			found = found || r.funcs[e.Fn]
		case *nkl.CallLifted:
			found = found || r.funcs[e.Fn]
		case *nkl.Apply:
			found = found || r.values
		case *nkl.Lambda:
			return false
		}
		return !found
	})
	return found
}

// makesValue reports whether e makes a function value that, when applied, may
// apply the primitive.
func (r *reach) makesValue(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Lambda:
			found = found || r.expr(e.Body)
		case *nkl.FunVal:
			found = found || r.funcs[e.Fn]
		}
		return !found
	})
	return found
}
