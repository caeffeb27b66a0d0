package lcu

// What all SOACs have in common, so that passes need not list them.

import (
	"nessiec/ir/prim"
)

// Parts is a SOAC by its roles. N, the number of positions, is nil for Once;
// Offs is nil unless the SOAC is segmented; Fun is the second thunk: a predicate or destinations.
type Parts struct {
	N, Offs Expr
	Ops     []prim.Rop
	T, Fun  *Thunk
}

// Segmented reports whether the index space is that of offsets.
func (p Parts) Segmented() bool { return p.Offs != nil }

// PartsOf returns the parts of a SOAC; false for any other form.
func PartsOf(e Expr) (Parts, bool) {
	switch e := e.(type) {
	case *Once:
		return Parts{T: e.T}, true
	case *Map:
		return Parts{N: e.N, T: e.T}, true
	case *SegMap:
		return Parts{N: e.N, Offs: e.Offs, T: e.T}, true
	case *Reduce:
		return Parts{N: e.N, Ops: e.Ops, T: e.T}, true
	case *SegReduce:
		return Parts{N: e.N, Offs: e.Offs, Ops: e.Ops, T: e.T}, true
	case *Scan:
		return Parts{N: e.N, Ops: e.Ops, T: e.T}, true
	case *SegScan:
		return Parts{N: e.N, Offs: e.Offs, Ops: e.Ops, T: e.T}, true
	case *Filter:
		return Parts{N: e.N, T: e.T, Fun: e.Pred}, true
	case *Partition:
		return Parts{N: e.N, T: e.T, Fun: e.Pred}, true
	case *Compact:
		return Parts{N: e.N, T: e.T}, true
	case *Scatter:
		return Parts{N: e.N, T: e.T, Fun: e.Dest}, true
	case *Rank:
		return Parts{N: e.N, Offs: e.Offs, T: e.T}, true
	}
	return Parts{}, false
}

// IsSOAC reports whether e is a second-order array combinator.
func IsSOAC(e Expr) bool {
	_, ok := PartsOf(e)
	return ok
}
