package anf

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// Expensive is the cost of code from which on it is worth computing once; cheaper code is computed
// where it is needed.
const Expensive = 8

// ScalarCost is the cost of a right-hand side on scalars, in cheap operations;
// ok is false for anything else.
func ScalarCost(e nkl.Expr) (cost int, ok bool) {
	switch e := e.(type) {
	case *nkl.Prim:
		switch {
		case e.Op.Code == prim.Length:
			return 0, true
		case e.Op.Class == prim.Scalar:
			return primCost(e.Op), true
		}
	case *nkl.Proj:
		r, isRef := e.Of.(*nkl.Ref)
		return 0, isRef && r.Var.Type.Elems[e.Index].IsScalar()
	}
	return 0, false
}

// primCost is the cost of a scalar primitive: those with checks, roots and functions of
// the mathematical library take long.
func primCost(p *prim.Prim) int {
	if len(p.Checks) > 0 || p.Latency == prim.Root || p.Latency == prim.Transcendental {
		return Expensive
	}
	return 1
}
