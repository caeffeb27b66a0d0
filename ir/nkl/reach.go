package nkl

// Which functions reach a primitive, through calls and function values: random
// keys are kept, and made, only where they matter.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
)

// A Reach says what may apply one primitive.
type Reach struct {
	op     prim.Code
	Funcs  map[string]bool // functions that do when called
	Values bool            // some function value does when applied
	Never  bool            // nothing in the module does
}

// Reaching finds what may apply the primitive op in m.
func Reaching(m *Module, op prim.Code) *Reach {
	r := &Reach{op: op, Funcs: map[string]bool{}, Never: true}
	m.EachBody(func(e Expr) {
		ir.Walk(e, func(e Expr) bool {
			p, ok := e.(*Prim)
			r.Never = r.Never && !(ok && p.Op.Code == op)
			return r.Never
		})
	})
	for changed := !r.Never; changed; {
		changed = false
		for _, f := range m.Funcs {
			if !r.Funcs[f.Name] && r.Expr(f.Body) {
				r.Funcs[f.Name], changed = true, true
			}
			if !r.Values && r.makesValue(f.Body) {
				r.Values, changed = true, true
			}
		}
	}
	return r
}

// Expr reports whether evaluating e may apply the primitive.
func (r *Reach) Expr(e Expr) bool {
	if r.Never {
		return false
	}
	found := false
	ir.Walk(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Prim:
			found = found || e.Op.Code == r.op
		case *Call:
			found = found || r.Funcs[e.Fn]
		case *CallLifted:
			found = found || r.Funcs[e.Fn]
		case *Apply:
			found = found || r.Values
		case *Lambda:
			return false
		}
		return !found
	})
	return found
}

// makesValue reports whether e makes a function value that, when applied, may
// apply the primitive.
func (r *Reach) makesValue(e Expr) bool {
	found := false
	ir.Walk(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Lambda:
			found = found || r.Expr(e.Body)
		case *FunVal:
			found = found || r.Funcs[e.Fn]
		}
		return !found
	})
	return found
}
