package shape

// Maps and branches.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// each is an apply-to-each. Its sequences have one length; nothing is learnt
// from that, because a check above has said so.
func (x *analysis) each(e *nkl.EachCaptured) *shape {
	seqs, ok := x.exprs(e.Seqs)
	if !ok {
		for _, v := range e.Binds {
			x.bind(v, nil)
		}
		x.expr(e.Body)
		return nil
	}
	n := x.normal(seqs[0].size, true)
	i := x.openIndex(e.Binds[0].Name, n)
	x.open = append(x.open, i)
	mark, scope := len(x.facts.log), len(x.seqs)
	x.learnInMap(i, n)
	for k, v := range e.Binds {
		x.bind(v, seqs[k].elem().at(i))
	}
	body := x.expr(e.Body)
	body = body.mapSizes(func(n *size) *size { return x.normal(n, true) })
	x.open = x.open[:len(x.open)-1]
	x.leave(scope)
	x.generalise(x.facts.undo(mark), i, n, x.rect)
	if body == nil { // it comes to an end for no elements only
		if x.notNegative(sub(n, constant(1))) {
			return nil
		}
		x.learnEqual(n)
	}
	return seqShape(n, body.over(i))
}

// learnInMap adds what holds where the element number i of n is looked at: if n
// is the larger one of 0 and something, it is the latter.
func (x *analysis) learnInMap(i, n *size) {
	if n.Name == symMax {
		for k, a := range n.Args {
			if a.Op == types.SizeConst && a.N <= 0 {
				x.learnEqual(sub(n, n.Args[1-k]))
			}
		}
	}
	x.facts.hold(entry{bound: x.normal(sub(sub(n, i), constant(1)), true)})
}

// branch is a conditional. Its value has what both arms say alike.
func (x *analysis) branch(e *nkl.If, at look) *shape {
	c := x.expr(e.Cond)
	var cond *cond
	if c != nil {
		cond = c.cond
	} else {
		at = x.expr
	}
	hint := x.hint
	a, a2 := x.arm(e.Then, cond, hint, at)
	b, b2 := x.arm(e.Else, negate(cond), hint, at)
	switch {
	case c == nil:
		return nil
	case a == nil:
		return b
	case b == nil:
		return a
	case a.kind == types.KBool:
		return boolShape(or(and(cond, a.cond), and(negate(cond), b.cond)))
	}
	x.hint = hint
	a, b = x.alike(a, a2, b, b2)
	return x.join(a, b, 0)
}

// arm is code that runs only if c; settled is its shape with sizes replaced by
// what they equal there.
func (x *analysis) arm(e nkl.Expr, c *cond, hint string, at look) (s, settled *shape) {
	mark, scope := len(x.facts.log), len(x.seqs)
	x.hint = hint
	x.learn(c)
	s = at(e)
	settled = x.settled(s)
	x.facts.undo(mark)
	x.leave(scope)
	return s, settled
}

// alike is a and b with those of their sizes replaced by settled ones, of a2 and
// b2, that are equal then only.
func (x *analysis) alike(a, a2, b, b2 *shape) (*shape, *shape) {
	if a == nil || b == nil || a == a2 && b == b2 {
		return a, b
	}
	a1, b1 := *a, *b
	if a.kind == types.KInt || a.kind == types.KSeq {
		for _, p := range [][2]*size{{a.size, b.size}, {a2.size, b.size}, {a.size, b2.size}, {a2.size, b2.size}} {
			if x.normal(p[0], true) == x.normal(p[1], true) {
				a1.size, b1.size = p[0], p[1]
				break
			}
		}
	}
	a1.kids, b1.kids = make([]*shape, len(a.kids)), make([]*shape, len(a.kids))
	for i := range a.kids {
		a1.kids[i], b1.kids[i] = x.alike(a.kids[i], a2.kids[i], b.kids[i], b2.kids[i])
	}
	return &a1, &b1
}

// settled is s with lengths and ints replaced by what they equal here.
func (x *analysis) settled(s *shape) *shape {
	if s == nil || s.size == nil && len(s.kids) == 0 || len(x.facts.log) == 0 {
		return s
	}
	out := *s
	changed := false
	if s.kind == types.KInt || s.kind == types.KSeq {
		out.size = x.asInt(s.size)
		changed = out.size != s.size
	}
	out.kids = make([]*shape, len(s.kids))
	for i, k := range s.kids {
		out.kids[i] = x.settled(k)
		changed = changed || out.kids[i] != k
	}
	if !changed {
		return s
	}
	return &out
}

// asInt is the normal form of n, a length or the value of an int: the plain one
// where it is an int too, for then the two are congruent, and so equal.
func (x *analysis) asInt(n *size) *size {
	exact, plain := x.normal(n, true), x.normal(n, false)
	if exact == plain {
		return exact
	}
	return x.intOf(plain)
}

// intOf is the size of an int, or a length, that is congruent to plain, where
// nothing is a %word.
func (x *analysis) intOf(plain *size) *size {
	for _, t := range linearOf(plain).ts {
		if !x.isExact(t.atom) {
			return types.AppSize(symWord, plain)
		}
	}
	return x.int(plain).size
}

// isExact reports whether no argument of functions in the atom t of a size can
// have wrapped.
func (x *analysis) isExact(t *size) bool {
	if x.names[t.Name] != nil || len(t.Args) == 0 {
		return true
	}
	for _, a := range t.Args {
		if x.intOf(a).Name == symWord {
			return false
		}
	}
	return t.Op == types.SizeApp
}
