package shape

// Learning: from conditions that hold to facts, and from what holds of every
// element in a map to facts about all elements after it.

import "nessiec/ir/types"

// learn adds what c implies.
func (x *analysis) learn(c *cond) {
	if c == nil {
		return
	}
	switch c.op {
	case both:
		x.learn(c.kids[0])
		x.learn(c.kids[1])
	case atLeast:
		x.facts.hold(entry{bound: x.normal(c.d, true)})
	case isZero:
		x.learnEqual(c.d)
	case not:
		if kid := c.kids[0]; kid.op == isZero {
			x.learnUnequal(kid.d)
		}
	case forAll:
		i := x.openIndex("all", c.d)
		mark := len(x.facts.log)
		x.learn(c.kids[0].mapSizes(func(n *size) *size { return openSize(n, i) }))
		x.generalise(x.facts.undo(mark), i, c.d, true)
	}
}

// learnEqual adds d = 0, where d is the difference of two ints: as a rule that
// replaces one atom, and as two bounds.
func (x *analysis) learnEqual(d *size) {
	exact, plain := x.normal(d, true), x.normal(d, false)
	if l := linearOf(plain); len(l.ts) > 0 && weight(plain) <= maxWeight {
		if t := x.eliminate(l); t != nil {
			rhs := l.plus(linearOf(t.atom), -t.n)
			rhs = linear{}.plus(rhs, -t.n) // t.n is 1 or -1
			x.facts.hold(entry{lhs: t.atom, rhs: rhs.size(), exact: exact == plain})
		}
	}
	x.facts.hold(entry{bound: exact})
	x.facts.hold(entry{bound: mul(exact, constant(-1))})
}

// learnUnequal adds what follows from d not being 0, if its sign is known.
func (x *analysis) learnUnequal(d *size) {
	for _, d := range []*size{d, mul(d, constant(-1))} {
		if x.notNegative(d) {
			x.facts.hold(entry{bound: x.normal(sub(d, constant(1)), true)})
		}
	}
}

// eliminate chooses the atom of l = 0 that is to be replaced: one that is no
// name, or else the one that depends on most indices, or else the newest.
func (x *analysis) eliminate(l linear) *term {
	var best *term
	for i := range l.ts {
		t := &l.ts[i]
		if t.n != 1 && t.n != -1 || mentionedBeside(l, t.atom) {
			continue
		}
		if best == nil || x.rank(t.atom) > x.rank(best.atom) {
			best = t
		}
	}
	return best
}

// mentionedBeside reports whether another atom of l contains a.
func mentionedBeside(l linear, a *size) bool {
	for _, t := range l.ts {
		if t.atom != a && mentions(t.atom, a) {
			return true
		}
	}
	return false
}

func (x *analysis) rank(a *size) int {
	if a.IsOpenIndex() {
		return -1
	}
	if n := x.names[a.Name]; n != nil {
		return len(openIndices(a))<<20 + n.order
	}
	return 1 << 30
}

// generalise adds to the facts what es, learnt in a map of n elements at open
// index i, tell of all elements. Equalities count if equal is set.
func (x *analysis) generalise(es []entry, i, n *size, equal bool) {
	for _, e := range es {
		switch {
		case e.whole != nil:
			if w := *e.whole; indexOf(w.atom.Args, i) >= 0 && (equal || w.rhs == nil) {
				w.vars = append([]*size{i}, w.vars...)
				w.lens = append([]*size{n}, w.lens...)
				x.facts.hold(entry{whole: &w})
			}
		case e.lhs != nil:
			if equal && x.isElement(e.lhs, i) && settles(e.lhs, e.rhs) {
				x.facts.hold(entry{whole: &whole{vars: []*size{i}, lens: []*size{n}, atom: e.lhs, rhs: e.rhs, exact: e.exact}})
			}
		default:
			for _, t := range linearOf(e.bound).ts {
				if x.isElement(t.atom, i) {
					x.facts.hold(entry{whole: &whole{vars: []*size{i}, lens: []*size{n}, atom: t.atom, bound: e.bound}})
				}
			}
		}
	}
}

// isElement reports whether a belongs to the element number i of something.
func (x *analysis) isElement(a, i *size) bool {
	return a.Op == types.SizeApp && x.names[a.Name] != nil && indexOf(a.Args, i) >= 0 && len(x.facts.wholes[a.Name]) < maxWholes
}

// maxWholes bounds the facts about the elements of one sequence.
const maxWholes = 4

// settles reports whether replacing lhs by rhs, for other indices too, comes to
// an end at once: where rhs has the name of lhs, arguments are the same or numbers.
func settles(lhs, rhs *size) bool {
	if rhs.Name == lhs.Name && rhs.Op == types.SizeApp {
		for i, a := range rhs.Args {
			if a != lhs.Args[i] && a.Op != types.SizeConst {
				return false
			}
		}
	}
	for _, a := range rhs.Args {
		if !settles(lhs, a) {
			return false
		}
	}
	return true
}
