package flat

// How descriptors and the vectors of their lengths and starts are used.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
)

// uses says what is needed of a variable.
type uses struct {
	offsets          bool // descriptor: by anything but its lengths and count
	offsetsOfRegular bool // descriptor: by what arithmetic cannot replace
	whole            bool // vector: by anything but reads of elements and its length
}

// usesIn collects the uses of descriptors and of vectors of ints in a body.
func usesIn(body fkl.Expr) map[*fkl.Var]uses {
	all := map[*fkl.Var]uses{}
	mark := func(e fkl.Expr, f func(*uses)) {
		if r, ok := e.(*fkl.Ref); ok {
			u := all[r.Var]
			f(&u)
			all[r.Var] = u
		}
	}
	other := func(x fkl.Expr) { mark(x, func(u *uses) { u.offsets, u.offsetsOfRegular, u.whole = true, true, true }) }
	ir.Walk(body, func(e fkl.Expr) bool {
		switch e := e.(type) {
		case *fkl.SdLens, *fkl.SdCount, *fkl.At, *fkl.Length:
		case *fkl.SegMap:
			mark(e.Sd, func(u *uses) { u.offsets = true })
		case *fkl.SdStarts:
			mark(e.Sd, func(u *uses) { u.offsets = true })
		case *fkl.SdTotal:
			mark(e.Sd, func(u *uses) { u.offsets = true })
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
