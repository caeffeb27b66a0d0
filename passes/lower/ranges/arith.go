package ranges

// What primitives tell about their results.

import (
	"math"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// compute adds what a primitive tells about its result x.
func (r *ranges) compute(x *amount, p *lcu.Prim) {
	if p.Op.Code == prim.Btoi {
		r.add(r.zero, x, 0)
		r.add(x, r.zero, -1)
		return
	}
	if len(p.Args) != 2 {
		return
	}
	a, i, ok := r.amount(p.Args[0])
	b, j, alsoOk := r.amount(p.Args[1])
	if !ok || !alsoOk {
		return
	}
	switch p.Op.Code {
	case prim.Add:
		if a == r.zero {
			a, i, b, j = b, j, a, i
		}
		if b == r.zero {
			r.moved(x, a, i+j)
		}
	case prim.Sub:
		r.minus(x, a, i, b, j)
	case prim.Min:
		r.add(x, a, -i)
		r.add(x, b, -j)
		r.oneOf(x, a, i, b, j)
	case prim.Max:
		r.add(a, x, i)
		r.add(b, x, j)
		r.oneOf(x, a, i, b, j)
	case prim.And:
		r.masked(x, a, i)
		r.masked(x, b, j)
	case prim.Rem:
		r.remainder(x, a, i, b, j)
	case prim.Div, prim.Shr:
		if r.nonNegative(a, i) && b == r.zero && (j > 0 || p.Op.Code == prim.Shr) {
			r.add(r.zero, x, 0)
			r.add(x, a, -i)
		}
	}
}

// moved is x = a + n, unless that wraps around.
func (r *ranges) moved(x, a *amount, n int64) {
	low, isLow := r.atLeast(a)
	if n < 0 && isLow && low+n >= math.MinInt32 || n >= 0 && r.below(a, n) {
		r.equal(x, a, n)
	}
}

// below reports whether a + n is certainly at most some int.
func (r *ranges) below(a *amount, n int64) bool {
	for _, d := range r.reach(a) {
		if d.gap >= n || d.to == r.zero && n-d.gap <= math.MaxInt32 {
			return true
		}
	}
	return false
}

// minus is x = (a + i) - (b + j).
func (r *ranges) minus(x, a *amount, i int64, b *amount, j int64) {
	if b == r.zero {
		r.moved(x, a, i-j)
		return
	}
	if !r.nonNegative(b, j) || !r.nonNegative(a, i) {
		return
	}
	low, _ := r.atLeast(b)
	r.add(x, a, low+j-i)
	if gap, ok := r.reach(b).to(a); ok {
		r.add(r.zero, x, gap+i-j)
	}
}

// oneOf is x = a + i or x = b + j.
func (r *ranges) oneOf(x, a *amount, i int64, b *amount, j int64) {
	r.assume(x, either([]*known{r.known(a, i)}, []*known{r.known(b, j)})[0])
}

// masked is x = some int and (a + i).
func (r *ranges) masked(x, a *amount, i int64) {
	if r.nonNegative(a, i) {
		r.add(r.zero, x, 0)
		r.add(x, a, -i)
	}
}

// remainder is x = (a + i) rem (b + j), which is zero if b + j is.
func (r *ranges) remainder(x, a *amount, i int64, b *amount, j int64) {
	if !r.nonNegative(a, i) {
		return
	}
	r.add(r.zero, x, 0)
	r.add(x, a, -i)
	if r.nonNegative(b, j-1) {
		r.add(x, b, 1-j)
	}
}
