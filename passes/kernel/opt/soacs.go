package opt

// What passes ask of SOACs, and of the runs of kernels that are SOACs.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// SizeOf is the size of the index space of a SOAC whose results are as long.
func SizeOf(e lcu.Expr) lcu.Expr {
	switch e := e.(type) {
	case *lcu.Map:
		return e.N
	case *lcu.SegMap:
		return e.N
	case *lcu.Scan:
		return e.N
	case *lcu.SegScan:
		return e.N
	case *lcu.Rank:
		return e.N
	case *lcu.Sort:
		return e.N
	}
	return nil
}

// EvaluatesTwice reports whether the thunks of a SOAC may run twice for an element, or
// for some elements in a launch of its own: scans that make two passes, filters before they are taken apart, sorting.
func EvaluatesTwice(e lcu.Expr) bool {
	switch e.(type) {
	case *lcu.Scan, *lcu.Prefix, *lcu.Directory, *lcu.SegScan, *lcu.Filter, *lcu.Partition, *lcu.Rank, *lcu.Sort:
		return true
	}
	return false
}

// CachesValues reports whether a SOAC that makes two passes keeps what its thunk makes,
// if that is expensive, instead of computing it again.
func CachesValues(e lcu.Expr) bool {
	switch e.(type) {
	case *lcu.Scan, *lcu.Prefix, *lcu.Directory:
		return true
	}
	return false
}

// WithFlags is the results of a compaction: what its parts place, and their flags if all have one.
func WithFlags(vals, flags []lcu.Expr) []lcu.Expr {
	if len(flags) < len(vals) {
		return vals
	}
	return slices.Concat(vals, flags)
}

// IsPrefix reports whether e is a scan with the total, with an epilogue or not.
func IsPrefix(e lcu.Expr) bool {
	_, ok := lcu.Inner(e).(*lcu.Prefix)
	return ok
}

// IsFilter reports whether e is a filter or a partition.
func IsFilter(e lcu.Expr) bool {
	switch e.(type) {
	case *lcu.Filter, *lcu.Partition:
		return true
	}
	return false
}

// ResultSize is the number of elements of result k, v, as an atom, or nil.
func ResultSize(soac lcu.Expr, k int, v *lcu.Var) lcu.Expr {
	if v.Type.Kind != types.KVec {
		return nil
	}
	switch e := soac.(type) {
	case *lcu.Compact:
		return e.Sizes[k]
	case *lcu.Reduce:
		return e.N
	case *lcu.SegReduce:
		if e.Ops[k] == prim.RId {
			return e.N
		}
	case *lcu.Epilogue:
		p, _ := lcu.PartsOf(e)
		switch e.Soac.(type) {
		case *lcu.SegReduce:
			if k < Written(e) {
				return nil
			}
		case *lcu.Prefix:
			if k >= Made(e) && k < Written(e) {
				return nil
			}
		}
		return p.N
	case *lcu.Prefix, *lcu.Directory:
		if p, _ := lcu.PartsOf(e); p.Ops[k] == prim.RId {
			return p.N
		}
	}
	return SizeOf(soac)
}

// Made is how many results of an epilogue, which come first, it makes.
func Made(e *lcu.Epilogue) int { return len(lcu.Sigs{}.ResultTypes(e.T.Body)) }

// Written is how many results come before those with the operator id.
func Written(e *lcu.Epilogue) int {
	p, _ := lcu.PartsOf(e)
	return len(lcu.Sigs{}.ResultTypes(e)) - len(p.Ops) + len(lcu.Combined(p.Ops))
}

// Copied is the arrays whose elements at its index a thunk yields, if it does
// nothing else.
func Copied(t *lcu.Thunk) (vs []*lcu.Var) {
	read := map[*lcu.Var]*lcu.Var{}
	e := t.Body
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		at, ok := let.Rhs.(*lcu.At)
		if !ok || !lcu.SameAtom(at.Idx, lcu.Use(t.Params[0])) {
			return nil
		}
		read[let.Binds[0]] = at.Vec.(*lcu.Ref).Var
		e = let.Body
	}
	ret, ok := e.(*lcu.Ret)
	if !ok {
		return nil
	}
	for _, val := range ret.Vals {
		r, ok := val.(*lcu.Ref)
		if !ok || read[r.Var] == nil {
			return nil
		}
		vs = append(vs, read[r.Var])
	}
	return vs
}

// PrefixCounts is the last of some variables: of the results of a filter, its ranks.
func PrefixCounts(vs []*lcu.Var) *lcu.Var { return vs[len(vs)-1] }

// EndsRegion reports whether an operation of the host ends a region of fusion: control,
// calls, effects.
func EndsRegion(e lcu.Expr) bool {
	switch e := e.(type) {
	case *lcu.Call, *lcu.If, *lcu.Loop, *lcu.Time:
		return true
	case *lcu.Prim:
		return !Removable(e)
	}
	return false
}
