package body

// Primitives of floats. Instructions round as Go does, to the width of the float.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// floatOps are the primitives that are one instruction, on doubles and on singles.
var floatOps = map[prim.Code][2]*w.Op{
	prim.Add: {w.F64Add, w.F32Add}, prim.Sub: {w.F64Sub, w.F32Sub}, prim.Mul: {w.F64Mul, w.F32Mul}, prim.Div: {w.F64Div, w.F32Div},
	prim.Eq: {w.F64Eq, w.F32Eq}, prim.Ne: {w.F64Ne, w.F32Ne}, prim.Lt: {w.F64Lt, w.F32Lt}, prim.Le: {w.F64Le, w.F32Le},
	prim.Gt: {w.F64Gt, w.F32Gt}, prim.Ge: {w.F64Ge, w.F32Ge}, prim.Sqrt: {w.F64Sqrt, w.F32Sqrt},
	prim.Trunc: {w.F64Trunc, w.F32Trunc}, prim.Floor: {w.F64Floor, w.F32Floor}, prim.Ceil: {w.F64Ceil, w.F32Ceil},
}

// f is the instruction of a primitive on floats.
func (g *writer) f(op prim.Code) *w.Op {
	if g.Num.Float32 {
		return floatOps[op][1]
	}
	return floatOps[op][0]
}

// floatPrim is prim on floats.
func (g *writer) floatPrim(e *kir.Prim) {
	a := e.Args
	switch op := e.Op.Code; op {
	case prim.Neg: // the negation of 0.0 is 0.0
		g.float(0)
		g.args(g.f(prim.Sub), a...)
	case prim.Max:
		g.combine(prim.RMax, types.Float, g.hold(a[0]), g.hold(a[1]))
	case prim.Min:
		g.combine(prim.RMin, types.Float, g.hold(a[0]), g.hold(a[1]))
	case prim.Trunc, prim.Floor, prim.Ceil, prim.Round:
		g.toInt(op, a[0])
	default:
		if one := g.f(op); one != nil {
			g.args(one, a...)
			return
		}
		g.callPrim(e)
	}
}

// toInt rounds a float and converts it; what is out of range, or no number, is the
// smallest int.
func (g *writer) toInt(op prim.Code, x kir.Expr) {
	v := g.temp(types.Float)
	g.expr(x)
	if op == prim.Round { // trunc(x + 0.5)
		g.float(0.5)
		g.Op(g.f(prim.Add))
		op = prim.Trunc
	}
	g.Op(g.f(op))
	g.Tee(v)
	g.Op(g.truncate())
	g.int(g.Num.MinInt())
	g.Get(v)
	g.Op(g.abs())
	g.float(-float64(g.Num.MinInt()))
	g.Op(g.f(prim.Lt), w.Select)
}

// abs is the instruction that drops the sign of a float.
func (g *writer) abs() *w.Op {
	if g.Num.Float32 {
		return w.F32Abs
	}
	return w.F64Abs
}

// truncate is the conversion of a float to an int.
func (g *writer) truncate() *w.Op {
	switch {
	case g.Num.Int64 && g.Num.Float32:
		return w.I64TruncSatF32S
	case g.Num.Int64:
		return w.I64TruncSatF64S
	case g.Num.Float32:
		return w.I32TruncSatF32S
	}
	return w.I32TruncSatF64S
}
