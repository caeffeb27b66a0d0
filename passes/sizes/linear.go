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

// linearOf is s as a linear form.
func linearOf(s *types.Size) (l linear) {
	switch s.Op {
	case types.SizeConst:
	case types.SizeAdd:
		l.ts = make([]term, 0, len(s.Args))
	default:
		l.ts = make([]term, 0, 1)
	}
	return l.with(s, 1)
}

// few terms are those of most forms, for which there is room on the stack.
const few = 8

// multiple is c times the sum of some sizes.
func multiple(c int64, ss ...*types.Size) *types.Size {
	var room [few]term
	l := linear{ts: room[:0]}
	for _, s := range ss {
		l = l.with(s, c)
	}
	return l.size()
}

// difference is a - b + k.
func difference(a, b *types.Size, k int64) *types.Size {
	var room [few]term
	return linear{k: k, ts: room[:0]}.with(a, 1).with(b, -1).size()
}

// with is l + c*s, in the room of l. Coefficients wrap, as ints do, and then the form is bad.
func (l linear) with(s *types.Size, c int64) linear {
	switch s.Op {
	case types.SizeConst:
		l.k += c * s.N
		l.bad = l.bad || !mulFits(s.N, c) || tooLarge(l.k)
		return l
	case types.SizeAdd:
		for _, a := range s.Args {
			l = l.with(a, c)
		}
		return l
	case types.SizeMul:
		if k := s.Args[0]; k.Op == types.SizeConst {
			rest := s.Args[1]
			if len(s.Args) > 2 {
				rest = types.MulSize(s.Args[1:]...)
			}
			l.bad = l.bad || !mulFits(k.N, c)
			return l.with(rest, c*k.N)
		}
	}
	i := len(l.ts) // canonical sums are in order
	for i > 0 && before(s, l.ts[i-1].atom) {
		i--
	}
	switch {
	case c == 0:
	case i == 0 || l.ts[i-1].atom != s:
		l.ts = slices.Insert(l.ts, i, term{s, c})
	case l.ts[i-1].n+c == 0:
		l.ts = slices.Delete(l.ts, i-1, i)
	default:
		l.ts[i-1].n += c
		l.bad = l.bad || tooLarge(l.ts[i-1].n)
	}
	return l
}

func tooLarge(n int64) bool { return n > maxCoef || n < -maxCoef }

// plus is l + c*m.
func (l linear) plus(m linear, c int64) linear {
	return combined(make([]term, 0, len(l.ts)+len(m.ts)), l, 1, m, c, 0)
}

// combined is b*l + c*m + k, in the room for its terms. Coefficients wrap, as ints do, and then
// the form is bad.
func combined(room []term, l linear, b int64, m linear, c, k int64) linear {
	out := linear{k: k + b*l.k + c*m.k, ts: room}
	out.bad = l.bad || m.bad || !mulFits(l.k, b) || !mulFits(m.k, c) || tooLarge(k+b*l.k) || tooLarge(out.k)
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
	var room [few + 1]*types.Size
	parts := room[:0]
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
