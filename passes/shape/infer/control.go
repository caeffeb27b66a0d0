package infer

// Maps and branches.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// each is an apply-to-each. Its sequences have one length; nothing is learnt
// from that, because a check above has said so.
func (x *Analysis) each(binds []*nkl.Var, in []nkl.Expr, body nkl.Expr) *shape {
	seqs, ok := x.exprs(in)
	if !ok {
		for _, v := range binds {
			x.bind(v, nil)
		}
		x.expr(body)
		return nil
	}
	n := x.Canon(seqs[0].size)
	i := x.Index(binds[0].Name, n)
	reach := x.reach
	x.repeat(i, n)
	x.open = append(x.open, i)
	mark, scope := x.Mark(), len(x.seqs)
	x.learnInMap(i, n)
	for k, v := range binds {
		x.bind(v, seqs[k].elem().instantiate(i))
	}
	elem := x.expr(body).mapSizes(func(n *Size) *Size { return x.Canon(n) })
	x.reach = reach
	x.open = x.open[:len(x.open)-1]
	x.leave(scope)
	x.Generalise(mark, i, n)
	if elem == nil { // it comes to an end for no elements only
		if x.NotNegative(sizes.Sub(n, sizes.Const(1))) {
			return nil
		}
		x.Equate(n)
	}
	return seqShape(n, elem.generalise(i))
}

// learnInMap adds what holds where the element number i of n is looked at: if n
// is the larger one of 0 and something, it is the latter.
func (x *Analysis) learnInMap(i, n *Size) {
	if sizes.IsMax(n) {
		for k, a := range n.Args {
			if a.Op == types.SizeConst && a.N <= 0 {
				x.Equate(sizes.Sub(n, n.Args[1-k]))
			}
		}
	}
	x.LearnNotNegative(sizes.Between(i, n))
}

// branch is a conditional. Its value has what both branches say alike.
func (x *Analysis) branch(e *nkl.If, at look) *shape {
	c := x.expr(e.Cond)
	var cond *sizes.Cond
	if c != nil {
		cond = c.cond
	} else {
		at = x.expr
	}
	x.Decided[e] = [2]bool{x.Prove(cond), x.Prove(sizes.Negate(cond))}
	hint := x.hint
	a, a2 := x.branchUnder(e.Then, cond, hint, at)
	b, b2 := x.branchUnder(e.Else, sizes.Negate(cond), hint, at)
	switch {
	case c == nil:
		return nil
	case a == nil:
		return b
	case b == nil:
		return a
	case a.kind == types.KBool:
		return boolShape(sizes.Or(sizes.And(cond, a.cond), sizes.And(sizes.Negate(cond), b.cond)))
	}
	x.hint = hint
	a, b = x.alike(a, a2, b, b2)
	return x.join(a, b, 0)
}

// branchUnder is code that runs only if c; settled is its shape with sizes replaced by
// what they equal there.
func (x *Analysis) branchUnder(e nkl.Expr, c *sizes.Cond, hint string, at look) (s, settled *shape) {
	mark, scope, reach := x.Mark(), len(x.seqs), x.reach
	x.hint = hint
	x.choose(c)
	x.Learn(c)
	s = at(e)
	settled = x.settled(s)
	x.reach = reach
	x.Undo(mark)
	x.leave(scope)
	return s, settled
}

// alike is a and b with those of their sizes replaced by settled ones, of a2 and
// b2, that are equal then only.
func (x *Analysis) alike(a, a2, b, b2 *shape) (*shape, *shape) {
	if a == nil || b == nil || a == a2 && b == b2 {
		return a, b
	}
	a1, b1 := *a, *b
	if a.kind == types.KInt || a.kind == types.KSeq {
		for _, p := range [][2]*Size{{a.size, b.size}, {a2.size, b.size}, {a.size, b2.size}, {a2.size, b2.size}} {
			if x.Canon(p[0]) == x.Canon(p[1]) {
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
func (x *Analysis) settled(s *shape) *shape {
	if s == nil || s.size == nil && len(s.kids) == 0 || x.Mark() == 0 {
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

// asInt is the canonical form of n, a length or the value of an int.
func (x *Analysis) asInt(n *Size) *Size { return x.orUnknown(x.AsInt(n)) }

// orUnknown is n, or something unknown if that is too large to be followed.
func (x *Analysis) orUnknown(n *Size) *Size {
	if n == nil {
		return x.unknownSize(x.hint, 0, false)
	}
	return n
}
