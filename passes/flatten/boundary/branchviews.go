package boundary

// Views that one branch of a conditional yields while the other recurs. What they
// look at would have to stay until the recursion comes back, level by level, for
// the elements of few; so those are copied before.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// DifferingViews lists which of the views in xs, at any depth, have other data than their
// counterpart in ys; nil if none of them can be copied.
func DifferingViews(xs, ys []rep.Value) []bool {
	var out []bool
	some := false
	for i, x := range xs {
		EachDepth(x, ys[i], func(v *rep.Nested, y rep.Value) {
			w, ok := y.(*rep.Nested)
			differs := y != nil && (!ok || !rep.SameData(v.Data, w.Data))
			out, some = append(out, differs), some || differs && copyable(v)
		})
	}
	if !some {
		return nil
	}
	return out
}

// EachDepth calls f for the views in x, outer ones first, with their counterparts in y, if
// there are any.
func EachDepth(x, y rep.Value, f func(v *rep.Nested, y rep.Value)) {
	switch x := x.(type) {
	case rep.Tuple:
		ys, _ := y.(rep.Tuple)
		for i, c := range x {
			var of rep.Value
			if ys != nil {
				of = ys[i]
			}
			EachDepth(c, of, f)
		}
	case *rep.Nested:
		f(x, y)
		var data rep.Value
		switch y := y.(type) {
		case *rep.Nested:
			data = y.Data
		case *rep.Concat: // the first part stands for all
			data = y.Parts[0].Data
		}
		EachDepth(x.Data, data, f)
	}
}

// copyable reports whether v may look at few elements of its data, and it is
// known how many.
func copyable(v *rep.Nested) bool {
	return v.Packed == nil && !v.InOrder && v.Total != nil && v.Total.N != nil && !v.Total.DeviceOnly
}

// fewFactor is how many times as many elements data has as its views look at, at least,
// if these are copied: what stays is then bounded by what the recursion returns.
const fewFactor = 4

// FewAmong is the number of elements of data among which n are few.
func FewAmong(b *emit.Block, n fkl.Expr) fkl.Expr {
	return b.Prim(prim.Max, types.Int, b.Prim(prim.MulSize, types.Int, n, emit.Num(fewFactor)), emit.Num(rep.SmallData))
}

// A CallSite is the values that are held in block b during a recursive call, once;
// and those of the code around.
type CallSite struct {
	B     *emit.Block
	Held  []*HeldValue
	Done  bool
	Outer *CallSite
}

// A HeldValue is a value that stays while a recursion is on: get is what it is before,
// hold asks what must be known of it and returns what makes of it what stays, and
// set takes that.
type HeldValue struct {
	Get  func() rep.Value
	Hold func(b *emit.Block, r rep.Value) HeldCode
	Set  func(rep.Value)
}

// A HeldCode makes what stays, in the block of the call.
type HeldCode func(b *emit.Block) rep.Value

// CopyHeld holds r, whose views that which lists get data of their own if theirs has more
// elements than limit says for those that they look at.
func CopyHeld(b *emit.Block, r rep.Value, which []bool, limit func(*emit.Block, fkl.Expr) fkl.Expr) HeldCode {
	k := 0
	var walk func(r rep.Value) HeldCode
	walk = func(r rep.Value) HeldCode {
		switch r := r.(type) {
		case rep.Tuple:
			return HeldTuple(r, walk)
		case *rep.Nested:
			k++
			if which[k-1] && copyable(r) {
				inner := which[k:]
				k += depths(r.Data)
				return copyView(b, r, inner, limit)
			}
			data := walk(r.Data)
			return func(b *emit.Block) rep.Value {
				out := *r
				out.Data = data(b)
				return &out
			}
		}
		return func(*emit.Block) rep.Value { return r }
	}
	return walk(r)
}

// HeldTuple holds the components of t.
func HeldTuple(t rep.Tuple, hold func(rep.Value) HeldCode) HeldCode {
	hs := make([]HeldCode, len(t))
	for i, c := range t {
		hs[i] = hold(c)
	}
	return func(b *emit.Block) rep.Value {
		out := make(rep.Tuple, len(t))
		for i, h := range hs {
			out[i] = h(b)
		}
		return out
	}
}

// copyView copies the elements of v, if there are any and data has more than limit says;
// and the data of those sequences in them that inner lists.
func copyView(b *emit.Block, v *rep.Nested, inner []bool, limit func(*emit.Block, fkl.Expr) fkl.Expr) HeldCode {
	rep.Force(b, v)
	n := rep.Known(b, v.Total, false)
	some := b.Prim(prim.Gt, types.Bool, n, emit.Num(0))
	much := b.Prim(prim.Gt, types.Bool, rep.Count(b, v.Data), limit(b, n))
	deeper := func(data rep.Value, of func(w *rep.Nested) *rep.Nested) rep.Value {
		at := inner
		return copiedWithin(data, &at, of)
	}
	return func(b *emit.Block) rep.Value {
		out := rep.Choose(b, some, func(b *emit.Block) *rep.Nested {
			return rep.Choose(b, much, func(b *emit.Block) *rep.Nested {
				out := *packedAlone(b, v)
				out.Data = deeper(out.Data, func(w *rep.Nested) *rep.Nested { return gatherData(b, w) })
				return &out
			}, func(*emit.Block) *rep.Nested { return v })
		}, func(b *emit.Block) *rep.Nested {
			none := func(w *rep.Nested) *rep.Nested {
				return &rep.Nested{Starts: w.Starts, Lens: w.Lens, Data: emptyLike(b, w.Data)}
			}
			return &rep.Nested{Starts: v.Starts, Lens: v.Lens, Data: deeper(emptyLike(b, v.Data), none)}
		})
		out.Total = v.Total
		return out
	}
}

// copiedWithin is r with those of its sequences that which lists, at any depth, as of says.
func copiedWithin(r rep.Value, which *[]bool, of func(w *rep.Nested) *rep.Nested) rep.Value {
	switch r := r.(type) {
	case rep.Tuple:
		out := make(rep.Tuple, len(r))
		for i, c := range r {
			out[i] = copiedWithin(c, which, of)
		}
		return out
	case *rep.Nested:
		out, packedApart := *r, (*which)[0]
		if *which = (*which)[1:]; packedApart && !r.Covers() {
			out = *of(r)
		}
		out.Data = copiedWithin(out.Data, which, of)
		return &out
	}
	return r
}

// computeStarts is where the sequences of v start once they are packed in sp.
func computeStarts(v *rep.Nested, b *emit.Block, sp *emit.Space) rep.Value {
	if v.PackedStarts != nil {
		return v.PackedStarts
	}
	return rep.Vector{Vec: b.Starts(sp.Sd), Type: types.Int}
}

// emptyLike is a lifted value like r without elements; that their sequences would be
// views of the same data stays known.
func emptyLike(b *emit.Block, r rep.Value) rep.Value {
	switch r := r.(type) {
	case rep.Tuple:
		out := make(rep.Tuple, len(r))
		for i, c := range r {
			out[i] = emptyLike(b, c)
		}
		return out
	case *rep.Nested:
		none := rep.Vector{Vec: rep.None(b, []*types.Type{types.Vec(types.Int)})[0], Type: types.Int}
		return &rep.Nested{Starts: none, Lens: none, Data: r.Data}
	}
	t := rep.BaseType(r)
	return rep.Vector{Vec: rep.None(b, []*types.Type{types.Vec(t)})[0], Type: t}
}
