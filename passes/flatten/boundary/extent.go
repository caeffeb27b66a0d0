package boundary

// How much values hold, as far as the host knows: elements at all levels, and bytes for each element.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// Exceeds is whether n elements, more than one, have more than limit elements in these components. The host asks
// how many there are in views only if the data that these are of has more.
func Exceeds(b *emit.Block, n fkl.Expr, components []rep.Value, limit int64) fkl.Expr {
	known, bound := n, emit.Num(0)
	var open []*rep.Nested
	for _, c := range components {
		v, ok := c.(*rep.Nested)
		switch {
		case !ok:
		case v.Packed != nil && packedDeep(v.Data):
			known = b.AddSize(known, extentOf(b, v, v.Packed.N))
		default:
			open, bound = append(open, v), b.AddSize(bound, extentOf(b, v, rep.UsedOf(b, v.Data)))
		}
	}
	beyond := func(b *emit.Block, x fkl.Expr) fkl.Expr { return b.Prim(prim.Gt, types.Bool, x, emit.Num(limit)) }
	much := b.Prim(prim.And, types.Bool, b.Prim(prim.Gt, types.Bool, n, emit.Num(1)), beyond(b, b.AddSize(known, bound)))
	if len(open) == 0 {
		return much
	}
	then, els := b.Nested(), b.Nested()
	for _, v := range open {
		known = then.AddSize(known, shownBy(then, v))
	}
	return b.Let("much", types.Bool, &fkl.If{Node: ir.At(b.Pos), Cond: much, Then: then.Ret(beyond(then, known)), Else: els.Ret(&fkl.Bool{})})
}

// packedDeep is whether all sequences in v, the data of sequences, are packed.
func packedDeep(v rep.Value) bool {
	return !slices.ContainsFunc(rep.Parts(v), func(c rep.Value) bool {
		w, ok := c.(*rep.Nested)
		return ok && (w.Packed == nil || !packedDeep(w.Data))
	})
}

// totalOf is how many elements the sequences of v have.
func totalOf(b *emit.Block, v *rep.Nested) fkl.Expr {
	if v.Total != nil && v.Total.N != nil {
		return rep.Known(b, v.Total, true)
	}
	return Measured(b, v)
}

// Measured is how many elements the sequences of v have, for which the host waits.
func Measured(b *emit.Block, v *rep.Nested) fkl.Expr {
	return b.Let("sum", types.Int, &fkl.Reduce{Node: ir.At(b.Pos), Op: prim.RSize, Vec: rep.Vec(b, rep.LensOf(b, v))})
}

// extentOf is how many elements the sequences of v have, n in all, and those in them, as many each as all in its data.
func extentOf(b *emit.Block, v *rep.Nested, n fkl.Expr) fkl.Expr {
	out := n
	for _, c := range rep.Parts(v.Data) {
		if w, ok := c.(*rep.Nested); ok {
			each := b.Prim(prim.Div, types.Int, rep.UsedOf(b, w.Data), b.Prim(prim.Max, types.Int, rep.UsedOf(b, v.Data), emit.Num(1)))
			out = b.AddSize(out, b.Prim(prim.MulSize, types.Int, n, extentOf(b, w, each)))
		}
	}
	return out
}

// shownBy is how many elements the sequences of v have, and those in them: of its data, others may show more, or nobody.
func shownBy(b *emit.Block, v *rep.Nested) fkl.Expr {
	if !slices.ContainsFunc(rep.Parts(v.Data), isNested) {
		return totalOf(b, v)
	}
	sp, data := rep.Pack(b, v)
	out := sp.N
	for _, c := range rep.Parts(data) {
		if w, ok := c.(*rep.Nested); ok {
			out = b.AddSize(out, shownBy(b, w))
		}
	}
	return out
}

func isNested(r rep.Value) bool {
	_, ok := r.(*rep.Nested)
	return ok
}

// BytesOf is what a lifted value of type t holds for an element, without the data of
// sequences.
func BytesOf(t *types.Type) int {
	n := 0
	switch t.Kind {
	case types.KTuple:
		for _, c := range t.Elems {
			n += BytesOf(c)
		}
	case types.KSeq, types.KFloat:
		n = 8
	case types.KBool, types.KChar:
		n = 1
	default:
		n = 4
	}
	return n
}
