package conditional

// Conditionals under maps whose branches reduce sequences that were made before.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// AdvanceReductions reduces before a conditional what its branches reduce, if that
// leaves only scalar code in them. So the elements of a map need not be split by
// the condition, with their sequences, and what a filter keeps can be reduced where
// it is.
//
//	(let kept (prim pack (xs flags))
//	(let none (prim eq (n 0)) (if none 0.0 (prim min_val (kept)))))
//	=> (let kept (prim pack (xs flags))
//	   (let least (prim min_val (kept))
//	   (let none (prim eq (n 0)) (if none 0.0 least))))
//
// The sequence was made in the same code, for all elements, and to reduce it takes no
// longer than that did: work grows by a constant factor at most. Reductions of
// nothing are identities, so none fails. Outside maps conditions are branches of
// the host, which cost nothing.
//
// Of other sequences, the branch reduces what it computes of each element. Before the
// conditional, that is the identity if the branch is not taken:
//
//	(if c (let ys (each (x) (xs) e) (let all (prim any (ys)) ..)) ..)
//	=> (let ys (each (x) (xs) (if c e f)) (let all (prim any (ys)) (if c .. ..)))
//
// LowerKernels does not go through the rows of elements whose branch is not taken, so
// the work stays what it was.
func AdvanceReductions(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	a := &advancer{c: c, lengths: map[*nkl.Var]*nkl.Var{}, empties: map[*nkl.Var]*nkl.Var{}}
	return anf.MapLifted(m, func(body nkl.Expr, lifted bool) nkl.Expr {
		a.lifted, a.reducing = lifted, map[nkl.Expr]bool{}
		a.note(body)
		return a.block(body)
	})
}

type advancer struct {
	c        *pass.Ctx
	lengths  map[*nkl.Var]*nkl.Var // sequences whose lengths ints are
	empties  map[*nkl.Var]*nkl.Var // sequences of which bools say that they are empty
	reducing map[nkl.Expr]bool     // conditionals with reductions in them
	lifted   bool                  // the code is executed for many elements at a time
}

// note finds the conditionals with reductions in e, and reports whether e has any.
func (a *advancer) note(e nkl.Expr) (found bool) {
	e.Children(func(_ int, c nkl.Expr) { found = a.note(c) || found })
	if e.Form() == nkl.FormIf {
		a.reducing[e] = found
	}
	return found || reduces(e)
}

// block rewrites a block: the body of a function, of a map or of a loop, or a branch.
func (a *advancer) block(e nkl.Expr) nkl.Expr {
	var b anf.Block
	made := map[*nkl.Var]bool{}
	return b.In(b.Rewrite(e, func(v *nkl.Var, e nkl.Expr) nkl.Expr {
		out := a.rhs(&b, e, made)
		if v != nil {
			made[v], a.lengths[v] = makes(out), lengthOf(out)
			a.empties[v] = emptinessOf(out, a.lengthOf)
		}
		return out
	}))
}

// lengthOf is the sequence that an int is the length of, or nil.
func (a *advancer) lengthOf(n nkl.Expr) *nkl.Var {
	if r, ok := n.(*nkl.Ref); ok {
		return a.lengths[r.Var]
	}
	return nil
}

// makes reports whether a sequence that code makes has as many elements at most as
// the code has taken time.
func makes(e nkl.Expr) bool {
	p, isPrim := e.(*nkl.Prim)
	return e.Form() == nkl.FormEach || isPrim && p.Op.Code == prim.Pack
}

// rhs rewrites code, and adds to b what it advances out of a conditional. Conditionals in
// the branches of one that stays are looked at on their own.
func (a *advancer) rhs(b *anf.Block, e nkl.Expr, made map[*nkl.Var]bool) nkl.Expr {
	if x, ok := e.(*nkl.If); ok && a.lifted && a.reducing[e] {
		if out := a.advance(b, x, made); out != nil {
			return out
		}
	}
	outside := a.lifted
	a.lifted = a.lifted || e.Form() == nkl.FormEach
	e = e.MapBodies(a.block)
	a.lifted = outside
	return e
}

// advance is a conditional without reductions, which it adds to b; nil if it stays.
func (a *advancer) advance(b *anf.Block, x *nkl.If, made map[*nkl.Var]bool) nkl.Expr {
	s := newStripper(a, made)
	out := s.finished(s.conditional(x))
	if out == nil || len(s.lets) == 0 || !a.c.Rewrite("advance reductions out of a conditional") {
		return nil
	}
	a.c.Count("steps advanced", int64(len(s.lets)))
	for _, l := range s.lets {
		b.Again(l, l.Bind, l.Rhs)
	}
	return out
}
