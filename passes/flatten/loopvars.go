package flatten

// Sequences in sequences that loops of the host carry from one iteration to the next.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// A hostLoop is a loop of the host that is being translated, with what its variables carry.
type hostLoop struct {
	of            []*loopVar
	outside, body *block
	outer         *hostLoop
	ends          []iterationEnd
}

// A loopVar is a component of the variables of a loop: its value in an iteration, if it is a
// sequence, how many elements that has, and beyond how many it is compacted. There is
// no limit unless it may grow. If its descriptors stay, kept has them, n is how many elements
// it has, and unfit notes that something would be copied for that.
type loopVar struct {
	kept         rep
	n            fkl.Expr
	copies       func()
	elems        rep
	extentBefore fkl.Expr
	first        fkl.Expr // limit of the first iteration
	limit        *fkl.Var
}

// An iterationEnd is the end of an iteration, with the limits that have changed.
type iterationEnd struct {
	form   *fkl.Recur
	limits map[*loopVar]fkl.Expr
}

// newLoopVar is what is carried as elems, in b, and was first before the loop.
func newLoopVar(b, before *block, elems, first rep) *loopVar {
	return &loopVar{elems: elems, extentBefore: b.extent(elems), first: before.growthLimit(before.extent(first))}
}

// enter adds x, of value r in the loop and init before it.
func (c *hostLoop) enter(x *loopVar, r, init rep) {
	if u, ok := r.(uniformSeq); ok && x.kept == nil && depths(u.elems) > 0 {
		eachDepth(u.elems, nil, func(v *nestedSeq, _ rep) { v.coversData = true })
		*x = *newLoopVar(c.body, c.outside, u.elems, init.(uniformSeq).elems)
	}
	c.of = append(c.of, x)
}

// next is r, what x is next, and its limit, nil if that is as before.
func (x *loopVar) next(b *block, r rep) (rep, fkl.Expr) {
	if !grows(r, x.elems) {
		return r, nil
	}
	if x.limit == nil {
		x.limit = types.NewVar("limit", types.Int)
	}
	return b.compactBeyond(r, x.elems, x.extentBefore, ref(x.limit))
}

// recur ends an iteration in b with the values rs of its variables.
func (c *hostLoop) recur(b *block, form *fkl.Recur, rs []rep) fkl.Expr {
	e, at := iterationEnd{form, map[*loopVar]fkl.Expr{}}, 0
	for _, r := range rs {
		for _, r := range parts(r) {
			x := c.of[at]
			at++
			if u, ok := r.(uniformSeq); ok && x.elems != nil {
				u.elems, e.limits[x] = x.next(b, u.elems)
				r = u
			}
			var flat []rep
			b.loopReps(r, x.kept, x.copies, &flat)
			form.Args = append(form.Args, b.values(flat)...)
		}
	}
	c.ends = append(c.ends, e)
	return b.in(form)
}

// close gives the loop the limits that it needs.
func (c *hostLoop) close(l *fkl.Loop) {
	for _, x := range c.of {
		if x.limit == nil {
			continue
		}
		l.Binds, l.Inits = append(l.Binds, x.limit), append(l.Inits, x.first)
		for _, e := range c.ends {
			next := e.limits[x]
			if next == nil {
				next = ref(x.limit)
			}
			e.form.Args = append(e.form.Args, next)
		}
	}
}
