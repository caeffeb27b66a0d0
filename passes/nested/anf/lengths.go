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

// WithLengths is e with what length says in place of the lengths of sequences, where that is not nil.
func WithLengths(e nkl.Expr, length func(v *nkl.Var) nkl.Expr) nkl.Expr {
	again := func(e nkl.Expr) nkl.Expr { return WithLengths(e, length) }
	let, ok := e.(*nkl.Let)
	if ok && IsOp(let.Rhs, prim.Length) {
		if n := length(nkl.VarOf(let.Rhs.(*nkl.Prim).Args[0])); n != nil {
			return again(nkl.Replace(let.Body, map[*nkl.Var]nkl.Expr{let.Bind: n}))
		}
	}
	return e.MapChildren(again)
}
