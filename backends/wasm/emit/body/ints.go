package body

// Primitives of ints, truth values and characters.

import (
	"math"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// intOps are the primitives that are one instruction, on 32 and on 64 bits.
var intOps = map[prim.Code][2]*w.Op{
	prim.Add: {w.I32Add, w.I64Add}, prim.Sub: {w.I32Sub, w.I64Sub}, prim.Mul: {w.I32Mul, w.I64Mul},
	prim.And: {w.I32And, w.I64And}, prim.Or: {w.I32Or, w.I64Or}, prim.Xor: {w.I32Xor, w.I64Xor},
	prim.Popcount: {w.I32Popcnt, w.I64Popcnt}, prim.Shl: {w.I32Shl, w.I64Shl}, prim.Shr: {w.I32ShrS, w.I64ShrS},
	prim.Eq: {w.I32Eq, w.I64Eq}, prim.Ne: {w.I32Ne, w.I64Ne}, prim.Lt: {w.I32LtS, w.I64LtS}, prim.Le: {w.I32LeS, w.I64LeS},
	prim.Gt: {w.I32GtS, w.I64GtS}, prim.Ge: {w.I32GeS, w.I64GeS},
}

// i is the instruction of a primitive on ints.
func (g *writer) i(op prim.Code) *w.Op {
	if g.Num.Int64 {
		return intOps[op][1]
	}
	return intOps[op][0]
}

// compare is the instruction of a comparison of scalars that are no floats.
func (g *writer) compare(op prim.Code, t *types.Type) *w.Op {
	if t.Kind == types.KInt {
		return g.i(op)
	}
	return intOps[op][0]
}

// prim pushes the result of a primitive.
func (g *writer) prim(e *kir.Prim) {
	a := e.Args
	if e.Op.Code == prim.Select {
		g.args(w.Select, a[1], a[2], a[0])
		return
	}
	if len(a) == 0 {
		panic("wasm: no primitive " + e.Op.Name)
	}
	switch t := kir.TypeOf(a[0]); t.Kind {
	case types.KFloat:
		g.floatPrim(e)
	case types.KInt:
		g.intPrim(e)
	default:
		g.smallPrim(e, t)
	}
}

// smallPrim is prim on truth values and characters.
func (g *writer) smallPrim(e *kir.Prim, t *types.Type) {
	switch e.Op.Code {
	case prim.Not:
		g.args(w.I32Eqz, e.Args...)
	case prim.Btoi, prim.CharCode:
		g.expr(e.Args[0])
		g.extend()
	case prim.Max:
		g.combine(prim.RMax, t, g.hold(e.Args[0]), g.hold(e.Args[1]))
	case prim.Min:
		g.combine(prim.RMin, t, g.hold(e.Args[0]), g.hold(e.Args[1]))
	default:
		g.binary(e.Op.Code, intOps[e.Op.Code][0], e.Args)
	}
}

// mirrored is the comparison of y and x that says what one of x and y does.
var mirrored = map[prim.Code]prim.Code{prim.Lt: prim.Gt, prim.Gt: prim.Lt, prim.Le: prim.Ge, prim.Ge: prim.Le}

// binary pushes the result of an instruction. Of an order, x & y is on the left and a
// constant on the right: where a branch compares 0 with x & y, wazero (1.11 and 1.12,
// tryLowerBandToFlag) takes the flags of x & y compared with 0.
func (g *writer) binary(code prim.Code, op *w.Op, args []kir.Expr) {
	x, y := args[0], args[1]
	if other := mirrored[code]; other != 0 {
		if _, _, constant := g.literal(x); constant || g.isMasked(y) && !g.isMasked(x) {
			x, y, op = y, x, g.compare(other, kir.TypeOf(x))
		}
	}
	g.args(op, x, y)
}

// isMasked reports whether e is computed as x & y.
func (g *writer) isMasked(e kir.Expr) bool {
	switch e := e.(type) {
	case *kir.Ref:
		return g.masked[e.Var]
	case *kir.Prim:
		return e.Op.Code == prim.And || e.Op.Code == prim.CodeChar
	}
	return e.Form() == kir.FormDigit
}

// intPrim is prim on ints.
func (g *writer) intPrim(e *kir.Prim) {
	a := e.Args
	switch op := e.Op.Code; op {
	case prim.Neg:
		g.int(0)
		g.args(g.i(prim.Sub), a...)
	case prim.Not:
		g.expr(a[0])
		g.int(-1)
		g.Op(g.i(prim.Xor))
	case prim.CodeChar:
		g.expr(a[0])
		g.wrap()
		g.I32(math.MaxUint8)
		g.Op(w.I32And)
	case prim.Popcount:
		g.args(g.i(op), a...)
	case prim.ToFloat:
		g.args(g.toFloat(), a...)
	case prim.Max:
		g.combine(prim.RMax, types.Int, g.hold(a[0]), g.hold(a[1]))
	case prim.Min:
		g.combine(prim.RMin, types.Int, g.hold(a[0]), g.hold(a[1]))
	case prim.AddSize:
		g.combine(prim.RSize, types.Int, g.hold(a[0]), g.hold(a[1]))
	case prim.AddOffset:
		g.combine(prim.ROffset, types.Int, g.hold(a[0]), g.hold(a[1]))
	case prim.OffsetSize:
		g.int(g.Num.MaxInt())
		x := g.hold(a[0])
		x()
		x()
		g.int(0)
		g.Op(g.i(prim.Lt), w.Select)
	case prim.MulSize:
		g.mulSize(a[0], a[1])
	case prim.Div, prim.Rem:
		g.divide(op == prim.Rem, a[0], a[1])
	default:
		if one := g.i(op); one != nil {
			g.binary(op, one, a)
			return
		}
		g.callPrim(e)
	}
}

// toFloat is the conversion of an int.
func (g *writer) toFloat() *w.Op {
	switch {
	case g.Num.Int64 && g.Num.Float32:
		return w.F32ConvertI64S
	case g.Num.Int64:
		return w.F64ConvertI64S
	case g.Num.Float32:
		return w.F32ConvertI32S
	}
	return w.F64ConvertI32S
}

// mulSize pushes x * y, or the largest int if x is positive and that is too large.
func (g *writer) mulSize(x, y kir.Expr) {
	if g.Num.Int64 {
		a, b := g.hold(x), g.hold(y)
		a()
		b()
		g.Op(w.I64Mul)
		g.I64(math.MaxInt64)
		a()
		g.I64(0)
		g.Op(w.I64GtS)
		g.If(w.BlockType(w.I32))
		b()
		g.I64(math.MaxInt64)
		a()
		g.Op(w.I64DivS, w.I64LeS)
		g.Else()
		g.I32(1)
		g.End()
		g.Op(w.Select)
		return
	}
	a, p := g.hold(x), g.Local("", w.I64)
	a()
	g.Op(w.I64ExtendI32S)
	g.expr(y)
	g.Op(w.I64ExtendI32S, w.I64Mul)
	g.Tee(p)
	g.Op(w.I32WrapI64)
	g.I32(math.MaxInt32)
	g.Get(p)
	g.I64(math.MaxInt32)
	g.Op(w.I64LeS)
	a()
	g.I32(0)
	g.Op(w.I32LeS, w.I32Or, w.Select)
}
