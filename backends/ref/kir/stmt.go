package kir

// Statements of kernels. A statement without barriers is a closure that one
// work-item runs to its end; one with barriers is run by all work-items of the
// group together.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A flow tells how a statement ended.
type flow uint8

const (
	next flow = iota
	yielded
	again
	exited
)

// A stmt is a compiled statement; one is nil if it has barriers.
type stmt struct {
	one      func(*item) flow
	together func(*group)
}

// alone makes a statement without barriers.
func alone(f func(*item) flow) *stmt {
	return &stmt{f, func(g *group) { g.all(f) }}
}

func simple(f func(*item)) *stmt {
	return alone(func(it *item) flow { f(it); return next })
}

func (c *compiler) stmt(s kir.Expr) *stmt {
	switch s := s.(type) {
	case *kir.Block:
		return c.block(s)
	case *kir.Def:
		return c.assign(s.Rhs, s.Bind, c.bind)
	case *kir.Mut:
		return c.assign(s.Init, s.Bind, c.bind)
	case *kir.Set:
		return c.assign(s.Rhs, s.Var, func(v *kir.Var) int { return c.slot[v] })
	case *kir.Store:
		return c.store(s.Buf, s.Idx, s.Val, plain)
	case *kir.Arbitrary:
		return c.store(s.Buf, s.Idx, s.Val, arbitrary)
	case *kir.CopyRange:
		return c.copyRange(s)
	case *kir.Atomic:
		return c.atomic(s)
	case *kir.Barrier:
		return &stmt{together: func(g *group) { g.phase++ }}
	case *kir.Shuffle:
		return c.shuffle(s)
	case *kir.WarpCount:
		return c.warpCount(s)
	case *kir.Vote:
		return c.vote(s)
	case *kir.Share:
		return c.share(s)
	case *kir.Window:
		return c.window(s)
	case *kir.Merge:
		return c.merge(s)
	case *kir.LocalArray:
		c.array(s)
		return simple(func(*item) {})
	case *kir.Fail:
		ordinal, elem := c.fails, c.expr(s.Elem)
		c.fails++
		return simple(func(it *item) { it.record(ordinal, elem(it), s.P, s.Error) })
	}
	return c.control(s)
}

func (c *compiler) control(s kir.Expr) *stmt {
	switch s := s.(type) {
	case *kir.If:
		return c.branch(s)
	case *kir.For:
		return c.forLoop(s)
	case *kir.ForItem:
		return c.forItem(s)
	case *kir.VectorFor:
		return c.vectorFor(s)
	case *kir.While:
		return c.while(s)
	case *kir.Choose:
		return c.choose(s)
	case *kir.Loop:
		return c.loop(s)
	case *kir.Yield:
		return c.leave(s.Vals, c.yield, yielded)
	case *kir.Recur:
		return c.leave(s.Args, c.vars, again)
	case *kir.Exit:
		return c.leave(s.Vals, c.exit, exited)
	}
	panic("kir: no statement of kernels: " + kir.Show(s))
}

// assign sets v, whose slot is known once e is compiled.
func (c *compiler) assign(e kir.Expr, v *kir.Var, slot func(*kir.Var) int) *stmt {
	if n := kir.LanesOf(v.Type); n > 0 {
		to := []registers{{count: n}}
		set := c.assigned([]kir.Expr{e}, to)
		to[0].first = slot(v)
		return simple(set)
	}
	val := c.expr(e)
	r := slot(v)
	return alone(func(it *item) flow { it.regs[r] = val(it); return next })
}

// leave assigns all values at once and ends a list of statements.
func (c *compiler) leave(es []kir.Expr, to []registers, how flow) *stmt {
	set := c.assigned(es, to)
	return alone(func(it *item) flow {
		set(it)
		return how
	})
}

func (c *compiler) atomic(s *kir.Atomic) *stmt {
	b, idx, v := c.slot[kir.VarOf(s.Buf)], c.expr(s.Idx), c.expr(s.Val)
	old, f := c.bind(s.Bind), s.Op.Combine(c.num, types.KInt)
	return simple(func(it *item) {
		buf, i, w := it.group.bufs[b], idx(it), v(it)
		if it.pause != nil {
			it.pause()
		}
		it.failing = it.failing || buf == it.group.errors
		it.regs[old] = buf.words[buf.at(i, it)]
		buf.store(i, f(it.regs[old], w), it, atomic)
	})
}

func (c *compiler) block(s kir.Expr) *stmt {
	list := s.(*kir.Block).Stmts
	ss, last, barriers := make([]*stmt, len(list)), make([]bool, len(list)), false
	for i, s := range list {
		if y, ok := s.(*kir.Yield); ok && mayFail(list) {
			ss[i] = c.yieldUnspecified(y)
		} else {
			ss[i] = c.stmt(s)
		}
		last[i], barriers = writes(s), barriers || ss[i].one == nil
	}
	if !barriers {
		return inOrder(ss)
	}
	steps, parts := joined(ss, last), joined(ss, make([]bool, len(ss)))
	return &stmt{together: func(g *group) {
		run := steps
		if g.machine.opts.Schedule != nil {
			run = parts
		}
		for _, s := range run {
			s.together(g)
		}
	}}
}

// inOrder makes one statement of several that have no barriers.
func inOrder(ss []*stmt) *stmt {
	return alone(func(it *item) flow {
		for _, s := range ss {
			if f := s.one(it); f != next {
				return f
			}
		}
		return next
	})
}

// writes reports whether s writes memory. What it does to registers no other work-item sees.
func writes(s kir.Expr) (yes bool) {
	ir.Walk(s, func(e kir.Expr) bool {
		switch e.(type) {
		case *kir.Store, *kir.Arbitrary, *kir.CopyRange, *kir.Atomic:
			yes = true
		}
		return !yes
	})
	return yes
}

// joined makes one of statements that stand next to each other and have no barriers, up to one that is last.
func joined(ss []*stmt, last []bool) (out []*stmt) {
	for from := 0; from < len(ss); {
		n := from + 1
		for n < len(ss) && ss[n-1].one != nil && ss[n].one != nil && !last[n-1] {
			n++
		}
		if n == from+1 {
			out = append(out, ss[from])
		} else {
			out = append(out, inOrder(ss[from:n]))
		}
		from = n
	}
	return out
}

func (c *compiler) branch(s *kir.If) *stmt {
	cond, then, els := c.expr(s.Cond), c.block(s.Then), c.block(s.Else)
	if then.one == nil || els.one == nil {
		return &stmt{together: func(g *group) {
			if g.uniform("the condition of an if", cond) != 0 {
				then.together(g)
			} else {
				els.together(g)
			}
		}}
	}
	return alone(func(it *item) flow {
		if cond(it) != 0 {
			return then.one(it)
		}
		return els.one(it)
	})
}

func (c *compiler) forLoop(s *kir.For) *stmt {
	lo, hi, step := c.expr(s.Lo), c.expr(s.Hi), c.expr(s.Step)
	r := c.bind(s.Var)
	body := c.block(s.Body)
	if body.one == nil {
		return &stmt{together: func(g *group) {
			from, to, by := g.uniform("a bound", lo), g.uniform("a bound", hi), g.uniform("a step", step)
			for i := from; i < to; i += by {
				for _, it := range g.items {
					it.regs[r] = i
				}
				body.together(g)
			}
		}}
	}
	return simple(func(it *item) {
		to, by := hi(it), step(it)
		for i := lo(it); i < to; i += by {
			it.regs[r] = i
			body.one(it)
		}
	})
}

// forItem compiles a ForItem.
func (c *compiler) forItem(s *kir.ForItem) *stmt {
	count, r := c.expr(s.Count), c.bind(s.Var)
	body := c.straight(s.Body)
	return simple(func(it *item) {
		i := it.group.id*int64(len(it.group.items)) + it.id
		if it.regs[r] = i; i < count(it) {
			body.one(it)
		}
	})
}

// vectorFor compiles a VectorFor.
func (c *compiler) vectorFor(s *kir.VectorFor) *stmt {
	count, width, r := c.expr(s.Count), int64(s.Width), c.bind(s.Var)
	body := c.straight(s.Body)
	return simple(func(it *item) {
		end := count(it)
		first := (it.group.id*int64(len(it.group.items)) + it.id) * width
		for i := first; i < min(first+width, end); i++ {
			it.regs[r] = i
			body.one(it)
		}
	})
}

// copyRange compiles a CopyRange.
func (c *compiler) copyRange(s *kir.CopyRange) *stmt {
	dst, src, lo, hi := c.slot[kir.VarOf(s.Dst)], c.slot[kir.VarOf(s.Src)], c.expr(s.Lo), c.expr(s.Hi)
	i := types.NewVar("i", types.Int)
	at := c.bind(i)
	put, get := c.within(dst, c.expr(kir.Use(i))), c.within(src, c.expr(s.From(kir.Use(i))))
	return simple(func(it *item) {
		to, from := it.group.bufs[dst], it.group.bufs[src]
		if to == from && s.Stays() {
			return
		}
		for i, end := lo(it), hi(it); i < end; i++ {
			it.regs[at] = i
			to.store(put(it), from.load(get(it), it), it, plain)
		}
	})
}

func (c *compiler) while(s *kir.While) *stmt {
	cond, body := c.expr(s.Cond), c.block(s.Body)
	if body.one == nil {
		return &stmt{together: func(g *group) {
			for g.uniform("the condition of a while", cond) != 0 {
				body.together(g)
			}
		}}
	}
	return simple(func(it *item) {
		w := watch{item: it}
		for cond(it) != 0 {
			body.one(it)
			w.round()
		}
	})
}

func (c *compiler) choose(s *kir.Choose) *stmt {
	up := c.yield
	to := c.bindAll(s.Binds)
	c.yield = to
	cond, then, els := c.expr(s.Cond), c.straight(s.Then), c.straight(s.Else)
	c.yield = up
	return simple(func(it *item) {
		if cond(it) != 0 {
			then.one(it)
		} else {
			els.one(it)
		}
	})
}

// straight compiles a block that has no barriers.
func (c *compiler) straight(e kir.Expr) *stmt {
	s := c.block(e)
	if s.one == nil {
		panic("kir: kernel " + c.name + " has a barrier inside a choose or loop")
	}
	return s
}

func (c *compiler) loop(s *kir.Loop) *stmt {
	upVars, upExit := c.vars, c.exit
	vars, exit := c.bindAll(s.Vars), c.bindAll(s.Binds)
	start := c.assigned(s.Inits, vars)
	c.vars, c.exit = vars, exit
	body := c.straight(s.Body)
	c.vars, c.exit = upVars, upExit
	return simple(func(it *item) {
		start(it)
		w := watch{item: it}
		for body.one(it) == again {
			w.round()
		}
	})
}

// A watch looks whether a loop of a work-item comes back to where it was: then
// only another work-item could end it, and none need make progress meanwhile.
type watch struct {
	item    *item
	n       uint
	regs    []prim.Word
	changes int64
}

// round is called after every round; two in 1024 are compared.
func (w *watch) round() {
	w.n++
	switch w.n % 1024 {
	case 1023:
		w.regs, w.changes = append(w.regs[:0], w.item.regs...), w.item.group.changes
	case 0:
		if w.changes == w.item.group.changes && slices.Equal(w.regs, w.item.regs) {
			w.item.fail("a loop comes back to the same state: it ends only if another work-item makes progress")
		}
	}
}
