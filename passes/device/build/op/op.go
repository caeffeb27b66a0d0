// Package op is short names for arithmetic in kir, for those who write templates.
package op

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// N is an integer literal.
func N(n int) kir.Expr { return kir.N(int64(n)) }

// Add is a + b; it leaves out what changes nothing, as do Sub, Mul and Div.
func Add(a, b kir.Expr) kir.Expr {
	if kir.IsInt(a, 0) {
		return b
	}
	if kir.IsInt(b, 0) {
		return a
	}
	return kir.Apply(prim.Add, a, b)
}

// Sub is a - b.
func Sub(a, b kir.Expr) kir.Expr {
	if kir.IsInt(b, 0) {
		return a
	}
	return kir.Apply(prim.Sub, a, b)
}

// Mul is a * b.
func Mul(a, b kir.Expr) kir.Expr {
	if kir.IsInt(a, 1) {
		return b
	}
	if kir.IsInt(b, 1) {
		return a
	}
	return kir.Apply(prim.Mul, a, b)
}

// Div is a / b.
func Div(a, b kir.Expr) kir.Expr {
	if kir.IsInt(b, 1) {
		return a
	}
	return kir.Apply(prim.Div, a, b)
}

// Rem and what follows are the primitives of these names.
func Rem(a, b kir.Expr) kir.Expr { return kir.Apply(prim.Rem, a, b) }
func Min(a, b kir.Expr) kir.Expr { return kir.Apply(prim.Min, a, b) }
func Max(a, b kir.Expr) kir.Expr { return kir.Apply(prim.Max, a, b) }
func Lt(a, b kir.Expr) kir.Expr  { return kir.Apply(prim.Lt, a, b) }
func Le(a, b kir.Expr) kir.Expr  { return kir.Apply(prim.Le, a, b) }
func Gt(a, b kir.Expr) kir.Expr  { return kir.Apply(prim.Gt, a, b) }
func Ge(a, b kir.Expr) kir.Expr  { return kir.Apply(prim.Ge, a, b) }
func Eq(a, b kir.Expr) kir.Expr  { return kir.Apply(prim.Eq, a, b) }
func Ne(a, b kir.Expr) kir.Expr  { return kir.Apply(prim.Ne, a, b) }
func Not(a kir.Expr) kir.Expr    { return kir.Apply(prim.Not, a) }

// CeilDiv is a / b, rounded up.
func CeilDiv(a, b kir.Expr) kir.Expr { return Div(Add(a, Less1(b)), b) }

// Less1 is e - 1, folded.
func Less1(e kir.Expr) kir.Expr {
	if n, ok := kir.Literal(e); ok {
		return kir.N(n - 1)
	}
	return Sub(e, N(1))
}

// Load is an element of a buffer.
func Load(buf *kir.Var, idx kir.Expr) kir.Expr { return &kir.Load{Buf: kir.Use(buf), Idx: idx} }

// Loads is an element of every buffer.
func Loads(bufs []*kir.Var, idx kir.Expr) []kir.Expr {
	es := make([]kir.Expr, len(bufs))
	for i, b := range bufs {
		es[i] = Load(b, idx)
	}
	return es
}

// Select is then if cond holds, else els; only that is evaluated.
func Select(cond, then, els kir.Expr) kir.Expr { return &kir.Select{Cond: cond, Then: then, Else: els} }

// SelectAll is Select, element by element.
func SelectAll(cond kir.Expr, then, els []kir.Expr) []kir.Expr {
	out := make([]kir.Expr, len(then))
	for i := range then {
		out[i] = Select(cond, then[i], els[i])
	}
	return out
}

// AndThen is a and b, where b is evaluated only if a holds.
func AndThen(a, b kir.Expr) kir.Expr { return Select(a, b, &kir.Bool{}) }

// InRange is 0 <= idx < size.
func InRange(idx, size kir.Expr) kir.Expr { return &kir.InRange{Idx: idx, Size: size} }

// Unit is the identity of an operator.
func Unit(op prim.Rop, t *types.Type) kir.Expr { return &kir.Unit{Op: op, Type: t} }

// Combine is a and b, combined by an operator.
func Combine(op prim.Rop, a, b kir.Expr) kir.Expr {
	return &kir.Prim{Op: op.Prim(), Args: []kir.Expr{a, b}}
}

// LocalID is the number of the work-item in its group, GroupID that of the group,
// Groups how many there are.
func LocalID() kir.Expr { return &kir.LocalId{} }
func GroupID() kir.Expr { return &kir.GroupId{} }
func Groups() kir.Expr  { return &kir.NumGroups{} }

// Log2 of a power of two.
func Log2(n int) int {
	k := 0
	for 1<<k < n {
		k++
	}
	return k
}
