package body

// Division of ints: x / 0 is 0, and the smallest int by -1 is itself.

import (
	"math/bits"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// divide pushes the quotient or the remainder of x and y.
func (g *writer) divide(rem bool, x, y kir.Expr) {
	if n, ok := kir.Literal(y); ok && n >= 1 {
		g.divideBy(rem, x, n)
		return
	}
	a, b := g.hold(x), g.hold(y)
	// y + 1 <= 1 without a sign: y is 0 or -1, and x / y is x * y
	b()
	g.int(1)
	g.Op(g.i(prim.Add))
	g.int(1)
	if g.Num.Int64 {
		g.Op(w.I64LeU)
	} else {
		g.Op(w.I32LeU)
	}
	g.If(w.BlockType(g.IntType()))
	if rem {
		g.int(0)
	} else {
		a()
		b()
		g.Op(g.i(prim.Mul))
	}
	g.Else()
	a()
	b()
	g.Op(g.divOp(rem))
	g.End()
}

// divOp is the instruction, which traps where ours has a result.
func (g *writer) divOp(rem bool) *w.Op {
	switch {
	case g.Num.Int64 && rem:
		return w.I64RemS
	case g.Num.Int64:
		return w.I64DivS
	case rem:
		return w.I32RemS
	}
	return w.I32DivS
}

// divideBy divides by n, which is positive; without a division if n is a power of
// two or ints have 32 bits.
func (g *writer) divideBy(rem bool, x kir.Expr, n int64) {
	power := n&(n-1) == 0
	switch {
	case n == 1 && rem:
		g.int(0)
		return
	case n == 1:
		g.expr(x)
		return
	case !power && g.Num.Int64:
		g.expr(x)
		g.int(n)
		g.Op(g.divOp(rem))
		return
	}
	a := g.hold(x)
	quotient := func() { g.byMultiplying(a, n) }
	if power {
		quotient = func() { g.byShifting(a, n) }
	}
	if !rem {
		quotient()
		return
	}
	a()
	quotient()
	g.int(n)
	g.Op(g.i(prim.Mul), g.i(prim.Sub))
}

// byShifting divides by a power of two; n - 1 is added to what is negative.
func (g *writer) byShifting(x func(), n int64) {
	width, k := int64(g.Num.IntBits()), int64(bits.TrailingZeros64(uint64(n)))
	shiftU := w.I32ShrU
	if g.Num.Int64 {
		shiftU = w.I64ShrU
	}
	x()
	x()
	g.int(width - 1)
	g.Op(g.i(prim.Shr))
	g.int(width - k)
	g.Op(shiftU, g.i(prim.Add))
	g.int(k)
	g.Op(g.i(prim.Shr))
}

// byMultiplying divides an int of 32 bits: the product with m, which is 2^s / n
// rounded up, shifted by s, and one more if x is negative.
func (g *writer) byMultiplying(x func(), n int64) {
	s := 31 + bits.Len32(uint32(n-1))
	m := (uint64(1)<<s + uint64(n) - 1) / uint64(n)
	x()
	g.Op(w.I64ExtendI32S)
	g.I64(int64(m))
	g.Op(w.I64Mul)
	g.I64(int64(s))
	g.Op(w.I64ShrS, w.I32WrapI64)
	x()
	g.I32(31)
	g.Op(w.I32ShrU, w.I32Add)
}
