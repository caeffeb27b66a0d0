package body

// How primitives are done on lanes: which are one instruction on vectors, and of what
// others consist.

import (
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// vectorInts are the primitives on ints that are one instruction, on 32 and on 64
// bits, vectorFloats those on doubles and singles; comparisons apart.
var (
	vectorInts = map[prim.Code][2]*w.Op{
		prim.Add: {w.I32x4Add, w.I64x2Add}, prim.Sub: {w.I32x4Sub, w.I64x2Sub}, prim.Mul: {w.I32x4Mul, w.I64x2Mul},
		prim.Neg: {w.I32x4Neg, w.I64x2Neg}, prim.Not: {w.V128Not, w.V128Not}, prim.Max: {w.I32x4MaxS, nil}, prim.Min: {w.I32x4MinS, nil},
		prim.And: {w.V128And, w.V128And}, prim.Or: {w.V128Or, w.V128Or}, prim.Xor: {w.V128Xor, w.V128Xor},
	}
	intCompares = map[prim.Code][2]*w.Op{
		prim.Eq: {w.I32x4Eq, w.I64x2Eq}, prim.Ne: {w.I32x4Ne, w.I64x2Ne}, prim.Lt: {w.I32x4LtS, w.I64x2LtS}, prim.Le: {w.I32x4LeS, w.I64x2LeS},
		prim.Gt: {w.I32x4GtS, w.I64x2GtS}, prim.Ge: {w.I32x4GeS, w.I64x2GeS},
	}
	vectorFloats = map[prim.Code][2]*w.Op{
		prim.Add: {w.F64x2Add, w.F32x4Add}, prim.Sub: {w.F64x2Sub, w.F32x4Sub}, prim.Mul: {w.F64x2Mul, w.F32x4Mul}, prim.Div: {w.F64x2Div, w.F32x4Div},
		prim.Sqrt: {w.F64x2Sqrt, w.F32x4Sqrt}, prim.Max: {w.F64x2PMax, w.F32x4PMax}, prim.Min: {w.F64x2PMin, w.F32x4PMin},
	}
	floatCompares = map[prim.Code][2]*w.Op{
		prim.Eq: {w.F64x2Eq, w.F32x4Eq}, prim.Ne: {w.F64x2Ne, w.F32x4Ne}, prim.Lt: {w.F64x2Lt, w.F32x4Lt}, prim.Le: {w.F64x2Le, w.F32x4Le},
		prim.Gt: {w.F64x2Gt, w.F32x4Gt}, prim.Ge: {w.F64x2Ge, w.F32x4Ge},
	}
	vectorRounds = map[prim.Code][2]*w.Op{
		prim.Trunc: {w.F64x2Trunc, w.F32x4Trunc}, prim.Round: {w.F64x2Trunc, w.F32x4Trunc}, prim.Floor: {w.F64x2Floor, w.F32x4Floor}, prim.Ceil: {w.F64x2Ceil, w.F32x4Ceil},
	}
)

// A way is how a primitive is done on lanes.
type way int

const (
	laneByLane   way = iota
	direct           // op on the parts of the operands, in order
	comparison       // op on the parts of the operands: a mask
	negation         // 0.0 minus the operand
	choice           // select
	maskCompare      // of two masks
	maskToInt        // btoi
	shift            // by one count: op
	divideByN        // by a literal
	intToFloat       // to_float
	floatToInt       // trunc and the like: op rounds
	intToChar        // code_char
	charToInt        // char_code
	functionCall     // of a vector
)

// wayOf finds it, and the instruction.
func (g *writer) wayOf(e *kir.Prim) (way, *w.Op) {
	op := e.Op.Code
	if op == prim.Select {
		return choice, nil
	}
	switch t := baseOf(e.Args[0]); t.Kind {
	case types.KFloat:
		return g.floatWay(op)
	case types.KInt:
		return g.intWay(e, op)
	case types.KBool:
		switch {
		case op == prim.Btoi:
			return maskToInt, nil
		case intCompares[op][0] != nil:
			return maskCompare, nil
		}
		return direct, vectorInts[op][0]
	default:
		switch {
		case op == prim.CharCode:
			return charToInt, nil
		case intCompares[op][0] != nil:
			return comparison, intCompares[op][0]
		}
		return direct, vectorInts[op][0]
	}
}

func (g *writer) floatWay(op prim.Code) (way, *w.Op) {
	i := 0
	if g.Num.Float32 {
		i = 1
	}
	switch {
	case vectorFloats[op][i] != nil:
		return direct, vectorFloats[op][i]
	case floatCompares[op][i] != nil:
		return comparison, floatCompares[op][i]
	case op == prim.Neg:
		return negation, nil
	case vectorRounds[op][i] != nil && !g.Num.Int64:
		return floatToInt, vectorRounds[op][i]
	case module.Vectors[op] != nil:
		return functionCall, nil
	}
	return laneByLane, nil
}

func (g *writer) intWay(e *kir.Prim, op prim.Code) (way, *w.Op) {
	i := 0
	if g.Num.Int64 {
		i = 1
	}
	switch {
	case vectorInts[op][i] != nil:
		return direct, vectorInts[op][i]
	case intCompares[op][i] != nil:
		return comparison, intCompares[op][i]
	case op == prim.CodeChar:
		return intToChar, nil
	case op == prim.ToFloat && i == 0:
		return intToFloat, nil
	case op == prim.Shl || op == prim.Shr:
		if e.Args[1].Form() == kir.FormSplat {
			return shift, map[prim.Code][2]*w.Op{prim.Shl: {w.I32x4Shl, w.I64x2Shl}, prim.Shr: {w.I32x4ShrS, w.I64x2ShrS}}[op][i]
		}
	case (op == prim.Div || op == prim.Rem) && i == 0:
		if n, ok := splatNumber(e.Args[1]); ok && n >= 1 {
			return divideByN, nil
		}
	}
	return laneByLane, nil
}

// splatNumber is the int literal that is in all lanes.
func splatNumber(e kir.Expr) (int64, bool) {
	s, ok := e.(*kir.Splat)
	if !ok {
		return 0, false
	}
	return kir.Literal(s.Val)
}
