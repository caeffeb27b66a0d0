package shape

// Conditions on sizes, as far as checks and branches state them.

import (
	"strings"

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

// A cond is a condition. Its sizes are integers, with ints that may have
// wrapped as %word. Conditions of which nothing is known are nil.
type cond struct {
	op   condOp
	d    *size
	kids []*cond
	n    int // number of nodes, bounded by maxCond
}

// maxCond bounds conditions, so that work stays linear.
const maxCond = 40

var (
	yes   = &cond{op: always, n: 1}
	no    = &cond{op: not, kids: []*cond{yes}, n: 2}
	dunno = &cond{op: unknown, n: 1}
)

// lessEq is a <= b.
func lessEq(a, b *size) *cond { return sized(atLeast, sub(b, a)) }

// less is a < b.
func less(a, b *size) *cond { return sized(atLeast, sub(sub(b, a), constant(1))) }

// equals is a = b, for ints.
func equals(a, b *size) *cond { return sized(isZero, sub(a, b)) }

func sized(op condOp, d *size) *cond {
	if d.Op == types.SizeConst {
		if op == atLeast && d.N >= 0 || op == isZero && d.N == 0 {
			return yes
		}
		return no
	}
	return &cond{op: op, d: d, n: 1}
}

// newCond is nil where the condition would be too large.
func newCond(op condOp, kids ...*cond) *cond {
	n := 1
	for _, k := range kids {
		n += k.n
	}
	if n > maxCond {
		return nil
	}
	return &cond{op: op, kids: kids, n: n}
}

// and is the conjunction; one part alone may be known.
func and(a, b *cond) *cond {
	if a == nil {
		a, b = b, a
	}
	switch {
	case a == nil:
		return nil
	case b == nil:
		b = dunno
	}
	switch {
	case a == yes || b == no:
		return b
	case b == yes || a == no:
		return a
	}
	return newCond(both, a, b)
}

func or(a, b *cond) *cond { return negate(and(negate(a), negate(b))) }

func negate(c *cond) *cond {
	switch {
	case c == nil || c == dunno:
		return c
	case c == yes:
		return no
	case c.op == not:
		return c.kids[0]
	case c.op == atLeast:
		return sized(atLeast, sub(constant(-1), c.d))
	}
	return newCond(not, c)
}

// all is the condition that c, in terms of the index of the level inside,
// holds for all n elements.
func all(n *size, c *cond) *cond {
	switch {
	case c == nil:
		return nil
	case c == yes || isConst(n, 0):
		return yes
	}
	out := newCond(forAll, c)
	if out != nil {
		out.d = n
	}
	return out
}

func (c *cond) mapSizes(f func(*size) *size) *cond {
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
		k2 := k.mapSizes(f)
		if k2 == k {
			continue
		}
		if &out.kids[0] == &c.kids[0] {
			out.kids = append([]*cond(nil), c.kids...)
		}
		out.kids[i], changed = k2, true
	}
	if !changed {
		return c
	}
	return &out
}

func (c *cond) text(b *strings.Builder) {
	if c == nil {
		return
	}
	b.WriteByte('?')
	b.WriteByte('0' + byte(c.op))
	if c.d != nil {
		b.WriteString(c.d.String())
	}
	for _, k := range c.kids {
		b.WriteByte('{')
		k.text(b)
		b.WriteByte('}')
	}
}
