package simplify

// Conditional checks: those of one branch of a conditional that makes nothing are
// checks of all that follows, of an implication. They end no straight run of code.
//
//	(let (u) (if c (let (x) (prim eq (a b)) (check x "E" (ret k))) (ret k)) ...)
//	=>  (let (x) (prim eq (a b)) (let (no) (not c) (let (holds) (or no x) (check holds "E" ...

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Operations that may be made although the condition does not hold, at most.
const implicationCost = 8

// implication puts the checks of e into l and makes vs stand for its results; false
// if e does anything else.
func (s *simplifier) implication(l *fkl.Lets, vs []*fkl.Var, e fkl.Expr) bool {
	c, ok := e.(*fkl.If)
	if !ok {
		return false
	}
	end := checksOnly(c.Then)
	if end == nil || sameBranches(&fkl.If{Then: end, Else: c.Else}) == nil || !s.allow("check an implication", c) {
		return false
	}
	no := l.Bind("no", types.Bool, fkl.Apply(prim.Not, c.Cond))
	for e := c.Then; ; {
		switch x := e.(type) {
		case *fkl.Let:
			l.Set(x.Binds, x.Rhs)
			e = x.Body
		case *fkl.Check:
			implied(l, x, no)
			e = x.Then
		default:
			s.alias(vs, end.Vals)
			return true
		}
	}
}

// implied puts the check c into l, of what must hold unless no does.
func implied(l *fkl.Lets, c *fkl.Check, no fkl.Expr) {
	holds := l.Bind("holds", types.Bool, fkl.Apply(prim.Or, no, c.Cond))
	l.Wrap(func(then fkl.Expr) fkl.Expr { return &fkl.Check{Node: c.Node, Cond: holds, Error: c.Error, Then: then} })
}

// checksOnly is the end of e, if there are only checks before it, and few
// operations, not on floats; else nil.
func checksOnly(e fkl.Expr) *fkl.Ret {
	checks := 0
	for cost := 0; cost <= implicationCost; {
		switch x := e.(type) {
		case *fkl.Let:
			p, ok := x.Rhs.(*fkl.Prim)
			if !ok || p.Op.Class != prim.Scalar || x.Binds[0].Type.Kind == types.KFloat {
				return nil
			}
			cost++
			e = x.Body
		case *fkl.Check:
			checks++
			e = x.Then
		case *fkl.Ret:
			if checks == 0 {
				return nil
			}
			return x
		default:
			return nil
		}
	}
	return nil
}
