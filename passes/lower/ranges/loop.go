package ranges

// Loops. What is known of the variables of a loop when it
// starts, and follows for the next iteration from being so in this one, is so
// in every iteration.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// maxRounds bounds how often invariants are weeded out before all are given up.
const maxRounds = 5

// starts is what holds of the variables of a loop at its start: the differences
// as they are, and as far as they are likely to stay.
func (r *ranges) starts(e *lcu.Loop) (out []hypothesis) {
	try := func(from, to *amount, gap int64) {
		for _, g := range []int64{gap, 1, 0} {
			if g <= gap {
				out = append(out, hypothesis{from, to, g})
			}
		}
	}
	for i, v := range e.Binds {
		a, more, ok := r.amount(e.Inits[i])
		if v.Type.Kind != types.KInt || !ok {
			continue
		}
		if low, ok := r.atLeast(a); ok {
			try(r.zero, r.val(v), low+more)
		}
		reach := r.reach(a)
		for _, d := range reach {
			try(r.val(v), d.to, d.gap-more)
		}
		for j, w := range e.Binds {
			b, other, ok := r.amount(e.Inits[j])
			if gap, near := reach.to(b); i != j && ok && near && w.Type.Kind == types.KInt {
				try(r.val(v), r.val(w), gap-more+other)
			}
		}
	}
	return out
}

// recur tests the invariants for the next iteration.
func (n *induction) recur(r *ranges, args []lcu.Expr) {
	next := func(a *amount) (*amount, int64, bool) {
		for i, v := range n.binds {
			if a.Amount == (Amount{V: v}) {
				return r.amount(args[i])
			}
		}
		return a, 0, true
	}
	for k, m := range n.may {
		from, i, ok := next(m.from)
		to, j, alsoOk := next(m.to)
		if ok && alsoOk {
			gap, near := r.reach(from).to(to)
			ok = near && gap-i+j >= m.gap
		}
		if !ok || !alsoOk {
			n.failed[k], n.broken = true, true
		}
	}
}

// weed drops the invariants that failed, and adds them to those that are refuted.
func (n *induction) weed(refuted map[hypothesis]bool) {
	var left []hypothesis
	for k, m := range n.may {
		if n.failed[k] {
			refuted[m] = true
		} else {
			left = append(left, m)
		}
	}
	n.may = left
}
