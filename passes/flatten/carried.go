package flatten

// Sequences in sequences that loops of the host carry from one iteration to the next.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// A carrier is a loop of the host that is being translated, with what its variables carry.
type carrier struct {
	of            []*carried
	outside, body *lets
	outer         *carrier
	ends          []end
}

// A carried is a component of the variables of a loop: its value in an iteration, if it is a
// sequence, how many elements that has, and beyond how many it is compacted. There is
// no limit unless it may grow. If its descriptors stay, kept has them, n is how many elements
// it has, and unfit notes that something would be copied for that.
type carried struct {
	kept  rep
	n     fkl.Expr
	unfit func()
	elems rep
	was   fkl.Expr
	first fkl.Expr // limit of the first iteration
	limit *fkl.Var
}

// An end is the end of an iteration, with the limits that have changed.
type end struct {
	form   *fkl.Recur
	limits map[*carried]fkl.Expr
}

// carry is what is carried as elems, in b, and was first before the loop.
func carry(b, before *lets, elems, first rep) *carried {
	return &carried{elems: elems, was: b.extent(elems), first: before.twice(before.extent(first))}
}

// enter adds x, of value r in the loop and init before it.
func (c *carrier) enter(x *carried, r, init rep) {
	if u, ok := r.(useq); ok && x.kept == nil && depths(u.elems) > 0 {
		eachDepth(u.elems, nil, func(v *lview, _ rep) { v.whole = true })
		*x = *carry(c.body, c.outside, u.elems, init.(useq).elems)
	}
	c.of = append(c.of, x)
}

// next is r, what x is next, and its limit, nil if that is as before.
func (x *carried) next(b *lets, r rep) (rep, fkl.Expr) {
	if !grows(r, x.elems) {
		return r, nil
	}
	if x.limit == nil {
		x.limit = types.NewVar("limit", types.Int)
	}
	return b.compacted(r, x.elems, x.was, ref(x.limit))
}

// recur ends an iteration in b with the values rs of its variables.
func (c *carrier) recur(b *lets, form *fkl.Recur, rs []rep) fkl.Expr {
	e, at := end{form, map[*carried]fkl.Expr{}}, 0
	for _, r := range rs {
		for _, r := range parts(r) {
			x := c.of[at]
			at++
			if u, ok := r.(useq); ok && x.elems != nil {
				u.elems, e.limits[x] = x.next(b, u.elems)
				r = u
			}
			var flat []rep
			b.loopReps(r, x.kept, x.unfit, &flat)
			form.Args = append(form.Args, b.values(flat)...)
		}
	}
	c.ends = append(c.ends, e)
	return b.in(form)
}

// close gives the loop the limits that it needs.
func (c *carrier) close(l *fkl.Loop) {
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
