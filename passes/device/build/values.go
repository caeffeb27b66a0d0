package build

// Values of the host that are known when it is compiled. A scalar may be used any
// number of times on the way to another one, so what is said of it is asked once.

import "nessiec/ir/prim"
import "nessiec/ir/kir"

// A Memo is what is known of a scalar, if anything is.
type Memo[T any] struct {
	Val   T
	Known bool
}

// Memoised is what of says of v, or what it said.
func Memoised[T any](said map[*kir.Var]Memo[T], v *kir.Var, of func(*kir.Var) (T, bool)) (T, bool) {
	a, asked := said[v]
	if !asked {
		a.Val, a.Known = of(v)
		said[v] = a
	}
	return a.Val, a.Known
}

// MemoisedOf is what of says of the definition of v; nothing is known of a v without one.
func MemoisedOf[T any](said map[*kir.Var]Memo[T], defs map[*kir.Var]kir.Expr, v *kir.Var, of func(kir.Expr) (T, bool)) (val T, known bool) {
	def := defs[v]
	if def == nil {
		return val, false
	}
	return Memoised(said, v, func(*kir.Var) (T, bool) { return of(def) })
}

// Small reports whether n is small enough for ints of any width.
func Small(n int64) bool { return -SmallSize <= n && n <= SmallSize }

// Fold is the value of a primitive of two ints, if value knows them and it is small;
// zero times anything is zero.
func Fold(e *kir.Prim, value func(kir.Expr) (int64, bool)) (int64, bool) {
	if len(e.Args) != 2 {
		return 0, false
	}
	a, ok := value(e.Args[0])
	b, also := value(e.Args[1])
	if e.Op.Code == prim.Mul && (ok && a == 0 || also && b == 0) {
		return 0, true
	}
	if !ok || !also {
		return 0, false
	}
	n, ok := Apply(e.Op.Code, a, b)
	return n, ok && Small(n)
}
