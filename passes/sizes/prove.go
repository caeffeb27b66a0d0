package sizes

// Proofs: a condition follows from the facts in force. Proofs are sums of
// facts, found by eliminating one atom after another, within a budget.

import (
	"slices"

	"nessiec/ir/types"
)

// budget is the number of steps of one proof, fuel its depth.
const (
	budget = 60
	fuel   = 5
)

// Prove reports whether c holds here for sure.
func (k *Known) Prove(c *Cond) bool {
	if c == nil {
		return false
	}
	switch c.op {
	case always:
		return true
	case both:
		return k.Prove(c.kids[0]) && k.Prove(c.kids[1])
	case atLeast:
		return k.NotNegative(c.d)
	case isZero:
		return k.isZero(c.d) || k.NotNegative(c.d) && k.NotNegative(Mul(c.d, Const(-1)))
	case forAll:
		if c.d.Op == types.SizeConst && c.d.N <= MaxPicked {
			return k.proveEach(c.d.N, c.kids[0])
		}
		i := k.Index("all", c.d)
		return k.Prove(c.kids[0].MapSizes(func(n *types.Size) *types.Size { return Open(n, i) }))
	case not:
		return k.refute(c.kids[0])
	}
	return false
}

// proveEach reports whether c, in terms of the index of the level inside, holds
// for sure for each of n elements.
func (k *Known) proveEach(n int64, c *Cond) bool {
	for i := range n {
		if !k.Prove(c.MapSizes(func(n *types.Size) *types.Size { return Open(n, Const(i)) })) {
			return false
		}
	}
	return true
}

// refute reports whether c does not hold here for sure.
func (k *Known) refute(c *Cond) bool {
	switch c.op {
	case both:
		return k.refute(c.kids[0]) || k.refute(c.kids[1]) || k.refuteUnder(c.kids[0], c.kids[1])
	case isZero:
		return k.NotNegative(Sub(c.d, Const(1))) || k.NotNegative(Sub(Const(-1), c.d))
	case atLeast, not:
		return k.Prove(Negate(c))
	case forAll:
		return c.d.Op == types.SizeConst && c.d.N <= MaxPicked && k.refuteAny(c.d.N, c.kids[0])
	}
	return false
}

// refuteUnder reports whether c does not hold for sure where a holds: an alternative is proved where the other one
// does not hold.
func (k *Known) refuteUnder(a, c *Cond) bool {
	m := k.Mark()
	defer k.Undo(m)
	k.Learn(a)
	return k.refute(c)
}

// refuteAny reports whether c, in terms of the index of the level inside, does not hold
// for sure for one of n elements.
func (k *Known) refuteAny(n int64, c *Cond) bool {
	for i := range n {
		if k.refute(c.MapSizes(func(n *types.Size) *types.Size { return Open(n, Const(i)) })) {
			return true
		}
	}
	return false
}

// Decide is whether c holds here, if that is known.
func (k *Known) Decide(c *Cond) (holds, known bool) {
	switch {
	case c == nil:
		return false, false
	case k.Prove(c):
		return true, true
	}
	return false, k.refute(c)
}

// Within reports whether 0 <= i < n for sure.
func (k *Known) Within(i, n *types.Size) bool {
	if l := k.lengths[i]; l != nil && (l == n || k.equalPlainly(l, n)) {
		return true
	}
	return k.NotNegative(i) && k.NotNegative(Between(i, n))
}

// equalPlainly is equal, at a bounded depth of proofs.
func (k *Known) equalPlainly(a, b *types.Size) bool {
	if k.busy >= maxBusy {
		return false
	}
	k.busy++
	defer func() { k.busy-- }()
	return k.Same(a, b)
}

// maxBusy bounds the proofs inside proofs.
const maxBusy = 2

// NotNegative reports whether the integer d >= 0 for sure.
func (k *Known) NotNegative(d *types.Size) bool {
	q := question{d, k.facts.state(), k.busy}
	if answer, known := k.proofs[q]; known {
		return answer
	}
	l := linearOf(d)
	if len(l.ts) == 0 || k.busy >= maxBusy {
		return !l.bad && k.low(l) >= 0
	}
	p := proof{k: k, steps: budget, scratch: &k.scratch[k.busy]}
	p.tried, p.terms = p.tried[:0], p.terms[:0]
	k.busy++
	defer func() { k.busy-- }()
	if c := k.Canon(d); c != d {
		l = linearOf(c)
	}
	answer := p.notNegative(l, fuel)
	k.proofs[q] = answer
	return answer
}

// A question is whether d >= 0, as asked in a state of what is known, at a depth of proofs.
type question struct {
	d           *types.Size
	state, busy int
}

type proof struct {
	k     *Known
	steps int
	*scratch
}

// A scratch is the memory of one proof after another.
type scratch struct {
	tried []attempt
	terms []term // of forms that were tried
}

// room is memory for n terms.
func (s *scratch) room(n int) []term {
	at := len(s.terms)
	if at+n > cap(s.terms) {
		at, s.terms = 0, make([]term, 0, 2*cap(s.terms)+n)
	}
	s.terms = s.terms[:at+n]
	return s.terms[at : at : at+n]
}

// An attempt is a form for which a proof of some depth was looked for.
type attempt struct {
	l    linear
	fuel int
}

func (p *proof) notNegative(l linear, fuel int) bool {
	p.steps--
	switch {
	case l.bad:
		return false
	case p.k.low(l) >= 0:
		return true
	case fuel == 0 || p.steps <= 0:
		return false
	}
	if slices.ContainsFunc(p.tried, func(a attempt) bool { return a.fuel >= fuel && a.l.equal(l) }) {
		return false // terms were eliminated in another order
	}
	p.tried = append(p.tried, attempt{l, fuel})
	if p.stuck(l) {
		return false
	}
	for i := range l.ts {
		switch a := l.ts[i].atom; a.Name {
		case fnMin, fnMax:
			return p.eliminate(l, l.ts[i], fuel) || p.split(l, a, fuel)
		case fnPick:
			return p.eliminate(l, l.ts[i], fuel) || p.splitPick(l, a, fuel)
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
	return p.k.boundsOf(t.atom, func(f linear) bool {
		n, c := t.n, f.coef(t.atom)
		if c == 0 || (n > 0) != (c > 0) {
			return false
		}
		if n < 0 {
			n, c = -n, -c
		}
		g := gcd(n, c)
		return p.notNegative(combined(p.room(len(l.ts)+len(f.ts)), l, c/g, f, -n/g, c/g-1), fuel-1)
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
func (p *proof) split(l linear, a *types.Size, fuel int) bool {
	n := l.coef(a)
	rest := l.plus(linearOf(a), -n)
	first := p.notNegative(rest.plus(linearOf(a.Args[0]), n), fuel-1)
	if worse := n > 0 == (a.Name == fnMin); first != worse {
		return first // one is not enough, or is
	}
	return p.notNegative(rest.plus(linearOf(a.Args[1]), n), fuel-1)
}

// splitPick proves l >= 0 where a is one of several.
func (p *proof) splitPick(l linear, a *types.Size, fuel int) bool {
	n := l.coef(a)
	rest := l.plus(linearOf(a), -n)
	for _, one := range a.Args[1:] {
		if !p.notNegative(rest.plus(linearOf(one), n), fuel-1) {
			return false
		}
	}
	return true
}

// stuck reports whether l, a sum of names, has one that may be any int, and that no fact takes
// away: no proof comes of that, unless l is about how large ints are. Functions of sizes bring
// along facts about what they are of.
func (p *proof) stuck(l linear) bool {
	if max(l.k, -l.k) > p.k.maxInt/2 {
		return false
	}
	for _, t := range l.ts {
		if !p.k.IsName(t.atom) {
			return false
		}
	}
	return slices.ContainsFunc(l.ts, func(t term) bool {
		lo, hi := p.k.rangeOf(t.atom)
		return (t.n > 0 && lo == p.k.minInt || t.n < 0 && hi == p.k.maxInt) &&
			!p.k.boundsOf(t.atom, func(f linear) bool { return (f.coef(t.atom) > 0) == (t.n > 0) })
	})
}
