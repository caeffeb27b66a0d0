package simplify

// How descriptors and the vectors of their lengths and starts are used.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
)

// Uses says what is needed of a variable.
type Uses struct {
	Offsets bool // descriptor: by anything but its lengths and count
	Escapes bool // descriptor: by anything but what asks it, and segmented operations
	Whole   bool // vector: by anything but reads of elements and its length
	Random  bool // vector: by a read at an index that is not that of the reader
}

// UsesIn collects the uses of descriptors and of vectors of ints in a body.
func UsesIn(body fkl.Expr) map[*fkl.Var]Uses {
	all := map[*fkl.Var]Uses{}
	mark := func(e fkl.Expr, f func(*Uses)) {
		if r, ok := e.(*fkl.Ref); ok {
			u := all[r.Var]
			f(&u)
			all[r.Var] = u
		}
	}
	own := map[*fkl.Var]bool{} // indices of maps
	space := func(sd fkl.Expr) { mark(sd, func(u *Uses) { u.Offsets = true }) }
	other := func(x fkl.Expr) { mark(x, func(u *Uses) { u.Offsets, u.Escapes, u.Whole = true, true, true }) }
	ir.Walk(body, func(e fkl.Expr) bool {
		switch e := e.(type) {
		case *fkl.SdLens, *fkl.SdCount, *fkl.Length:
		case *fkl.At:
			if r, ok := e.Idx.(*fkl.Ref); !ok || !own[r.Var] {
				mark(e.Vec, func(u *Uses) { u.Random = true })
			}
		case *fkl.Map:
			own[e.Idx] = true
		case *fkl.SegMap:
			own[e.Idx] = true
			space(e.Sd)
		case *fkl.Update:
			for i, sd := range e.Sds {
				space(sd)
				other(e.Into[i])
			}
		case *fkl.SegReduce:
			space(e.Sd)
			other(e.Vec)
		case *fkl.SegScan:
			space(e.Sd)
			other(e.Vec)
		case *fkl.SegFold:
			space(e.Sd)
			for _, v := range e.Vecs {
				other(v)
			}
		case *fkl.Rank:
			space(e.Sd)
			other(e.Keys)
		case *fkl.SdStarts:
			space(e.Sd)
		case *fkl.SdJoin:
			space(e.Outer)
			space(e.Inner)
		case *fkl.SdGiven:
			other(e.Lens)
			other(e.Total)
		case *fkl.SdTotal:
			space(e.Sd)
		default:
			eachOperand(e, other)
		}
		return true
	})
	return all
}

// eachOperand calls f with the operands of e.
func eachOperand(e fkl.Expr, f func(fkl.Expr)) {
	e.MapOperands(func(x fkl.Expr) fkl.Expr {
		f(x)
		return x
	})
}
