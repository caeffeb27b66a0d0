package group

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// ScanChained scans a tile for each parallel group, of n elements in all, in one pass:
// groups hand their sums on. No statements may precede it; after it,
// sum is what all elements up to the end of the tile combine to; uniform.
func ScanChained(k *build.Kernel, desc target.Desc, s Scan, n kir.Expr) (sum func() []kir.Expr) {
	t := newTile(k, desc, s.Monoids, s.ID != nil)
	start := k.Def("start", op.Mul(op.GroupID(), op.N(t.size())))
	if s.Prepare != nil {
		s.Prepare(t.size(), start)
	}
	t.fill(k, start, n, s.element)
	k.Barrier()
	before, all := t.scanParts(k)
	preceding := build.NewVars("preceding", t.types())
	chain := &kir.Chain{Binds: preceding, Keyed: t.ids, Vals: all}
	for _, m := range s.Monoids {
		chain.Ops = append(chain.Ops, m.Op)
	}
	k.Put(chain)
	t.addBefore(k, t.after(k, kir.Uses(preceding), before))
	t.emit(k, s, start, n, kir.Uses(preceding))
	return func() []kir.Expr {
		end := k.Def("end", op.Less1(op.Min(op.N(t.size()), op.Sub(n, start))))
		_, vals := s.parts(op.SelectAll(op.Ge(end, op.N(0)), op.Loads(t.cells, end), kir.Uses(preceding)))
		return vals
	}
}
