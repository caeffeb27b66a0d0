package nested

// Straight-line code under construction: a block is a list of steps, lets and
// checks, in order of evaluation, closed by a tail.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A block collects steps; the zero block is empty.
type block struct{ steps []step }

// A step is a let (bind and its right-hand side) or a check (bind is nil, expr
// is its condition). from is the node it came from, or nil.
type step struct {
	bind *nkl.Var
	expr nkl.Expr
	msg  string
	pos  ir.Pos
	from nkl.Expr
}

// let binds v to rhs.
func (b *block) let(v *nkl.Var, rhs nkl.Expr) {
	b.steps = append(b.steps, step{bind: v, expr: rhs, pos: rhs.Pos()})
}

// name binds rhs to a new variable and returns a use of it; an atom stays as
// it is.
func (b *block) name(hint string, t *types.Type, rhs nkl.Expr) nkl.Expr {
	if nkl.IsAtom(rhs) {
		return rhs
	}
	v := types.NewVar(hint, t)
	b.let(v, rhs)
	return nkl.Use(v)
}

// check stops with the message msg unless cond, an atom, holds.
func (b *block) check(cond nkl.Expr, msg string, pos ir.Pos) {
	b.steps = append(b.steps, step{expr: cond, msg: msg, pos: pos})
}

// again repeats the step that node l was, with bind v and right-hand side rhs.
func (b *block) again(l *nkl.Let, v *nkl.Var, rhs nkl.Expr) {
	b.steps = append(b.steps, step{bind: v, expr: rhs, pos: l.Pos(), from: l})
}

// checkAgain repeats the step that node k was, with the condition cond.
func (b *block) checkAgain(k *nkl.Check, cond nkl.Expr) {
	b.steps = append(b.steps, step{expr: cond, msg: k.Error, pos: k.Pos(), from: k})
}

// in closes the block with a tail. Nodes that did not change are used again.
func (b *block) in(tail nkl.Expr) nkl.Expr {
	for i := len(b.steps) - 1; i >= 0; i-- {
		tail = b.steps[i].before(tail)
	}
	return tail
}

func (s *step) before(tail nkl.Expr) nkl.Expr {
	if s.bind == nil {
		if k, ok := s.from.(*nkl.Check); ok && k.Cond == s.expr && k.Then == tail {
			return k
		}
		return &nkl.Check{Node: ir.At(s.pos), Cond: s.expr, Error: s.msg, Then: tail}
	}
	if l, ok := s.from.(*nkl.Let); ok && l.Bind == s.bind && l.Rhs == s.expr && l.Body == tail {
		return l
	}
	return &nkl.Let{Node: ir.At(s.pos), Bind: s.bind, Rhs: s.expr, Body: tail}
}
