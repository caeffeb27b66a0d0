package device

// SegReduce, and what SegScan (segscan.go) shares with it. A segment may lie in
// several chunks; what a chunk computes for the segment that it leaves open is its
// carry, with the number of the segment as the key. A scan of the carries by key
// then completes results (SegReduce) or says where the chunks start (SegScan).

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

func (r *run) segReduce(s *lcu.SegReduce) []outcome {
	accs, at, ids := r.split(s.Ops, s.Joins)
	if len(accs) == 0 {
		return r.segMapped(&lcu.SegMap{Node: s.Node, N: s.N, Segs: s.Segs, T: s.T})
	}
	args, segments := r.spaceArgs(s.Segs)
	shape, tiles := r.tiling(accs, ids)
	outs := r.outputs(r.written(accs), segments)
	rest := r.outputs(pickAt(r.elems, ids), r.n)
	w := &rowReduction{r, s, accs, at, ids}
	results := join(kir.Uses(outs), kir.Uses(rest))
	done := func() []outcome { return r.outcomes(at, buffersOf(outs), ids, buffersOf(rest)) }
	var tiled expr
	if tiles {
		tiled = r.launchTiles(s, shape, accs, segments, outs)
	}
	if r.rowLength != nil && !r.target.sequential() {
		w.inParallel(segments, tiled, args, outs, rest)
		return done()
	}
	groups := r.groupsOf(r.Atom("steps", add(r.n, segments)))
	groups = r.launchRows(segments, groups, tiled, w.whole, join(args, results)...)
	if n, known := r.value(groups); known && n == 0 {
		return done()
	}
	q, sums, divided := r, outs, segments
	if r.then != nil && !r.inOneLaunch() {
		q = r.withoutEpilogue()
		if tiled != nil || r.rowLength != nil {
			divided = r.Atom("divided", r.choice(gt(groups, num(0)), segments, num(0)))
		}
		sums = r.outputs(elems(accs), divided)
	}
	q.divideRows(s, accs, at, ids, args, segments, groups, sums, rest)
	if q != r {
		r.launchThen(divided, accs, sums, outs)
	}
	return done()
}

// divideRows launches the kernels for segments that may lie in several groups.
func (r *run) divideRows(s *lcu.SegReduce, accs []acc, at, ids []int, args []expr, segments, groups expr, outs, rest []*kvar) {
	key := r.alloc("key", intType, groups, r.pos)
	carries := join([]expr{groups, kir.Use(key)}, kir.Uses(r.outputs(elems(accs), r.carriesOf(groups))))
	k := r.kernel("", r.target.Local, func(g *kernelGen) { r.segReduceKernel(g, s, accs, at, ids) })
	r.launch(k, groups, join(args, carries, kir.Uses(outs), kir.Uses(rest))...)
	r.launchSome(minimum(sub(groups, num(1)), num(1)), func() *shared { return r.complete(accs) },
		join([]expr{segments}, carries, kir.Uses(outs))...)
}

// carriesOf is how many carries so many groups have; with an epilogue each also
// keeps what it has of the segment that it begins in.
func (p *plan) carriesOf(groups expr) expr {
	if p.then != nil {
		return mul(groups, num(2))
	}
	return groups
}

func (r *run) segReduceKernel(g *kernelGen, s *lcu.SegReduce, accs []acc, at, ids []int) {
	sp := g.space(s.Segs)
	groups := g.scalar("groups")
	key := g.buffer("key", intType, kir.Scatter)
	carry := g.buffers("carry", elems(accs), kir.Scatter)
	out := g.buffers("r", r.written(accs), kir.Scatter)
	keep := g.buffers("r", pickAt(r.elems, ids), kir.Scatter)
	value := func(s_, p expr) []expr {
		vals := g.results(s.T, r.elems, s_, p)
		g.storeAll(keep, p, pickAt(vals, ids))
		return pickAt(vals, at)
	}
	// A segment that began before the chunk waits for its carries.
	ends := func(s, before expr, sum []expr) {
		if r.then == nil {
			g.storeAll(out, s, sum)
			return
		}
		g.IfElse(before, func() { g.storeAll(carry, add(groups, groupId()), sum) }, func() { r.write(g, out, sum, s) })
	}
	var open expr
	var sum []expr
	if g.target.sequential() {
		open, sum = g.reducePieces(sp, r.plan, accs, ends, value)
	} else {
		open, sum = g.reduceTiles(sp, accs, ends, value)
	}
	g.once(func() {
		g.Store(key, groupId(), open)
		g.storeAll(carry, groupId(), sum)
	})
}

// reducePieces folds the pieces of segments of a sequential group.
func (g *kernelGen) reducePieces(sp space, of *plan, accs []acc,
	ends func(s, before expr, sum []expr), value func(s, p expr) []expr) (expr, []expr) {
	sum := g.muts("acc", units(accs))
	open := g.walk(sp, walker{plan: of,
		elem: func(s, p expr) { g.setAll(sum, g.mix(accs, kir.Uses(sum), value(s, p))) },
		close: func(s, first expr) {
			ends(s, both(first, gt(groupId(), num(0))), kir.Uses(sum))
			g.setAll(sum, units(accs))
		},
	})
	return open, kir.Uses(sum)
}

// reduceTiles scans the chunk by segments; the last position of a segment has
// its result. Empty segments are shared out as if they were elements; last, as
// their results may fail.
func (g *kernelGen) reduceTiles(sp space, accs []acc,
	ends func(s, before expr, sum []expr), value func(s, p expr) []expr) (expr, []expr) {
	all := sp
	c := g.Def("chunk", g.target.chunkSize(add(sp.n, sp.count)))
	from := g.Def("from", mul(groupId(), c))
	sp = g.filled(sp)
	lo, hi := g.Def("lo", minimum(from, sp.n)), g.Def("hi", minimum(sp.n, add(from, c)))
	key, sum := g.scanSegments(sp, accs, units(accs), num(-1), lo, hi, value,
		func(s, p expr, _ func() []expr, with []expr) {
			g.When(eq(sp.end(s), add(p, num(1))), func() { ends(s, lt(sp.start(s), lo), with) })
		})
	g.strided(minimum(from, all.count), g.Def("to", minimum(all.count, add(from, c))), func(s expr) {
		empty := ge(all.start(s), all.end(s))
		g.When(empty, func() { ends(s, &kir.Bool{}, units(accs)) })
	})
	key = g.Def("open", key)
	open := g.Def("open", pick(both(ge(key, num(0)), gt(sp.end(key), hi)), key, num(-1)))
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
		s := g.Def("s", load(of.segments(), at))
		return s, value(s, p)
	}
	return s
}

// complete is the kernel that adds carries to the results of the segments in
// which chunks end: out[key] = carries of key, combined with out[key]; or, with
// an epilogue, what it makes of them and what the chunk that comes next begins with,
// which is behind all carries.
func (r *run) complete(accs []acc) *shared {
	if r.then != nil {
		return r.kernel("complete", r.target.Local, func(g *kernelGen) { r.completeKernel(g, r.plan, accs) })
	}
	return r.generic("complete", func(g *kernelGen) { r.completeKernel(g, nil, accs) }, describe(accs)...)
}

func (r *run) completeKernel(g *kernelGen, of *plan, accs []acc) {
	count, m := g.scalar("segments"), g.scalar("groups")
	key := g.buffer("key", intType, kir.Gather)
	carry := g.buffers("carry", elems(accs), kir.Gather)
	written := elems(accs)
	if of != nil {
		written = of.made
	}
	out := g.buffers("r", written, kir.Scatter)
	g.scan(scanner{accs: accs, init: units(accs), key: num(-1),
		elem: func(_, i expr) (expr, []expr) { return load(key, i), g.defs("v", loads(carry, i)) },
		emit: func(i, k expr, _ func() []expr, with []expr) {
			next := g.Def("next", add(i, num(1)))
			ends := pick(lt(next, m), ne(load(key, next), k), &kir.Bool{Val: of == nil})
			g.When(both(inRange(k, count), ends), func() {
				if of == nil {
					g.storeAll(out, k, g.defs("v", g.mix(accs, with, loads(out, k))))
				} else {
					of.write(g, out, g.defs("v", g.mix(accs, with, loads(carry, add(m, next)))), k)
				}
			})
		},
	}, num(0), m)
}
