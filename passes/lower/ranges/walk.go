package ranges

// What the forms of a thunk tell about ints.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// walk notes the bounds of the reads in e, and returns what is known of its
// results; nil where e has none.
func (r *ranges) walk(e lcu.Expr) []*known {
	switch e := e.(type) {
	case *lcu.Let:
		var vals []*known
		r.scope(func() { vals = r.walk(e.Rhs) })
		r.define(e, vals)
		return r.walk(e.Body)
	case *lcu.Ret:
		return r.each(e.Vals)
	case *lcu.If:
		return either(r.branch(e.Cond, true, e.Then), r.branch(e.Cond, false, e.Else))
	case *lcu.Check:
		r.branch(e.Cond, true, e.Then)
		return unknown
	case *lcu.Loop:
		return r.loopOf(e)
	case *lcu.Recur:
		r.notes(e.Args)
		r.loop.recur(r, e.Args)
		return nil
	}
	return []*known{r.value(e)}
}

// branch walks e, where cond is so.
func (r *ranges) branch(cond lcu.Expr, so bool, e lcu.Expr) (vals []*known) {
	r.note(cond)
	r.scope(func() {
		r.learn(cond, so)
		vals = r.walk(e)
	})
	return vals
}

func (r *ranges) each(es []lcu.Expr) []*known {
	vals := make([]*known, len(es))
	for i, e := range es {
		vals[i] = r.value(e)
	}
	return vals
}

// value is what is known of an operand; reads in it are noted.
func (r *ranges) value(e lcu.Expr) *known {
	if a, more, ok := r.amount(e); ok {
		return r.known(a, more)
	}
	r.note(e)
	return nil
}

func (r *ranges) notes(es []lcu.Expr) {
	for _, e := range es {
		r.note(e)
	}
}

// note notes the reads in e, unless this is a trial.
func (r *ranges) note(e lcu.Expr) {
	if r.trials > 0 {
		return
	}
	e.Children(func(_ int, e lcu.Expr) { r.note(e) })
	switch e := e.(type) {
	case *lcu.At:
		if v := e.Vec.(*lcu.Ref).Var; r.src.States.Has(v) {
			r.within(e, v, e.Idx)
		} else {
			r.read(e)
		}
	case *lcu.Put:
		r.within(e, e.Vec.(*lcu.Ref).Var, e.Idx)
	}
}

// within notes whether e, at this and all other places where it stands, has an index of
// state v.
func (r *ranges) within(e lcu.Expr, v *lcu.Var, idx lcu.Expr) {
	a, more, ok := r.amount(idx)
	if ok = ok && r.nonNegative(a, more); ok {
		gap, near := r.reach(a).to(r.length(v))
		ok = near && gap-more >= 1
	}
	safe := r.src.States.Safe
	if old, seen := safe[e]; seen {
		ok = ok && old
	}
	safe[e] = ok
}

// read notes the bounds of a read, those of all places if it stands in several.
func (r *ranges) read(at *lcu.At) {
	var now []Bound
	if a, more, ok := r.amount(at.Idx); ok {
		now = r.boundsOf(a, more)
	}
	old, seen := r.found.Of[at]
	if seen {
		now = common(old, now)
	} else {
		r.found.Reads = append(r.found.Reads, at)
	}
	r.found.Of[at] = now
}

// common is the bounds that follow from both lists.
func common(as, bs []Bound) (out []Bound) {
	for _, a := range as {
		for _, b := range bs {
			if a.Size == b.Size {
				out = append(out, Bound{a.Size, min(a.Gap, b.Gap)})
			}
		}
	}
	return out
}

// define adds what is known of the variables that a let binds.
func (r *ranges) define(let *lcu.Let, vals []*known) {
	if len(let.Binds) == 1 {
		r.defs[let.Binds[0]] = let.Rhs
	}
	for i, v := range let.Binds {
		if v.Type.Kind == types.KInt && i < len(vals) && vals[i] != nil {
			r.assume(r.val(v), vals[i])
		}
	}
	if p, ok := let.Rhs.(*lcu.Prim); ok && len(let.Binds) > 0 && let.Binds[0].Type.Kind == types.KInt {
		r.compute(r.val(let.Binds[0]), p)
	}
	if l, ok := let.Rhs.(*lcu.Length); ok {
		to, _, _ := r.amount(l)
		r.equal(r.val(let.Binds[0]), to, 0)
	}
}

// learn adds what follows if cond is so.
func (r *ranges) learn(cond lcu.Expr, so bool) {
	if v, ok := cond.(*lcu.Ref); ok && r.defs[v.Var] != nil {
		cond = r.defs[v.Var]
	}
	p, ok := cond.(*lcu.Prim)
	if !ok {
		return
	}
	switch p.Op.Code {
	case prim.Not:
		r.learn(p.Args[0], !so)
		return
	case prim.And, prim.Or:
		if so == (p.Op.Code == prim.And) {
			r.learn(p.Args[0], so)
			r.learn(p.Args[1], so)
		}
		return
	}
	if len(p.Args) == 2 {
		r.compared(p.Op.Code, p.Args[0], p.Args[1], so)
	}
}

// compared adds what follows if the comparison is so.
func (r *ranges) compared(op prim.Code, x, y lcu.Expr, so bool) {
	a, i, isInt := r.amount(x)
	b, j, alsoInt := r.amount(y)
	if !isInt || !alsoInt {
		return
	}
	less := func(a, b *amount, gap int64) { r.add(a, b, gap) }
	switch {
	case op == prim.Lt && so, op == prim.Ge && !so:
		less(a, b, i+1-j)
	case op == prim.Le && so, op == prim.Gt && !so:
		less(a, b, i-j)
	case op == prim.Gt && so, op == prim.Le && !so:
		less(b, a, j+1-i)
	case op == prim.Ge && so, op == prim.Lt && !so:
		less(b, a, j-i)
	case op == prim.Eq && so, op == prim.Ne && !so:
		r.equal(a, b, j-i)
	}
}

// loopOf walks a loop. In a trial of a loop around it, the last trial of its own is enough,
// else loops in loops would be walked a number of times that is exponential in their depth.
func (r *ranges) loopOf(e *lcu.Loop) (vals []*known) {
	r.notes(e.Inits)
	up := r.loop
	refuted := r.refutedOf(e)
	ind := &induction{binds: e.Binds, may: slices.DeleteFunc(r.starts(e), func(h hypothesis) bool { return refuted[h] })}
	r.loop = ind
	r.trials++
	for round := 0; ; round++ {
		if round == maxRounds {
			ind.may = nil
		}
		ind.broken, ind.failed = false, make([]bool, len(ind.may))
		vals = r.iteration(ind, e.Body)
		if !ind.broken {
			break
		}
		ind.weed(refuted)
	}
	r.trials--
	if r.trials == 0 {
		vals = r.iteration(ind, e.Body)
	}
	r.loop = up
	return vals
}

// refutedOf is the hypotheses of a loop that have failed in this thunk. A trial of a loop
// around it knows less each time, so what has failed once fails again.
func (r *ranges) refutedOf(e *lcu.Loop) map[hypothesis]bool {
	if r.refuted[e] == nil {
		r.refuted[e] = map[hypothesis]bool{}
	}
	return r.refuted[e]
}

// iteration walks the body of a loop, with its invariants.
func (r *ranges) iteration(ind *induction, body lcu.Expr) (vals []*known) {
	r.scope(func() {
		for _, m := range ind.may {
			r.add(m.from, m.to, m.gap)
		}
		vals = r.walk(body)
	})
	return vals
}
