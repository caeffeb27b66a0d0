package code

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// Combining is the scalar primitives that reductions of ints, floats and bools apply,
// by the reduction; their identities are what Neutral says.
var Combining = map[string]string{"all": "and", "any": "or", "parity": "xor", "sum": "add", "product": "mul"}

// Neutral is the identity of a combining primitive on elements of a base type t. A sum of
// floats begins with 0.0, which is neutral but for -0.0.
func Neutral(op string, t *types.Type) nkl.Expr {
	switch {
	case t == types.Bool:
		return Boolean(op == "and")
	case t == types.Float && op == "mul":
		return &nkl.Float{Val: 1}
	case t == types.Float:
		return &nkl.Float{}
	case op == "and":
		return Integer(-1)
	case op == "mul":
		return Integer(1)
	}
	return Integer(0)
}
