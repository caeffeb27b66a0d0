package sizes

// What is known of every size: ranges by name, and the facts that functions of sizes
// bring along.

import (
	"slices"

	"nessiec/ir/types"
)

// low is a number that l is not below, from what is known of each atom alone;
// negative if there is none.
func (k *Known) low(l linear) int64 {
	lo, _ := within(l, k.rangeOf)
	return lo
}

// within is numbers between which l lies, if atoms lie in these ranges.
func within(l linear, rangeOf func(*types.Size) (lo, hi int64)) (lo, hi int64) {
	lo, hi = l.k, l.k
	for _, t := range l.ts {
		least, most := rangeOf(t.atom)
		if t.n < 0 {
			least, most = most, least
		}
		lo, hi = plusTimes(lo, t.n, least, -unbounded), plusTimes(hi, t.n, most, unbounded)
	}
	return lo, hi
}

// plusTimes is sum + n*x, or the bound none if these are too large.
func plusTimes(sum, n, x, none int64) int64 {
	if sum == none || tooLarge(x) || !mulFits(n, x) || tooLarge(sum+n*x) {
		return none
	}
	return sum + n*x
}

// rangeOf is what is known of one atom by its name. Names stand for lengths
// and ints; sums and products need not fit in an int.
func (k *Known) rangeOf(a *types.Size) (lo, hi int64) {
	switch {
	case a.Op == types.SizeIndex:
		return 0, unbounded
	case a.IsOpenIndex():
		if n := k.lengths[a]; n != nil && n.Op == types.SizeConst {
			return 0, n.N - 1
		}
		return 0, k.maxLength - 1
	case a.Op == types.SizeSum:
		if k.low(linearOf(a.Args[1])) >= 0 {
			return 0, unbounded
		}
		return -unbounded, unbounded
	case a.Op == types.SizeMul:
		for _, f := range a.Args {
			if k.low(linearOf(f)) < 0 {
				return -unbounded, unbounded
			}
		}
		return 0, unbounded
	case a.Name == fnPos:
		return 0, k.maxInt
	case (a.Name == fnDiv || a.Name == fnRem) && a.Args[1].Op == types.SizeConst && a.Args[1].N > 0:
		return k.rangeOfDivision(a.Name, a.Args[0], a.Args[1].N)
	}
	if n := k.names[a.Name]; n != nil && n.kind == Length {
		return 0, k.maxLength
	}
	return k.minInt, k.maxInt
}

// rangeOfDivision is what is known of the quotient or the remainder of n and d, a positive number.
func (k *Known) rangeOfDivision(fn string, n *types.Size, d int64) (lo, hi int64) {
	lo, hi = within(linearOf(n), k.knownRange)
	lo, hi = max(lo, k.minInt), min(hi, k.maxInt)
	switch {
	case fn == fnDiv && !tooLarge(lo) && !tooLarge(hi):
		return lo / d, hi / d
	case fn == fnDiv:
		return k.minInt, k.maxInt
	case lo >= 0:
		return 0, min(hi, d-1)
	}
	return 1 - d, d - 1
}

// knownRange is rangeOf and what facts about the atom alone say.
func (k *Known) knownRange(a *types.Size) (lo, hi int64) {
	lo, hi = k.rangeOf(a)
	k.eachFact(a, func(l linear) bool {
		switch {
		case len(l.ts) != 1 || l.bad:
		case l.ts[0].n == 1:
			lo = max(lo, -l.k)
		case l.ts[0].n == -1:
			hi = min(hi, l.k)
		}
		return false
	})
	return lo, hi
}

// How many facts about one atom a proof looks at: the last ones, and the first.
const (
	newest = 12
	oldest = 4
)

// eachFact calls f with what was learnt about a until f returns true.
func (k *Known) eachFact(a *types.Size, f func(linear) bool) bool {
	bounds := k.facts.bounds[a]
	for i := len(bounds) - 1; i >= 0; i-- {
		if i == len(bounds)-1-newest {
			i = min(i, oldest-1)
		}
		if f(bounds[i]) {
			return true
		}
	}
	return false
}

// boundsOf calls f with facts that mention atom a until f returns true.
func (k *Known) boundsOf(a *types.Size, f func(linear) bool) bool {
	if k.eachFact(a, f) {
		return true
	}
	if n := k.lengths[a]; n != nil {
		i := linear{ts: []term{{a, 1}}}
		return f(combined(nil, linearOf(n), 1, i, -1, -1)) || f(i)
	}
	if a.Op != types.SizeApp && a.Op != types.SizeVar {
		return false
	}
	if n := k.names[a.Name]; n != nil {
		return k.namedBounds(n, a, f)
	}
	return k.symbolBounds(a, f)
}

// namedBounds are the facts about all sizes of a name, and about all elements
// of a sequence.
func (k *Known) namedBounds(n *name, a *types.Size, f func(linear) bool) bool {
	for i, b := range n.bounds {
		if i == len(k.named[a]) {
			k.named[a] = append(k.named[a], linearOf(Subst(b, func(s *types.Size) *types.Size {
				if i := IndexOf(n.args, s); i >= 0 && i < len(a.Args) {
					return a.Args[i]
				}
				return s
			})))
		}
		if f(k.named[a][i]) {
			return true
		}
	}
	for _, w := range k.facts.forAllFacts[a.Name] {
		if w.bound == nil {
			continue
		}
		inst, ok := k.instantiate(w, a)
		if !ok {
			continue
		}
		b, made := k.elements[element{w, a}]
		if !made {
			b = linearOf(inst(w.bound))
			k.elements[element{w, a}] = b
		}
		if f(b) {
			return true
		}
	}
	return false
}

// symbolBounds calls f with the facts about a function of sizes until f returns
// true.
func (k *Known) symbolBounds(a *types.Size, f func(linear) bool) bool {
	bounds, known := k.symbols[a]
	if !known {
		for _, b := range boundsOfSymbol(a) {
			bounds = append(bounds, linearOf(b))
		}
		k.symbols[a] = bounds
	}
	switch {
	case len(bounds) == 0:
		return false
	case a.Name == fnRem && !k.NotNegative(Sub(a.Args[1], Const(1))):
		return false
	case a.Name == fnRem && !k.NotNegative(a.Args[0]):
		k := Sub(a.Args[1], Const(1))
		return f(linearOf(Sub(k, a))) || f(linearOf(Add(k, a)))
	case a.Name != fnPos && !k.NotNegative(a.Args[0]):
		return false
	}
	return slices.ContainsFunc(bounds, f)
}

// boundsOfSymbol are sums that are not negative: for quotients and remainders, of
// what is not negative and a positive number. A remainder of something negative
// is nearer to zero than the divisor, too.
func boundsOfSymbol(a *types.Size) []*types.Size {
	switch a.Name {
	case fnPos:
		return []*types.Size{Sub(a, a.Args[0])}
	case fnDiv:
		n, k := a.Args[0], a.Args[1]
		rest := Sub(n, Mul(a, k))
		return []*types.Size{a, rest, Between(rest, k)}
	case fnRem:
		n, k := a.Args[0], a.Args[1]
		return []*types.Size{a, Between(a, k), Sub(n, a)}
	}
	return nil
}
