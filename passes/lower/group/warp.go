package group

// Scans and folds across the work-items of a group: in warps by Shuffle, then
// over the warps through local memory, which takes one barrier.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A warps is the memory for the sums of the warps of a group. A sum has a segment id
// in front if there are ids: then it is combined with a sum before it only if that has
// the same one.
type warps struct {
	t    target.Desc
	ms   []Monoid
	ids  bool
	sums []*kir.Var // local arrays, of an element for each warp
}

func newWarps(k *build.Kernel, t target.Desc, ms []Monoid, ids bool) warps {
	w := warps{t: t, ms: ms, ids: ids}
	for _, elem := range w.types() {
		w.sums = append(w.sums, k.Local("sums", elem, t.Local/t.Warp))
	}
	return w
}

// types is those of a sum.
func (w warps) types() []*types.Type {
	if w.ids {
		return append([]*types.Type{types.Int}, Elems(w.ms)...)
	}
	return Elems(w.ms)
}

// none is the sum of nothing.
func (w warps) none() []kir.Expr {
	if w.ids {
		return append([]kir.Expr{op.N(-1)}, Units(w.ms)...)
	}
	return Units(w.ms)
}

// join is the sum x followed by the sum y.
func (w warps) join(k *build.Kernel, x, y []kir.Expr) []kir.Expr {
	if !w.ids {
		return CombineAll(k, w.ms, x, y)
	}
	return append([]kir.Expr{y[0]}, op.SelectAll(op.Eq(x[0], y[0]), CombineAll(k, w.ms, x[1:], y[1:]), y[1:])...)
}

// scan stores the sum of every warp and returns, for each work-item, what is
// before it in its warp. sum is the work-item's own and is unspecified afterwards. The
// sums may be read after the next barrier.
func (w warps) scan(k *build.Kernel, sum []*kir.Var) []kir.Expr {
	width := w.t.Warp
	lane := Lane(k, w.t)
	k.Count("k", op.N(0), op.N(op.Log2(width)), op.N(1), func(step kir.Expr) {
		d := k.Def("d", kir.Apply(prim.Shl, op.N(1), step))
		left := shuffle(k, w.t, "left", kir.Uses(sum), d)
		k.When(op.Ge(lane, d), func() { k.SetAll(sum, k.Defs("with", w.join(k, left, kir.Uses(sum)))) })
	})
	before := w.vars(k, "before")
	if width > 1 {
		left := shuffle(k, w.t, "left", kir.Uses(sum), op.N(1))
		k.When(op.Gt(lane, op.N(0)), func() { k.SetAll(before, left) })
	}
	k.When(op.Eq(lane, op.N(width-1)), func() { k.StoreAll(w.sums, Warp(w.t), kir.Uses(sum)) })
	return kir.Uses(before)
}

// vars makes variables for a sum, at first of nothing.
func (w warps) vars(k *build.Kernel, name string) []*kir.Var { return k.Muts(name, w.none()) }

// across is what is before this work-item in the group, given what is before it
// in its warp, and the sum of all, which is uniform.
func (w warps) across(k *build.Kernel, inWarp []kir.Expr) (before, all []kir.Expr) {
	sum, mine := w.vars(k, "sum"), w.vars(k, "mine")
	warp := k.Def("warp", Warp(w.t))
	k.Count("w", op.N(0), op.N(w.t.Local/w.t.Warp), op.N(1), func(i kir.Expr) {
		k.When(op.Eq(i, warp), func() { k.SetAll(mine, kir.Uses(sum)) })
		k.SetAll(sum, k.Defs("with", w.join(k, kir.Uses(sum), k.Defs("v", op.Loads(w.sums, i)))))
	})
	started := w.vars(k, "before")
	k.SetAll(started, kir.Uses(mine))
	k.When(op.Gt(Lane(k, w.t), op.N(0)), func() { k.SetAll(started, k.Defs("with", w.join(k, kir.Uses(mine), inWarp))) })
	return kir.Uses(started), kir.Uses(sum)
}

// total is the sum of all work-items, uniform; sum is as for scan.
func (w warps) total(k *build.Kernel, sum []*kir.Var) []kir.Expr {
	w.scan(k, sum)
	k.Barrier()
	all := w.vars(k, "all")
	k.Count("w", op.N(0), op.N(w.t.Local/w.t.Warp), op.N(1), func(i kir.Expr) {
		k.SetAll(all, k.Defs("with", w.join(k, kir.Uses(all), k.Defs("v", op.Loads(w.sums, i)))))
	})
	return kir.Uses(all)
}

// ReduceWarp combines the values of every warp; that of its last work-item becomes
// the whole, those of others are unspecified.
func ReduceWarp(k *build.Kernel, t target.Desc, ms []Monoid, sum []*kir.Var) {
	k.Count("k", op.N(0), op.N(op.Log2(t.Warp)), op.N(1), func(step kir.Expr) {
		d := k.Def("d", kir.Apply(prim.Shl, op.N(1), step))
		k.SetAll(sum, k.Defs("with", CombineAll(k, ms, shuffle(k, t, "left", kir.Uses(sum), d), kir.Uses(sum))))
	})
}

// Lane is the number of the work-item in its warp, Warp that of the warp.
func Lane(k *build.Kernel, t target.Desc) kir.Expr {
	return k.Def("lane", kir.Apply(prim.And, op.LocalID(), op.N(t.Warp-1)))
}

func Warp(t target.Desc) kir.Expr {
	return kir.Apply(prim.Shr, op.LocalID(), op.N(op.Log2(t.Warp)))
}

// shuffle is values of the work-item d before this one in its warp.
func shuffle(k *build.Kernel, t target.Desc, name string, vals []kir.Expr, d kir.Expr) []kir.Expr {
	vs := make([]*kir.Var, len(vals))
	for i, v := range vals {
		vs[i] = kir.NewVar(name, kir.TypeOf(v))
	}
	k.Put(&kir.Shuffle{Binds: vs, Vals: vals, Delta: d, Width: t.Warp})
	return kir.Uses(vs)
}
