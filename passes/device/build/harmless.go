package build

// What may be computed where it is not needed.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// GuardedLoad is the load of a Select under the guard of its own index, nil if there is none. It does no
// harm wherever it is done.
func GuardedLoad(s *kir.Select) *kir.Load {
	in, guard := s.Cond.(*kir.InRange)
	load, read := s.Then.(*kir.Load)
	if guard && read && Same(load.Idx, in.Idx) {
		return load
	}
	return nil
}

// Harmless reports whether e may be computed wherever its variables are in scope. It has no load but under
// the guard of its index, or for the lanes of a mask, and only of arrays of which may says that they are
// the same there; and it does not divide by what may be zero.
func Harmless(e kir.Expr, may func(array *kir.Var) bool) bool {
	ok := true
	switch e := e.(type) {
	case *kir.Select:
		if load := GuardedLoad(e); load != nil {
			return may(kir.VarOf(load.Buf)) && Harmless(e.Cond.(*kir.InRange).Size, may) && Harmless(e.Else, may)
		}
	case *kir.MaskedLoad:
		ok = may(kir.VarOf(e.Buf))
	case *kir.Prim:
		if e.Op.Code == prim.Div || e.Op.Code == prim.Rem {
			n, known := kir.Divisor(e)
			ok = known && n != 0
		}
	case *kir.Block, *kir.Def, *kir.Choose, *kir.Yield, *kir.InRange, *kir.Splat, *kir.Ramp,
		*kir.Ref, *kir.Int, *kir.Float, *kir.Bool, *kir.Char, *kir.Unit, *kir.GroupId, *kir.NumGroups, *kir.LocalId:
	default:
		return false
	}
	e.Children(func(_ int, e kir.Expr) { ok = ok && Harmless(e, may) })
	return ok
}
