package device

// Scans and folds across the work-items of a group: in warps by Shuffle, then
// over the warps through local memory, which takes one barrier.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A warps is the memory for the sums of the warps of a group. A sum has a key
// in front if keyed: then it is combined with a sum before it only if that has
// the same key.
type warps struct {
	accs  []acc
	keyed bool
	sums  []*kvar // local arrays, of an element for each warp
}

func (g *kernelGen) warps(accs []acc, keyed bool) warps {
	w := warps{accs: accs, keyed: keyed}
	for _, t := range w.types() {
		w.sums = append(w.sums, g.local("sums", t, g.target.Local/g.target.Warp))
	}
	return w
}

// types is those of a sum.
func (w warps) types() []*types.Type {
	if w.keyed {
		return append([]*types.Type{intType}, elems(w.accs)...)
	}
	return elems(w.accs)
}

// none is the sum of nothing.
func (w warps) none() []expr {
	if w.keyed {
		return append([]expr{num(-1)}, units(w.accs)...)
	}
	return units(w.accs)
}

// join is the sum x followed by the sum y.
func (w warps) join(g *kernelGen, x, y []expr) []expr {
	if !w.keyed {
		return g.mix(w.accs, x, y)
	}
	return append([]expr{y[0]}, choices(eq(x[0], y[0]), g.mix(w.accs, x[1:], y[1:]), y[1:])...)
}

// scan stores the sum of every warp and returns, for each work-item, what is
// before it in its warp. sum is the work-item's own and becomes junk. The sums
// may be read after the next barrier.
func (w warps) scan(g *kernelGen, sum []*kvar) []expr {
	width := g.target.Warp
	lane := g.lane()
	g.Count("k", num(0), num(log2(width)), num(1), func(k expr) {
		d := g.Def("d", kir.Apply("shl", num(1), k))
		left := g.shuffle("left", kir.Uses(sum), d)
		g.When(ge(lane, d), func() { g.setAll(sum, g.defs("with", w.join(g, left, kir.Uses(sum)))) })
	})
	before := w.vars(g, "before")
	if width > 1 {
		left := g.shuffle("left", kir.Uses(sum), num(1))
		g.When(gt(lane, num(0)), func() { g.setAll(before, left) })
	}
	g.When(eq(lane, num(width-1)), func() { g.storeAll(w.sums, g.warp(), kir.Uses(sum)) })
	return kir.Uses(before)
}

// vars makes variables for a sum, at first of nothing.
func (w warps) vars(g *kernelGen, name string) []*kvar { return g.muts(name, w.none()) }

// across is what is before this work-item in the group, given what is before it
// in its warp, and the sum of all, which is uniform.
func (w warps) across(g *kernelGen, inWarp []expr) (before, all []expr) {
	sum, mine := w.vars(g, "sum"), w.vars(g, "mine")
	warp := g.Def("warp", g.warp())
	g.Count("w", num(0), num(g.target.Local/g.target.Warp), num(1), func(i expr) {
		g.When(eq(i, warp), func() { g.setAll(mine, kir.Uses(sum)) })
		g.setAll(sum, g.defs("with", w.join(g, kir.Uses(sum), g.defs("v", loads(w.sums, i)))))
	})
	started := w.vars(g, "before")
	g.setAll(started, kir.Uses(mine))
	g.When(gt(g.lane(), num(0)), func() { g.setAll(started, g.defs("with", w.join(g, kir.Uses(mine), inWarp))) })
	return kir.Uses(started), kir.Uses(sum)
}

// gather combines the values of every warp; that of its last work-item becomes
// the whole, those of others junk.
func (g *kernelGen) gather(as []acc, sum []*kvar) {
	g.Count("k", num(0), num(log2(g.target.Warp)), num(1), func(k expr) {
		d := g.Def("d", kir.Apply("shl", num(1), k))
		g.setAll(sum, g.defs("with", g.mix(as, g.shuffle("left", kir.Uses(sum), d), kir.Uses(sum))))
	})
}

// total is the sum of all work-items, uniform; sum is as for scan.
func (w warps) total(g *kernelGen, sum []*kvar) []expr {
	w.scan(g, sum)
	g.Barrier()
	all := w.vars(g, "all")
	g.Count("w", num(0), num(g.target.Local/g.target.Warp), num(1), func(i expr) {
		g.setAll(all, g.defs("with", w.join(g, kir.Uses(all), g.defs("v", loads(w.sums, i)))))
	})
	return kir.Uses(all)
}

// lane is the number of the work-item in its warp, warp that of the warp.
func (g *kernelGen) lane() expr {
	return g.Def("lane", kir.Apply("and", localId(), num(g.target.Warp-1)))
}

func (g *kernelGen) warp() expr {
	return kir.Apply("shr", localId(), num(log2(g.target.Warp)))
}

// shuffle is values of the work-item d before this one in its warp.
func (g *kernelGen) shuffle(name string, vals []expr, d expr) []expr {
	vs := make([]*kvar, len(vals))
	for i, v := range vals {
		vs[i] = kir.NewVar(name, kir.TypeOf(v))
	}
	g.Put(&kir.Shuffle{Binds: vs, Vals: vals, Delta: d, Width: g.target.Warp})
	return kir.Uses(vs)
}

// log2 of a power of two.
func log2(n int) int {
	k := 0
	for 1<<k < n {
		k++
	}
	return k
}
