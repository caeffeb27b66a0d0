package emit

// Primitives of ints, truth values and characters.

import (
	"math"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// intOps are the primitives that are one instruction, on 32 and on 64 bits.
var intOps = map[string][2]*w.Op{
	"add": {w.I32Add, w.I64Add}, "sub": {w.I32Sub, w.I64Sub}, "mul": {w.I32Mul, w.I64Mul},
	"and": {w.I32And, w.I64And}, "or": {w.I32Or, w.I64Or}, "xor": {w.I32Xor, w.I64Xor},
	"shl": {w.I32Shl, w.I64Shl}, "shr": {w.I32ShrS, w.I64ShrS},
	"eq": {w.I32Eq, w.I64Eq}, "ne": {w.I32Ne, w.I64Ne}, "lt": {w.I32LtS, w.I64LtS}, "le": {w.I32LeS, w.I64LeS},
	"gt": {w.I32GtS, w.I64GtS}, "ge": {w.I32GeS, w.I64GeS},
}

// i is the instruction of a primitive on ints.
func (g *gen) i(name string) *w.Op {
	if g.Num.Int64 {
		return intOps[name][1]
	}
	return intOps[name][0]
}

// compare is the instruction of a comparison of scalars that are no floats.
func (g *gen) compare(name string, t *types.Type) *w.Op {
	if t.Kind == types.KInt {
		return g.i(name)
	}
	return intOps[name][0]
}

// prim pushes the result of a primitive.
func (g *gen) prim(e *kir.Prim) {
	a := e.Args
	if e.Op.Name == "select" {
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
func (g *gen) smallPrim(e *kir.Prim, t *types.Type) {
	switch e.Op.Name {
	case "not":
		g.args(w.I32Eqz, e.Args...)
	case "btoi", "char_code":
		g.expr(e.Args[0])
		g.extend()
	case "max":
		g.combine(prim.RMax, t, g.hold(e.Args[0]), g.hold(e.Args[1]))
	case "min":
		g.combine(prim.RMin, t, g.hold(e.Args[0]), g.hold(e.Args[1]))
	default:
		g.args(intOps[e.Op.Name][0], e.Args...)
	}
}

// intPrim is prim on ints.
func (g *gen) intPrim(e *kir.Prim) {
	a := e.Args
	switch name := e.Op.Name; name {
	case "neg":
		g.int(0)
		g.args(g.i("sub"), a...)
	case "not":
		g.expr(a[0])
		g.int(-1)
		g.Op(g.i("xor"))
	case "code_char":
		g.expr(a[0])
		g.wrap()
		g.I32(math.MaxUint8)
		g.Op(w.I32And)
	case "to_float":
		g.args(g.toFloat(), a...)
	case "max":
		g.combine(prim.RMax, types.Int, g.hold(a[0]), g.hold(a[1]))
	case "min":
		g.combine(prim.RMin, types.Int, g.hold(a[0]), g.hold(a[1]))
	case "add_size":
		g.combine(prim.RSize, types.Int, g.hold(a[0]), g.hold(a[1]))
	case "mul_size":
		g.mulSize(a[0], a[1])
	case "div", "rem":
		g.divide(name == "rem", a[0], a[1])
	default:
		if op := g.i(name); op != nil {
			g.args(op, a...)
			return
		}
		g.callPrim(e)
	}
}

// toFloat is the conversion of an int.
func (g *gen) toFloat() *w.Op {
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
func (g *gen) mulSize(x, y kir.Expr) {
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
