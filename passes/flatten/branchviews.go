package flatten

// Which conditionals keep views: those of which one branch recurs (boundary/branchviews.go).

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// keepsViews lists the components of one branch of e, of values x and y, that are
// views of data of their own while the other branch recurs.
func (t *translator) keepsViews(e *nkl.If, x, y rep.Value) []bool {
	_, plain := e.Else.(*nkl.Ref)
	switch {
	case t.recurs(e.Else):
		return boundary.DifferingViews(rep.Parts(x), rep.Parts(y))
	case plain && t.recurs(e.Then):
		return boundary.DifferingViews(rep.Parts(y), rep.Parts(x))
	}
	return nil
}

// recurs reports whether e calls a recursive function.
func (t *translator) recurs(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		c, ok := e.(*nkl.CallLifted)
		return ok && t.recursive[c.Fn] != 0
	})
}

// divides reports whether e calls a recursive function for parts of what it has: under a
// map of its own.
func (t *translator) divides(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		m, ok := e.(*nkl.EachCaptured)
		return ok && t.recurs(m.Body)
	})
}

// acrossCall is the value of the branch that recurs; right before it does, where the
// host looks at sizes anyway, the components of the other one that which lists are
// gathered. A recursion that divides what it has is not as deep as one that does not.
func (t *translator) acrossCall(b *emit.Block, other *rep.Value, which []bool, rec nkl.Expr, branch func() rep.Value) rep.Value {
	limit := boundary.GrowthLimit
	if t.divides(rec) {
		limit = boundary.FewAmong
	}
	hold := func(b *emit.Block, r rep.Value) boundary.HeldCode { return boundary.CopyHeld(b, r, which, limit) }
	h := &boundary.HeldValue{Get: func() rep.Value { return *other }, Hold: hold, Set: func(r rep.Value) { *other = r }}
	t.callSite = &boundary.CallSite{B: b, Held: []*boundary.HeldValue{h}, Outer: t.callSite}
	r := branch()
	t.callSite = t.callSite.Outer
	return r
}

// heldValues lists what is to be held in b during a recursive call.
func (t *translator) heldValues(b *emit.Block) (out []*boundary.HeldValue) {
	for w := t.callSite; w != nil; w = w.Outer {
		if w.B == b && !w.Done {
			w.Done = true
			out = append(out, w.Held...)
		}
	}
	return out
}
