package elementwise

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// Update runs one work-item for each index, in order, on segments of its own.
func Update(g group.Group, s *element.Step, soac *lcu.Update) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	whole := make([]*kir.Var, len(s.States.Vars))
	for i, v := range s.States.Vars {
		whole[i] = k.Array(v.Name, v.Type.Elem(), kir.Scatter)
	}
	for i, v := range s.States.Scratch {
		size := soac.Sizes[i]
		k.SetState(v, element.State{Buf: k.Private(v.Name, v.Type.Elem(), size), Start: op.N(0), Len: op.N(size)})
	}
	out := k.Arrays("r", s.Scalars(), kir.Write)
	g.Each(k.Kernel, n, k.Cut(), func(i group.Index) {
		for j, v := range s.States.Vars {
			start, length := segment(k, soac.Segs[j], i.I)
			k.SetState(v, element.State{Buf: whole[j], Start: start, Len: length})
		}
		k.StoreAll(out, i.I, s.Thunk.At(k, element.At(i)))
	})
	return k.Kernel
}

// segment is the start and the length of segment i, given by offsets or by the length
// of all.
func segment(k *element.Kernel, seg lcu.Expr, i kir.Expr) (start, length kir.Expr) {
	if ref, ok := seg.(*lcu.Ref); ok && ref.Var.Type.Kind == types.KVec {
		offs := k.Gather(ref.Var)
		start = k.Def("start", op.Load(offs, i))
		length = k.Def("length", op.Sub(op.Load(offs, op.Add(i, op.N(1))), start))
	} else {
		length = k.Def("length", k.Clamped(k.Operand(seg)))
		start = k.Def("start", op.Mul(i, length))
	}
	k.SetNonNegative(kir.VarOf(length))
	return start, length
}
