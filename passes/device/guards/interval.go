package guards

// The elements of a loop that meet all needs.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
)

// A probe looks at count elements from lo on, and computes everything once.
type probe struct {
	c         *build.Code
	lo, count kir.Expr
	lows      map[string]kir.Expr // of sums, by key: their first values
	steps     map[string]kir.Expr // of crossings: how many elements come before them
}

// low is the first value of a sum.
func (p *probe) low(s *sum) kir.Expr {
	key := s.key()
	if p.lows[key] == nil {
		p.lows[key] = p.c.Atom("low", s.at(p.lo))
	}
	return p.lows[key]
}

// before is how many elements come before the one that reaches x, or, strictly, is beyond.
func (p *probe) before(x *crossing, strictly bool) kir.Expr {
	key := x.key()
	if strictly {
		key += " strictly"
	}
	if p.steps[key] == nil {
		m := newMeeting(p.c, p.low(x.idx), x, p.count)
		p.steps[key] = p.c.Def("steps", m.steps(strictly))
	}
	return p.steps[key]
}

// interval is the elements for which all needs are met: from begin to before end,
// counted from the first element. No sum here wraps around but the indices, and
// those only before their first value from zero on.
func (w *splitter) interval(p *probe) (begin, end kir.Expr) {
	c, zero := p.c, kir.N(0)
	begin, end = zero, p.count
	for _, key := range w.order {
		n := w.needs[key]
		low := p.low(n.idx)
		size := n.sizes[0].at(nil)
		for _, m := range n.sizes[1:] {
			size = kir.Apply(prim.Min, size, m.at(nil))
		}
		size = c.Atom("size", size)
		natural := kir.Apply(prim.Ge, low, zero)
		reaches := kir.Apply(prim.Gt, kir.Apply(prim.Add, low, p.count), zero)
		skip := c.Def("skip", &kir.Select{Cond: natural, Then: zero,
			Else: &kir.Select{Cond: reaches, Then: kir.Apply(prim.Sub, zero, low), Else: p.count}})
		least := c.Def("least", kir.Apply(prim.Max, low, zero))
		room := &kir.Select{Cond: kir.Apply(prim.Lt, least, size), Then: kir.Apply(prim.Sub, size, least), Else: zero}
		fit := kir.Apply(prim.Min, kir.Apply(prim.Sub, p.count, skip), room)
		behind := kir.Apply(prim.Add, skip, fit)
		if len(n.under) > 0 {
			skip, behind = n.ofSides(p, skip, c.Def("behind", behind))
		}
		begin, end = c.Def("begin", most(prim.Max, begin, skip, zero)), c.Def("end", most(prim.Min, end, behind, p.count))
	}
	return begin, end
}

// most is the largest or the smallest of a and b, neither of which is beyond bound.
func most(op prim.Code, a, b, bound kir.Expr) kir.Expr {
	if a == bound {
		return b
	}
	return kir.Apply(op, a, b)
}

// ofSides is the elements from begin to before end and what else is not in need: what comes
// before if nothing that needs it does, and so behind.
func (n *need) ofSides(p *probe, begin, end kir.Expr) (_, _ kir.Expr) {
	zero := kir.N(0)
	from, to := zero, p.count
	after := func(x *crossing, strictly bool) { from = most(prim.Max, from, p.before(x, strictly), zero) }
	until := func(x *crossing, strictly bool) { to = most(prim.Min, to, p.before(x, strictly), p.count) }
	for _, s := range n.under {
		switch s.is {
		case below:
			until(s.of, false)
		case below | equal:
			until(s.of, true)
		case equal:
			until(s.of, true)
			after(s.of, false)
		case equal | above:
			after(s.of, false)
		case above:
			after(s.of, true)
		}
	}
	from, to = p.c.Atom("needed", from), p.c.Atom("unneeded", to)
	some := kir.Apply(prim.Lt, from, to)
	early := kir.Apply(prim.And, some, kir.Apply(prim.Lt, from, begin))
	late := kir.Apply(prim.And, some, kir.Apply(prim.Lt, end, to))
	return &kir.Select{Cond: early, Then: begin, Else: zero}, &kir.Select{Cond: late, Then: end, Else: p.count}
}
