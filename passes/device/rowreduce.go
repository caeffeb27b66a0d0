package device

// Reductions of rows of one length: what a work-item, a warp and a group does
// with a row, or a group with a piece of a row. The host chooses by the number of
// rows and by their length, which alone decide the order of float operations.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
)

// A rowReduction is a SegReduce of rows.
type rowReduction struct {
	*run
	soac    *lcu.SegReduce
	accs    []acc
	at, ids []int
}

// results adds the parameters for what is reduced, and for what is kept.
func (w *rowReduction) results(g *kernelGen) (out, keep []*kvar) {
	return g.buffers("r", w.written(w.accs), kir.Scatter), g.buffers("r", pickAt(w.elems, w.ids), kir.Scatter)
}

// element evaluates the thunk, stores what is kept and returns the rest.
func (w *rowReduction) element(g *kernelGen, keep []*kvar, s, p expr) []expr {
	vals := g.results(w.soac.T, w.elems, s, p)
	g.storeAll(keep, p, pickAt(vals, w.ids))
	return pickAt(vals, w.at)
}

// whole folds the rows of a sequential group.
func (w *rowReduction) whole(g *kernelGen, sp space) {
	out, keep := w.results(g)
	var sum []*kvar
	g.wholeRows(sp, w.plan,
		func() { sum = g.muts("acc", units(w.accs)) },
		func(s, p expr) { g.setAll(sum, g.mix(w.accs, kir.Uses(sum), w.element(g, keep, s, p))) },
		func(s expr) { w.write(g, out, kir.Uses(sum), s) })
}

// inRow runs f, which writes element code for indices j of row s.
func (w *rowReduction) inRow(g *kernelGen, sp space, s expr, f func(elem func(keep []*kvar, j expr) []expr)) {
	g.inRowOf(sp, s, func() {
		g.inSegment(w.plan, s, func() {
			f(func(keep []*kvar, j expr) []expr {
				p := g.Def("p", add(g.row.start, j))
				g.row.at, g.row.local = p, j
				return w.element(g, keep, s, p)
			})
		})
	})
}

// perItem folds a row in every work-item.
func (w *rowReduction) perItem(g *kernelGen) {
	sp := g.space(w.soac.Segs)
	out, keep := w.results(g)
	g.each(sp.count, func(s expr) {
		sum := g.muts("acc", units(w.accs))
		w.inRow(g, sp, s, func(elem func([]*kvar, expr) []expr) {
			g.Count("j", num(0), sp.length, num(1), func(j expr) { g.setAll(sum, g.mix(w.accs, kir.Uses(sum), elem(keep, j))) })
		})
		w.write(g, out, kir.Uses(sum), s)
	})
}

// perWarp folds a row in every warp, neighbours in neighbouring work-items; or, to
// keep them in order, successive elements in each.
func (w *rowReduction) perWarp(g *kernelGen) {
	sp := g.space(w.soac.Segs)
	out, keep := w.results(g)
	s := g.Def("s", add(mul(groupId(), num(w.target.Local/w.target.Warp)), g.warp()))
	sum, lane := g.muts("acc", units(w.accs)), g.lane()
	g.When(lt(s, sp.count), func() {
		w.inRow(g, sp, s, func(elem func([]*kvar, expr) []expr) {
			from, to, step := lane, sp.length, num(w.target.Warp)
			if joined(w.accs) {
				piece := g.Def("piece", ceilDiv(sp.length, step))
				from = g.Def("from", mul(lane, piece))
				to, step = minimum(sp.length, add(from, piece)), num(1)
			}
			g.Count("j", from, to, step, func(j expr) { g.setAll(sum, g.mix(w.accs, kir.Uses(sum), elem(keep, j))) })
		})
	})
	g.gather(w.accs, sum)
	g.When(both(lt(s, sp.count), eq(lane, num(w.target.Warp-1))), func() { w.write(g, out, kir.Uses(sum), s) })
}

// perGroup folds a row, or a piece of a row, in every group.
func (w *rowReduction) perGroup(g *kernelGen) {
	sp := g.space(w.soac.Segs)
	pieces := g.scalar("pieces")
	out, keep := w.results(g)
	part := g.buffers("part", elems(w.accs), kir.Scatter)
	s := g.Def("s", div(groupId(), pieces))
	size := g.Def("size", ceilDiv(sp.length, pieces))
	lo := g.Def("lo", minimum(sp.length, mul(size, sub(groupId(), mul(s, pieces)))))
	var sum []expr
	w.inRow(g, sp, s, func(elem func([]*kvar, expr) []expr) {
		sum = g.fold(w.accs, lo, minimum(sp.length, add(lo, size)), func(j expr) []expr { return elem(keep, j) })
	})
	g.once(func() {
		g.IfElse(eq(pieces, num(1)), func() { w.write(g, out, sum, s) }, func() { g.storeAll(part, groupId(), sum) })
	})
}

// joinPieces is the kernel that folds as many parts for every row.
func (w *rowReduction) joinPieces() *shared {
	write := func(g *kernelGen) {
		count, pieces := g.scalar("segments"), g.scalar("pieces")
		part := g.buffers("part", elems(w.accs), kir.Gather)
		out := g.buffers("r", w.written(w.accs), kir.Scatter)
		g.each(count, func(s expr) {
			sum := g.muts("acc", units(w.accs))
			from := g.Def("from", mul(s, pieces))
			g.Count("i", from, add(from, pieces), num(1), func(i expr) {
				g.setAll(sum, g.mix(w.accs, kir.Uses(sum), g.defs("v", loads(part, i))))
			})
			w.write(g, out, kir.Uses(sum), s)
		})
	}
	if w.then != nil {
		return w.kernel("join_pieces", w.target.Local, write)
	}
	return w.generic("join_pieces", write, describe(w.accs)...)
}

// shortRows is whether rows have too few elements for the work-items of a warp.
func (t Target) shortRows(length expr) expr { return le(length, num(t.Warp/4)) }

// manyRows is whether a warp for each row keeps the device busy, or has as much
// to do as a group would have.
func (t Target) manyRows(count, length expr) expr {
	return kir.Apply("or", ge(count, num(2*t.Chunks)), le(length, num(t.Local)))
}

// piecesOf is in how many pieces a row is cut, where rows are few and long.
func (t Target) piecesOf(count, length expr) expr {
	most := ceilDiv(num(t.Chunks), maximum(count, num(1)))
	return maximum(num(1), minimum(most, ceilDiv(length, num(t.Grain))))
}

// inParallel launches the kernel for work-items, warps or groups; none if done
// holds (nil: never).
func (w *rowReduction) inParallel(segments, done expr, args []expr, outs, rest []*kvar) {
	t, results := w.target, join(kir.Uses(outs), kir.Uses(rest))
	if done != nil {
		segments = w.Atom("segments", pick(done, num(0), segments))
	}
	short := w.Atom("short", t.shortRows(w.rowLength))
	many := w.Atom("many", t.manyRows(segments, w.rowLength))
	items := w.choice(short, segments, num(0))
	w.launchSome(ceilDiv(items, num(t.Local)), w.made("items", w.perItem), join(args, results)...)
	rows := w.Atom("rows", w.choice(short, num(0), segments))
	warps := w.choice(many, rows, num(0))
	w.launchSome(ceilDiv(warps, num(t.Local/t.Warp)), w.made("warps", w.perWarp), join(args, results)...)
	few := w.Atom("few", w.choice(many, num(0), rows))
	pieces := w.Atom("pieces", t.piecesOf(segments, w.rowLength))
	groups := w.Atom("groups", mul(few, pieces))
	if n, known := w.value(groups); known && n == 0 {
		return
	}
	cut := gt(pieces, num(1))
	parts := w.outputs(elems(w.accs), w.choice(cut, groups, num(0)))
	w.launch(w.made("groups", w.perGroup)(), groups, join(args, []expr{pieces}, results, kir.Uses(parts))...)
	w.launchSome(ceilDiv(w.choice(cut, few, num(0)), num(t.Local)), w.joinPieces, join([]expr{few, pieces}, kir.Uses(parts), kir.Uses(outs))...)
}

func (w *rowReduction) made(role string, write func(g *kernelGen)) func() *shared {
	return func() *shared { return w.kernel(role, w.target.Local, write) }
}
