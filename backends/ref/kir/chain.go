package kir

// What warps and groups hand each other: Shuffle, WarpCount, Vote, and Chain, at which all
// groups of a launch meet. Groups come to a Chain in any order and go on in any
// order; what they receive does not depend on it.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A chain is a compiled Chain.
type chain struct {
	keyed  bool
	vals   []evaluator
	binds  []registers
	ops    []func(x, y prim.Word) prim.Word
	units  []prim.Word
	before *stmt
	after  *stmt
}

// shuffle evaluates the values of all work-items before it binds any.
func (c *compiler) shuffle(s *kir.Shuffle) *stmt {
	vals, delta, width := c.exprs(s.Vals), c.expr(s.Delta), int64(s.Width)
	binds := c.bindAll(s.Binds)
	return &stmt{together: func(g *group) {
		d := g.uniform("the distance of a shuffle", delta)
		if d < 0 || d >= width {
			g.items[0].fail("a shuffle over %d work-items of a warp of %d", d, width)
		}
		n := len(vals)
		sent := make([]prim.Word, n*len(g.items))
		g.all(func(it *item) flow {
			for i, v := range vals {
				sent[int(it.id)*n+i] = v(it)
			}
			return next
		})
		for _, it := range g.items {
			from := it.id
			if from%width >= d {
				from -= d
			}
			for i, b := range binds {
				it.regs[b.first] = sent[int(from)*n+i]
			}
		}
	}}
}

// warpCount lets the work-items count in the order of their numbers, each warp by itself.
func (c *compiler) warpCount(s *kir.WarpCount) *stmt {
	b, idx, bind := c.slot[kir.VarOf(s.Buf)], c.expr(s.Idx), c.bind(s.Bind)
	return &stmt{together: func(g *group) {
		at := make([]int64, len(g.items))
		g.all(func(it *item) flow { at[it.id] = idx(it); return next })
		for _, it := range g.items {
			if it.regs[bind] = 0; at[it.id] >= 0 {
				buf := g.bufs[b]
				it.regs[bind] = buf.words[buf.at(at[it.id], it)]
				buf.store(at[it.id], it.regs[bind]+1, it, atomic)
			}
		}
	}}
}

// vote counts in every warp; warps must agree.
func (c *compiler) vote(s *kir.Vote) *stmt {
	cond, bind, width := c.expr(s.Cond), c.bind(s.Bind), int64(s.Width)
	return &stmt{together: func(g *group) {
		votes := make([]prim.Word, int64(len(g.items))/width)
		g.all(func(it *item) flow {
			if cond(it) != 0 {
				votes[it.id/width]++
			}
			return next
		})
		for _, it := range g.items {
			if it.regs[bind] = votes[it.id/width]; votes[0] != it.regs[bind] {
				it.fail("%d work-items of this warp vote for a condition, %d of the first warp", it.regs[bind], votes[0])
			}
		}
	}}
}

// chained compiles the body of a kernel, cut at its Chain if it has one.
func (c *compiler) chained(body kir.Expr) *stmt {
	list := body.(*kir.Block).Stmts
	for i, s := range list {
		s, ok := s.(*kir.Chain)
		if !ok {
			continue
		}
		before := c.block(&kir.Block{Stmts: list[:i]})
		ch := &chain{keyed: s.Keyed, vals: c.exprs(s.Vals), before: before}
		if s.Keyed {
			ch.units = append(ch.units, -1)
		}
		var ts []*types.Type
		for _, v := range s.Binds {
			ts = append(ts, v.Type)
		}
		for i, op := range s.Ops {
			k := ts[len(ts)-len(s.Ops)+i].Kind
			f := c.opts.Chains[op]
			if f == nil {
				f = op.Combine(c.num, k)
			}
			ch.ops = append(ch.ops, f)
			ch.units = append(ch.units, op.Identity(c.num, k))
		}
		ch.binds = c.bindAll(s.Binds)
		ch.after = c.block(&kir.Block{Stmts: list[i+1:]})
		c.chain = ch
		return nil
	}
	return c.block(body)
}

// run executes the groups of a launch of a kernel with a chain.
func (ch *chain) run(gs []*group, order func(n int) []int) {
	sums := make([][]prim.Word, len(gs))
	for _, i := range order(len(gs)) {
		ch.before.together(gs[i])
		for _, v := range ch.vals {
			sums[i] = append(sums[i], gs[i].uniform("a value of a chain", v))
		}
	}
	total := ch.units
	for i, g := range gs {
		for k, b := range ch.binds {
			for _, it := range g.items {
				it.regs[b.first] = total[k]
			}
		}
		total = ch.combine(total, sums[i])
		g.phase++
	}
	for _, i := range order(len(gs)) {
		ch.after.together(gs[i])
	}
}

// combine is x before y.
func (ch *chain) combine(x, y []prim.Word) []prim.Word {
	out := append([]prim.Word(nil), y...)
	if ch.keyed && x[0] != y[0] {
		return out
	}
	first := len(x) - len(ch.ops)
	for i, f := range ch.ops {
		out[first+i] = f(x[first+i], y[first+i])
	}
	return out
}

// together makes the groups of a launch, which all live until its end; schedules
// are not tried.
func (x *Machine) together(p *program, groups int64, args []val) {
	defer func(s *Schedule) { x.opts.Schedule = s }(x.opts.Schedule)
	x.opts.Schedule = nil
	gs := make([]*group, groups)
	for i := range gs {
		gs[i] = x.newGroup(p, groups)
		gs[i].start(int64(i), args)
	}
	p.chain.run(gs, x.rng.Perm)
	for _, g := range gs {
		g.count()
	}
}

// sharing checks that a launch is not given a buffer twice if it writes it; only
// what is read and written at each work-item's own element may be one.
func (x *Machine) sharing(p *program, args []val) {
	for i, a := range args {
		if a.buf == nil || !p.access[i].Writes() {
			continue
		}
		for j, b := range args {
			if i != j && a.buf == b.buf && !p.access[i].InPlaceOf(p.access[j]) && !x.hasFailed() {
				panic(interp.Bug(ir.Pos{}, "kernel %s: parameters %d and %d are one buffer, %s", p.name, i, j, a.buf.name))
			}
		}
	}
}
