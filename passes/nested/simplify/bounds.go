package simplify

// Signs and bounds of ints, as far as the text around tells: enough for most
// index and length checks. Arithmetic that could wrap tells nothing.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// An interval holds the values that an int can have, if it is set.
type interval struct {
	lo, hi int64
	set    bool
}

// maxBounds limits how many definitions a question follows.
const maxBounds = 4

// all is the interval of every int.
func (s *simplifier) all() interval { return interval{s.p.num.MinInt(), s.p.num.MaxInt(), true} }

// narrow learns from a comparison that holds between two atoms.
func (s *simplifier) narrow(code prim.Code, x, y nkl.Expr) {
	if anf.TypeOfAtom(x) != types.Int {
		return
	}
	a, b := s.bound(x, maxBounds), s.bound(y, maxBounds)
	switch code {
	case prim.Lt, prim.Le:
		strict := int64(0)
		if code == prim.Lt {
			strict = 1
		}
		if b.hi > s.p.num.MinInt() {
			s.restrict(x, interval{a.lo, min(a.hi, b.hi-strict), true})
		}
		if a.lo < s.p.num.MaxInt() {
			s.restrict(y, interval{max(b.lo, a.lo+strict), b.hi, true})
		}
	case prim.Gt:
		s.narrow(prim.Lt, y, x)
	case prim.Ge:
		s.narrow(prim.Le, y, x)
	}
}

// restrict records that the atom e lies in the interval i.
func (s *simplifier) restrict(e nkl.Expr, i interval) {
	if r, ok := e.(*nkl.Ref); ok && s.bounds[r.Var] != i {
		s.trail = append(s.trail, undo{bound: r.Var, was: s.bounds[r.Var]})
		s.bounds[r.Var] = i
	}
}

// bound is an interval in which the int e, an atom, lies.
func (s *simplifier) bound(e nkl.Expr, depth int) interval {
	if k, ok := e.(*nkl.Int); ok {
		return interval{k.Val, k.Val, true}
	}
	r, ok := e.(*nkl.Ref)
	if !ok {
		return s.all()
	}
	i := s.all()
	if known := s.bounds[r.Var]; known.set {
		i = known
	}
	if depth == 0 || r.Var.Type != types.Int {
		return i
	}
	if n := s.indexOf(r.Var); n != nil {
		i.lo, i.hi = max(i.lo, 0), min(i.hi, max(s.bound(n, depth-1).hi, 1)-1)
	}
	if p := s.maker(r.Var); p != nil {
		j := s.boundOf(p, depth-1)
		i.lo, i.hi = max(i.lo, j.lo), min(i.hi, j.hi)
	}
	return i
}

// indexOf is n if v is an element of index(n), or nil.
func (s *simplifier) indexOf(v *nkl.Var) nkl.Expr {
	if seq := s.elems[v]; seq != nil {
		if d := s.def(seq); anf.IsOp(d, prim.Index) {
			return s.atom(d.(*nkl.Prim).Args[0])
		}
	}
	return nil
}

// maker is the primitive whose value v is, or nil: v is bound to it, or an
// element of a map with that body.
func (s *simplifier) maker(v *nkl.Var) *nkl.Prim {
	e := s.defs[v]
	if seq := s.elems[v]; seq != nil {
		if x, ok := s.def(seq).(*nkl.Each); ok {
			e = x.Body
		}
	}
	p, _ := e.(*nkl.Prim)
	return p
}

// boundOf is an interval for the value of p, an int.
func (s *simplifier) boundOf(p *nkl.Prim, depth int) interval {
	arg := func(i int) interval { return s.bound(s.atom(p.Args[i]), depth) }
	out := s.all()
	switch p.Op.Code {
	case prim.Length:
		out.lo = 0
	case prim.Btoi:
		out.lo, out.hi = 0, 1
	case prim.Add, prim.Sub:
		out = s.boundOfSum(p.Op.Code, arg(0), arg(1))
		if p.Op.Code == prim.Sub && s.atMost(s.atom(p.Args[1]), s.atom(p.Args[0]), depth) {
			out.lo = max(out.lo, 0)
		}
	case prim.Div, prim.Rem:
		return s.boundOfQuotient(p.Op.Code, arg(0), arg(1))
	case prim.Max:
		a, b := arg(0), arg(1)
		out.lo, out.hi = max(a.lo, b.lo), max(a.hi, b.hi)
	case prim.Min:
		a, b := arg(0), arg(1)
		out.lo, out.hi = min(a.lo, b.lo), min(a.hi, b.hi)
	case prim.Select:
		a, b := arg(1), arg(2)
		out.lo, out.hi = min(a.lo, b.lo), max(a.hi, b.hi)
	case prim.Sum:
		if s.countsFlags(p.Args[0]) {
			out.lo = 0
		}
	}
	return out
}

// boundOfSum knows nothing where the sum could wrap.
func (s *simplifier) boundOfSum(code prim.Code, a, b interval) interval {
	if code == prim.Sub {
		if b.lo == s.p.num.MinInt() {
			return s.all()
		}
		b.lo, b.hi = -b.hi, -b.lo
	}
	lo, hi := a.lo+b.lo, a.hi+b.hi
	wraps := b.lo < 0 && lo > a.lo || b.hi > 0 && hi < a.hi // of int64
	if wraps || lo < s.p.num.MinInt() || hi > s.p.num.MaxInt() {
		return s.all()
	}
	return interval{lo, hi, true}
}

// boundOfQuotient is for dividends and divisors that are not negative; x/0 and
// rem(x,0) are 0.
func (s *simplifier) boundOfQuotient(code prim.Code, a, b interval) interval {
	if a.lo < 0 || b.lo < 0 {
		return s.all()
	}
	hi := a.hi
	switch {
	case code == prim.Rem && b.hi > 0:
		hi = min(hi, b.hi-1)
	case code == prim.Div && b.lo > 0:
		hi /= b.lo
	}
	return interval{0, hi, true}
}

// countsFlags reports whether the elements of a sequence are 0 or 1.
func (s *simplifier) countsFlags(e nkl.Expr) bool {
	x, ok := s.def(s.atom(e)).(*nkl.Each)
	return ok && anf.IsOp(x.Body, prim.Btoi)
}

// compare decides a comparison of two ints by their bounds, and one of a float
// that cannot be negative with zero; nil if it cannot.
func (s *simplifier) compare(code prim.Code, x, y nkl.Expr) nkl.Expr {
	if code.Prim().Negation == 0 {
		return nil
	}
	if f, ok := y.(*nkl.Float); ok && code == prim.Lt && f.Val == 0 && s.notBelowZero(x, maxBounds) {
		return anf.Boolean(false)
	}
	if anf.TypeOfAtom(x) != types.Int {
		return nil
	}
	a, b := s.bound(x, maxBounds), s.bound(y, maxBounds)
	switch code {
	case prim.Gt:
		code, a, b = prim.Lt, b, a
	case prim.Ge:
		code, a, b = prim.Le, b, a
	}
	switch {
	case code == prim.Lt && a.hi < b.lo, code == prim.Le && a.hi <= b.lo, code == prim.Ne && (a.hi < b.lo || b.hi < a.lo):
		return anf.Boolean(true)
	case code == prim.Lt && a.lo >= b.hi, code == prim.Le && a.lo > b.hi, code == prim.Eq && (a.hi < b.lo || b.hi < a.lo):
		return anf.Boolean(false)
	}
	return nil
}

// extreme is max or min of two ints if their bounds tell which of them it is, or nil.
func (s *simplifier) extreme(op prim.Code, x, y nkl.Expr) nkl.Expr {
	if op != prim.Max && op != prim.Min || anf.TypeOfAtom(x) != types.Int {
		return nil
	}
	a, b := s.bound(x, maxBounds), s.bound(y, maxBounds)
	switch {
	case op == prim.Max && a.lo >= b.hi, op == prim.Min && a.hi <= b.lo:
		return x
	case op == prim.Max && b.lo >= a.hi, op == prim.Min && b.hi <= a.lo:
		return y
	}
	return nil
}

// notBelowZero reports whether e < 0.0 is false for the float e, which may be a
// NaN or a negative zero.
func (s *simplifier) notBelowZero(e nkl.Expr, depth int) bool {
	if f, ok := e.(*nkl.Float); ok {
		return !(f.Val < 0)
	}
	p, ok := s.def(e).(*nkl.Prim)
	if !ok || depth == 0 {
		return false
	}
	arg := func(i int) bool { return s.notBelowZero(s.atom(p.Args[i]), depth-1) }
	switch p.Op.Code {
	case prim.ToFloat:
		return s.bound(s.atom(p.Args[0]), depth).lo >= 0
	case prim.Mul:
		return anf.SameAtom(s.atom(p.Args[0]), s.atom(p.Args[1])) || arg(0) && arg(1)
	case prim.Add, prim.Max, prim.Min:
		return arg(0) && arg(1)
	case prim.Select:
		return arg(1) && arg(2)
	case prim.Sqrt, prim.Exp:
		return true
	}
	return false
}

// atMost reports whether x <= y, both not negative, because of how they are
// made.
func (s *simplifier) atMost(x, y nkl.Expr, depth int) bool {
	if depth <= 0 || s.bound(x, depth-1).lo < 0 {
		return false
	}
	if s.below(x, y, depth-1) {
		return true
	}
	r, ok := y.(*nkl.Ref)
	if !ok {
		return false
	}
	p := s.maker(r.Var) // y = z-1 and x < z
	return p != nil && p.Op.Code == prim.Sub && anf.IsInt(s.atom(p.Args[1]), 1) && s.below(x, s.atom(p.Args[0]), depth-1)
}

// below reports whether x < y for ints because of how x is made:
//
//	i         an element of index(y), or of index(z) with z <= y
//	y/k, y-k  for a positive y
//	rem(z, y)
//	i+k       for an element i of index(y-k)
//	z-i       for z < y
func (s *simplifier) below(x, y nkl.Expr, depth int) bool {
	r, ok := x.(*nkl.Ref)
	if !ok || depth <= 0 || r.Var.Type != types.Int {
		return false
	}
	if n := s.indexOf(r.Var); n != nil && !s.c.Unsafe {
		return anf.SameAtom(n, y) || s.below(n, y, depth-1)
	}
	p := s.maker(r.Var)
	if p == nil || len(p.Args) != 2 {
		return false
	}
	a, b := s.atom(p.Args[0]), s.atom(p.Args[1])
	low := func(e nkl.Expr) int64 { return s.bound(e, depth-1).lo }
	switch p.Op.Code {
	case prim.Div:
		return anf.SameAtom(a, y) && low(a) >= 1 && low(b) >= 2
	case prim.Sub:
		return low(a) >= 0 && (anf.SameAtom(a, y) && low(b) >= 1 || low(b) >= 0 && s.below(a, y, depth-1))
	case prim.Rem:
		return anf.SameAtom(b, y) && low(a) >= 0 && low(b) >= 1
	case prim.Add:
		return s.nextBelow(a, b, y, depth) || s.nextBelow(b, a, y, depth)
	}
	return false
}

// nextBelow reports whether i+k < y, where i is an element of index(y-m) and
// 0 <= k <= m.
func (s *simplifier) nextBelow(i, k, y nkl.Expr, depth int) bool {
	r, ok := i.(*nkl.Ref)
	if !ok || s.c.Unsafe {
		return false
	}
	n, ok := s.indexOf(r.Var).(*nkl.Ref)
	if !ok {
		return false
	}
	p := s.maker(n.Var)
	if p == nil || p.Op.Code != prim.Sub || !anf.SameAtom(s.atom(p.Args[0]), y) || s.bound(y, depth-1).lo < 0 {
		return false
	}
	most := s.bound(k, depth-1)
	return most.lo >= 0 && (most.hi <= s.bound(s.atom(p.Args[1]), depth-1).lo || anf.SameAtom(k, s.atom(p.Args[1])))
}
