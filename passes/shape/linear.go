package shape

// Arithmetic on sizes: canonical sums, and the linear forms behind them.

import (
	"math"
	"slices"
	"strings"

	"nessiec/ir/types"
)

// A linear is k + the sum of n * atom; atoms differ and are in order.
type linear struct {
	k   int64
	ts  []term
	bad bool // a coefficient left the range in which arithmetic is exact
}

type term struct {
	atom *size // neither a constant nor a sum
	n    int64 // not 0
}

// maxCoef bounds coefficients, so that no step of a proof overflows.
const maxCoef = math.MaxInt64 / 4

func linearOf(s *size) linear {
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
func sumOf(as []*size) linear {
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

// plus is l + c*m. Coefficients wrap, as ints do, and then the form is bad.
func (l linear) plus(m linear, c int64) linear {
	out := linear{k: l.k + c*m.k, bad: l.bad || m.bad || !mulFits(m.k, c) || tooLarge(l.k+c*m.k)}
	if n := len(l.ts) + len(m.ts); n > 0 {
		out.ts = make([]term, 0, n)
	}
	i, j := 0, 0
	for i < len(l.ts) || j < len(m.ts) {
		var t term
		switch {
		case j == len(m.ts) || i < len(l.ts) && l.ts[i].atom.String() < m.ts[j].atom.String():
			t = l.ts[i]
			i++
		default:
			t = term{m.ts[j].atom, c * m.ts[j].n}
			out.bad = out.bad || !mulFits(m.ts[j].n, c)
			if i < len(l.ts) && l.ts[i].atom == t.atom {
				t.n += l.ts[i].n
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

// mulFits reports whether a*b is far from overflow.
func mulFits(a, b int64) bool {
	return a == 0 || b == 0 || math.Abs(float64(a))*math.Abs(float64(b)) < maxCoef
}

// size is l as a size in canonical form.
func (l linear) size() *size {
	if len(l.ts) == 0 {
		return types.ConstSize(l.k)
	}
	if len(l.ts) == 1 && l.k == 0 && l.ts[0].n == 1 {
		return l.ts[0].atom
	}
	parts := make([]*size, 0, len(l.ts)+1)
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
func (l linear) coef(a *size) int64 {
	for _, t := range l.ts {
		if t.atom == a {
			return t.n
		}
	}
	return 0
}

func constant(n int64) *size { return types.ConstSize(n) }

func isConst(s *size, n int64) bool { return s.Op == types.SizeConst && s.N == n }

// add, sub and mul are canonical: equal sums are one pointer.
func add(a, b *size) *size { return linearOf(a).plus(linearOf(b), 1).size() }

func sub(a, b *size) *size { return linearOf(a).plus(linearOf(b), -1).size() }

func mul(a, b *size) *size {
	if a.Op == types.SizeConst {
		a, b = b, a
	}
	if b.Op == types.SizeConst {
		return linear{}.plus(linearOf(a), b.N).size()
	}
	return linearOf(types.MulSize(a, b)).size()
}

// sumOver is the sum of body, in terms of $1, over n elements; ok is false for
// a sum of sums over elements, which sizes cannot express.
func sumOver(n, body *size) (s *size, ok bool) {
	if !body.Mentions(1) {
		return mul(n, openSize(body, constant(0))), true
	}
	if n.Op == types.SizeConst && n.N <= maxPicked {
		s = constant(0)
		for i := range n.N {
			s = add(s, openSize(body, constant(i)))
		}
		return s, true
	}
	if strings.Contains(body.String(), "sum{") {
		return nil, false
	}
	return types.SumSize(n, openSize(body, types.IndexSize(0))), true
}

// subst rebuilds s bottom up by f, in canonical form; f does not see sums.
func subst(s *size, f func(*size) *size) *size {
	if len(s.Args) == 0 {
		return f(s)
	}
	var args []*size // if one changes
	for i, a := range s.Args {
		b := subst(a, f)
		if b != a && args == nil {
			args = slices.Clone(s.Args)
		}
		if args != nil {
			args[i] = b
		}
	}
	was := s
	if args != nil {
		s = rebuild(s, args)
	}
	if s.Op != was.Op || s.Name != was.Name || was.Op == types.SizeAdd { // f has seen the parts
		return s
	}
	return f(s)
}

func rebuild(s *size, args []*size) *size {
	switch s.Op {
	case types.SizeAdd:
		return sumOf(args).size()
	case types.SizeMul:
		p := args[0]
		for _, a := range args[1:] {
			p = mul(p, a)
		}
		return p
	case types.SizeSum:
		if !args[1].Mentions(0) {
			return mul(args[0], args[1])
		}
		return types.SumSize(args[0], args[1])
	}
	if s.Name == symPick {
		return pick(args[0], args[1:])
	}
	return types.AppSize(s.Name, args...)
}

// mentions reports whether atom a occurs in s.
func mentions(s, a *size) bool {
	if s == a {
		return true
	}
	for _, b := range s.Args {
		if mentions(b, a) {
			return true
		}
	}
	return false
}

// weight is the number of nodes of s.
func weight(s *size) int {
	n := 1
	for _, a := range s.Args {
		n += weight(a)
	}
	return n
}

// openIndices lists the open indices in s, each once.
func openIndices(s *size) []*size {
	if !hasIndex(s) {
		return nil
	}
	var out []*size
	var walk func(*size)
	walk = func(s *size) {
		if s.IsOpenIndex() {
			for _, o := range out {
				if o == s {
					return
				}
			}
			out = append(out, s)
		}
		for _, a := range s.Args {
			walk(a)
		}
	}
	walk(s)
	return out
}
