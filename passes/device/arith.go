package device

// Short names for arithmetic in kir, for those who write templates.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

type (
	expr = kir.Expr
	kvar = kir.Var
)

func num(n int) expr { return kir.N(int64(n)) }

func add(a, b expr) expr {
	if build.IsInt(a, 0) {
		return b
	}
	if build.IsInt(b, 0) {
		return a
	}
	return kir.Apply("add", a, b)
}

func sub(a, b expr) expr {
	if build.IsInt(b, 0) {
		return a
	}
	return kir.Apply("sub", a, b)
}

func mul(a, b expr) expr {
	if build.IsInt(a, 1) {
		return b
	}
	if build.IsInt(b, 1) {
		return a
	}
	return kir.Apply("mul", a, b)
}

func div(a, b expr) expr {
	if build.IsInt(b, 1) {
		return a
	}
	return kir.Apply("div", a, b)
}

func rem(a, b expr) expr     { return kir.Apply("rem", a, b) }
func minimum(a, b expr) expr { return kir.Apply("min", a, b) }
func maximum(a, b expr) expr { return kir.Apply("max", a, b) }
func lt(a, b expr) expr      { return kir.Apply("lt", a, b) }
func le(a, b expr) expr      { return kir.Apply("le", a, b) }
func gt(a, b expr) expr      { return kir.Apply("gt", a, b) }
func ge(a, b expr) expr      { return kir.Apply("ge", a, b) }
func eq(a, b expr) expr      { return kir.Apply("eq", a, b) }
func ne(a, b expr) expr      { return kir.Apply("ne", a, b) }
func ceilDiv(a, b expr) expr { return div(add(a, sub1(b)), b) }

// sub1 is e - 1, folded.
func sub1(e expr) expr {
	if n, ok := build.Literal(e); ok {
		return kir.N(n - 1)
	}
	return sub(e, num(1))
}

func load(buf *kvar, idx expr) expr { return &kir.Load{Buf: kir.Use(buf), Idx: idx} }

func pick(cond, then, els expr) expr { return &kir.Select{Cond: cond, Then: then, Else: els} }

// both is a && b, where b is evaluated only if a holds.
func both(a, b expr) expr { return pick(a, b, &kir.Bool{}) }

func inRange(idx, size expr) expr { return &kir.InRange{Idx: idx, Size: size} }

func unit(op prim.Rop, t *types.Type) expr { return &kir.Unit{Op: op, Type: t} }

func combine(op prim.Rop, a, b expr) expr {
	return &kir.Prim{Op: op.Prim(), Args: []expr{a, b}}
}

func localId() expr   { return &kir.LocalId{} }
func groupId() expr   { return &kir.GroupId{} }
func numGroups() expr { return &kir.NumGroups{} }
