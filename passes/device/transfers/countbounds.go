package transfers

// Bounds of what is computed of counts: for how many elements the host allocates,
// and how many groups it launches.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// bound is a value of the host that e does not exceed: e itself if it depends on
// no count.
func (s state) bound(e kir.Expr) (kir.Expr, bool) {
	if len(s.counts(e)) == 0 {
		return e, true
	}
	switch e := e.(type) {
	case *kir.Ref:
		if most := s.most[e.Var]; most != nil {
			return most, true
		}
		return build.Ask(s.bounds, e.Var, s.boundVar)
	case *kir.Length:
		most, ok := s.bound(s.size[kir.VarOf(e.Buf)])
		return folded("max", most, kir.N(0)), ok
	case *kir.Select:
		then, ok := s.bound(e.Then)
		els, also := s.bound(e.Else)
		return folded("max", then, els), ok && also && kir.TypeOf(e) == types.Int
	case *kir.Prim:
		return s.boundPrim(e)
	}
	return nil, false
}

// largestBound is how many nodes the bound of a variable may have. Bounds of what
// is used several times are repeated, so they could double with every step.
const largestBound = 256

func (s state) boundVar(v *kir.Var) (kir.Expr, bool) {
	e := s.defs[v]
	if c := s.kept[v]; c != nil {
		e = c.Most
	}
	most, ok := s.bound(e)
	if left := largestBound; ok {
		ir.Walk(most, func(kir.Expr) bool {
			left--
			return left >= 0
		})
		ok = left >= 0
	}
	return most, ok
}

func (s state) boundPrim(e *kir.Prim) (kir.Expr, bool) {
	if len(e.Args) != 2 || kir.TypeOf(e) != types.Int {
		return nil, false
	}
	x, y := e.Args[0], e.Args[1]
	a, ok := s.bound(x)
	b, also := s.bound(y)
	switch e.Op.Name {
	case "add", "add_size", "max":
		return folded(e.Op.Name, a, b), ok && also
	case "mul", "mul_size":
		if k, known := build.Literal(y); known && k >= 0 {
			return folded(e.Op.Name, folded("max", a, kir.N(0)), y), ok
		}
		if k, known := build.Literal(x); known && k >= 0 {
			return folded(e.Op.Name, x, folded("max", b, kir.N(0))), also
		}
		return folded(e.Op.Name, a, b), ok && also && s.natural(x) && s.natural(y)
	case "min":
		if !ok || !also {
			if ok {
				b = a
			}
			return b, ok || also
		}
		return folded("min", a, b), true
	case "sub":
		least, low := s.least(y)
		return folded("sub", a, kir.N(least)), ok && low
	case "div":
		least, low := s.least(y)
		most := folded("div", folded("max", a, kir.N(0)), kir.N(least))
		if chunks, found := s.chunks(x, y); found {
			most = folded("min", most, kir.N(chunks))
		}
		return most, ok && low && least > 0
	}
	return nil, false
}

// folded applies an operation on ints, now if both are known and small.
func folded(op string, a, b kir.Expr) kir.Expr {
	x, ok := build.Literal(a)
	y, also := build.Literal(b)
	if ok && also && build.Small(x) && build.Small(y) {
		if z, ok := build.Apply(op, x, y); ok && build.Small(z) {
			return kir.N(z)
		}
	}
	if build.IsInt(b, 0) && (op == "add" || op == "sub") {
		return a
	}
	if a == nil || b == nil { // there is no bound
		return nil
	}
	return kir.Apply(op, a, b)
}

// chunks is the most groups that there are if elements are divided as
// Target.chunkSize says: x is n + (c - 1), and c at least m * ((n + k - 1) / k).
func (s state) chunks(x, y kir.Expr) (int64, bool) {
	sum, ok := x.(*kir.Prim)
	if !ok || sum.Op.Name != "add" || kir.VarOf(y) == nil || kir.Show(sum.Args[1]) != kir.Show(kir.Apply("sub", y, kir.N(1))) {
		return 0, false
	}
	size, ok := s.defs[kir.VarOf(y)].(*kir.Prim)
	if !ok || size.Op.Name != "max" {
		return 0, false
	}
	part, times := size.Args[1], int64(1)
	if p, ok := part.(*kir.Prim); ok && p.Op.Name == "mul" {
		times, _ = build.Literal(p.Args[0])
		part = p.Args[1]
	}
	quotient, ok := part.(*kir.Prim)
	if !ok || quotient.Op.Name != "div" || times <= 0 {
		return 0, false
	}
	k, ok := build.Literal(quotient.Args[1])
	return k / max(times, 1), ok && k > 0 && k%times == 0 && kir.Show(quotient.Args[0]) == kir.Show(kir.Apply("add", sum.Args[0], kir.N(k-1)))
}

// natural reports whether e is certainly not negative.
func (s state) natural(e kir.Expr) bool {
	n, ok := s.least(e)
	return ok && n >= 0
}

// least is a number that e is not below.
func (s state) least(e kir.Expr) (int64, bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, true
	case *kir.Length:
		return 0, true
	case *kir.Ref:
		return build.Ask(s.leasts, e.Var, s.leastVar)
	case *kir.Select:
		a, ok := s.least(e.Then)
		b, also := s.least(e.Else)
		return min(a, b), ok && also
	case *kir.Prim:
		return s.leastPrim(e)
	}
	return 0, false
}

func (s state) leastVar(v *kir.Var) (int64, bool) {
	if s.kept[v] != nil {
		return 0, true
	}
	if def := s.defs[v]; def != nil {
		return s.least(def)
	}
	if def := s.known.Defs[v]; def != nil {
		return s.least(def)
	}
	return 0, false
}

func (s state) leastPrim(e *kir.Prim) (int64, bool) {
	if len(e.Args) != 2 {
		return 0, false
	}
	a, ok := s.least(e.Args[0])
	b, also := s.least(e.Args[1])
	switch e.Op.Name {
	case "add_size", "add":
		return a + b, ok && also && a <= build.SmallSize && b <= build.SmallSize
	case "mul_size", "mul":
		return 0, ok && also && a >= 0 && b >= 0
	case "max":
		if ok && also {
			return max(a, b), true
		}
		return a + b, ok || also // the other is zero
	case "min":
		return min(a, b), ok && also
	case "div":
		return 0, ok && also && a >= 0 && b > 0
	}
	return 0, false
}
