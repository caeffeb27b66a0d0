package shape

// Proofs: a condition follows from the facts in force. Proofs are sums of
// facts, found by eliminating one atom after another, within a budget.

import (
	"math"
	"slices"

	"nessiec/ir/types"
)

// budget is the number of steps of one proof, fuel its depth.
const (
	budget = 60
	fuel   = 5
)

// prove reports whether c holds here for sure.
func (x *analysis) prove(c *cond) bool {
	if c == nil {
		return false
	}
	switch c.op {
	case always:
		return true
	case both:
		return x.prove(c.kids[0]) && x.prove(c.kids[1])
	case atLeast:
		return x.notNegative(c.d)
	case isZero:
		return isConst(x.normal(c.d, false), 0) || x.notNegative(c.d) && x.notNegative(mul(c.d, constant(-1)))
	case forAll:
		if c.d.Op == types.SizeConst && c.d.N <= maxPicked {
			return x.proveEach(c.d.N, c.kids[0])
		}
		i := x.openIndex("all", c.d)
		return x.prove(c.kids[0].mapSizes(func(n *size) *size { return openSize(n, i) }))
	case not:
		return x.refute(c.kids[0])
	}
	return false
}

// proveEach reports whether c, in terms of the index of the level inside, holds
// for sure for each of n elements.
func (x *analysis) proveEach(n int64, c *cond) bool {
	for i := range n {
		if !x.prove(c.mapSizes(func(n *size) *size { return openSize(n, constant(i)) })) {
			return false
		}
	}
	return true
}

// refute reports whether c does not hold here for sure.
func (x *analysis) refute(c *cond) bool {
	switch c.op {
	case both:
		return x.refute(c.kids[0]) || x.refute(c.kids[1])
	case isZero:
		return x.notNegative(sub(c.d, constant(1))) || x.notNegative(sub(constant(-1), c.d))
	case atLeast, not:
		return x.prove(negate(c))
	}
	return false
}

// within reports whether 0 <= i < n for sure.
func (x *analysis) within(i, n *size) bool {
	if l := x.lengths[i]; l != nil && (l == n || x.equalPlainly(l, n)) {
		return true
	}
	return x.notNegative(i) && x.notNegative(sub(sub(n, i), constant(1)))
}

// equalPlainly is equal, at a bounded depth of proofs.
func (x *analysis) equalPlainly(a, b *size) bool {
	if x.busy >= maxBusy {
		return false
	}
	x.busy++
	defer func() { x.busy-- }()
	return x.equal(a, b)
}

// maxBusy bounds the proofs inside proofs.
const maxBusy = 2

// notNegative reports whether the integer d >= 0 for sure.
func (x *analysis) notNegative(d *size) bool {
	if x.busy >= maxBusy {
		return x.low(linearOf(d)) >= 0
	}
	x.busy++
	defer func() { x.busy-- }()
	p := proof{x, budget}
	return p.notNegative(linearOf(x.normal(d, true)), fuel)
}

type proof struct {
	x     *analysis
	steps int
}

func (p *proof) notNegative(l linear, fuel int) bool {
	p.steps--
	switch {
	case l.bad:
		return false
	case p.x.low(l) >= 0:
		return true
	case fuel == 0 || p.steps <= 0:
		return false
	}
	for i := range l.ts {
		switch a := l.ts[i].atom; a.Name {
		case symMin, symMax:
			return p.split(l, a, fuel)
		case symPick:
			return p.splitPick(l, a, fuel)
		}
	}
	for _, negative := range []bool{true, false} {
		for _, t := range l.ts {
			if t.n < 0 == negative && p.eliminate(l, t, fuel) {
				return true
			}
		}
	}
	return false
}

// eliminate proves l >= 0 by subtracting a fact, both times something, so that
// term t goes away. As l is an integer, s*l > -s is enough.
func (p *proof) eliminate(l linear, t term, fuel int) bool {
	return p.x.boundsOf(t.atom, func(f linear) bool {
		n, c := t.n, f.coef(t.atom)
		if c == 0 || (n > 0) != (c > 0) {
			return false
		}
		if n < 0 {
			n, c = -n, -c
		}
		g := gcd(n, c)
		return p.notNegative(linear{k: c/g - 1}.plus(l, c/g).plus(f, -n/g), fuel-1)
	})
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// split proves l >= 0 where a is a minimum or maximum: both cases, unless one
// of them is the worse one.
func (p *proof) split(l linear, a *size, fuel int) bool {
	n := l.coef(a)
	rest := l.plus(linearOf(a), -n)
	first := p.notNegative(rest.plus(linearOf(a.Args[0]), n), fuel-1)
	if worse := n > 0 == (a.Name == symMin); first != worse {
		return first // one is not enough, or is
	}
	return p.notNegative(rest.plus(linearOf(a.Args[1]), n), fuel-1)
}

// splitPick proves l >= 0 where a is one of several.
func (p *proof) splitPick(l linear, a *size, fuel int) bool {
	n := l.coef(a)
	rest := l.plus(linearOf(a), -n)
	for _, one := range a.Args[1:] {
		if !p.notNegative(rest.plus(linearOf(one), n), fuel-1) {
			return false
		}
	}
	return true
}

// low is a number that l is not below, from what is known of each atom alone;
// negative if there is none.
func (x *analysis) low(l linear) int64 {
	sum := l.k
	for _, t := range l.ts {
		lo, hi := x.rangeOf(t.atom)
		if t.n < 0 {
			lo = hi
		}
		if tooLarge(lo) || !mulFits(t.n, lo) {
			return -1
		}
		if sum += t.n * lo; tooLarge(sum) {
			return -1
		}
	}
	return sum
}

// unbounded is the bound of what has none.
const unbounded = math.MaxInt64

// rangeOf is what is known of one atom by its name. Names stand for lengths
// and ints; sums and products need not fit in an int.
func (x *analysis) rangeOf(a *size) (lo, hi int64) {
	switch {
	case a.Op == types.SizeIndex:
		return 0, unbounded
	case a.IsOpenIndex():
		return 0, x.maxLength - 1
	case a.Op == types.SizeSum:
		if x.low(linearOf(a.Args[1])) >= 0 {
			return 0, unbounded
		}
		return -unbounded, unbounded
	case a.Op == types.SizeMul:
		for _, f := range a.Args {
			if x.low(linearOf(f)) < 0 {
				return -unbounded, unbounded
			}
		}
		return 0, unbounded
	case a.Name == symPos:
		return 0, x.maxInt
	}
	if n := x.names[a.Name]; n != nil && n.length {
		return 0, x.maxLength
	}
	return x.minInt, x.maxInt
}

// How many facts about one atom a proof looks at: the last ones, and the first.
const (
	newest = 12
	oldest = 4
)

// boundsOf calls f with facts that mention atom a until f returns true.
func (x *analysis) boundsOf(a *size, f func(linear) bool) bool {
	bounds := x.facts.bounds[a]
	for i := len(bounds) - 1; i >= 0; i-- {
		if i == len(bounds)-1-newest {
			i = min(i, oldest-1)
		}
		if f(bounds[i]) {
			return true
		}
	}
	at := func(s *size) bool { return f(linearOf(s)) }
	if n := x.lengths[a]; n != nil {
		return at(sub(sub(n, a), constant(1))) || at(a)
	}
	if a.Op != types.SizeApp && a.Op != types.SizeVar {
		return false
	}
	if n := x.names[a.Name]; n != nil {
		return x.namedBounds(n, a, at)
	}
	return x.symbolBounds(a, f)
}

// namedBounds are the facts about all sizes of a name, and about all elements
// of a sequence.
func (x *analysis) namedBounds(n *name, a *size, at func(*size) bool) bool {
	for _, b := range n.bounds {
		b = subst(b, func(s *size) *size {
			if i := indexOf(n.args, s); i >= 0 && i < len(a.Args) {
				return a.Args[i]
			}
			return s
		})
		if at(b) {
			return true
		}
	}
	for _, w := range x.facts.wholes[a.Name] {
		if w.bound == nil {
			continue
		}
		if inst, ok := x.instantiate(w, a); ok && at(inst(w.bound)) {
			return true
		}
	}
	return false
}

// symbolBounds calls f with the facts about a function of sizes until f returns
// true.
func (x *analysis) symbolBounds(a *size, f func(linear) bool) bool {
	bounds, known := x.symbols[a]
	if !known {
		for _, b := range boundsOfSymbol(a) {
			bounds = append(bounds, linearOf(b))
		}
		x.symbols[a] = bounds
	}
	switch {
	case len(bounds) == 0:
		return false
	case a.Name == symRem && !x.notNegative(sub(a.Args[1], constant(1))):
		return false
	case a.Name == symRem && !x.notNegative(a.Args[0]):
		k := sub(a.Args[1], constant(1))
		return f(linearOf(sub(k, a))) || f(linearOf(add(k, a)))
	case a.Name != symPos && !x.notNegative(a.Args[0]):
		return false
	}
	return slices.ContainsFunc(bounds, f)
}

// boundsOfSymbol are sums that are not negative: for quotients and remainders, of
// what is not negative and a positive number. A remainder of something negative
// is nearer to zero than the divisor, too.
func boundsOfSymbol(a *size) []*size {
	switch a.Name {
	case symPos:
		return []*size{sub(a, a.Args[0])}
	case symDiv:
		n, k := a.Args[0], a.Args[1]
		rest := sub(n, mul(a, k))
		return []*size{a, rest, sub(sub(k, constant(1)), rest)}
	case symRem:
		n, k := a.Args[0], a.Args[1]
		return []*size{a, sub(sub(k, a), constant(1)), sub(n, a)}
	}
	return nil
}
