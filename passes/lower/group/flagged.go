package group

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// flagBits is how many flags an int has room for, whatever its size.
const flagBits = 32

// OverFlagged writes, for a serial group, body j for the indices of a range for which
// flag j holds, in order, j below n. The flags of a block of indices are the bits of an int: a
// loop makes it without a branch, another goes through the bits that are set.
//
//	for b = lo, lo+32 .. below hi
//	    m = 0;  for k below min(32, hi-b)  m = m or btoi(flag(b+k)) shl k
//	    while m != 0  body(b + lowest(m));  m = m and (m-1)
func OverFlagged(k *build.Kernel, r Range, n int, flag func(j int, i Index) kir.Expr, body func(j int, i Index)) {
	for _, p := range r.pieces(k) {
		k.Count("b", p.Lo, p.Hi, op.N(flagBits), func(b kir.Expr) {
			size := k.Def("size", op.Min(op.N(flagBits), op.Sub(p.Hi, b)))
			for j := range n {
				flags := k.Mut("flags", op.N(0))
				k.Count("k", op.N(0), size, op.N(1), func(i kir.Expr) {
					bit := kir.Apply(prim.Shl, kir.Apply(prim.Btoi, flag(j, Index{k.Def("i", op.Add(b, i)), p.below})), i)
					k.Set(flags, kir.Apply(prim.Or, kir.Use(flags), bit))
				})
				k.While(op.Ne(kir.Use(flags), op.N(0)), func() {
					behind := k.Def("behind", op.Sub(kir.Use(flags), op.N(1)))
					before := kir.Apply(prim.Popcount, kir.Apply(prim.And, behind, kir.Apply(prim.Not, kir.Use(flags))))
					i := k.Def("i", op.Add(b, before))
					k.Set(flags, kir.Apply(prim.And, kir.Use(flags), behind))
					body(j, Index{i, p.below})
				})
			}
		})
	}
}
