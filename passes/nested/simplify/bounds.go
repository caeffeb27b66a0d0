package simplify

// Signs and bounds of ints, as far as the text around tells: enough for most
// index and length checks. Arithmetic that could wrap tells nothing.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/code"
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
	if code.TypeOfAtom(x) != types.Int {
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
		if d := s.def(seq); code.IsOp(d, "index") {
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
	switch p.Op.Name {
	case "length":
		out.lo = 0
	case "btoi":
		out.lo, out.hi = 0, 1
	case "add", "sub":
		out = s.boundOfSum(p.Op.Name, arg(0), arg(1))
		if p.Op.Name == "sub" && s.atMost(s.atom(p.Args[1]), s.atom(p.Args[0]), depth) {
			out.lo = max(out.lo, 0)
		}
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
	return ok && code.IsOp(x.Body, "btoi")
}

// compare decides a comparison of two ints by their bounds, and one of a float
// that cannot be negative with zero; nil if it cannot.
func (s *simplifier) compare(name string, x, y nkl.Expr) nkl.Expr {
	if opposites[name] == "" {
		return nil
	}
	if f, ok := y.(*nkl.Float); ok && name == "lt" && f.Val == 0 && s.notBelowZero(x, maxBounds) {
		return code.Boolean(false)
	}
	if code.TypeOfAtom(x) != types.Int {
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
		return code.Boolean(true)
	case name == "lt" && a.lo >= b.hi, name == "le" && a.lo > b.hi, name == "eq" && (a.hi < b.lo || b.hi < a.lo):
		return code.Boolean(false)
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
		return code.SameAtom(s.atom(p.Args[0]), s.atom(p.Args[1])) || arg(0) && arg(1)
	case "add", "max", "min":
		return arg(0) && arg(1)
	case "select":
		return arg(1) && arg(2)
	case "sqrt", "exp":
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
	return p != nil && p.Op.Name == "sub" && code.IsInt(s.atom(p.Args[1]), 1) && s.below(x, s.atom(p.Args[0]), depth-1)
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
	if n := s.indexOf(r.Var); n != nil && !s.p.c.Unsafe {
		return code.SameAtom(n, y) || s.below(n, y, depth-1)
	}
	p := s.maker(r.Var)
	if p == nil || len(p.Args) != 2 {
		return false
	}
	a, b := s.atom(p.Args[0]), s.atom(p.Args[1])
	low := func(e nkl.Expr) int64 { return s.bound(e, depth-1).lo }
	switch p.Op.Name {
	case "div":
		return code.SameAtom(a, y) && low(a) >= 1 && low(b) >= 2
	case "sub":
		return low(a) >= 0 && (code.SameAtom(a, y) && low(b) >= 1 || low(b) >= 0 && s.below(a, y, depth-1))
	case "rem":
		return code.SameAtom(b, y) && low(a) >= 0 && low(b) >= 1
	case "add":
		return s.nextBelow(a, b, y, depth) || s.nextBelow(b, a, y, depth)
	}
	return false
}

// nextBelow reports whether i+k < y, where i is an element of index(y-m) and
// 0 <= k <= m.
func (s *simplifier) nextBelow(i, k, y nkl.Expr, depth int) bool {
	r, ok := i.(*nkl.Ref)
	if !ok || s.p.c.Unsafe {
		return false
	}
	n, ok := s.indexOf(r.Var).(*nkl.Ref)
	if !ok {
		return false
	}
	p := s.maker(n.Var)
	if p == nil || p.Op.Name != "sub" || !code.SameAtom(s.atom(p.Args[0]), y) || s.bound(y, depth-1).lo < 0 {
		return false
	}
	most := s.bound(k, depth-1)
	return most.lo >= 0 && (most.hi <= s.bound(s.atom(p.Args[1]), depth-1).lo || code.SameAtom(k, s.atom(p.Args[1])))
}
