package anf

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// MakesSequences reports whether e makes a sequence whose length is an operand.
func MakesSequences(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool { return IsOp(e, prim.Dist) || IsOp(e, prim.Index) })
}

// GoesThrough reports whether e goes through all elements of v at once: in a map or one operation. An append goes
// through what it adds, and to go through what an append to v makes is to go through v.
func GoesThrough(e nkl.Expr, v *nkl.Var) bool {
	isV := func(e nkl.Expr) bool { return nkl.IsUse(e, v) }
	return ir.Any(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Let:
			return IsOp(e.Rhs, prim.Append) && isV(e.Rhs.(*nkl.Prim).Args[0]) && GoesThrough(e.Body, e.Bind)
		case *nkl.Each:
			return slices.ContainsFunc(e.Seqs, isV)
		case *nkl.Prim:
			switch e.Op.Code {
			case prim.Flatten, prim.Rank, prim.RankDown, prim.Permute, prim.Pack:
				return slices.ContainsFunc(e.Args, isV)
			case prim.Append:
				return isV(e.Args[1])
			}
			_, folds := e.Op.Lift.(prim.Reduction)
			_, scans := e.Op.Lift.(prim.Scanning)
			return (folds || scans) && slices.ContainsFunc(e.Args, isV)
		}
		return false
	})
}

// OnlyElements reports whether e needs the elements of v and their number only, in maps, reductions and reads: no sequence is made of v as a whole
// but parts of which the same is true.
func OnlyElements(e nkl.Expr, v *nkl.Var) bool {
	isV := func(e nkl.Expr) bool { return nkl.IsUse(e, v) }
	switch e := e.(type) {
	case *nkl.Ref:
		return e.Var != v
	case *nkl.Let:
		if IsOp(e.Rhs, prim.Get) && isV(e.Rhs.(*nkl.Prim).Args[0]) {
			return !isV(e.Rhs.(*nkl.Prim).Args[1]) && OnlyElements(e.Body, e.Bind) && OnlyElements(e.Body, v)
		}
	case *nkl.Each:
		return OnlyElements(e.Body, v)
	case *nkl.Prim:
		if _, folds := e.Op.Lift.(prim.Reduction); folds || e.Op.Code == prim.Length || e.Op.Code == prim.Elt {
			return true
		}
	}
	only := true
	e.Children(func(_ int, c nkl.Expr) { only = only && OnlyElements(c, v) })
	return only
}
