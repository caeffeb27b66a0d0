package strategy

// Arithmetic of plans. What changes nothing is left out.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

func number(n int) lcu.Expr { return lcu.N(int64(n)) }

func isNumber(e lcu.Expr, n int64) bool {
	i, ok := e.(*lcu.Int)
	return ok && i.Val == n
}

func lower(a, b lcu.Expr) lcu.Expr   { return lcu.Apply(prim.Min, a, b) }
func higher(a, b lcu.Expr) lcu.Expr  { return lcu.Apply(prim.Max, a, b) }
func atLeast(a, b lcu.Expr) lcu.Expr { return lcu.Apply(prim.Ge, a, b) }
func atMost(a, b lcu.Expr) lcu.Expr  { return lcu.Apply(prim.Le, a, b) }
func equal(a, b lcu.Expr) lcu.Expr   { return lcu.Apply(prim.Eq, a, b) }
func either(a, b lcu.Expr) lcu.Expr  { return lcu.Apply(prim.Or, a, b) }
func both(a, b lcu.Expr) lcu.Expr    { return lcu.Apply(prim.And, a, b) }

func mul(a, b lcu.Expr) lcu.Expr {
	switch {
	case isNumber(a, 1):
		return b
	case isNumber(b, 1):
		return a
	}
	return lcu.Apply(prim.Mul, a, b)
}

func div(a, b lcu.Expr) lcu.Expr {
	if isNumber(b, 1) {
		return a
	}
	return lcu.Apply(prim.Div, a, b)
}

// ceilDiv is a / b, rounded up.
func ceilDiv(a lcu.Expr, b func() lcu.Expr) lcu.Expr {
	less1 := lcu.Apply(prim.Sub, b(), number(1))
	if i, ok := b().(*lcu.Int); ok {
		if i.Val == 1 {
			return a
		}
		less1 = lcu.N(i.Val - 1)
	}
	return div(lcu.Apply(prim.Add, a, less1), b())
}

// by is a divisor that is a literal.
func by(n int) func() lcu.Expr { return func() lcu.Expr { return number(n) } }

// positive is at least 1.
func positive(v *lcu.Var) lcu.Expr { return higher(lcu.Use(v), number(1)) }
