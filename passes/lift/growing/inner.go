package growing

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// finish makes the inner loop of the blocks. It carries pc, buffers and registers, and
// yields these, then whether buffers are full, then the numbers of the result.
func (g *Loop) finish() {
	x := g.x
	x.shareRegisters()
	g.findResults()
	vars := []*nkl.Var{x.pc}
	for _, c := range x.states {
		vars = append(vars, c.buf)
		if slices.ContainsFunc(x.leaves, func(l leave) bool { return slices.Contains(l.lacks, c) }) {
			g.full = append(g.full, c)
		}
	}
	vars = append(vars, x.regs...)
	g.outer = anf.CopyVars(vars)
	for i, b := range x.hosts {
		b.number = len(x.blocks) + i
	}
	for _, m := range x.moves {
		m.at.Args = append([]nkl.Expr{anf.Integer(int64(m.to.number))}, m.bufs...)
		for _, r := range x.regs {
			m.at.Args = append(m.at.Args, orElse(m.regs[r], nkl.Use(r)))
		}
	}
	var none []nkl.Expr
	for _, t := range g.extra {
		none = append(none, x.before.Zero(t))
	}
	for _, l := range x.leaves {
		pc := int64(-1)
		for _, next := range []*block{l.from, l.to} {
			if next != nil {
				pc = int64(next.number)
			}
		}
		l.at.Elems = append([]nkl.Expr{anf.Integer(pc)}, l.bufs...)
		for _, r := range x.regs {
			l.at.Elems = append(l.at.Elems, orElse(l.regs[r], nkl.Use(r)))
		}
		l.at.Elems = append(l.at.Elems, none...)
		if len(g.full) > 1 {
			l.at.Elems = append(l.at.Elems, orElse(l.full, anf.Integer(0)))
		}
		if pc < 0 {
			for k, e := range l.result {
				l.at.Elems[g.results[k]] = e
			}
		}
	}
	codes := make([]nkl.Expr, len(x.blocks))
	for i, b := range x.blocks {
		codes[i] = b.code
		if len(x.blocks) > 1 {
			codes[i] = g.again(b)
		}
	}
	g.Inner = &nkl.Loop{Node: g.loop.Node, Binds: vars, Inits: nkl.Uses(g.outer), Body: x.among(codes, 0)}
}

// orElse is e, or other if there is no e.
func orElse(e, other nkl.Expr) nkl.Expr {
	if e == nil {
		return other
	}
	return e
}

// findResults finds registers for the numbers of the result, as nothing else is in them where the loop ends. Those for which there are none are
// behind the registers.
func (g *Loop) findResults() {
	x, first := g.x, 1+len(g.x.states)
	for _, t := range numberTypes(g.typ, g.result) {
		k := first
		for k < first+len(x.regs) && (x.regs[k-first].Type != t || slices.Contains(g.results, k)) {
			k++
		}
		if k == first+len(x.regs) {
			k += len(g.extra)
			g.extra = append(g.extra, t)
		}
		g.results = append(g.results, k)
	}
}

// numbers is those of the result, of what the inner loop yields.
func (g *Loop) numbers(did []nkl.Expr) (out []nkl.Expr) {
	for _, k := range g.results {
		out = append(out, did[k])
	}
	return out
}

// fields is the types of what the inner loop yields.
func (g *Loop) fields() []*types.Type {
	ts := append(types.OfVars(g.outer), g.extra...)
	if len(g.full) > 1 {
		ts = append(ts, types.Int)
	}
	return ts
}

// among is the code of the block pc, one of codes, the first of which has this number.
func (x *translation) among(codes []nkl.Expr, first int) nkl.Expr {
	if len(codes) == 1 {
		return codes[0]
	}
	var b anf.Block
	mid := len(codes) / 2
	below := op(&b, types.Bool, prim.Lt, nkl.Use(x.pc), anf.Integer(int64(first+mid)))
	return b.In(&nkl.If{Cond: below, Then: x.among(codes[:mid], first), Else: x.among(codes[mid:], first+mid)})
}
