package anf

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Combining is the scalar primitives that reductions of ints, floats and bools apply,
// by the reduction; their identities are what Neutral says.
var Combining = map[prim.Code]prim.Code{prim.All: prim.And, prim.Any: prim.Or, prim.Parity: prim.Xor, prim.Sum: prim.Add, prim.Product: prim.Mul}

// Neutral is the identity of a combining primitive on elements of a base type t. A sum of
// floats begins with 0.0, which is neutral but for -0.0.
func Neutral(op prim.Code, t *types.Type) nkl.Expr {
	switch {
	case t == types.Bool:
		return Boolean(op == prim.And)
	case t == types.Float && op == prim.Mul:
		return &nkl.Float{Val: 1}
	case t == types.Float:
		return &nkl.Float{}
	case op == prim.And:
		return Integer(-1)
	case op == prim.Mul:
		return Integer(1)
	}
	return Integer(0)
}
