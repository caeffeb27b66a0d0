package simplify

// How descriptors and the vectors of their lengths and starts are used.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
)

// Uses says what is needed of a variable.
type Uses struct {
	Offsets bool // descriptor: by anything but its lengths and count
	Escapes bool // descriptor: by anything but what asks it, and segmented operations
	Joined  bool // descriptor: by one that is made of it
	Folded  bool // descriptor: by reductions of its segments, or filters of their elements
	Kept    bool // descriptor: by what stores something for every element
	Whole   bool // vector: by anything but reads of elements and its length
	Random  bool // vector: by a read at an index that is not that of the reader
	Stored  bool // vector: by what needs all of it, or is made of its elements and is stored itself
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
	other := func(x fkl.Expr) {
		mark(x, func(u *Uses) { u.Offsets, u.Escapes, u.Whole, u.Stored = true, true, true, true })
	}
	once := func(x fkl.Expr) { mark(x, func(u *Uses) { u.Whole = true }) }
	var lets []*fkl.Let
	ir.Walk(body, func(e fkl.Expr) bool {
		switch e := e.(type) {
		case *fkl.SdLens, *fkl.SdCount, *fkl.Length:
		case *fkl.Let:
			lets = append(lets, e)
		case *fkl.At:
			if r, ok := e.Idx.(*fkl.Ref); !ok || !own[r.Var] {
				mark(e.Vec, func(u *Uses) { u.Random, u.Stored = true, true })
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
			once(e.Vec)
		case *fkl.SegScan:
			space(e.Sd)
			other(e.Vec)
		case *fkl.SegFold:
			space(e.Sd)
			for _, v := range e.Vecs {
				if once(v); e.Scan {
					other(v)
				}
			}
		case *fkl.Pack:
			once(e.Flags)
			for _, v := range e.Vecs {
				once(v)
			}
		case *fkl.Rank:
			space(e.Sd)
			other(e.Keys)
		case *fkl.SdStarts:
			space(e.Sd)
		case *fkl.SdJoin:
			for _, sd := range []fkl.Expr{e.Outer, e.Inner} {
				mark(sd, func(u *Uses) { u.Offsets, u.Joined = true, true })
			}
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
	for i := len(lets) - 1; i >= 0; i-- {
		storedBy(all, lets[i], func(v fkl.Expr) { mark(v, func(u *Uses) { u.Stored = true }) })
	}
	over := map[*fkl.Var]fkl.Expr{} // the descriptors of what maps over segments make
	for _, l := range lets {
		folds := func(sd fkl.Expr, vecs ...fkl.Expr) {
			mark(sd, func(u *Uses) { u.Folded = true })
			for _, v := range vecs {
				if r, ok := v.(*fkl.Ref); !ok || over[r.Var] == nil {
					mark(sd, func(u *Uses) { u.Kept = true })
				}
			}
		}
		kept := func(sd fkl.Expr) { mark(sd, func(u *Uses) { u.Kept = true }) }
		switch e := l.Rhs.(type) {
		case *fkl.SegMap:
			for _, v := range l.Binds {
				if over[v] = e.Sd; all[v].Stored {
					kept(e.Sd)
				}
			}
		case *fkl.SegReduce:
			folds(e.Sd, e.Vec)
		case *fkl.SegFold:
			if folds(e.Sd, e.Vecs...); e.Scan {
				kept(e.Sd)
			}
		case *fkl.Pack:
			if r, ok := e.Flags.(*fkl.Ref); ok && over[r.Var] != nil {
				folds(over[r.Var])
			}
		case *fkl.SegScan:
			kept(e.Sd)
		case *fkl.Rank:
			kept(e.Sd)
		case *fkl.Update:
			for _, sd := range e.Sds {
				kept(sd)
			}
		}
	}
	return all
}

// storedBy calls f with the vectors of whose elements l makes what is stored.
func storedBy(all map[*fkl.Var]Uses, l *fkl.Let, f func(fkl.Expr)) {
	stores := func(vs []*fkl.Var) bool {
		return slices.ContainsFunc(vs, func(v *fkl.Var) bool { return all[v].Stored })
	}
	switch e := l.Rhs.(type) {
	case *fkl.Pack:
		if stores(l.Binds[:len(e.Vecs)]) {
			f(e.Flags)
			for _, v := range e.Vecs {
				f(v)
			}
		}
	case *fkl.Map, *fkl.SegMap:
		if stores(l.Binds) {
			ir.Walk(e, func(e fkl.Expr) bool {
				if at, ok := e.(*fkl.At); ok {
					f(at.Vec)
				}
				return true
			})
		}
	}
}

// eachOperand calls f with the operands of e.
func eachOperand(e fkl.Expr, f func(fkl.Expr)) {
	e.MapOperands(func(x fkl.Expr) fkl.Expr {
		f(x)
		return x
	})
}
