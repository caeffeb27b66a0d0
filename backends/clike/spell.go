package clike

// How scalar primitives and identities are spelled, in host and device code of
// all C-like targets. Operations that C has with the same meaning are its
// operators; all others are the functions of the runtime.

import (
	"fmt"
	"strings"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// infix are the operators between two operands: none can overflow.
var infix = map[prim.Code]string{prim.Eq: "==", prim.Ne: "!=", prim.Lt: "<", prim.Le: "<=", prim.Gt: ">", prim.Ge: ">=", prim.And: "&", prim.Or: "|", prim.Xor: "^"}

// SpellPrim is the application of a scalar primitive to operands whose first
// has type t.
func SpellPrim(op prim.Code, t *types.Type, args []string) string {
	switch {
	case infix[op] != "":
		return fmt.Sprintf("(%s %s %s)", args[0], infix[op], args[1])
	case op == prim.Select:
		return fmt.Sprintf("(%s ? %s : %s)", args[0], args[1], args[2])
	case op == prim.Not && t.Kind == types.KBool:
		return "(!" + args[0] + ")"
	case op == prim.Not:
		return "(~" + args[0] + ")"
	}
	return ScalarName(op.Prim(), t.Kind) + "(" + strings.Join(args, ", ") + ")"
}

// SpellLanes is the application of a scalar primitive to operands in lanes; t is
// the type of one lane of the first.
func SpellLanes(op prim.Code, t *types.Type, args []string) string {
	return ScalarName(op.Prim(), t.Kind) + "_v(" + strings.Join(args, ", ") + ")"
}

// extremes are the identities of max and min by kind.
var extremes = map[types.Kind][2]string{
	types.KInt:   {"NES_MIN_INT", "NES_MAX_INT"},
	types.KFloat: {"(-NES_HUGE_FLOAT)", "NES_HUGE_FLOAT"},
	types.KChar:  {"0", "255"},
}

// SpellUnit is the identity of a reduction operator on a base type.
func SpellUnit(op prim.Rop, t *types.Type) string {
	switch {
	case op == prim.RMax:
		return extremes[t.Kind][0]
	case op == prim.RMin:
		return extremes[t.Kind][1]
	case op == prim.RMul && t.Kind == types.KFloat:
		return "NES_F(1.0)"
	case t.Kind == types.KFloat:
		return "NES_F(0.0)"
	case op == prim.RMul, op == prim.RAnd && t.Kind == types.KBool:
		return "1"
	case op == prim.RAnd:
		return "(-1)"
	}
	return "0"
}
