package flatten

// The ends of an iteration.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// start translates what e binds and checks, for the elements of s, and returns what is
// behind it.
func (k *lockstep) start(b *emit.Block, s *scope, e nkl.Expr) nkl.Expr {
	for {
		b.SetPos(e)
		switch x := e.(type) {
		case *nkl.Let:
			k.t.noteConjunction(s, x)
			s.vars[x.Bind] = rep.LearnLifted(b, s.sp, x.Bind.Type, k.t.exprDelayed(b, s, x.Rhs, x.Bind.Type))
			e = x.Body
		case *nkl.Check:
			k.t.check(b, s, x)
			e = x.Then
		default:
			return e
		}
	}
}

// ends translates e, at the end of the body, for the elements of s, whose numbers
// are idx, and gives its ends to found, in order.
func (k *lockstep) ends(b *emit.Block, s *scope, e nkl.Expr, idx rep.Value, found func(*loopExit)) {
	t := k.t
	e = k.start(b, s, e)
	switch e := e.(type) {
	case *nkl.CallLifted:
		if e.Fn == k.of.Of {
			l := &loopExit{sp: s.sp, idx: idx}
			for _, a := range e.Args {
				for _, r := range rep.Parts(rep.Lift(b, t.expr(b, s, a, nil), s.sp)) {
					l.nextArgs = append(l.nextArgs, boundary.AsPart(r, k.firsts))
				}
			}
			found(l)
			return
		}
	case *nkl.If:
		if k.calls(e) == 0 {
			break
		}
		flags := rep.Vec(b, rep.Lift(b, t.expr(b, s, e.Cond, types.Bool), s.sp))
		vs := t.liftedVars(b, s, e.Then, e.Else)
		rs := make([]rep.Value, len(vs))
		for i, v := range vs {
			rs[i] = s.lookup(b, v)
		}
		last := len(vs)
		p := rep.Split(b, flags, s.sp, append(rs, idx))
		k.ends(b, s.branch(p.Sp1, vs, rep.LearnAll(b, p.Sp1, vs, p.One)), e.Then, p.One[last], found)
		k.ends(b, s.branch(p.Sp2, vs, rep.LearnAll(b, p.Sp2, vs, p.Two)), e.Else, p.Two[last], found)
		return
	}
	found(&loopExit{sp: s.sp, idx: idx, value: rep.Lift(b, t.expr(b, s, e, b.ElementType(k.of.Result, k.sp)), s.sp)})
}

// calls is how many calls of the function e has.
func (k *lockstep) calls(e nkl.Expr) (n int) {
	ir.Walk(e, func(e nkl.Expr) bool {
		if c, ok := e.(*nkl.CallLifted); ok && c.Fn == k.of.Of {
			n++
		}
		return true
	})
	return n
}
