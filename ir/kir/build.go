package kir

// Building programs: short constructors of expressions and the types of
// expressions of checked programs.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// NewVar makes a fresh variable.
func NewVar(name string, t *types.Type) *Var { return types.NewVar(name, t) }

// Use is a use of v.
func Use(v *Var) Expr { return &Ref{Var: v} }

// Uses is one use of every variable.
func Uses(vs []*Var) []Expr {
	es := make([]Expr, len(vs))
	for i, v := range vs {
		es[i] = Use(v)
	}
	return es
}

// ElemBytes is the size of an element of type t in memory, in bytes, where ints have 32 and
// floats 64 bits, as they have unless options say otherwise.
func ElemBytes(t *types.Type) int { return BytesOf(value.Num{}, t) }

// BytesOf is the size of a scalar of type t in memory, in bytes.
func BytesOf(num value.Num, t *types.Type) int {
	switch t.Kind {
	case types.KBool, types.KChar:
		return 1
	case types.KFloat:
		return num.FloatBits() / 8
	}
	return num.IntBits() / 8
}

// N is the integer n.
func N(n int64) Expr { return &Int{Val: n} }

// Apply applies a scalar primitive.
func Apply(code prim.Code, args ...Expr) Expr { return &Prim{Op: code.Prim(), Args: args} }

// Zero is the value whose bytes are zero: 0, 0.0, false, the character 0.
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

// IsAtom reports whether e is a variable or a literal.
func IsAtom(e Expr) bool { return Schema[e.Form()].Atom }

// IsBuf reports whether t is the type of a buffer, in any space.
func IsBuf(t *types.Type) bool { return t.Kind == types.KBuf }

// Global is the type of buffers of t that the host allocates.
func Global(t *types.Type) *types.Type { return types.Buf(t, "global") }

// Local is the type of arrays of t that a group shares.
func Local(t *types.Type) *types.Type { return types.Buf(t, "local") }

// Private is the type of arrays of t that each work-item has for itself.
func Private(t *types.Type) *types.Type { return types.Buf(t, "private") }

// LanesOf is the number of lanes of values of type t; 0 for scalars.
func LanesOf(t *types.Type) int {
	if t.Kind == types.KLanes {
		return t.N
	}
	return 0
}

// Like is elem, in as many lanes as t has.
func Like(t, elem *types.Type) *types.Type {
	if n := LanesOf(t); n > 0 {
		return types.Lanes(elem, n)
	}
	return elem
}

// Base is the type of one lane of t, or t itself.
func Base(t *types.Type) *types.Type {
	if LanesOf(t) > 0 {
		return t.Elem()
	}
	return t
}

// VarOf is the variable that e uses; nil if e is not a Ref.
func VarOf(e Expr) *Var {
	if r, ok := e.(*Ref); ok {
		return r.Var
	}
	return nil
}

// Exits reports whether a block does nothing but end a Loop.
func Exits(block Expr) bool {
	stmts := block.(*Block).Stmts
	return len(stmts) == 1 && stmts[0].Form() == FormExit
}

// EachEnd calls f with each Recur and Exit in e, but for those of Loops in it.
func EachEnd(e Expr, f func(e Expr)) {
	ir.Walk(e, func(e Expr) bool {
		switch e.(type) {
		case *Loop:
			return false
		case *Recur, *Exit:
			f(e)
		}
		return true
	})
}

// Literal is the value of an integer literal.
func Literal(e Expr) (int64, bool) {
	if i, ok := e.(*Int); ok {
		return i.Val, true
	}
	return 0, false
}

// IsInt reports whether e is the literal n.
func IsInt(e Expr, n int64) bool {
	v, ok := Literal(e)
	return ok && v == n
}

// Divisor is the literal that e divides ints by, in lanes too, if it divides by one.
func Divisor(e *Prim) (int64, bool) {
	if e.Op.Code != prim.Div && e.Op.Code != prim.Rem {
		return 0, false
	}
	by := e.Args[1]
	if s, ok := by.(*Splat); ok {
		by = s.Val
	}
	return Literal(by)
}

// TypeOf is the type of an expression of a checked program.
func TypeOf(e Expr) *types.Type {
	switch e := e.(type) {
	case *Ref:
		return e.Var.Type
	case *Int, *Digit, *GroupId, *NumGroups, *LocalId, *Length, *LaunchBase:
		return types.Int
	case *Float:
		return types.Float
	case *Bool, *Any:
		return types.Bool
	case *InRange:
		return Like(TypeOf(e.Idx), types.Bool)
	case *Char:
		return types.Char
	case *Unit:
		return e.Type
	case *Select:
		return TypeOf(e.Then)
	case *Load:
		return Like(TypeOf(e.Idx), TypeOf(e.Buf).Elem())
	case *MaskedLoad:
		return Like(TypeOf(e.Idx), TypeOf(e.Buf).Elem())
	case *Splat:
		return types.Lanes(TypeOf(e.Val), e.N)
	case *Ramp:
		return types.Lanes(types.Int, e.N)
	case *Fold:
		return TypeOf(e.Init)
	case *ErrorWord:
		return Global(types.Int)
	case *Prim:
		return primType(e)
	}
	panic("kir: no type of form " + Schema[e.Form()].Name)
}

func primType(e *Prim) *types.Type {
	args := make([]*types.Type, len(e.Args))
	for i, a := range e.Args {
		args[i] = TypeOf(a)
	}
	t, err := resultOf(e.Op, args)
	if err != nil {
		panic("kir: " + err.Error())
	}
	return t
}

// resultOf is the type of a primitive applied to scalars, or to lanes.
func resultOf(op *prim.Prim, args []*types.Type) (*types.Type, error) {
	if len(args) == 0 || args[0].Kind != types.KLanes {
		return op.ResultOf(args)
	}
	elems := make([]*types.Type, len(args))
	for i, t := range args {
		if t.Kind != types.KLanes || t.N != args[0].N {
			return nil, fmt.Errorf("operand %d has type %v beside %v", i, t, args[0])
		}
		elems[i] = t.Elem()
	}
	t, err := op.ResultOf(elems)
	if err != nil {
		return nil, err
	}
	return types.Lanes(t, args[0].N), nil
}
