package device

// Scan, in three steps: every group but the last folds its chunk; one group
// scans the results; every group scans its chunk from what precedes it. One
// chunk needs only the last step. Sequential groups leave the second step out:
// each folds the results before its own, which are few. The thunk is evaluated twice unless it is
// dear (scandear.go).
//
// Where groups may wait for each other one step does.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A scanned is a scan, with an entry more for all elements if all is set.
type scanned struct {
	ops       []prim.Rop
	joins     []*lcu.Thunk
	incl, all bool
	t         *lcu.Thunk
}

func (r *run) scan(s scanned) []outcome {
	accs, at, ids := r.split(s.ops, s.joins)
	if len(accs) == 0 {
		return r.mapped(s.t)
	}
	if r.chains(accs) {
		return r.scanOnce(s, accs, at, ids)
	}
	if dear(s.t.Body) {
		return r.scanDear(s, accs, at, ids)
	}
	rest := r.outputs(pickAt(r.elems, ids), r.n)
	fold := r.kernel("fold", r.target.Local, func(g *kernelGen) {
		n := g.size()
		g.foldChunk(n, accs, func(i expr) []expr { return pickAt(g.results(s.t, r.elems, i), at) })
	})
	finish := r.kernel("", r.target.Local, func(g *kernelGen) {
		n := g.size()
		keep := g.buffers("r", pickAt(r.elems, ids), r.kept())
		g.scanChunk(r.plan, n, accs, s, func(i expr) []expr {
			vals := g.results(s.t, r.elems, i)
			g.storeAll(keep, i, pickAt(vals, ids))
			return pickAt(vals, at)
		})
	})
	outs := r.inSteps(s, accs, fold, []expr{r.n}, finish, join([]expr{r.n}, kir.Uses(rest)))
	return r.outcomes(at, outs, ids, buffersOf(rest))
}

// chains reports whether one step does: groups hand on what primitives combine.
func (r *run) chains(accs []acc) bool { return r.target.Chains && !joined(accs) }

// chainState makes the state of a Chain of values of the types ts: zeros.
func (r *run) chainState(ts []*types.Type, groups expr) *kvar {
	intBits := r.intSize * 8
	words := kir.ChainWords(ts, intBits, r.floatSize*8)
	empty, one := kir.ChainSize(0, words, intBits), kir.ChainSize(1, words, intBits)
	size := r.Atom("size", add(mul(groups, kir.N(one-empty)), kir.N(empty)))
	state := r.alloc("state", intType, size, r.pos)
	clear := r.generic("clear", func(g *kernelGen) {
		n, out := g.size(), g.buffer("r", intType, kir.Write)
		g.each(n, func(i expr) { g.Store(out, i, num(0)) })
	})
	r.launch(clear, pick(gt(groups, num(0)), r.groupsEach(size), num(0)), size, kir.Use(state))
	return state
}

// scanOnce is the scan in one step.
func (r *run) scanOnce(s scanned, accs []acc, at, ids []int) []outcome {
	rest, outs := r.outputs(pickAt(r.elems, ids), r.n), r.scanOutputs(s, accs)
	k := r.kernel("", r.target.Local, func(g *kernelGen) {
		n := g.size()
		state := g.buffer("state", intType, kir.Scatter)
		keep := g.buffers("r", pickAt(r.elems, ids), r.kept())
		out := g.buffers("r", r.written(accs), kir.Write)
		sum := g.scanChained(scanner{accs: accs, init: units(accs),
			elem: func(_, i expr) (expr, []expr) {
				vals := g.results(s.t, r.elems, i)
				g.storeAll(keep, i, pickAt(vals, ids))
				return nil, pickAt(vals, at)
			},
			emit: emitScan(g, r.plan, out, s.incl),
		}, state, n)
		g.last(s, out, mul(add(groupId(), num(1)), num(r.target.tileSize(elems(accs)))), n, sum)
	})
	groups := r.scanGroups(s, r.Atom("groups", ceilDiv(r.n, num(r.target.tileSize(elems(accs))))))
	state := r.chainState(elems(accs), groups)
	r.launch(k, groups, join([]expr{r.n, kir.Use(state)}, kir.Uses(rest), kir.Uses(outs))...)
	return r.outcomes(at, buffersOf(outs), ids, buffersOf(rest))
}

// emitScan writes scanned elements to out, by the epilogue of p if it has one.
func emitScan(g *kernelGen, p *plan, out []*kvar, incl bool) func(i, key expr, before func() []expr, with []expr) {
	return func(i, _ expr, before func() []expr, with []expr) {
		if !incl {
			with = before()
		}
		p.write(g, out, with, i)
	}
}

// inSteps launches the three steps; their kernels take, after args, the sums
// of chunks, and finish then the results.
func (r *run) inSteps(s scanned, accs []acc, fold *shared, foldArgs []expr, finish *shared, finishArgs []expr) []outcome {
	outs := r.scanOutputs(s, accs)
	groups := r.scanGroups(s, r.groupsOf(r.n))
	others := r.Atom("others", sub(groups, num(1)))
	parts := r.outputs(elems(accs), others)
	r.launch(fold, others, join(foldArgs, kir.Uses(parts))...)
	if !r.target.sequential() {
		r.launch(r.scanParts(accs), minimum(others, num(1)), join([]expr{others}, kir.Uses(parts))...)
	}
	r.launch(finish, groups, join(finishArgs, kir.Uses(parts), kir.Uses(outs))...)
	return buffersOf(outs)
}

// foldChunk is the first step.
func (g *kernelGen) foldChunk(n expr, accs []acc, elem func(i expr) []expr) {
	part := g.buffers("part", elems(accs), kir.Scatter)
	lo, hi := g.chunk(n)
	sum := g.foldInOrder(accs, lo, hi, elem)
	g.once(func() { g.storeAll(part, groupId(), sum) })
}

// scanParts is the second step: the inclusive scan of the sums, in place.
func (r *run) scanParts(accs []acc) *shared {
	return r.generic("scan_parts", func(g *kernelGen) {
		m := g.scalar("m")
		part := g.buffers("part", elems(accs), kir.Scatter)
		g.scan(scanner{accs: accs, init: units(accs),
			elem: func(_, i expr) (expr, []expr) { return nil, g.defs("v", loads(part, i)) },
			emit: func(i, _ expr, _ func() []expr, with []expr) { g.storeAll(part, i, with) },
		}, num(0), m)
	}, describe(accs)...)
}

// scanChunk is the last step, for the scan of p.
func (g *kernelGen) scanChunk(p *plan, n expr, accs []acc, s scanned, elem func(i expr) []expr) {
	part := g.buffers("part", elems(accs), kir.Gather)
	out := g.buffers("r", p.written(accs), kir.Write)
	lo, hi := g.chunk(n)
	_, sum := g.scan(scanner{accs: accs, init: g.before(accs, part),
		elem: func(_, i expr) (expr, []expr) { return nil, elem(i) },
		emit: emitScan(g, p, out, s.incl),
	}, lo, hi)
	g.last(s, out, hi, n, func() []expr { return sum })
}

// last stores what all n elements combine to, which the group knows that ends
// with the last of them.
func (g *kernelGen) last(s scanned, out []*kvar, hi, n expr, sum func() []expr) {
	if s.all {
		g.When(ge(hi, n), func() { g.once(func() { g.storeEnd(out, n, sum()) }) })
	}
}

// storeEnd stores the entry more of what is combined, behind what an epilogue makes.
func (g *kernelGen) storeEnd(out []*kvar, n expr, sum []expr) {
	g.storeAll(out[len(out)-len(sum):], n, sum)
}

// scanOutputs is the buffers for the results of a scan.
func (r *run) scanOutputs(s scanned, accs []acc) []*kvar {
	if !s.all {
		return r.outputs(r.written(accs), r.n)
	}
	n := r.Atom("n", add(r.n, num(1)))
	r.checkSize(n, r.pos)
	return slices.Concat(r.outputs(r.made, r.n), r.outputs(elems(accs), n))
}

// scanGroups is how many groups take the last step of a scan, of those that
// share the elements: at least one has an entry to store.
func (r *run) scanGroups(s scanned, groups expr) expr {
	if !s.all {
		return groups
	}
	entries := maximum(add(r.n, num(1)), num(0)) // none if a size that is junk is negative
	return r.Atom("groups", maximum(groups, minimum(entries, num(1))))
}

// before is the sum of all chunks before this one; part has their sums, scanned
// for parallel groups.
func (g *kernelGen) before(accs []acc, part []*kvar) []expr {
	if !g.target.sequential() {
		return g.preceding(accs, part)
	}
	sum := g.muts("start", units(accs))
	g.Count("k", num(0), groupId(), num(1), func(k expr) { g.setAll(sum, g.mix(accs, kir.Uses(sum), loads(part, k))) })
	return kir.Uses(sum)
}

// preceding is the sum of all chunks before this one, of which part has the
// inclusive scan.
func (g *kernelGen) preceding(accs []acc, part []*kvar) []expr {
	before := sub(groupId(), num(1))
	return g.defs("start", choices(gt(groupId(), num(0)), loads(part, before), units(accs)))
}
