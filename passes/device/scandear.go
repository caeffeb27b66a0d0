package device

// Scans of what is dear to compute. The groups that fold keep what they have
// computed, and the last step reads it; the last chunk, which is not folded, is
// computed there. So one chunk needs one step.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
)

// scanDear is the scan of a thunk that is evaluated once for every element.
func (r *run) scanDear(s scanned, accs []acc, at, ids []int) []outcome {
	vals, rest := r.outputs(elems(accs), r.n), r.outputs(pickAt(r.elems, ids), r.n)
	made := join([]expr{r.n}, kir.Uses(vals), kir.Uses(rest))
	fold := r.kernel("fold", r.target.Local, func(g *kernelGen) {
		k := r.keeper(g, s, accs, at, ids, kir.Write)
		g.foldChunk(k.n, accs, func(i expr) []expr {
			vals := k.made(i)
			g.storeAll(k.vals, i, vals)
			return vals
		})
	})
	finish := r.kernel("", r.target.Local, func(g *kernelGen) {
		k := r.keeper(g, s, accs, at, ids, kir.Own)
		g.scanParted(r.plan, k.n, accs, s, k.made, func(i expr) []expr { return g.defs("v", loads(k.vals, i)) })
	})
	outs := r.inSteps(s, accs, fold, made, finish, made)
	return r.outcomes(at, outs, ids, buffersOf(rest))
}

// A keeper is the buffers in which a scan keeps what its thunk makes: values
// that are combined, and the others.
type keeper struct {
	n    expr
	vals []*kvar
	made func(i expr) []expr // evaluates the thunk and stores the others
}

func (r *run) keeper(g *kernelGen, s scanned, accs []acc, at, ids []int, a kir.Access) keeper {
	k := keeper{n: g.size(), vals: g.buffers("v", elems(accs), a)}
	rest := g.buffers("r", pickAt(r.elems, ids), r.kept())
	k.made = func(i expr) []expr {
		vals := g.results(s.t, r.elems, i)
		g.storeAll(rest, i, pickAt(vals, ids))
		return pickAt(vals, at)
	}
	return k
}

// scanParted is scanChunk with two kinds of elements: those of the last chunk,
// and the others.
func (g *kernelGen) scanParted(p *plan, n expr, accs []acc, s scanned, last, other func(i expr) []expr) {
	part := g.buffers("part", elems(accs), kir.Gather)
	out := g.buffers("r", p.written(accs), kir.Write)
	lo, hi := g.chunk(n)
	init := g.before(accs, part)
	scan := func(elem func(i expr) []expr) []expr {
		_, sum := g.scan(scanner{accs: accs, init: init, elem: func(_, i expr) (expr, []expr) { return nil, elem(i) },
			emit: emitScan(g, p, out, s.incl)}, lo, hi)
		return sum
	}
	whole := g.split
	g.IfElse(ge(hi, n), func() {
		sum := scan(last)
		if s.all {
			g.once(func() { g.storeEnd(out, n, sum) })
		}
	}, func() {
		g.split = nil // the values are at hand
		scan(other)
		g.split = whole
	})
}

// dear reports whether evaluating e once more costs more than writing and
// reading its results: loops, functions, or several gathers.
func dear(e lcu.Expr) bool {
	cost := 0
	ir.Walk(e, func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Loop:
			cost += 100
		case *lcu.At:
			cost += 2
		case *lcu.Prim:
			cost++
			if dearPrim(e.Op.Name) {
				cost += 20
			}
		}
		return true
	})
	return cost > 12
}

// dearPrim reports whether a primitive takes many cycles.
func dearPrim(name string) bool {
	switch name {
	case "ln", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
		"div", "rem", "rand_int", "rand_float", "mix_hi", "mix_lo":
		return true
	}
	return false
}
