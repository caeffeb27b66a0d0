package anf

import (
	"math"

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
	switch {
	case op == prim.Max:
		return extreme(t, n.MinInt(), 0, -value.HugeFloat)
	case op == prim.Min:
		return extreme(t, n.MaxInt(), math.MaxUint8, value.HugeFloat)
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

// extreme is one of these, by its type.
func extreme(t *types.Type, i int64, c byte, f float64) nkl.Expr {
	switch t {
	case types.Char:
		return &nkl.Char{Val: c}
	case types.Float:
		return &nkl.Float{Val: f}
	}
	return Integer(i)
}
