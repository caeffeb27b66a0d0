package sizes

// Learning: from conditions that hold to facts.

import "nessiec/ir/types"

// Learn adds what follows from c, which holds here; nil is a condition of which nothing
// is known.
func (k *Known) Learn(c *Cond) {
	if c == nil {
		return
	}
	switch c.op {
	case both:
		k.Learn(c.kids[0])
		k.Learn(c.kids[1])
	case atLeast:
		k.LearnNotNegative(c.d)
	case isZero:
		k.Equate(c.d)
	case not:
		if kid := c.kids[0]; kid.op == isZero {
			k.learnUnequal(kid.d)
		}
	case forAll:
		i := k.Index("all", c.d)
		mark := k.Mark()
		k.Learn(c.kids[0].MapSizes(func(n *types.Size) *types.Size { return Open(n, i) }))
		k.Generalise(mark, i, c.d)
	}
}

// LearnNotNegative adds d >= 0, for the integer d.
func (k *Known) LearnNotNegative(d *types.Size) { k.facts.hold(entry{bound: k.Canon(d)}) }

// Equate adds d = 0, where d is the difference of two ints: as a rule that
// replaces one atom, if there is one that can be replaced, and as two bounds.
func (k *Known) Equate(d *types.Size) {
	exact, plain := k.Canon(d), k.CanonInt(d)
	if l := linearOf(plain); len(l.ts) > 0 && Weight(plain) <= maxWeight {
		if t := k.eliminate(l); t != nil {
			rhs := l.plus(linearOf(t.atom), -t.n)
			rhs = linear{}.plus(rhs, -t.n) // t.n is 1 or -1
			k.facts.hold(entry{lhs: t.atom, rhs: rhs.size(), exact: exact == plain})
		} else if !l.bad {
			k.facts.hold(entry{zero: plain})
		}
	}
	k.facts.hold(entry{bound: exact})
	k.facts.hold(entry{bound: Mul(exact, Const(-1))})
}

// learnUnequal adds what follows from d not being 0, if its sign is known.
func (k *Known) learnUnequal(d *types.Size) {
	for _, d := range []*types.Size{d, Mul(d, Const(-1))} {
		if k.NotNegative(d) {
			k.facts.hold(entry{bound: k.Canon(Sub(d, Const(1)))})
		}
	}
}

// eliminate chooses the atom of l = 0 that is to be replaced: one that is no
// name, or else the one that depends on most indices, or else the newest.
func (k *Known) eliminate(l linear) *term {
	var best *term
	for i := range l.ts {
		t := &l.ts[i]
		if t.n != 1 && t.n != -1 || mentionedBeside(l, t.atom) {
			continue
		}
		if best == nil || k.rank(t.atom) > k.rank(best.atom) {
			best = t
		}
	}
	return best
}

// mentionedBeside reports whether another atom of l contains a.
func mentionedBeside(l linear, a *types.Size) bool {
	for _, t := range l.ts {
		if t.atom != a && mentions(t.atom, a) {
			return true
		}
	}
	return false
}

func (k *Known) rank(a *types.Size) int {
	if a.IsOpenIndex() {
		return -1
	}
	if n := k.names[a.Name]; n != nil {
		return len(OpenIndices(a))<<20 + n.order
	}
	return 1 << 30
}
