package group

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// OverFlagged writes, for a serial group, body j for the indices of a range for which
// flag j holds, in order, j below n. The flags of a block of indices are the bits of an int: a
// loop makes it without a branch, another goes through the bits that are set.
//
//	for b = lo, lo+32 .. below hi
//	    m = 0;  for k below min(32, hi-b)  m = m or btoi(flag(b+k)) shl k
//	    while m != 0  body(b + lowest(m));  m = m and (m-1)
func OverFlagged(k *build.Kernel, r Range, n int, flag func(j int, i Index) kir.Expr, body func(j int, i Index)) {
	for _, p := range r.pieces(k) {
		k.Count("b", p.Lo, p.Hi, op.N(prim.FlagBits), func(b kir.Expr) {
			size := k.Def("size", op.Min(op.N(prim.FlagBits), op.Sub(p.Hi, b)))
			for j := range n {
				flags := Flags(k, b, size, 1, func(i kir.Expr) []kir.Expr { return []kir.Expr{flag(j, Index{i, p.below})} })
				OverBits(k, flags[0], b, func(i kir.Expr) { body(j, Index{i, p.below}) })
			}
		})
	}
}

// Flags writes ints whose bits are the flags of the indices from b on, size of them, at
// most prim.FlagBits: flag has n for each index.
func Flags(k *build.Kernel, b, size kir.Expr, n int, flag func(i kir.Expr) []kir.Expr) []*kir.Var {
	none := make([]kir.Expr, n)
	for j := range none {
		none[j] = op.N(0)
	}
	flags := k.Muts("flags", none)
	k.Count("k", op.N(0), size, op.N(1), func(bit kir.Expr) {
		for j, f := range flag(k.Def("i", op.Add(b, bit))) {
			k.Set(flags[j], kir.Apply(prim.Or, kir.Use(flags[j]), kir.Apply(prim.Shl, kir.Apply(prim.Btoi, f), bit)))
		}
	})
	return flags
}

// OverBits writes body for the indices, from b on, whose bits are set in flags, in order. It
// takes the bits away.
func OverBits(k *build.Kernel, flags *kir.Var, b kir.Expr, body func(i kir.Expr)) {
	k.While(op.Ne(kir.Use(flags), op.N(0)), func() {
		behind := k.Def("behind", op.Sub(kir.Use(flags), op.N(1)))
		before := kir.Apply(prim.Popcount, kir.Apply(prim.And, behind, kir.Apply(prim.Not, kir.Use(flags))))
		i := k.Def("i", op.Add(b, before))
		k.Set(flags, kir.Apply(prim.And, kir.Use(flags), behind))
		body(i)
	})
}
