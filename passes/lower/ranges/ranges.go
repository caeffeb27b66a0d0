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

// An amount is an Amount, of which there is one, and what is known of it at a place in a thunk.
type amount struct {
	Amount
	diffs []difference
	far   gaps // what follows from all differences that were known when it was asked for
	asOf  int  // the version of them
	place int  // in gaps that are being found, counted from 1
}

// A difference says that an amount, plus gap, is at most to.
type difference struct {
	to  *amount
	gap int64
}

// ranges are the differences known at a place in a thunk.
type ranges struct {
	params   map[*lcu.Var]bool
	amounts  map[Amount]*amount
	zero     *amount
	log      []*amount    // to which differences have been added, in order
	versions []int        // by number of differences: a number that no other set of them has had
	made     int          // versions
	fronts   [2][]*amount // memory of added
	defs     map[*lcu.Var]lcu.Expr
	src      *element.Source
	found    Bounds
	loop     *induction // the innermost loop
	trials   int        // loops around this place whose invariants are not yet proved
	// refuted is the invariants that have failed, of every loop of the thunk
	refuted map[*lcu.Loop]map[hypothesis]bool
}

// of is the amount that is a.
func (r *ranges) of(a Amount) *amount {
	n := r.amounts[a]
	if n == nil {
		n = &amount{Amount: a, asOf: -1}
		r.amounts[a] = n
	}
	return n
}

// length is how many elements v has, val what it is.
func (r *ranges) length(v *lcu.Var) *amount { return r.of(Amount{v, true}) }
func (r *ranges) val(v *lcu.Var) *amount    { return r.of(Amount{V: v}) }

// index adds that 0 <= v and v + more < size.
func (r *ranges) index(v *lcu.Var, size lcu.Expr, more int64) {
	r.add(r.zero, r.val(v), 0)
	if to, k, ok := r.amount(size); ok {
		r.add(r.val(v), to, 1+more-k)
	}
}

// scope runs f and forgets what it has learnt.
func (r *ranges) scope(f func()) {
	mark := len(r.log)
	f()
	for _, a := range r.log[mark:] {
		a.diffs = a.diffs[:len(a.diffs)-1]
	}
	r.log, r.versions = r.log[:mark], r.versions[:mark+1]
}

// add notes that from + gap <= to, unless that is noted.
func (r *ranges) add(from, to *amount, gap int64) {
	noted := slices.ContainsFunc(from.diffs, func(d difference) bool { return d.to == to && d.gap >= gap })
	if from != to && small(gap) && !noted {
		from.diffs = append(from.diffs, difference{to, gap})
		r.made++
		r.log, r.versions = append(r.log, from), append(r.versions, r.made)
	}
}

// small reports whether sums of some such numbers are exact.
func small(n int64) bool { return -1<<60 < n && n < 1<<60 }

// amount is an int operand: an amount plus a number.
func (r *ranges) amount(e lcu.Expr) (a *amount, more int64, ok bool) {
	switch e := e.(type) {
	case *lcu.Int:
		return r.zero, e.Val, small(e.Val)
	case *lcu.Ref:
		if e.Var.Type.Kind == types.KInt {
			return r.val(e.Var), 0, true
		}
	case *lcu.Length:
		return r.length(e.Vec.(*lcu.Ref).Var), 0, true
	}
	return nil, 0, false
}

// maxSteps bounds how many differences are added up.
const maxSteps = 6

// reach is the largest gaps known between from and other amounts, until more is known.
func (r *ranges) reach(from *amount) gaps {
	if now := r.versions[len(r.log)]; from.asOf != now {
		from.far, from.asOf = r.added(from), now
	}
	return from.far
}

// added adds differences up, beginning with those of from.
func (r *ranges) added(from *amount) gaps {
	best := append(from.far[:0], difference{from, 0})
	from.place = 1
	front, next := append(r.fronts[0][:0], from), r.fronts[1]
	for range maxSteps {
		next = next[:0]
		for _, a := range front {
			gap := best[a.place-1].gap
			for _, d := range a.diffs {
				if best.raise(d.to, gap+d.gap) {
					next = append(next, d.to)
				}
			}
		}
		front, next = next, front
	}
	r.fronts = [2][]*amount{front, next}
	for _, d := range best {
		d.to.place = 0
	}
	return best
}

// gaps is differences from one amount, one for every other.
type gaps []difference

func (g gaps) to(a *amount) (gap int64, ok bool) {
	for _, d := range g {
		if d.to == a {
			return d.gap, true
		}
	}
	return 0, false
}

// raise makes the gap to a at least gap, and reports whether it was less. The places of
// amounts are those in g.
func (g *gaps) raise(a *amount, gap int64) bool {
	if a.place == 0 {
		*g = append(*g, difference{a, gap})
		a.place = len(*g)
		return true
	}
	d := &(*g)[a.place-1]
	if gap <= d.gap {
		return false
	}
	d.gap = gap
	return small(gap)
}

// atLeast is the largest number that a is certainly not below.
func (r *ranges) atLeast(a *amount) (int64, bool) {
	return r.reach(r.zero).to(a)
}

// nonNegative reports whether a + more is certainly not negative.
func (r *ranges) nonNegative(a *amount, more int64) bool {
	n, ok := r.atLeast(a)
	return ok && n+more >= 0
}

// boundsOf is what the host may know of a number that a + more is below; nil
// unless it is certainly not negative.
func (r *ranges) boundsOf(a *amount, more int64) (out []Bound) {
	if !r.nonNegative(a, more) {
		return nil
	}
	for _, d := range r.reach(a) {
		if d.to == r.zero || r.params[d.to.V] {
			out = append(out, Bound{d.to.Amount, d.gap - more})
		}
	}
	return out
}

// A hypothesis says that from + gap <= to, for variables of the loop or amounts
// from outside.
type hypothesis struct {
	from, to *amount
	gap      int64
}

// An induction is a loop and the invariants that may hold for it.
type induction struct {
	binds  []*lcu.Var
	may    []hypothesis
	broken bool // one did not follow in this round
	failed []bool
}
