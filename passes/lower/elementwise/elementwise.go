// Package elementwise is the templates of one pass over the elements: maps, scatters,
// compactions, updates. A template takes a step and returns a kernel, which knows what
// arguments it wants.
package elementwise

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// Once is a kernel of one work-item.
func Once(s *element.Step) *build.Kernel {
	k := s.NewKernel()
	out := k.Arrays("r", s.Elems, kir.Scatter)
	k.StoreAll(out, op.N(0), s.Thunk.At(k, element.Place{}))
	return k.Kernel
}

// Map makes an element of every result for every index.
func Map(g group.Group, s *element.Step) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	out := k.Arrays("r", s.Elems, kir.Write)
	g.Each(k.Kernel, n, k.Cut(), func(i group.Index) { k.StoreAll(out, i.I, s.Thunk.At(k, element.At(i))) })
	return k.Kernel
}

// SegMap is Map with the number of the segment.
func SegMap(g group.Group, s *element.Step) *build.Kernel {
	k := s.NewKernel()
	sp := k.Space()
	out := k.Arrays("r", s.Elems, kir.Write)
	g.Segments(k.Kernel, sp, func(seg group.Segment) func(kir.Expr) {
		in := s.InSegment(k, seg)
		return func(p kir.Expr) { k.StoreAll(out, p, in.Thunk.At(k, element.In(seg, p))) }
	})
	return k.Kernel
}

// Scatter stores elements, or combines them with what is there, at computed places.
func Scatter(g group.Group, s *element.Step, soac *lcu.Scatter) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	out, size := make([]*kir.Var, len(soac.Into)), make([]kir.Expr, len(soac.Into))
	for i, t := range s.Elems {
		out[i], size[i] = k.Array("r", t, kir.Scatter), k.Int("size")
	}
	dest := element.NewThunk(soac.Dest)
	g.Each(k.Kernel, n, k.Cut(), func(i group.Index) {
		vals := s.Thunk.At(k, element.At(i))
		places := dest.At(k, element.At(i))
		for j, to := range places {
			places[j] = k.Atom("to", to)
		}
		for j := range out {
			to := places[min(j, len(places)-1)]
			k.When(op.InRange(to, size[j]), func() { merge(k.Kernel, soac.Op, out[j], to, vals[j]) })
		}
	})
	return k.Kernel
}

// merge combines an element of a buffer with a value; several work-items may do
// so at a time, unless r is set.
func merge(k *build.Kernel, r prim.Rop, buf *kir.Var, at, val kir.Expr) {
	switch r {
	case prim.RSet:
		k.Store(buf, at, val)
		return
	case prim.RArbitrary:
		k.Put(&kir.Arbitrary{Buf: kir.Use(buf), Idx: at, Val: val})
		return
	}
	k.Put(&kir.Atomic{Bind: kir.NewVar("old", types.Int), Op: r, Buf: kir.Use(buf), Idx: at, Val: val})
}

// Epilogue is the epilogue of a segmented reduction in a launch of its own: it reads
// what the launches before it have combined.
func Epilogue(g group.Group, s *element.Step, ms []group.Monoid) *build.Kernel {
	k := s.NewKernel()
	n := k.Int("segments")
	sum := k.Arrays("sum", group.Elems(ms), kir.Own)
	out := k.Arrays("r", s.Made, kir.Write)
	g.Each(k.Kernel, n, nil, func(i group.Index) {
		s.Write(k, out, k.Defs("v", op.Loads(sum, i.I)), element.Place{Seg: i.I})
	})
	return k.Kernel
}

// Pad copies an array and puts zeros behind it.
func Pad(g group.Group, elem *types.Type) *build.Kernel {
	k := build.NewKernel()
	n, a := k.Int("n"), k.Array("a", elem, kir.Own)
	size, b := k.Int("size"), k.Array("b", elem, kir.Write)
	g.Each(k, n, nil, func(i group.Index) {
		k.Store(b, i.I, op.Select(op.Lt(i.I, size), op.Load(a, i.I), kir.Zero(elem)))
	})
	return k
}
