// Package ranges finds what certainly holds of the indices of reads in element code. A
// read whose index is certainly in some range needs no guard where the host sees that
// the array is long enough. That an index is in a range follows from the conditions and
// checks that its read stands under, from the definitions of ints, and from what thunks
// are given as indices. All of it is differences: one int, plus a number, is at most
// another.
//
//	ranges  differences, and what follows from several
//	known   what is known of results
//	arith   what primitives tell about theirs
//	loop    what stays so in every iteration
//	walk    what the forms of a thunk tell about ints
//	bounds  the reads of a kernel
package ranges

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/lower/element"
)

// An Amount is an int that differences are about: a variable, the length of an
// array, or, where V is nil, zero.
type Amount struct {
	V      *lcu.Var
	Length bool
}

var zero = Amount{}

// A Bound says that the index of a read, plus Gap, is at most Size. The host
// can know Size: it is a parameter of the kernel, the length of one, or zero.
type Bound struct {
	Size Amount
	Gap  int64
}

// Bounds are those of the reads of a kernel.
type Bounds struct {
	Reads    []*lcu.At            // in thunks
	Of       map[*lcu.At][]Bound  // of their indices
	Segments map[*lcu.Var][]Bound // of the number of the segment, where these arrays are read
}

// A difference says that an amount, plus gap, is at most to.
type difference struct {
	to  Amount
	gap int64
}

// ranges are the differences known at a place in a thunk.
type ranges struct {
	params map[*lcu.Var]bool
	diffs  map[Amount][]difference
	log    []Amount        // what has been added to diffs, in order
	far    map[Amount]gaps // what follows from diffs, as far as it was asked for
	defs   map[*lcu.Var]lcu.Expr
	src    *element.Source
	found  Bounds
	loop   *induction // the innermost loop
	trials int        // loops around this place whose invariants are not yet proved
	// refuted is the invariants that have failed, of every loop of the thunk
	refuted map[*lcu.Loop]map[hypothesis]bool
}

// index adds that 0 <= v and v + more < size.
func (r *ranges) index(v *lcu.Var, size lcu.Expr, more int64) {
	r.add(zero, Amount{V: v}, 0)
	if to, k, ok := r.amount(size); ok {
		r.add(Amount{V: v}, to, 1+more-k)
	}
}

// scope runs f and forgets what it has learnt.
func (r *ranges) scope(f func()) {
	mark := len(r.log)
	f()
	for _, a := range r.log[mark:] {
		r.diffs[a] = r.diffs[a][:len(r.diffs[a])-1]
	}
	if len(r.log) > mark {
		clear(r.far)
	}
	r.log = r.log[:mark]
}

// add notes that from + gap <= to, unless that is noted.
func (r *ranges) add(from, to Amount, gap int64) {
	noted := slices.ContainsFunc(r.diffs[from], func(d difference) bool { return d.to == to && d.gap >= gap })
	if from != to && small(gap) && !noted {
		r.diffs[from] = append(r.diffs[from], difference{to, gap})
		r.log = append(r.log, from)
		clear(r.far)
	}
}

// small reports whether sums of some such numbers are exact.
func small(n int64) bool { return -1<<60 < n && n < 1<<60 }

// amount is an int operand: an amount plus a number.
func (r *ranges) amount(e lcu.Expr) (a Amount, more int64, ok bool) {
	switch e := e.(type) {
	case *lcu.Int:
		return zero, e.Val, small(e.Val)
	case *lcu.Ref:
		return Amount{V: e.Var}, 0, e.Var.Type.Kind == types.KInt
	case *lcu.Length:
		a = Amount{e.Vec.(*lcu.Ref).Var, true}
		return a, 0, true
	}
	return zero, 0, false
}

// maxSteps bounds how many differences are added up.
const maxSteps = 6

// reach is the largest gaps known between from and other amounts.
func (r *ranges) reach(from Amount) gaps {
	g, ok := r.far[from]
	if !ok {
		g = r.added(from)
		r.far[from] = g
	}
	return g
}

// added adds differences up, beginning with those of from.
func (r *ranges) added(from Amount) gaps {
	best := gaps{{from, 0}}
	front := []Amount{from}
	for range maxSteps {
		var next []Amount
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

func (g gaps) to(a Amount) (gap int64, ok bool) {
	for _, d := range g {
		if d.to == a {
			return d.gap, true
		}
	}
	return 0, false
}

// raise makes the gap to a at least gap, and reports whether it was less.
func (g *gaps) raise(a Amount, gap int64) bool {
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
func (r *ranges) atLeast(a Amount) (int64, bool) {
	return r.reach(zero).to(a)
}

// nonNegative reports whether a + more is certainly not negative.
func (r *ranges) nonNegative(a Amount, more int64) bool {
	n, ok := r.atLeast(a)
	return ok && n+more >= 0
}

// boundsOf is what the host may know of a number that a + more is below; nil
// unless it is certainly not negative.
func (r *ranges) boundsOf(a Amount, more int64) (out []Bound) {
	if !r.nonNegative(a, more) {
		return nil
	}
	for _, d := range r.reach(a) {
		if d.to == zero || r.params[d.to.V] {
			out = append(out, Bound{d.to, d.gap - more})
		}
	}
	return out
}

// A hypothesis says that from + gap <= to, for variables of the loop or amounts
// from outside.
type hypothesis struct {
	from, to Amount
	gap      int64
}

// An induction is a loop and the invariants that may hold for it.
type induction struct {
	binds  []*lcu.Var
	may    []hypothesis
	broken bool // one did not follow in this round
	failed []bool
}
