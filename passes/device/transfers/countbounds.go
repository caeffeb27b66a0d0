package transfers

// Bounds of what is computed of counts: for how many elements the host allocates,
// and how many groups it launches.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// upperBound is a value of the host that e does not exceed: e itself if it depends on
// no count.
func (s countState) upperBound(e kir.Expr) (kir.Expr, bool) {
	if len(s.counts(e)) == 0 {
		return e, true
	}
	switch e := e.(type) {
	case *kir.Ref:
		if most := s.upper[e.Var]; most != nil {
			return most, true
		}
		return build.Memoised(s.bounds, e.Var, s.upperBoundVar)
	case *kir.Length:
		most, ok := s.upperBound(s.size[kir.VarOf(e.Buf)])
		return folded(prim.Max, most, kir.N(0)), ok
	case *kir.Select:
		then, ok := s.upperBound(e.Then)
		els, also := s.upperBound(e.Else)
		return folded(prim.Max, then, els), ok && also && kir.TypeOf(e) == types.Int
	case *kir.Prim:
		return s.upperBoundPrim(e)
	}
	return nil, false
}

// maxBound is how many nodes the bound of a variable may have. Bounds of what
// is used several times are repeated, so they could double with every step.
const maxBound = 256

func (s countState) upperBoundVar(v *kir.Var) (kir.Expr, bool) {
	e := s.defs[v]
	if c := s.onDevice[v]; c != nil {
		e = c.Most
	}
	most, ok := s.upperBound(e)
	if left := maxBound; ok {
		ir.Walk(most, func(kir.Expr) bool {
			left--
			return left >= 0
		})
		ok = left >= 0
	}
	return most, ok
}

func (s countState) upperBoundPrim(e *kir.Prim) (kir.Expr, bool) {
	if len(e.Args) != 2 || kir.TypeOf(e) != types.Int {
		return nil, false
	}
	x, y := e.Args[0], e.Args[1]
	a, ok := s.upperBound(x)
	b, also := s.upperBound(y)
	switch e.Op.Code {
	case prim.Add, prim.AddSize, prim.Max:
		return folded(e.Op.Code, a, b), ok && also
	case prim.Mul, prim.MulSize:
		if k, known := kir.Literal(y); known && k >= 0 {
			return folded(e.Op.Code, folded(prim.Max, a, kir.N(0)), y), ok
		}
		if k, known := kir.Literal(x); known && k >= 0 {
			return folded(e.Op.Code, x, folded(prim.Max, b, kir.N(0))), also
		}
		return folded(e.Op.Code, a, b), ok && also && s.nonNegative(x) && s.nonNegative(y)
	case prim.Min:
		if !ok || !also {
			if ok {
				b = a
			}
			return b, ok || also
		}
		return folded(prim.Min, a, b), true
	case prim.Sub:
		least, low := s.lowerBound(y)
		return folded(prim.Sub, a, kir.N(least)), ok && low
	case prim.Div:
		least, low := s.lowerBound(y)
		most := folded(prim.Div, folded(prim.Max, a, kir.N(0)), kir.N(least))
		if chunks, found := s.chunks(x, y); found {
			most = folded(prim.Min, most, kir.N(chunks))
		}
		return most, ok && low && least > 0
	}
	return nil, false
}

// folded applies an operation on ints, now if both are known and small.
func folded(op prim.Code, a, b kir.Expr) kir.Expr {
	x, ok := kir.Literal(a)
	y, also := kir.Literal(b)
	if ok && also && build.Small(x) && build.Small(y) {
		if z, ok := build.Apply(op, x, y); ok && build.Small(z) {
			return kir.N(z)
		}
	}
	if kir.IsInt(b, 0) && (op == prim.Add || op == prim.Sub) {
		return a
	}
	if a == nil || b == nil { // there is no bound
		return nil
	}
	return kir.Apply(op, a, b)
}

// chunks is the most groups that there are if elements are divided as
// Target.chunkSize says: x is n + (c - 1), and c at least m * ((n + k - 1) / k).
func (s countState) chunks(x, y kir.Expr) (int64, bool) {
	sum, ok := x.(*kir.Prim)
	if !ok || sum.Op.Code != prim.Add || kir.VarOf(y) == nil || kir.Show(sum.Args[1]) != kir.Show(kir.Apply(prim.Sub, y, kir.N(1))) {
		return 0, false
	}
	size, ok := s.defs[kir.VarOf(y)].(*kir.Prim)
	if !ok || size.Op.Code != prim.Max {
		return 0, false
	}
	part, times := size.Args[1], int64(1)
	if p, ok := part.(*kir.Prim); ok && p.Op.Code == prim.Mul {
		times, _ = kir.Literal(p.Args[0])
		part = p.Args[1]
	}
	quotient, ok := part.(*kir.Prim)
	if !ok || quotient.Op.Code != prim.Div || times <= 0 {
		return 0, false
	}
	k, ok := kir.Literal(quotient.Args[1])
	return k / max(times, 1), ok && k > 0 && k%times == 0 && kir.Show(quotient.Args[0]) == kir.Show(kir.Apply(prim.Add, sum.Args[0], kir.N(k-1)))
}

// nonNegative reports whether e is certainly not negative.
func (s countState) nonNegative(e kir.Expr) bool {
	n, ok := s.lowerBound(e)
	return ok && n >= 0
}

// lowerBound is a number that e is not below.
func (s countState) lowerBound(e kir.Expr) (int64, bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, true
	case *kir.Length:
		return 0, true
	case *kir.Ref:
		return build.Memoised(s.lowerBounds, e.Var, s.lowerBoundVar)
	case *kir.Select:
		a, ok := s.lowerBound(e.Then)
		b, also := s.lowerBound(e.Else)
		return min(a, b), ok && also
	case *kir.Prim:
		return s.lowerBoundPrim(e)
	}
	return 0, false
}

func (s countState) lowerBoundVar(v *kir.Var) (int64, bool) {
	if s.onDevice[v] != nil {
		return 0, true
	}
	if def := s.defs[v]; def != nil {
		return s.lowerBound(def)
	}
	if def := s.known.Defs[v]; def != nil {
		return s.lowerBound(def)
	}
	return 0, false
}

func (s countState) lowerBoundPrim(e *kir.Prim) (int64, bool) {
	if len(e.Args) != 2 {
		return 0, false
	}
	a, ok := s.lowerBound(e.Args[0])
	b, also := s.lowerBound(e.Args[1])
	switch e.Op.Code {
	case prim.AddSize, prim.Add:
		return a + b, ok && also && a <= build.SmallSize && b <= build.SmallSize
	case prim.MulSize, prim.Mul:
		return 0, ok && also && a >= 0 && b >= 0
	case prim.Max:
		if ok && also {
			return max(a, b), true
		}
		return a + b, ok || also // the other is zero
	case prim.Min:
		return min(a, b), ok && also
	case prim.Div:
		return 0, ok && also && a >= 0 && b > 0
	}
	return 0, false
}
