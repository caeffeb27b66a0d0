package device

// Epilogues: element code where the results of a reduction or scan are written.
// It runs once for each of them, in the kernel that knows it: the last one of a
// scan, the one in which a segment ends or its carries are added, the one that
// folds the sums of chunks.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// written is the types of what is written for results combined by accs.
func (p *plan) written(accs []acc) []*types.Type {
	switch {
	case p.then == nil:
		return elems(accs)
	case p.stores():
		return slices.Concat(p.made, elems(accs))
	}
	return p.made
}

// stores reports whether what is combined is written although there is an epilogue:
// its entry more is no index of that.
func (p *plan) stores() bool { return p.soac.Form() == lcu.FormPrefix }

// kept is how a kernel accesses results with the operator id: an epilogue may
// read, after they are stored, what it would be good to store them in.
func (p *plan) kept() kir.Access {
	if p.then != nil {
		return kir.Scatter
	}
	return kir.Write
}

// outcomes puts what is written and the results with the operator id into the
// order of the SOAC.
func (p *plan) outcomes(at []int, written []outcome, ids []int, rest []outcome) []outcome {
	if p.then != nil {
		return append(written, rest...)
	}
	return merged(at, written, ids, rest)
}

// write stores vals, or what the epilogue makes of them, at the last of at: a
// position, a segment, a segment and a position, or 0 if there is but one.
func (p *plan) write(g *kernelGen, out []*kvar, vals []expr, at ...expr) {
	if p.then != nil {
		made := g.after(p, vals, at)
		if p.stores() {
			made = append(made, vals...)
		}
		vals = made
	}
	g.storeAll(out, at[len(at)-1], vals)
}

// waiting is where totals wait until the rest is added to them: the numbers of
// results of their types, -1 for those that need arrays of their own.
func (p *plan) waiting(accs []acc) (at []int, others []acc) {
	made := p.written(accs)
	taken := make([]bool, len(made))
	for _, a := range accs {
		k := -1
		for i, t := range made {
			if k < 0 && !taken[i] && t.Kind == a.elem.Kind {
				k, taken[i] = i, true
			}
		}
		if at = append(at, k); k < 0 {
			others = append(others, a)
		}
	}
	return at, others
}

// after is what the epilogue of p makes of vals.
func (g *kernelGen) after(p *plan, vals, at []expr) []expr {
	if !p.positions() {
		return g.afterFold(p, vals, at)
	}
	for i, v := range p.then.Params[len(at):] {
		g.env[v] = g.Atom("x", vals[i])
	}
	return g.elementCode(p.then, p.made, at)
}

// afterFold is after for a segment, or the whole: its number is no index at
// which arrays are long enough.
func (g *kernelGen) afterFold(p *plan, vals, at []expr) []expr {
	params := p.then.Params
	g.index, g.seg = nil, nil
	if len(params) > len(vals) { // by segments
		g.seg = at[0]
		g.env[params[0]] = g.seg
		params = params[1:]
	}
	for i, v := range params {
		g.env[v] = g.Atom("x", vals[i])
	}
	return g.valuesOf(p.then, p.made)
}

// findColumns finds by what other parameters than the columns of the grid the epilogue
// divides the number of the row.
func (p *plan) findColumns() {
	if p.then == nil || p.grid.lone {
		return
	}
	ir.Walk(lcu.Expr(p.then), func(e lcu.Expr) bool {
		if x, ok := e.(*lcu.Prim); ok && (x.Op.Name == "div" || x.Op.Name == "rem") && lcu.IsRef(x.Args[0], p.then.Params[0]) {
			by, ok := x.Args[1].(*lcu.Ref)
			if !ok || lcu.IsRef(p.grid.cols, by.Var) || slices.Contains(p.grid.asCols, by.Var) {
				return true
			}
			if _, param := p.number[by.Var]; param {
				p.grid.asCols = append(p.grid.asCols, by.Var)
			}
		}
		return true
	})
}

// withoutEpilogue is r for launches before the epilogue: those that make what an
// epilogue of its own launch reads, and those by which the host decides.
func (r *run) withoutEpilogue() *run {
	plain, q := *r.plan, *r
	plain.then, q.plan = nil, &plain
	return &q
}

// launchThen launches the epilogue for so many segments, whose results are sums.
func (r *run) launchThen(segments expr, accs []acc, sums, outs []*kvar) {
	k := r.kernel("then", r.target.Local, func(g *kernelGen) {
		n := g.scalar("segments")
		sum := g.buffers("sum", elems(accs), kir.Own)
		out := g.buffers("r", r.made, kir.Write)
		g.each(n, func(s expr) { r.write(g, out, g.defs("v", loads(sum, s)), s) })
	})
	r.launch(k, r.groupsEach(segments), join([]expr{segments}, kir.Uses(sums), kir.Uses(outs))...)
}

// inOneLaunch reports whether it does not matter in which of two launches the
// epilogue of a reduction runs: the order of its checks would.
func (p *plan) inOneLaunch() bool {
	checks := 0
	ir.Walk(lcu.Expr(p.then), func(e lcu.Expr) bool {
		if e.Form() == lcu.FormCheck {
			checks++
		}
		return true
	})
	return checks < 2
}
