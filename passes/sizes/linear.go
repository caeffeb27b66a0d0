package sizes

// Linear forms: what canonical sums are made of, and proofs go over.

import (
	"math"
	"slices"

	"nessiec/ir/types"
)

// A linear is k + the sum of n * atom; atoms differ and are in order.
type linear struct {
	k   int64
	ts  []term
	bad bool // a coefficient left the range in which arithmetic is exact
}

type term struct {
	atom *types.Size // neither a constant nor a sum
	n    int64       // not 0
}

// maxCoef bounds coefficients, so that no step of a proof overflows.
const maxCoef = math.MaxInt64 / 4

func linearOf(s *types.Size) linear {
	switch s.Op {
	case types.SizeConst:
		return linear{k: s.N, bad: tooLarge(s.N)}
	case types.SizeAdd:
		return sumOf(s.Args)
	case types.SizeMul:
		if c := s.Args[0]; c.Op == types.SizeConst {
			return linear{}.plus(linearOf(types.MulSize(s.Args[1:]...)), c.N)
		}
	}
	return linear{ts: []term{{s, 1}}}
}

// sumOf is the sum of some sizes.
func sumOf(as []*types.Size) linear {
	l := linear{ts: make([]term, 0, len(as))}
	for _, a := range as {
		m := linearOf(a)
		if len(m.ts) != 1 || m.bad || len(l.ts) > 0 && l.ts[len(l.ts)-1].atom.String() >= m.ts[0].atom.String() || tooLarge(l.k+m.k) {
			l = l.plus(m, 1)
			continue
		}
		l.k, l.ts = l.k+m.k, append(l.ts, m.ts[0]) // as canonical sums are
	}
	return l
}

func tooLarge(n int64) bool { return n > maxCoef || n < -maxCoef }

// plus is l + c*m.
func (l linear) plus(m linear, c int64) linear { return combined(l, 1, m, c, 0) }

// combined is b*l + c*m + k. Coefficients wrap, as ints do, and then the form is bad.
func combined(l linear, b int64, m linear, c, k int64) linear {
	out := linear{k: k + b*l.k + c*m.k}
	out.bad = l.bad || m.bad || !mulFits(l.k, b) || !mulFits(m.k, c) || tooLarge(k+b*l.k) || tooLarge(out.k)
	if n := len(l.ts) + len(m.ts); n > 0 {
		out.ts = make([]term, 0, n)
	}
	i, j := 0, 0
	for i < len(l.ts) || j < len(m.ts) {
		var t term
		switch {
		case j == len(m.ts) || i < len(l.ts) && before(l.ts[i].atom, m.ts[j].atom):
			t = term{l.ts[i].atom, b * l.ts[i].n}
			out.bad = out.bad || !mulFits(l.ts[i].n, b)
			i++
		default:
			t = term{m.ts[j].atom, c * m.ts[j].n}
			out.bad = out.bad || !mulFits(m.ts[j].n, c)
			if i < len(l.ts) && l.ts[i].atom == t.atom {
				out.bad = out.bad || !mulFits(l.ts[i].n, b)
				t.n += b * l.ts[i].n
				i++
			}
			j++
		}
		if t.n != 0 {
			out.ts = append(out.ts, t)
			out.bad = out.bad || tooLarge(t.n)
		}
	}
	return out
}

// before is the order of atoms.
func before(a, b *types.Size) bool { return a != b && a.String() < b.String() }

// mulFits reports whether a*b is far from overflow.
func mulFits(a, b int64) bool {
	return a == 0 || b == 0 || math.Abs(float64(a))*math.Abs(float64(b)) < maxCoef
}

// size is l as a size in canonical form.
func (l linear) size() *types.Size {
	if len(l.ts) == 0 {
		return types.ConstSize(l.k)
	}
	if len(l.ts) == 1 && l.k == 0 && l.ts[0].n == 1 {
		return l.ts[0].atom
	}
	parts := make([]*types.Size, 0, len(l.ts)+1)
	if l.k != 0 {
		parts = append(parts, types.ConstSize(l.k))
	}
	for _, t := range l.ts {
		a := t.atom
		if t.n != 1 {
			a = types.MulSize(types.ConstSize(t.n), a)
		}
		parts = append(parts, a)
	}
	return types.AddSize(parts...)
}

// coef is the coefficient of atom a.
func (l linear) coef(a *types.Size) int64 {
	for _, t := range l.ts {
		if t.atom == a {
			return t.n
		}
	}
	return 0
}

// isMultipleOf reports whether l is m times an integer that is not 0.
func (l linear) isMultipleOf(m linear) bool {
	if l.bad || m.bad || len(l.ts) != len(m.ts) || len(l.ts) == 0 || l.ts[0].n%m.ts[0].n != 0 {
		return false
	}
	c := l.ts[0].n / m.ts[0].n
	for i, t := range l.ts {
		if t.atom != m.ts[i].atom || !mulFits(m.ts[i].n, c) || t.n != c*m.ts[i].n {
			return false
		}
	}
	return mulFits(m.k, c) && l.k == c*m.k
}

// equal reports whether l and m are the same form.
func (l linear) equal(m linear) bool {
	return l.k == m.k && l.bad == m.bad && slices.Equal(l.ts, m.ts)
}
