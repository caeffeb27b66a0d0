package sizes

// Canonical forms at the place at hand.

import (
	"slices"
	"strings"

	"nessiec/ir/types"
)

// Canon is n with equals replaced by equals: the same pointer for two sizes that are
// known to be the same integer.
func (k *Known) Canon(n *types.Size) *types.Size { return k.normal(n, true) }

// CanonInt is Canon for ints and lengths: what may have wrapped counts as if it had not,
// as two ints that are congruent are equal. So the result stands for n only if it is
// wrapped, and so are all arguments of functions in it.
func (k *Known) CanonInt(n *types.Size) *types.Size { return k.normal(n, false) }

func (k *Known) normal(n *types.Size, exact bool) *types.Size {
	if len(k.facts.rules) == 0 && len(k.facts.forAllFacts) == 0 && (exact || !strings.Contains(n.String(), "%word")) {
		return n
	}
	fuel := maxRewrites
	return k.rewrite(n, exact, &fuel)
}

// maxRewrites bounds the replacements in one size.
const maxRewrites = 40

func (k *Known) rewrite(n *types.Size, exact bool, fuel *int) *types.Size {
	return Subst(n, func(t *types.Size) *types.Size {
		if *fuel == 0 {
			return t
		}
		if !exact && t.Name == fnWord {
			return t.Args[0]
		}
		if r, ok := k.facts.rules[t]; ok && (r.exact || !exact) {
			*fuel--
			return k.rewrite(r.rhs, exact, fuel)
		}
		if r := k.forAllRule(t, exact); r != nil {
			*fuel--
			return k.rewrite(r, exact, fuel)
		}
		return t
	})
}

// forAllRule is what t equals because all elements have been checked, or nil.
func (k *Known) forAllRule(t *types.Size, exact bool) *types.Size {
	if t.Op != types.SizeApp {
		return nil
	}
	for _, w := range k.facts.forAllFacts[t.Name] {
		if w.rhs == nil || exact && !w.exact {
			continue
		}
		if inst, ok := k.instantiate(w, t); ok {
			if r := inst(w.rhs); r != t {
				return r
			}
		}
	}
	return nil
}

// instantiate matches atom t against w; if it stands for an element that w
// speaks of, the function returned puts its indices in the place of the
// variables of w.
func (k *Known) instantiate(w *forAllFact, t *types.Size) (inst func(*types.Size) *types.Size, ok bool) {
	if t.Op != types.SizeApp || len(t.Args) != len(w.atom.Args) {
		return nil, false
	}
	env := make([]*types.Size, len(w.vars))
	for i, p := range w.atom.Args {
		v := IndexOf(w.vars, p)
		switch {
		case v < 0 && p != t.Args[i], v >= 0 && env[v] != nil && env[v] != t.Args[i]:
			return nil, false
		case v >= 0:
			env[v] = t.Args[i]
		}
	}
	inst = func(s *types.Size) *types.Size {
		return Subst(s, func(t *types.Size) *types.Size {
			if v := IndexOf(w.vars, t); v >= 0 {
				return env[v]
			}
			return t
		})
	}
	for i, v := range env {
		if v == nil || !k.Within(v, inst(w.lens[i])) {
			return nil, false
		}
	}
	return inst, true
}

// Same reports whether two ints or lengths are equal for sure.
func (k *Known) Same(a, b *types.Size) bool {
	return a == b || k.isZero(Sub(a, b))
}

// isZero reports whether d, the difference of two ints or lengths, is 0 for sure: it is
// congruent to 0.
func (k *Known) isZero(d *types.Size) bool {
	d = k.CanonInt(d)
	if d.Op == types.SizeConst {
		return d.N == 0
	}
	l := linearOf(d)
	return !l.bad && slices.ContainsFunc(k.facts.zeros, func(z linear) bool {
		return l.isMultipleOf(z) || l.isMultipleOf(linearOf(k.CanonInt(z.size())))
	})
}

// AsInt is the canonical form of n, a length or the value of an int: that of CanonInt
// where it is an int too, for then the two are congruent, and so equal. It is nil if that
// would be too large.
func (k *Known) AsInt(n *types.Size) *types.Size {
	exact, plain := k.Canon(n), k.CanonInt(n)
	if exact == plain {
		return exact
	}
	return k.IntOf(plain)
}

// IntOf is the value of an int, or a length, that is congruent to plain, where nothing
// is a %word; nil if it is too large.
func (k *Known) IntOf(plain *types.Size) *types.Size {
	for _, t := range linearOf(plain).ts {
		if !k.isExact(t.atom) {
			return Wrapped(plain)
		}
	}
	return k.Int(plain)
}

// isExact reports whether no argument of functions in the atom t of a size can
// have wrapped.
func (k *Known) isExact(t *types.Size) bool {
	if k.names[t.Name] != nil || len(t.Args) == 0 {
		return true
	}
	for _, a := range t.Args {
		if n := k.IntOf(a); n != nil && IsWrapped(n) {
			return false
		}
	}
	return t.Op == types.SizeApp
}
