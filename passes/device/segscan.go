package device

// SegScan. Its carries are those of SegReduce (segments.go): what a chunk begins
// with follows from the chunks before it in which its first segment lies.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

func (r *run) segScan(s *lcu.SegScan) []outcome {
	accs, at, ids := r.split(s.Ops, s.Joins)
	if len(accs) == 0 {
		return r.segMapped(&lcu.SegMap{Node: s.Node, N: s.N, Segs: s.Segs, T: s.T})
	}
	args, segments := r.spaceArgs(s.Segs)
	outs := r.outputs(r.written(accs), r.n)
	rest := r.outputs(pickAt(r.elems, ids), r.n)
	if r.chains(accs) {
		return r.segScanOnce(s, accs, at, ids, args, outs, rest)
	}
	groups := r.groupsOf(r.Atom("steps", add(r.n, segments)))
	groups = r.launchRows(segments, groups, nil, func(g *kernelGen, sp space) { r.scanRows(g, sp, s, accs, at, ids) },
		join(args, kir.Uses(outs), kir.Uses(rest))...)
	others := r.Atom("others", sub(groups, num(1)))
	key := r.alloc("key", intType, others, r.pos)
	carries := join([]expr{kir.Use(key)}, kir.Uses(r.outputs(elems(accs), others)))

	fold := r.kernel("fold", r.target.Local, func(g *kernelGen) { r.segFold(g, s, accs, at) })
	r.launch(fold, others, join(args, carries)...)
	r.launch(r.scanCarries(accs), minimum(others, num(1)), join([]expr{others}, carries)...)
	finish := r.kernel("", r.target.Local, func(g *kernelGen) { r.segFinish(g, s, accs, at, ids) })
	r.launch(finish, groups, join(args, carries, kir.Uses(outs), kir.Uses(rest))...)
	return r.outcomes(at, buffersOf(outs), ids, buffersOf(rest))
}

// segScanOnce is the scan in one step, like scanOnce.
func (r *run) segScanOnce(s *lcu.SegScan, accs []acc, at, ids []int, args []expr, outs, rest []*kvar) []outcome {
	ts := append([]*types.Type{intType}, elems(accs)...)
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		sp := g.filled(g.space(s.Segs))
		state := g.buffer("state", intType, kir.Scatter)
		out := g.buffers("r", r.written(accs), kir.Write)
		keep := g.buffers("r", pickAt(r.elems, ids), r.kept())
		lo := g.Def("lo", mul(groupId(), num(r.target.tileSize(ts))))
		g.scanChained(g.segmentScanner(sp, lo, sp.n, scanner{accs: accs, init: units(accs), key: num(-1)},
			func(s_, p expr) []expr {
				vals := g.results(s.T, r.elems, s_, p)
				g.storeAll(keep, p, pickAt(vals, ids))
				return pickAt(vals, at)
			},
			emitSegScan(g, r.plan, out, s.Incl),
		), state, sp.n)
	})
	groups := r.Atom("groups", ceilDiv(r.n, num(r.target.tileSize(ts))))
	state := r.chainState(ts, groups)
	r.launch(k, groups, join(args, []expr{kir.Use(state)}, kir.Uses(outs), kir.Uses(rest))...)
	return r.outcomes(at, buffersOf(outs), ids, buffersOf(rest))
}

// emitSegScan is emitScan with segments.
func emitSegScan(g *kernelGen, of *plan, out []*kvar, incl bool) func(s, p expr, before func() []expr, with []expr) {
	return func(s, p expr, before func() []expr, with []expr) {
		if !incl {
			with = before()
		}
		of.write(g, out, with, s, p)
	}
}

// scanRows scans whole rows.
func (r *run) scanRows(g *kernelGen, sp space, s *lcu.SegScan, accs []acc, at, ids []int) {
	out := g.buffers("r", r.written(accs), kir.Scatter)
	keep := g.buffers("r", pickAt(r.elems, ids), kir.Scatter)
	emit := emitSegScan(g, r.plan, out, s.Incl)
	var sum []*kvar
	g.wholeRows(sp, r.plan,
		func() { sum = g.muts("acc", units(accs)) },
		func(s_, p expr) {
			vals := g.results(s.T, r.elems, s_, p)
			g.storeAll(keep, p, pickAt(vals, ids))
			with := g.defs("with", g.mix(accs, kir.Uses(sum), pickAt(vals, at)))
			emit(s_, p, func() []expr { return kir.Uses(sum) }, with)
			g.setAll(sum, with)
		},
		func(expr) {})
}

// segFold folds the piece of the segment that the chunk leaves open.
func (r *run) segFold(g *kernelGen, s *lcu.SegScan, accs []acc, at []int) {
	sp := g.space(s.Segs)
	key := g.buffer("key", intType, kir.Scatter)
	carry := g.buffers("carry", elems(accs), kir.Scatter)
	value := func(s_, p expr) []expr { return pickAt(g.results(s.T, r.elems, s_, p), at) }
	lo, hi := g.chunk(add(sp.n, sp.count))
	var open, from, to expr
	if g.target.sequential() {
		_, p0 := g.cut(sp, lo)
		open, to = g.cut(sp, hi)
		from = g.Def("from", maximum(p0, pick(lt(open, sp.count), sp.start(open), to)))
	} else {
		sp = g.filled(sp)
		from, to = g.Def("from", minimum(lo, sp.n)), g.Def("to", minimum(hi, sp.n))
		open = g.segmentOf(sp, sub(to, num(1)), num(0), sub(sp.count, num(1)))
		from = g.Def("from", pick(lt(from, to), maximum(from, sp.start(open)), to))
		open = g.Def("open", pick(lt(from, to), open, num(-1)))
	}
	var sum []expr
	g.inRowOf(sp, open, func() {
		sum = g.foldInOrder(accs, from, to, func(p expr) []expr { return value(open, p) })
	})
	g.once(func() {
		g.Store(key, groupId(), open)
		g.storeAll(carry, groupId(), sum)
	})
}

// scanCarries makes the inclusive scan of carries by key, in place.
func (r *run) scanCarries(accs []acc) *shared {
	return r.generic("scan_carries", func(g *kernelGen) {
		m := g.scalar("m")
		key := g.buffer("key", intType, kir.Gather)
		carry := g.buffers("carry", elems(accs), kir.Scatter)
		g.scan(scanner{accs: accs, init: units(accs), key: num(-1),
			elem: func(_, i expr) (expr, []expr) { return load(key, i), g.defs("v", loads(carry, i)) },
			emit: func(i, _ expr, _ func() []expr, with []expr) { g.storeAll(carry, i, with) },
		}, num(0), m)
	}, describe(accs)...)
}

// segFinish scans the chunk, starting with the carry of the chunks before it.
func (r *run) segFinish(g *kernelGen, s *lcu.SegScan, accs []acc, at, ids []int) {
	sp := g.space(s.Segs)
	key := g.buffer("key", intType, kir.Gather)
	carry := g.buffers("carry", elems(accs), kir.Gather)
	out := g.buffers("r", r.written(accs), kir.Write)
	keep := g.buffers("r", pickAt(r.elems, ids), r.kept())
	value := func(s_, p expr) []expr {
		vals := g.results(s.T, r.elems, s_, p)
		g.storeAll(keep, p, pickAt(vals, ids))
		return pickAt(vals, at)
	}
	emit := emitSegScan(g, r.plan, out, s.Incl)
	init := g.preceding(accs, carry)
	if g.target.sequential() {
		g.scanPieces(sp, r.plan, accs, init, value, emit)
		return
	}
	start := g.Def("key", pick(gt(groupId(), num(0)), load(key, sub(groupId(), num(1))), num(-1)))
	lo, hi := g.chunk(add(sp.n, sp.count))
	sp = g.filled(sp)
	lo, hi = g.Def("lo", minimum(lo, sp.n)), g.Def("hi", minimum(hi, sp.n))
	g.scanSegments(sp, accs, init, start, lo, hi, value, emit)
}

// scanPieces scans the pieces of segments of a sequential group.
func (g *kernelGen) scanPieces(sp space, of *plan, accs []acc, init []expr,
	value func(s, p expr) []expr, emit func(s, p expr, before func() []expr, with []expr)) {
	sum := g.muts("acc", init)
	g.walk(sp, walker{plan: of,
		elem: func(s, p expr) {
			with := g.defs("with", g.mix(accs, kir.Uses(sum), value(s, p)))
			emit(s, p, func() []expr { return kir.Uses(sum) }, with)
			g.setAll(sum, with)
		},
		close: func(expr, expr) { g.setAll(sum, units(accs)) },
	})
}
