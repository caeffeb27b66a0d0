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
func (x *analysis) branch(e *nkl.If) *shape {
	c := x.expr(e.Cond)
	var cond *cond
	if c != nil {
		cond = c.cond
	}
	hint := x.hint
	a := x.arm(e.Then, cond, hint)
	b := x.arm(e.Else, negate(cond), hint)
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
	return x.join(a, b, 0)
}

// arm is code that runs only if c.
func (x *analysis) arm(e nkl.Expr, c *cond, hint string) *shape {
	mark, scope := len(x.facts.log), len(x.seqs)
	x.hint = hint
	x.learn(c)
	s := x.expr(e)
	x.facts.undo(mark)
	x.leave(scope)
	return s
}
