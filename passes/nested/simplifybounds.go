package nested

// Signs and bounds of ints, as far as the text around tells: enough for most
// index and length checks. Arithmetic that could wrap tells nothing.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
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
func (s *simplifier) narrow(name string, x, y nkl.Expr) {
	if typeOfAtom(x) != types.Int {
		return
	}
	a, b := s.bound(x, maxBounds), s.bound(y, maxBounds)
	switch name {
	case "lt", "le":
		strict := int64(0)
		if name == "lt" {
			strict = 1
		}
		if b.hi > s.p.num.MinInt() {
			s.restrict(x, interval{a.lo, min(a.hi, b.hi-strict), true})
		}
		if a.lo < s.p.num.MaxInt() {
			s.restrict(y, interval{max(b.lo, a.lo+strict), b.hi, true})
		}
	case "gt":
		s.narrow("lt", y, x)
	case "ge":
		s.narrow("le", y, x)
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
	if depth == 0 {
		return i
	}
	if seq := s.elems[r.Var]; seq != nil && isOp(s.def(seq), "index") {
		i.lo = max(i.lo, 0)
	}
	if p, ok := s.defs[r.Var].(*nkl.Prim); ok && r.Var.Type == types.Int {
		j := s.boundOf(p, depth-1)
		i.lo, i.hi = max(i.lo, j.lo), min(i.hi, j.hi)
	}
	return i
}

// boundOf is an interval for the value of p, an int.
func (s *simplifier) boundOf(p *nkl.Prim, depth int) interval {
	arg := func(i int) interval { return s.bound(s.atom(p.Args[i]), depth) }
	out := s.all()
	switch p.Op.Name {
	case "length":
		out.lo = 0
	case "btoi":
		out.lo, out.hi = 0, 1
	case "add", "sub":
		return s.boundOfSum(p.Op.Name, arg(0), arg(1))
	case "div", "rem":
		return s.boundOfQuotient(p.Op.Name, arg(0), arg(1))
	case "max":
		a, b := arg(0), arg(1)
		out.lo, out.hi = max(a.lo, b.lo), max(a.hi, b.hi)
	case "min":
		a, b := arg(0), arg(1)
		out.lo, out.hi = min(a.lo, b.lo), min(a.hi, b.hi)
	case "select":
		a, b := arg(1), arg(2)
		out.lo, out.hi = min(a.lo, b.lo), max(a.hi, b.hi)
	case "sum":
		if s.countsFlags(p.Args[0]) {
			out.lo = 0
		}
	}
	return out
}

// boundOfSum knows nothing where the sum could wrap.
func (s *simplifier) boundOfSum(name string, a, b interval) interval {
	if name == "sub" {
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
func (s *simplifier) boundOfQuotient(name string, a, b interval) interval {
	if a.lo < 0 || b.lo < 0 {
		return s.all()
	}
	hi := a.hi
	switch {
	case name == "rem" && b.hi > 0:
		hi = min(hi, b.hi-1)
	case name == "div" && b.lo > 0:
		hi /= b.lo
	}
	return interval{0, hi, true}
}

// countsFlags reports whether the elements of a sequence are 0 or 1.
func (s *simplifier) countsFlags(e nkl.Expr) bool {
	x, ok := s.def(s.atom(e)).(*nkl.Each)
	return ok && isOp(x.Body, "btoi")
}

// compare decides a comparison of two ints by their bounds, and one of a float
// that cannot be negative with zero; nil if it cannot.
func (s *simplifier) compare(name string, x, y nkl.Expr) nkl.Expr {
	if opposites[name] == "" {
		return nil
	}
	if f, ok := y.(*nkl.Float); ok && name == "lt" && f.Val == 0 && s.notBelowZero(x, maxBounds) {
		return boolean(false)
	}
	if typeOfAtom(x) != types.Int {
		return nil
	}
	a, b := s.bound(x, maxBounds), s.bound(y, maxBounds)
	switch name {
	case "gt":
		name, a, b = "lt", b, a
	case "ge":
		name, a, b = "le", b, a
	}
	switch {
	case name == "lt" && a.hi < b.lo, name == "le" && a.hi <= b.lo, name == "ne" && (a.hi < b.lo || b.hi < a.lo):
		return boolean(true)
	case name == "lt" && a.lo >= b.hi, name == "le" && a.lo > b.hi, name == "eq" && (a.hi < b.lo || b.hi < a.lo):
		return boolean(false)
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
	switch p.Op.Name {
	case "to_float":
		return s.bound(s.atom(p.Args[0]), depth).lo >= 0
	case "mul":
		return sameAtom(s.atom(p.Args[0]), s.atom(p.Args[1])) || arg(0) && arg(1)
	case "add", "max", "min":
		return arg(0) && arg(1)
	case "select":
		return arg(1) && arg(2)
	case "sqrt", "exp":
		return true
	}
	return false
}

// below reports whether x < y for ints because of how x is made: an element of
// index(y), y/k, y-k, or rem(z, y).
func (s *simplifier) below(x, y nkl.Expr) bool {
	r, ok := x.(*nkl.Ref)
	if !ok {
		return false
	}
	if seq := s.elems[r.Var]; seq != nil && !s.p.c.Unsafe {
		d, ok := s.def(seq).(*nkl.Prim)
		return ok && d.Op.Name == "index" && sameAtom(s.atom(d.Args[0]), y)
	}
	p, ok := s.defs[r.Var].(*nkl.Prim)
	if !ok || len(p.Args) != 2 || typeOfAtom(x) != types.Int {
		return false
	}
	a, b := s.atom(p.Args[0]), s.atom(p.Args[1])
	switch p.Op.Name {
	case "div":
		return sameAtom(a, y) && s.bound(a, maxBounds).lo >= 1 && s.bound(b, maxBounds).lo >= 2
	case "sub":
		k := s.bound(b, maxBounds)
		return sameAtom(a, y) && k.lo >= 1 && s.bound(a, maxBounds).lo >= 0
	case "rem":
		return sameAtom(b, y) && s.bound(a, maxBounds).lo >= 0 && s.bound(b, maxBounds).lo >= 1
	}
	return false
}
