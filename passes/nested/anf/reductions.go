package anf

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Combining is the scalar primitives that reductions apply, by the reduction; their
// identities are what Neutral says.
var Combining = map[prim.Code]prim.Code{
	prim.All: prim.And, prim.Any: prim.Or, prim.Parity: prim.Xor, prim.Sum: prim.Add, prim.Product: prim.Mul, prim.MaxVal: prim.Max, prim.MinVal: prim.Min,
}

// Neutral is the identity of a combining primitive on elements of a base type t. A sum of
// floats begins with 0.0, which is neutral but for -0.0.
func Neutral(n value.Num, op prim.Code, t *types.Type) nkl.Expr {
	r, _ := prim.RopOf(op)
	return Literal(t, r.Identity(n, t.Kind))
}
