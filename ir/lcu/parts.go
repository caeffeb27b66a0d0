package lcu

// What all SOACs have in common, so that passes need not list them.

import (
	"nessiec/ir/prim"
)

// Parts is a SOAC by its roles. N, the number of positions, is nil for Once;
// Segs is nil unless the SOAC is segmented; Fun is the second thunk: a predicate or destinations.
// Joins combine tuples of results, those with the operator join.
// Of an Epilogue these are the parts of its SOAC; Out, otherwise nil, is its thunk.
type Parts struct {
	N           Expr
	Segs        []Expr
	Ops         []prim.Rop
	Joins       []*Thunk
	T, Fun, Out *Thunk
}

// Segmented reports whether the index space is one of segments.
func (p Parts) Segmented() bool { return p.Segs != nil }

// Equal returns the count and the length of segments that are equally long;
// false if they are given by offsets.
func Equal(segs []Expr) (count, length Expr, ok bool) {
	if len(segs) != 2 {
		return nil, nil, false
	}
	return segs[0], segs[1], true
}

// PartsOf returns the parts of a SOAC; false for any other form.
func PartsOf(e Expr) (Parts, bool) {
	switch e := e.(type) {
	case *Once:
		return Parts{T: e.T}, true
	case *Map:
		return Parts{N: e.N, T: e.T}, true
	case *SegMap:
		return Parts{N: e.N, Segs: e.Segs, T: e.T}, true
	case *Reduce:
		return Parts{N: e.N, Ops: e.Ops, Joins: e.Joins, T: e.T}, true
	case *SegReduce:
		return Parts{N: e.N, Segs: e.Segs, Ops: e.Ops, Joins: e.Joins, T: e.T}, true
	case *Scan:
		return Parts{N: e.N, Ops: e.Ops, Joins: e.Joins, T: e.T}, true
	case *Prefix:
		return Parts{N: e.N, Ops: e.Ops, T: e.T}, true
	case *Directory:
		return Parts{N: e.N, Ops: e.Ops, T: e.T}, true
	case *SegScan:
		return Parts{N: e.N, Segs: e.Segs, Ops: e.Ops, Joins: e.Joins, T: e.T}, true
	case *Filter:
		return Parts{N: e.N, T: e.T, Fun: e.Pred}, true
	case *Partition:
		return Parts{N: e.N, T: e.T, Fun: e.Pred}, true
	case *Compact:
		return Parts{N: e.N, T: e.T}, true
	case *Scatter:
		return Parts{N: e.N, T: e.T, Fun: e.Dest}, true
	case *Update:
		return Parts{N: e.N, T: e.T}, true
	case *Rank:
		return Parts{N: e.N, Segs: e.Segs, T: e.T}, true
	case *Sort:
		return Parts{N: e.N, T: e.T}, true
	case *Epilogue:
		p, ok := PartsOf(e.Soac)
		p.Out = e.T
		return p, ok
	case *Staged:
		return PartsOf(e.Soac)
	}
	return Parts{}, false
}

// Inner is the SOAC of an Epilogue, staged or not, and any other form itself.
func Inner(e Expr) Expr {
	if x, ok := e.(*Staged); ok {
		e = x.Soac
	}
	if x, ok := e.(*Epilogue); ok {
		return x.Soac
	}
	return e
}

// Combined is which results of a SOAC with these operators they combine.
func Combined(ops []prim.Rop) (at []int) {
	for k, op := range ops {
		if op != prim.RId {
			at = append(at, k)
		}
	}
	return at
}

// IsSOAC reports whether e is a second-order array combinator.
func IsSOAC(e Expr) bool {
	_, ok := PartsOf(e)
	return ok
}
