package device

// SegReduce and SegScan. A segment may lie in several chunks; what a chunk
// computes for the segment that it leaves open is its carry, with the number
// of the segment as the key. A scan of the carries by key then completes
// results (SegReduce) or says where the chunks start (SegScan).

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

func (r *run) segReduce(s *lcu.SegReduce) []outcome {
	accs, at, ids := r.split(s.Ops)
	if len(accs) == 0 {
		return r.segMapped(&lcu.SegMap{Node: s.Node, N: s.N, Segs: s.Segs, T: s.T})
	}
	args, segments := r.spaceArgs(s.Segs)
	outs := r.outputs(elems(accs), segments)
	rest := r.outputs(pickAt(r.elems, ids), r.n)
	groups := r.groupsOf(r.atom("steps", add(r.n, segments)))
	tiled := r.launchTiles(s, accs, at, segments, join(args, kir.Uses(outs))...)
	groups = r.launchRows(segments, groups, tiled, func(g *kernelGen, sp space) { r.reduceRows(g, sp, s, accs, at, ids) },
		join(args, kir.Uses(outs), kir.Uses(rest))...)
	key := r.alloc("key", intType, groups, r.pos)
	carries := join([]expr{kir.Use(key)}, kir.Uses(r.outputs(elems(accs), groups)))
	k := r.kernel("", r.target.Local, func(g *kernelGen) { r.segReduceKernel(g, s, accs, at, ids) })
	r.launch(k, groups, join(args, carries, kir.Uses(outs), kir.Uses(rest))...)
	r.launch(r.complete(accs), minimum(sub(groups, num(1)), num(1)),
		join([]expr{groups, segments}, carries, kir.Uses(outs))...)
	return merged(at, buffersOf(outs), ids, buffersOf(rest))
}

// reduceRows folds whole rows.
func (r *run) reduceRows(g *kernelGen, sp space, s *lcu.SegReduce, accs []acc, at, ids []int) {
	out := g.buffers("r", elems(accs), kir.Scatter)
	keep := g.buffers("r", pickAt(r.elems, ids), kir.Scatter)
	var sum []*kvar
	g.wholeRows(sp, r.plan,
		func() { sum = g.muts("acc", units(accs)) },
		func(s_, p expr) {
			vals := g.results(s.T, r.elems, s_, p)
			g.storeAll(keep, p, pickAt(vals, ids))
			g.setAll(sum, mix(accs, kir.Uses(sum), pickAt(vals, at)))
		},
		func(s expr) { g.storeAll(out, s, kir.Uses(sum)) })
}

func (r *run) segReduceKernel(g *kernelGen, s *lcu.SegReduce, accs []acc, at, ids []int) {
	sp := g.space(s.Segs)
	key := g.buffer("key", intType, kir.Scatter)
	carry := g.buffers("carry", elems(accs), kir.Scatter)
	out := g.buffers("r", elems(accs), kir.Scatter)
	keep := g.buffers("r", pickAt(r.elems, ids), kir.Scatter)
	value := func(s_, p expr) []expr {
		vals := g.results(s.T, r.elems, s_, p)
		g.storeAll(keep, p, pickAt(vals, ids))
		return pickAt(vals, at)
	}
	var open expr
	var sum []expr
	if g.target.sequential() {
		open, sum = g.reducePieces(sp, r.plan, accs, out, value)
	} else {
		open, sum = g.reduceTiles(sp, accs, out, value)
	}
	g.once(func() {
		g.store(key, groupId(), open)
		g.storeAll(carry, groupId(), sum)
	})
}

// reducePieces folds the pieces of segments of a sequential group.
func (g *kernelGen) reducePieces(sp space, of *plan, accs []acc, out []*kvar, value func(s, p expr) []expr) (expr, []expr) {
	sum := g.muts("acc", units(accs))
	open := g.walk(sp, walker{plan: of,
		elem: func(s, p expr) { g.setAll(sum, mix(accs, kir.Uses(sum), value(s, p))) },
		close: func(s expr) {
			g.storeAll(out, s, kir.Uses(sum))
			g.setAll(sum, units(accs))
		},
	})
	return open, kir.Uses(sum)
}

// reduceTiles scans the chunk by segments; the last position of a segment has
// its result. Empty segments are shared out as if they were elements.
func (g *kernelGen) reduceTiles(sp space, accs []acc, out []*kvar, value func(s, p expr) []expr) (expr, []expr) {
	c := g.def("chunk", g.target.chunkSize(add(sp.n, sp.count)))
	from := g.def("from", mul(groupId(), c))
	g.strided(minimum(from, sp.count), g.def("to", minimum(sp.count, add(from, c))), func(s expr) {
		empty := ge(sp.start(s), sp.end(s))
		g.when(empty, func() { g.storeAll(out, s, units(accs)) })
	})
	sp = g.filled(sp)
	lo, hi := g.def("lo", minimum(from, sp.n)), g.def("hi", minimum(sp.n, add(from, c)))
	key, sum := g.scanSegments(sp, accs, units(accs), num(-1), lo, hi, value,
		func(s, p expr, _ func() []expr, with []expr) {
			g.when(eq(sp.end(s), add(p, num(1))), func() { g.storeAll(out, s, with) })
		})
	key = g.def("open", key)
	open := g.def("open", pick(both(ge(key, num(0)), gt(sp.end(key), hi)), key, num(-1)))
	return open, sum
}

// scanSegments is the scan by segments of the positions lo <= p < hi.
func (g *kernelGen) scanSegments(sp space, accs []acc, init []expr, key, lo, hi expr,
	value func(s, p expr) []expr, emit func(s, p expr, before func() []expr, with []expr)) (expr, []expr) {
	return g.scan(g.segmentScanner(sp, lo, hi, scanner{accs: accs, init: init, key: key}, value, emit), lo, hi)
}

// segmentScanner completes a scanner of segments of the positions lo <= p < hi,
// whose keys are the numbers of segments.
func (g *kernelGen) segmentScanner(sp space, lo, hi expr, s scanner,
	value func(s, p expr) []expr, emit func(s, p expr, before func() []expr, with []expr)) scanner {
	s.emit = func(p, s expr, before func() []expr, with []expr) { emit(s, p, before, with) }
	if sp.offs == nil {
		s.elem = func(_, p expr) (expr, []expr) {
			s := g.rowOf(sp, p)
			var vals []expr
			g.inRowOf(sp, s, func() { vals = value(s, p) })
			return s, vals
		}
		return s
	}
	of := g.finder(sp, lo, hi, g.target.tileSize(append([]*types.Type{intType}, elems(s.accs)...)))
	s.prepare = of.find
	s.elem = func(at, p expr) (expr, []expr) {
		s := g.def("s", load(of.segments(), at))
		return s, value(s, p)
	}
	return s
}

// complete is the kernel that adds carries to the results of the segments in
// which chunks end: out[key] = carries of key, combined with out[key].
func (r *run) complete(accs []acc) *shared {
	return r.generic("complete", func(g *kernelGen) {
		m, count := g.scalar("m"), g.scalar("segments")
		key := g.buffer("key", intType, kir.Gather)
		carry := g.buffers("carry", elems(accs), kir.Gather)
		out := g.buffers("r", elems(accs), kir.Scatter)
		g.scan(scanner{accs: accs, init: units(accs), key: num(-1),
			elem: func(_, i expr) (expr, []expr) { return load(key, i), g.defs("v", loads(carry, i)) },
			emit: func(i, k expr, _ func() []expr, with []expr) {
				next := g.def("next", add(i, num(1)))
				ends := pick(lt(next, m), ne(load(key, next), k), &kir.Bool{Val: true})
				g.when(both(inRange(k, count), ends), func() {
					g.storeAll(out, k, g.defs("v", mix(accs, with, loads(out, k))))
				})
			},
		}, num(0), m)
	}, describe(accs)...)
}

func (r *run) segScan(s *lcu.SegScan) []outcome {
	accs, at, ids := r.split(s.Ops)
	if len(accs) == 0 {
		return r.segMapped(&lcu.SegMap{Node: s.Node, N: s.N, Segs: s.Segs, T: s.T})
	}
	args, segments := r.spaceArgs(s.Segs)
	outs := r.outputs(elems(accs), r.n)
	rest := r.outputs(pickAt(r.elems, ids), r.n)
	if r.chains(accs) {
		return r.segScanOnce(s, accs, at, ids, args, outs, rest)
	}
	groups := r.groupsOf(r.atom("steps", add(r.n, segments)))
	groups = r.launchRows(segments, groups, nil, func(g *kernelGen, sp space) { r.scanRows(g, sp, s, accs, at, ids) },
		join(args, kir.Uses(outs), kir.Uses(rest))...)
	others := r.atom("others", sub(groups, num(1)))
	key := r.alloc("key", intType, others, r.pos)
	carries := join([]expr{kir.Use(key)}, kir.Uses(r.outputs(elems(accs), others)))

	fold := r.kernel("fold", r.target.Local, func(g *kernelGen) { r.segFold(g, s, accs, at) })
	r.launch(fold, others, join(args, carries)...)
	r.launch(r.scanCarries(accs), minimum(others, num(1)), join([]expr{others}, carries)...)
	finish := r.kernel("", r.target.Local, func(g *kernelGen) { r.segFinish(g, s, accs, at, ids) })
	r.launch(finish, groups, join(args, carries, kir.Uses(outs), kir.Uses(rest))...)
	return merged(at, buffersOf(outs), ids, buffersOf(rest))
}

// segScanOnce is the scan in one step, like scanOnce.
func (r *run) segScanOnce(s *lcu.SegScan, accs []acc, at, ids []int, args []expr, outs, rest []*kvar) []outcome {
	ts := append([]*types.Type{intType}, elems(accs)...)
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		sp := g.filled(g.space(s.Segs))
		state := g.buffer("state", intType, kir.Scatter)
		out := g.buffers("r", elems(accs), kir.Write)
		keep := g.buffers("r", pickAt(r.elems, ids), kir.Write)
		lo := g.def("lo", mul(groupId(), num(r.target.tileSize(ts))))
		g.scanChained(g.segmentScanner(sp, lo, sp.n, scanner{accs: accs, init: units(accs), key: num(-1)},
			func(s_, p expr) []expr {
				vals := g.results(s.T, r.elems, s_, p)
				g.storeAll(keep, p, pickAt(vals, ids))
				return pickAt(vals, at)
			},
			func(s_, p expr, before func() []expr, with []expr) { emitScan(g, out, s.Incl)(p, s_, before, with) },
		), state, sp.n)
	})
	groups := r.atom("groups", ceilDiv(r.n, num(r.target.tileSize(ts))))
	state := r.chainState(ts, groups)
	r.launch(k, groups, join(args, []expr{kir.Use(state)}, kir.Uses(outs), kir.Uses(rest))...)
	return merged(at, buffersOf(outs), ids, buffersOf(rest))
}

// scanRows scans whole rows.
func (r *run) scanRows(g *kernelGen, sp space, s *lcu.SegScan, accs []acc, at, ids []int) {
	out := g.buffers("r", elems(accs), kir.Scatter)
	keep := g.buffers("r", pickAt(r.elems, ids), kir.Scatter)
	var sum []*kvar
	g.wholeRows(sp, r.plan,
		func() { sum = g.muts("acc", units(accs)) },
		func(s_, p expr) {
			vals := g.results(s.T, r.elems, s_, p)
			g.storeAll(keep, p, pickAt(vals, ids))
			with := g.defs("with", mix(accs, kir.Uses(sum), pickAt(vals, at)))
			if s.Incl {
				g.storeAll(out, p, with)
			} else {
				g.storeAll(out, p, kir.Uses(sum))
			}
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
		from = g.def("from", maximum(p0, pick(lt(open, sp.count), sp.start(open), to)))
	} else {
		sp = g.filled(sp)
		from, to = g.def("from", minimum(lo, sp.n)), g.def("to", minimum(hi, sp.n))
		open = g.segmentOf(sp, sub(to, num(1)), num(0), sub(sp.count, num(1)))
		from = g.def("from", pick(lt(from, to), maximum(from, sp.start(open)), to))
		open = g.def("open", pick(lt(from, to), open, num(-1)))
	}
	var sum []expr
	g.inRowOf(sp, open, func() {
		sum = g.foldInOrder(accs, from, to, func(p expr) []expr { return value(open, p) })
	})
	g.once(func() {
		g.store(key, groupId(), open)
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
	out := g.buffers("r", elems(accs), kir.Write)
	keep := g.buffers("r", pickAt(r.elems, ids), kir.Write)
	value := func(s_, p expr) []expr {
		vals := g.results(s.T, r.elems, s_, p)
		g.storeAll(keep, p, pickAt(vals, ids))
		return pickAt(vals, at)
	}
	emit := func(_, p expr, before func() []expr, with []expr) {
		if !s.Incl {
			with = before()
		}
		g.storeAll(out, p, with)
	}
	init := g.preceding(accs, carry)
	if g.target.sequential() {
		g.scanPieces(sp, r.plan, accs, init, value, emit)
		return
	}
	start := g.def("key", pick(gt(groupId(), num(0)), load(key, sub(groupId(), num(1))), num(-1)))
	lo, hi := g.chunk(add(sp.n, sp.count))
	sp = g.filled(sp)
	lo, hi = g.def("lo", minimum(lo, sp.n)), g.def("hi", minimum(hi, sp.n))
	g.scanSegments(sp, accs, init, start, lo, hi, value, emit)
}

// scanPieces scans the pieces of segments of a sequential group.
func (g *kernelGen) scanPieces(sp space, of *plan, accs []acc, init []expr,
	value func(s, p expr) []expr, emit func(s, p expr, before func() []expr, with []expr)) {
	sum := g.muts("acc", init)
	g.walk(sp, walker{plan: of,
		elem: func(s, p expr) {
			with := g.defs("with", mix(accs, kir.Uses(sum), value(s, p)))
			emit(s, p, func() []expr { return kir.Uses(sum) }, with)
			g.setAll(sum, with)
		},
		close: func(expr) { g.setAll(sum, units(accs)) },
	})
}
