// Package sizes is what is known of lengths and of the values of ints at a place of a
// program. It knows no language: whoever walks a program tells it what is introduced,
// what holds, and where that ends, and asks.
//
//	expr        arithmetic on sizes, canonical; indices of levels and of maps
//	linear      k + sums of n * atom, which proofs go over
//	names       names of sizes, and what holds of each
//	cond        conditions on sizes, as data
//	facts       what holds at the place at hand, on a trail
//	canon       equals are replaced by equals
//	learn       from conditions to facts
//	generalise  from facts about one element to facts about all
//	prove       from facts to conditions, by elimination
//	bounds      facts that every size brings along
//	apply       the values of primitives
//
// A size (types.Size) is an integer, but ints wrap. So an int that may have wrapped has
// the value %word{d}: congruent to d, which is enough for equality, as two words that are
// congruent are equal, and opaque for order. In d the arguments of functions are ints, too,
// whether or not they say so. Other functions that sizes are made of:
// %pos{n}, the larger of n and 0; %div %rem %min %max, as ints; %pick{i, a, b, ..},
// number i of these.
//
// How questions are answered, cheapest first: sums are canonical, so that many equal ones
// are the same pointer; equations replace atoms by what they equal; the range of every
// atom may be enough; else atoms are eliminated, one after another, by facts that mention
// them. Every step has a budget, so that time is linear in the size of a program.
//
// Names are made from hints, not given: they must not meet in one function, and the
// same name may be used in another. Conditions may be conjunctions, negations and hold
// for all elements, so there is no other form of fact that callers build.
package sizes

import (
	"math"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Known is what is known at a place of one function.
type Known struct {
	minInt, maxInt int64 // range of ints, unless unbounded
	safeInt        int64 // an int that is proved to lie within -safeInt-1 .. safeInt did not wrap
	maxLength      int64

	facts   facts
	names   Names
	taken   map[string]int              // how often a hint was used
	lengths map[*types.Size]*types.Size // of open indices: how many elements the map has
	busy    int                         // depth of proofs
	proofs  map[question]bool           // that were looked for
	scratch [maxBusy]scratch            // of proofs, by their depth

	// bounds of atoms, as far as anybody has asked for them
	symbols  map[*types.Size][]linear // of functions of sizes
	named    map[*types.Size][]linear // of names
	elements map[element]linear

	mostFacts int // that are kept of a function; 0: all of them
}

// unbounded is the bound of what has none.
const unbounded = math.MaxInt64

// New is what is known of programs with ints like num, at the start of a function.
func New(num value.Num) *Known {
	k := &Known{minInt: num.MinInt(), maxInt: num.MaxInt(), safeInt: num.MaxInt(), maxLength: num.MaxInt(), symbols: map[*types.Size][]linear{}}
	if num.Int64 {
		k.minInt, k.maxInt, k.safeInt = -unbounded, unbounded, 1<<59
		k.maxLength = 1 << 47 // no memory is larger
	}
	k.Start()
	return k
}

// Start forgets everything, for another function.
func (k *Known) Start() {
	k.facts.start(k.mostFacts)
	k.names, k.taken = Names{}, emptied(k.taken)
	k.lengths, k.busy = emptied(k.lengths), 0
	k.proofs = emptied(k.proofs)
	k.named, k.elements = emptied(k.named), emptied(k.elements)
}

// emptied is m with nothing in it. A large map is left to the collector of garbage: what clearing
// it takes grows with the room that it has, for all functions that follow.
func emptied[M ~map[K]V, K comparable, V any](m M) M {
	const large = 256
	if m == nil || len(m) > large {
		return M{}
	}
	clear(m)
	return m
}

// MaxLength is a number of elements that no sequence exceeds.
func (k *Known) MaxLength() int64 { return k.maxLength }

// SafeInt is a number that ints do not exceed if they did not wrap, as far as proofs go.
func (k *Known) SafeInt() int64 { return k.safeInt }

// KeepFacts says how many facts are kept, from the next Start on: more are forgotten, so
// that time is linear in the size of a function with any number of checks.
func (k *Known) KeepFacts(most int) { k.mostFacts = most }

// Fits reports whether n is an int.
func (k *Known) Fits(n int64) bool { return n >= k.minInt && n <= k.maxInt }

// A Mark is a place on the trail of facts.
type Mark int

// Mark is where the facts stand that are learnt from here on; 0 if there are none yet.
func (k *Known) Mark() Mark { return Mark(len(k.facts.log)) }

// Undo forgets what was learnt since m: the end of a branch.
func (k *Known) Undo(m Mark) { k.facts.undo(int(m)) }
