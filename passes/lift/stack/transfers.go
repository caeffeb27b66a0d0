package stack

// How blocks of a machine end: with another block, a call or a return, in the same iteration or the next one.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// transfer goes on with another block.
func (r *run) transfer(t *transfer, p *place) nkl.Expr {
	args, q := r.allNow(t.args), *p
	switch n := len(p.calls); {
	case t.to != nil && t.after != nil:
		q.calls = append(slices.Clone(p.calls), saved{t.after, r.allNow(nkl.Uses(t.after.saved))})
		q.latest = slices.Clone(p.latest)
		for _, v := range t.after.held {
			q.latest[r.registerOf(v)] = r.now(nkl.Use(v))
		}
		return r.enter(saved{to: t.to}, args, &q)
	case t.to != nil:
		return r.enter(saved{to: t.to}, args, p)
	case n > 0:
		q.calls = p.calls[:n-1]
		return r.enter(p.calls[n-1], args, &q)
	}
	var l nkl.Lets
	top := l.Name("sp", types.Int, r.int(prim.Sub, p.sp, 1))
	pc := l.Name("pc", types.Int, r.op(prim.Elt, nkl.Use(r.stacks[0]), top))
	regs := r.filed(&l, t.into, args, p)
	return l.In(r.again(pc, top, regs, slices.Concat(r.cut(&l, top), p.data)))
}

// filed is the registers with args in those of variables.
func (r *run) filed(l *nkl.Lets, into []*nkl.Var, args []nkl.Expr, p *place) []nkl.Expr {
	regs, of := slices.Clone(p.latest), r.of(into)
	for i, e := range r.split(l, args, types.OfVars(into)) {
		regs[of[i]] = e
	}
	return regs
}

// enter goes on with a block, in this iteration or the next one.
func (r *run) enter(s saved, args []nkl.Expr, p *place) nkl.Expr {
	b := s.to
	if b.size > p.room || slices.Contains(p.within, b) {
		return r.next(s, args, p)
	}
	for i, v := range b.saved {
		r.env[v] = s.vals[i]
	}
	for i, v := range b.params {
		r.env[v] = args[i]
	}
	return r.code(b.code, p.inside(b))
}

// again begins another iteration.
func (r *run) again(pc, sp nkl.Expr, regs, stacks []nkl.Expr) nkl.Expr {
	if r.grows {
		return &nkl.Recur{Args: slices.Concat([]nkl.Expr{pc}, regs, stacks)}
	}
	return &nkl.Recur{Args: slices.Concat([]nkl.Expr{pc, sp}, regs, stacks)}
}

// next begins the next iteration, with a block; calls in progress are saved.
func (r *run) next(s saved, args []nkl.Expr, p *place) nkl.Expr {
	var l, puts nkl.Lets
	regs, data := r.filed(&l, s.to.params, args, p), slices.Clone(p.data)
	var slots []slot
	save := func(s saved) {
		ts := leavesOf(s.to.saved)
		for i, e := range r.split(&puts, s.vals, types.OfVars(s.to.saved)) {
			if ts[i].Kind == types.KSeq {
				e = r.pushedData(&puts, data, ts[i], e)
			}
			slots = append(slots, r.kept(&puts, ts[i], e))
		}
	}
	for _, c := range p.calls {
		save(c)
		slots = append(slots, slot{0, r.number(c.to)})
	}
	save(s)
	switch {
	case len(slots) == 0:
		return l.In(r.again(r.number(s.to), p.sp, regs, slices.Concat(r.cut(&l, p.sp), data)))
	case r.grows:
		stacks := r.pushed(&puts, r.cut(&puts, p.sp), slots)
		return l.In(puts.In(r.again(r.number(s.to), nil, regs, slices.Concat(stacks, data))))
	}
	stacks := nkl.Uses(r.stacks)
	for n, v := range slots {
		at := puts.Name("at", types.Int, r.int(prim.Add, p.sp, n))
		stacks[v.stack] = puts.Name("stack", r.stacks[v.stack].Type, &nkl.Put{Seq: stacks[v.stack], Idx: at, Val: v.val})
	}
	top := l.Name("sp", types.Int, r.int(prim.Add, p.sp, len(slots)))
	fits := l.Name("fits", types.Bool, r.op(prim.Le, top, r.size))
	return l.In(&nkl.If{Cond: fits, Then: puts.In(r.again(r.number(s.to), top, regs, stacks)), Else: r.full()})
}

// cut is the stacks with n elements on them.
func (r *run) cut(l *nkl.Lets, n nkl.Expr) []nkl.Expr {
	stacks := nkl.Uses(r.stacks)
	if !r.grows {
		return stacks
	}
	places := anf.Run(l, anf.Integer(0), n)
	for k, s := range r.stacks {
		stacks[k] = l.Name("stack", s.Type, r.op(prim.Get, stacks[k], places))
	}
	return stacks
}

// pushed is the stacks with slots behind what is on them.
func (r *run) pushed(l *nkl.Lets, stacks []nkl.Expr, slots []slot) []nkl.Expr {
	for k, s := range r.stacks {
		t := s.Type.Elem()
		more := &nkl.Seq{Node: r.at(), Elem: t}
		for _, v := range slots {
			if v.stack != k {
				v.val = nkl.Zero(t)
			}
			more.Elems = append(more.Elems, v.val)
		}
		stacks[k] = l.Name("stack", s.Type, r.op(prim.Append, stacks[k], l.Name("more", s.Type, more)))
	}
	return stacks
}
