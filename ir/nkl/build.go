package nkl

// What passes need to build and inspect expressions: constructors, atoms,
// zeros, and bindings in order of evaluation.

import (
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Use makes a Ref to v.
func Use(v *Var) Expr { return &Ref{Var: v} }

// VarOf is the variable that e reads, or nil.
func VarOf(e Expr) *Var {
	if r, ok := e.(*Ref); ok {
		return r.Var
	}
	return nil
}

// IsUse reports whether e reads v.
func IsUse(e Expr, v *Var) bool {
	r, ok := e.(*Ref)
	return ok && r.Var == v
}

// Uses makes a Ref to each of vs.
func Uses(vs []*Var) []Expr {
	es := make([]Expr, len(vs))
	for i, v := range vs {
		es[i] = &Ref{Var: v}
	}
	return es
}

// Op applies a primitive at p.
func Op(p ir.Pos, code prim.Code, args ...Expr) Expr {
	return &Prim{Node: ir.At(p), Op: code.Prim(), Args: args}
}

// Pair builds the tuple of es; one alone is itself.
func Pair(es ...Expr) Expr {
	if len(es) == 1 {
		return es[0]
	}
	return &Tuple{Elems: es}
}

// IsAtom reports whether e is an atom: a variable or a literal other than a
// string.
func IsAtom(e Expr) bool { return Schema[e.Form()].Atom }

// Zero is the identity value of type t, as value.Zero has it. Types of
// functions and type variables have none.
func Zero(t *types.Type) Expr {
	switch t.Kind {
	case types.KInt:
		return &Int{}
	case types.KFloat:
		return &Float{}
	case types.KBool:
		return &Bool{}
	case types.KChar:
		return &Char{}
	case types.KSeq:
		return &Seq{Elem: t.Elem()}
	case types.KTuple:
		es := make([]Expr, len(t.Elems))
		for i, u := range t.Elems {
			es[i] = Zero(u)
		}
		return &Tuple{Elems: es}
	case types.KSum:
		first := t.Cons()[0]
		v := &Variant{Type: t, Con: first.Name}
		for _, f := range first.Elems {
			v.Args = append(v.Args, Zero(f))
		}
		return v
	}
	if u := contents(t); u != nil {
		return &Con{Type: t, Of: Zero(u)}
	}
	panic("nkl: no zero of type " + t.String())
}

// Lets collects bindings and checks in order of evaluation.
type Lets struct{ steps []Expr }

// Bind adds a binding of v and returns a use of it.
func (l *Lets) Bind(v *Var, rhs Expr) Expr {
	l.steps = append(l.steps, &Let{Node: ir.At(rhs.Pos()), Bind: v, Rhs: rhs})
	return &Ref{Var: v}
}

// Name binds rhs, of type t, to a new variable called hint and returns a use of
// it; an atom is returned as it is.
func (l *Lets) Name(hint string, t *types.Type, rhs Expr) Expr {
	if IsAtom(rhs) {
		return rhs
	}
	return l.Bind(types.NewVar(hint, t), rhs)
}

// Check adds a check at p.
func (l *Lets) Check(p ir.Pos, cond Expr, msg string) {
	l.steps = append(l.steps, &Check{Node: ir.At(p), Cond: cond, Error: msg})
}

// In wraps body in the bindings and checks. The Lets must not be used again.
func (l *Lets) In(body Expr) Expr {
	for i := len(l.steps) - 1; i >= 0; i-- {
		switch s := l.steps[i].(type) {
		case *Let:
			s.Body = body
		case *Check:
			s.Then = body
		}
		body = l.steps[i]
	}
	return body
}
