package lcu

// Building programs: short constructors of atoms and operations, and Lets,
// which collects bindings.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// NewVar makes a fresh variable.
func NewVar(name string, t *types.Type) *Var { return types.NewVar(name, t) }

// Use is a use of v.
func Use(v *Var) Expr { return &Ref{Var: v} }

// VarOf is the variable that e uses; nil if e is not a Ref.
func VarOf(e Expr) *Var {
	if r, ok := e.(*Ref); ok {
		return r.Var
	}
	return nil
}

// Uses is one use of every variable.
func Uses(vs []*Var) []Expr {
	es := make([]Expr, len(vs))
	for i, v := range vs {
		es[i] = Use(v)
	}
	return es
}

// N is the integer n.
func N(n int64) Expr { return &Int{Val: n} }

// Apply applies a primitive.
func Apply(code prim.Code, args ...Expr) Expr { return &Prim{Op: code.Prim(), Args: args} }

// Get is vec[idx].
func Get(vec, idx Expr) Expr { return &At{Vec: vec, Idx: idx} }

// Results is the expression that yields vals.
func Results(vals ...Expr) Expr { return &Ret{Vals: vals} }

// IsAtom reports whether e is a variable or a literal.
func IsAtom(e Expr) bool { return Schema[e.Form()].Atom }

// Lets collects bindings, and what stands between them, in order of evaluation.
type Lets struct{ wrap []func(Expr) Expr }

// Bind binds the one result of rhs, of type t, and returns a use of it.
func (l *Lets) Bind(name string, t *types.Type, rhs Expr) Expr {
	v := NewVar(name, t)
	l.Set([]*Var{v}, rhs)
	return Use(v)
}

// Set binds vs to the results of rhs.
func (l *Lets) Set(vs []*Var, rhs Expr) {
	l.Wrap(func(body Expr) Expr { return &Let{Binds: vs, Rhs: rhs, Body: body} })
}

// Wrap adds anything that encloses what follows: a Check.
func (l *Lets) Wrap(f func(Expr) Expr) { l.wrap = append(l.wrap, f) }

// In wraps body in everything collected.
func (l *Lets) In(body Expr) Expr {
	for i := len(l.wrap) - 1; i >= 0; i-- {
		body = l.wrap[i](body)
	}
	return body
}

// HasCheck reports whether there is a check in e.
func HasCheck(e Expr) bool { return ir.Any(e, func(e Expr) bool { return e.Form() == FormCheck }) }

// Costly reports whether element code has loops, or functions that take longer than a division.
func Costly(t *Thunk) bool {
	return ir.Any(t.Body, func(e Expr) bool {
		p, ok := e.(*Prim)
		return ok && p.Op.Latency > prim.Division || e.Form() == FormLoop
	})
}

// Zero is the zero of a base type.
func Zero(t *types.Type) Expr {
	switch t.Kind {
	case types.KFloat:
		return &Float{}
	case types.KBool:
		return &Bool{}
	case types.KChar:
		return &Char{}
	}
	return &Int{}
}
