package anf

import (
	"strings"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// LengthFrom is what says how many elements the sequence e has: another sequence, which has as many, or an int,
// where its check has held. It is nil if neither does. What primitives make is in their shapes.
func LengthFrom(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		return e.Seqs[0]
	case *nkl.Prim:
		shape, err := e.Op.ParseShape()
		if err != nil || len(shape.Results) == 0 || e.Op.Scheme().Result.Kind != types.KSeq {
			return nil
		}
		switch r := shape.Results[0]; r.Kind {
		case prim.SizeArg:
			return e.Args[r.Arg]
		case prim.SizeVar:
			return sizedBy(e, shape, r.Name)
		}
	}
	return nil
}

// sizedBy is the argument of e whose outermost length has this name, or nil.
func sizedBy(e *nkl.Prim, shape prim.Shape, name string) nkl.Expr {
	level := 0
	for i, t := range e.Op.Scheme().Params {
		if t.Kind == types.KSeq && shape.Args[level].Name == name && !shape.Args[level].PerElement {
			return e.Args[i]
		}
		level += strings.Count(t.String(), "[")
	}
	return nil
}
