package emit

// Primitives of floats. Instructions round as Go does, to the width of the float.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// floatOps are the primitives that are one instruction, on doubles and on singles.
var floatOps = map[string][2]*w.Op{
	"add": {w.F64Add, w.F32Add}, "sub": {w.F64Sub, w.F32Sub}, "mul": {w.F64Mul, w.F32Mul}, "div": {w.F64Div, w.F32Div},
	"eq": {w.F64Eq, w.F32Eq}, "ne": {w.F64Ne, w.F32Ne}, "lt": {w.F64Lt, w.F32Lt}, "le": {w.F64Le, w.F32Le},
	"gt": {w.F64Gt, w.F32Gt}, "ge": {w.F64Ge, w.F32Ge}, "sqrt": {w.F64Sqrt, w.F32Sqrt}, "abs": {w.F64Abs, w.F32Abs},
	"trunc": {w.F64Trunc, w.F32Trunc}, "floor": {w.F64Floor, w.F32Floor}, "ceil": {w.F64Ceil, w.F32Ceil},
}

// f is the instruction of that name on floats.
func (g *gen) f(name string) *w.Op {
	if g.Num.Float32 {
		return floatOps[name][1]
	}
	return floatOps[name][0]
}

// floatPrim is prim on floats.
func (g *gen) floatPrim(e *kir.Prim) {
	a := e.Args
	switch name := e.Op.Name; name {
	case "neg": // the negation of 0.0 is 0.0
		g.float(0)
		g.args(g.f("sub"), a...)
	case "max":
		g.combine(prim.RMax, types.Float, g.hold(a[0]), g.hold(a[1]))
	case "min":
		g.combine(prim.RMin, types.Float, g.hold(a[0]), g.hold(a[1]))
	case "trunc", "floor", "ceil", "round":
		g.toInt(name, a[0])
	default:
		if op := g.f(name); op != nil {
			g.args(op, a...)
			return
		}
		g.callPrim(e)
	}
}

// toInt rounds a float and converts it; what is out of range, or no number, is the
// smallest int.
func (g *gen) toInt(name string, x kir.Expr) {
	v := g.temp(types.Float)
	g.expr(x)
	if name == "round" { // trunc(x + 0.5)
		g.float(0.5)
		g.Op(g.f("add"))
		name = "trunc"
	}
	g.Op(g.f(name))
	g.Tee(v)
	g.Op(g.truncate())
	g.int(g.Num.MinInt())
	g.Get(v)
	g.Op(g.f("abs"))
	g.float(-float64(g.Num.MinInt()))
	g.Op(g.f("lt"), w.Select)
}

// truncate is the conversion of a float to an int.
func (g *gen) truncate() *w.Op {
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
