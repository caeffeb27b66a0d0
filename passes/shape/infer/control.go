package infer

// Maps and branches.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// each is an apply-to-each. Its sequences have one length; nothing is learnt
// from that, because a check above has said so.
func (x *Analysis) each(binds []*nkl.Var, in []nkl.Expr, body nkl.Expr) *shapes.Shape {
	seqs, ok := x.exprs(in)
	if !ok {
		for _, v := range binds {
			x.bind(v, nil)
		}
		x.expr(body)
		return nil
	}
	n := x.Canon(seqs[0].Size)
	i := x.Index(binds[0].Name, n)
	reach := x.reach
	x.repeat(i, n)
	x.open = append(x.open, i)
	mark, scope := x.Mark(), len(x.seqs)
	x.learnInMap(i, n)
	for k, v := range binds {
		x.bind(v, seqs[k].Elem().Instantiate(i))
	}
	elem := x.expr(body).MapSizes(func(n *Size) *Size { return x.Canon(n) })
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
	return shapes.Seq(n, elem.Generalise(i))
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
func (x *Analysis) branch(e *nkl.If, at look) *shapes.Shape {
	c := x.expr(e.Cond)
	var cond *sizes.Cond
	if c != nil {
		cond = c.Cond
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
	case a == nil || x.Decided[e][1]:
		return b
	case b == nil || x.Decided[e][0]:
		return a
	case a.Kind == types.KBool:
		return shapes.Bool(sizes.Or(sizes.And(cond, a.Cond), sizes.And(sizes.Negate(cond), b.Cond)))
	}
	x.hint = hint
	a, b = x.alike(a, a2, b, b2)
	return x.join(a, b, 0)
}

// branchUnder is code that runs only if c; settled is its shape with sizes replaced by
// what they equal there.
func (x *Analysis) branchUnder(e nkl.Expr, c *sizes.Cond, hint string, at look) (s, settled *shapes.Shape) {
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
func (x *Analysis) alike(a, a2, b, b2 *shapes.Shape) (*shapes.Shape, *shapes.Shape) {
	if a == nil || b == nil || a == a2 && b == b2 {
		return a, b
	}
	a1, b1 := *a, *b
	if a.Kind == types.KInt || a.Kind == types.KSeq {
		for _, p := range [][2]*Size{{a.Size, b.Size}, {a2.Size, b.Size}, {a.Size, b2.Size}, {a2.Size, b2.Size}} {
			if x.Canon(p[0]) == x.Canon(p[1]) {
				a1.Size, b1.Size = p[0], p[1]
				break
			}
		}
	}
	a1.Kids, b1.Kids = make([]*shapes.Shape, len(a.Kids)), make([]*shapes.Shape, len(a.Kids))
	for i := range a.Kids {
		a1.Kids[i], b1.Kids[i] = x.alike(a.Kids[i], a2.Kids[i], b.Kids[i], b2.Kids[i])
	}
	return &a1, &b1
}

// settled is s with lengths and ints replaced by what they equal here.
func (x *Analysis) settled(s *shapes.Shape) *shapes.Shape {
	if s == nil || s.Size == nil && len(s.Kids) == 0 || x.Mark() == 0 {
		return s
	}
	out := *s
	changed := false
	if s.Kind == types.KInt || s.Kind == types.KSeq {
		out.Size = x.asInt(s.Size)
		changed = out.Size != s.Size
	}
	out.Kids = make([]*shapes.Shape, len(s.Kids))
	for i, k := range s.Kids {
		out.Kids[i] = x.settled(k)
		changed = changed || out.Kids[i] != k
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
