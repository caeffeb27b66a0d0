package flatten

// Checks. What is the same for all elements is tested on the host, what differs
// by element in a Map without results; so is that all elements of a sequence
// hold, for which nobody has to wait.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// check tests a condition: a uniform one on the host, where no active element
// means no error; a lifted one in a Map without results.
func (t *translator) check(b *emit.Block, s *scope, e *nkl.Check) {
	if t.checkAll(b, s, e) {
		return
	}
	switch c := t.expr(b, s, e.Cond, types.Bool).(type) {
	case rep.Scalar:
		cond := c.Atom
		if !s.host() && !s.notEmpty {
			cond = b.Prim(prim.Or, types.Bool, cond, b.Prim(prim.Eq, types.Bool, s.sp.N, emit.Num(0)))
		}
		b.Check(e.Pos(), cond, e.Error)
	default:
		checkEach(b, s.sp, c, e)
	}
}

// checkEach tests a condition for every element of sp.
func checkEach(b *emit.Block, sp *emit.Space, c rep.Value, e *nkl.Check) {
	pos := e.Pos()
	rep.MapOver(b, sp, nil, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		eb.Check(pos, rep.ReadOwn(eb, c, seg, idx), e.Error)
		return nil
	})
}

// A conjunction is that the elements of a sequence hold, in a scope.
type conjunction struct {
	s    *scope
	flag nkl.Expr
}

// noteConjunction remembers a variable that is an all.
func (t *translator) noteConjunction(s *scope, let *nkl.Let) {
	if p, ok := let.Rhs.(*nkl.Prim); ok && p.Op.Code == prim.All {
		t.conjunctions[let.Bind] = conjunction{s, p.Args[0]}
	}
}

// checkAll tests that the elements of a sequence hold, one by one.
func (t *translator) checkAll(b *emit.Block, s *scope, e *nkl.Check) bool {
	r, ok := e.Cond.(*nkl.Ref)
	if !ok || t.conjunctions[r.Var].s != s {
		return false
	}
	switch flags := t.expr(b, s, t.conjunctions[r.Var].flag, nil).(type) {
	case rep.Seq:
		if s.host() {
			checkEach(b, spaceOf([]rep.Seq{flags}), flags.Elems, e)
		}
		return s.host()
	case *rep.Nested:
		sp, data := rep.Pack(b, flags)
		checkEach(b, sp, data, e)
		return true
	}
	return false
}
