package device

// Ranges. A read whose index is certainly in some range needs no guard where
// the host sees that the array is long enough. That an index is in a range
// follows from the conditions and checks that its read stands under, from the
// definitions of ints, and from what thunks are given as indices. All of it is
// differences: one int, plus a number, is at most another.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// An amount is an int that differences are about: a variable, the length of an
// array, or, where v is nil, zero.
type amount struct {
	v      *lcu.Var
	length bool
}

var zero = amount{}

// A bound says that the index of a read, plus gap, is at most size. The host
// can know size: it is a parameter of the kernel, the length of one, or zero.
type bound struct {
	size amount
	gap  int64
}

// A difference says that an amount, plus gap, is at most to.
type difference struct {
	to  amount
	gap int64
}

// ranges are the differences known at a place in a thunk.
type ranges struct {
	params map[*lcu.Var]bool
	diffs  map[amount][]difference
	log    []amount // what has been added to diffs, in order
	defs   map[*lcu.Var]lcu.Expr
	plan   *plan
	loop   *induction // the innermost loop
	trials int        // loops around this place whose invariants are not yet proved
}

// findRanges finds the bounds of all reads in the thunks of the SOAC.
func (p *plan) findRanges() {
	r := &ranges{params: map[*lcu.Var]bool{}, diffs: map[amount][]difference{}, defs: map[*lcu.Var]lcu.Expr{}, plan: p}
	for _, v := range p.src.Params {
		r.params[v] = true
		if v.Type.Kind == types.KVec {
			r.add(zero, amount{v, true}, 0)
		}
	}
	if p.states != nil {
		for k, v := range p.states.vars {
			r.add(zero, amount{v, true}, 0)
			if n, more, ok := r.amount(p.soac.(*lcu.Update).Segs[k]); ok { // a length, or not less than one
				r.add(n, amount{v, true}, -more)
			}
		}
		for k, v := range p.states.scratch {
			r.add(zero, amount{v, true}, int64(p.soac.(*lcu.Update).Sizes[k]))
		}
	}
	p.bounds, p.segBounds = map[*lcu.At][]bound{}, map[*lcu.Var][]bound{}
	for _, t := range p.thunks() {
		r.thunk(t, t.Params)
	}
	switch p.soac.(type) {
	case *lcu.Scan, *lcu.SegScan:
		if p.then != nil {
			r.thunk(p.then, p.then.Params[:len(p.thunks()[0].Params)])
		}
	case *lcu.SegReduce:
		if p.then != nil {
			r.thunk(p.then, []*lcu.Var{p.then.Params[0], nil})
		}
	case *lcu.Reduce:
		if p.then != nil {
			r.thunk(p.then, nil)
		}
	}
}

// thunk notes the bounds of the reads of a thunk with these indices: none, a
// position, or a segment and a position, which may be nil.
func (r *ranges) thunk(t *lcu.Thunk, at []*lcu.Var) {
	parts, _ := lcu.PartsOf(r.plan.soac)
	r.scope(func() {
		if n := len(at); n > 0 && at[n-1] != nil {
			r.index(at[n-1], parts.N, 0)
		}
		if len(at) > 1 {
			r.segment(at[0], parts.Segs)
		}
		r.walk(t.Body)
	})
}

// segment adds what is known of the number of a segment.
func (r *ranges) segment(s *lcu.Var, segs []lcu.Expr) {
	if count, _, ok := lcu.Equal(segs); ok {
		r.index(s, count, 0)
	} else {
		r.index(s, &lcu.Length{Vec: segs[0]}, 1)
	}
	for _, v := range r.plan.seg {
		r.plan.segBounds[v] = r.boundsOf(amount{v: s}, 0)
	}
}

// index adds that 0 <= v and v + more < size.
func (r *ranges) index(v *lcu.Var, size lcu.Expr, more int64) {
	r.add(zero, amount{v: v}, 0)
	if to, k, ok := r.amount(size); ok {
		r.add(amount{v: v}, to, 1+more-k)
	}
}

// scope runs f and forgets what it has learnt.
func (r *ranges) scope(f func()) {
	mark := len(r.log)
	f()
	for _, a := range r.log[mark:] {
		r.diffs[a] = r.diffs[a][:len(r.diffs[a])-1]
	}
	r.log = r.log[:mark]
}

// add notes that from + gap <= to.
func (r *ranges) add(from, to amount, gap int64) {
	if from != to && small(gap) {
		r.diffs[from] = append(r.diffs[from], difference{to, gap})
		r.log = append(r.log, from)
	}
}

// small reports whether sums of some such numbers are exact.
func small(n int64) bool { return -1<<60 < n && n < 1<<60 }

// amount is an int operand: amount plus number.
func (r *ranges) amount(e lcu.Expr) (a amount, more int64, ok bool) {
	switch e := e.(type) {
	case *lcu.Int:
		return zero, e.Val, small(e.Val)
	case *lcu.Ref:
		return amount{v: e.Var}, 0, e.Var.Type.Kind == types.KInt
	case *lcu.Length:
		a = amount{e.Vec.(*lcu.Ref).Var, true}
		return a, 0, true
	}
	return zero, 0, false
}

// maxSteps bounds how many differences are added up.
const maxSteps = 6

// reach is the largest gaps known between from and other amounts.
func (r *ranges) reach(from amount) gaps {
	best := gaps{{from, 0}}
	front := []amount{from}
	for range maxSteps {
		var next []amount
		for _, a := range front {
			gap, _ := best.to(a)
			for _, d := range r.diffs[a] {
				if best.raise(d.to, gap+d.gap) {
					next = append(next, d.to)
				}
			}
		}
		front = next
	}
	return best
}

// gaps is differences from one amount, one for every other.
type gaps []difference

func (g gaps) to(a amount) (gap int64, ok bool) {
	for _, d := range g {
		if d.to == a {
			return d.gap, true
		}
	}
	return 0, false
}

// raise makes the gap to a at least gap, and reports whether it was less.
func (g *gaps) raise(a amount, gap int64) bool {
	for i, d := range *g {
		if d.to == a {
			(*g)[i].gap = max(d.gap, gap)
			return small(gap) && gap > d.gap
		}
	}
	*g = append(*g, difference{a, gap})
	return true
}

// atLeast is the largest number that a is certainly not below.
func (r *ranges) atLeast(a amount) (int64, bool) {
	return r.reach(zero).to(a)
}

// natural reports whether a + more is certainly not negative.
func (r *ranges) natural(a amount, more int64) bool {
	n, ok := r.atLeast(a)
	return ok && n+more >= 0
}

// boundsOf is what the host may know of a number that a + more is below; nil
// unless it is certainly not negative.
func (r *ranges) boundsOf(a amount, more int64) (out []bound) {
	if !r.natural(a, more) {
		return nil
	}
	for _, d := range r.reach(a) {
		if d.to == zero || r.params[d.to.v] {
			out = append(out, bound{d.to, d.gap - more})
		}
	}
	return out
}
