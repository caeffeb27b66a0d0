package anf

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// Element is element i of what a map, indices or copies make, and nil of anything else; of says what that of a sequence is
// that a map goes through.
func Element(b *Block, made, i nkl.Expr, of func(v *nkl.Var) nkl.Expr) nkl.Expr {
	switch e := made.(type) {
	case *nkl.Each:
		e = nkl.Freshen(e).(*nkl.Each)
		for k, x := range e.Binds {
			b.Let(x, of(nkl.VarOf(e.Seqs[k])))
		}
		return b.Take(e.Body)
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Index:
			return i
		case prim.Dist:
			return e.Args[0]
		}
	}
	return nil
}
