package sizes

// Conditions on sizes, as far as checks and branches state them.

import (
	"slices"

	"nessiec/ir/types"
)

type condOp uint8

const (
	always  condOp = iota
	unknown        // neither proved nor learnt from
	atLeast        // d >= 0
	isZero         // d = 0, where d is the difference of two ints
	both           // kids
	not            // kid
	forAll         // kid for every $k from 0 below d, where the cond stands under k-1 levels
)

// A Cond is a condition. Its sizes are integers, with ints that may have
// wrapped as %word. Conditions of which nothing is known are nil.
type Cond struct {
	op   condOp
	d    *types.Size
	kids []*Cond
	n    int // number of nodes, bounded by maxCond
}

// maxCond bounds conditions, so that work stays linear.
const maxCond = 40

// Conditions that are decided.
var (
	True        = &Cond{op: always, n: 1}
	False       = &Cond{op: not, kids: []*Cond{True}, n: 2}
	condUnknown = &Cond{op: unknown, n: 1}
)

// LessEq is a <= b.
func LessEq(a, b *types.Size) *Cond { return sized(atLeast, Sub(b, a)) }

// Less is a < b.
func Less(a, b *types.Size) *Cond { return sized(atLeast, Between(a, b)) }

// Equal is a = b, for ints.
func Equal(a, b *types.Size) *Cond { return sized(isZero, Sub(a, b)) }

func sized(op condOp, d *types.Size) *Cond {
	if d.Op == types.SizeConst {
		if op == atLeast && d.N >= 0 || op == isZero && d.N == 0 {
			return True
		}
		return False
	}
	return &Cond{op: op, d: d, n: 1}
}

// newCond is nil where the condition would be too large.
func newCond(op condOp, kids ...*Cond) *Cond {
	n := 1
	for _, k := range kids {
		n += k.n
	}
	if n > maxCond {
		return nil
	}
	return &Cond{op: op, kids: kids, n: n}
}

// And is the conjunction; one part alone may be known.
func And(a, b *Cond) *Cond {
	if a == nil {
		a, b = b, a
	}
	switch {
	case a == nil:
		return nil
	case b == nil:
		b = condUnknown
	}
	switch {
	case a == True || b == False:
		return b
	case b == True || a == False:
		return a
	}
	return newCond(both, a, b)
}

// Or is the disjunction.
func Or(a, b *Cond) *Cond { return Negate(And(Negate(a), Negate(b))) }

// Negate is the condition that c does not hold.
func Negate(c *Cond) *Cond {
	switch {
	case c == nil || c == condUnknown:
		return c
	case c == True:
		return False
	case c.op == not:
		return c.kids[0]
	case c.op == atLeast:
		return sized(atLeast, Sub(Const(-1), c.d))
	}
	return newCond(not, c)
}

// All is the condition that c, in terms of the index of the level inside,
// holds for all n elements.
func All(n *types.Size, c *Cond) *Cond {
	switch {
	case c == nil:
		return nil
	case c == True || IsConst(n, 0):
		return True
	}
	out := newCond(forAll, c)
	if out != nil {
		out.d = n
	}
	return out
}

// MapSizes applies f to every size of c; it returns c itself if none changes.
func (c *Cond) MapSizes(f func(*types.Size) *types.Size) *Cond {
	if c == nil || len(c.kids) == 0 && c.d == nil {
		return c
	}
	out := *c
	changed := false
	if c.d != nil {
		out.d = f(c.d)
		changed = out.d != c.d
	}
	for i, k := range c.kids {
		k2 := k.MapSizes(f)
		if k2 == k {
			continue
		}
		if &out.kids[0] == &c.kids[0] {
			out.kids = append([]*Cond(nil), c.kids...)
		}
		out.kids[i], changed = k2, true
	}
	if !changed {
		return c
	}
	return &out
}

// Equal reports whether two conditions are the same.
func (c *Cond) Equal(d *Cond) bool {
	if c == d || c == nil || d == nil {
		return c == d
	}
	return c.op == d.op && c.d == d.d && slices.EqualFunc(c.kids, d.kids, (*Cond).Equal)
}
