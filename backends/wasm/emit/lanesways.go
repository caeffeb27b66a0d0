package emit

// How primitives are done on lanes: which are one instruction on vectors, and of what
// others consist.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// vectorInts are the primitives on ints that are one instruction, on 32 and on 64
// bits, vectorFloats those on doubles and singles; comparisons apart.
var (
	vectorInts = map[string][2]*w.Op{
		"add": {w.I32x4Add, w.I64x2Add}, "sub": {w.I32x4Sub, w.I64x2Sub}, "mul": {w.I32x4Mul, w.I64x2Mul},
		"neg": {w.I32x4Neg, w.I64x2Neg}, "not": {w.V128Not, w.V128Not}, "max": {w.I32x4MaxS, nil}, "min": {w.I32x4MinS, nil},
		"and": {w.V128And, w.V128And}, "or": {w.V128Or, w.V128Or}, "xor": {w.V128Xor, w.V128Xor},
	}
	intCompares = map[string][2]*w.Op{
		"eq": {w.I32x4Eq, w.I64x2Eq}, "ne": {w.I32x4Ne, w.I64x2Ne}, "lt": {w.I32x4LtS, w.I64x2LtS}, "le": {w.I32x4LeS, w.I64x2LeS},
		"gt": {w.I32x4GtS, w.I64x2GtS}, "ge": {w.I32x4GeS, w.I64x2GeS},
	}
	vectorFloats = map[string][2]*w.Op{
		"add": {w.F64x2Add, w.F32x4Add}, "sub": {w.F64x2Sub, w.F32x4Sub}, "mul": {w.F64x2Mul, w.F32x4Mul}, "div": {w.F64x2Div, w.F32x4Div},
		"sqrt": {w.F64x2Sqrt, w.F32x4Sqrt},
	}
	floatCompares = map[string][2]*w.Op{
		"eq": {w.F64x2Eq, w.F32x4Eq}, "ne": {w.F64x2Ne, w.F32x4Ne}, "lt": {w.F64x2Lt, w.F32x4Lt}, "le": {w.F64x2Le, w.F32x4Le},
		"gt": {w.F64x2Gt, w.F32x4Gt}, "ge": {w.F64x2Ge, w.F32x4Ge},
	}
	vectorRounds = map[string][2]*w.Op{
		"trunc": {w.F64x2Trunc, w.F32x4Trunc}, "round": {w.F64x2Trunc, w.F32x4Trunc}, "floor": {w.F64x2Floor, w.F32x4Floor}, "ceil": {w.F64x2Ceil, w.F32x4Ceil},
	}
)

// A way is how a primitive is done on lanes.
type way int

const (
	laneByLane   way = iota
	direct           // op on the parts of the operands, in order
	swapped          // op on the parts of the operands, the second one first
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
func (g *gen) wayOf(e *kir.Prim) (way, *w.Op) {
	name := e.Op.Name
	if name == "select" {
		return choice, nil
	}
	switch t := baseOf(e.Args[0]); t.Kind {
	case types.KFloat:
		return g.floatWay(name)
	case types.KInt:
		return g.intWay(e, name)
	case types.KBool:
		switch {
		case name == "btoi":
			return maskToInt, nil
		case intCompares[name][0] != nil:
			return maskCompare, nil
		}
		return direct, vectorInts[name][0]
	default:
		switch {
		case name == "char_code":
			return charToInt, nil
		case intCompares[name][0] != nil:
			return comparison, intCompares[name][0]
		}
		return direct, vectorInts[name][0]
	}
}

func (g *gen) floatWay(name string) (way, *w.Op) {
	i := 0
	if g.Num.Float32 {
		i = 1
	}
	minmax := map[string][2]*w.Op{"max": {w.F64x2PMax, w.F32x4PMax}, "min": {w.F64x2PMin, w.F32x4PMin}}
	switch {
	case vectorFloats[name][i] != nil:
		return direct, vectorFloats[name][i]
	case floatCompares[name][i] != nil:
		return comparison, floatCompares[name][i]
	case minmax[name][i] != nil: // pmax(y, x) is x if y < x, else y
		return swapped, minmax[name][i]
	case name == "neg":
		return negation, nil
	case vectorRounds[name][i] != nil && !g.Num.Int64:
		return floatToInt, vectorRounds[name][i]
	case vectors[name] != nil:
		return functionCall, nil
	}
	return laneByLane, nil
}

func (g *gen) intWay(e *kir.Prim, name string) (way, *w.Op) {
	i := 0
	if g.Num.Int64 {
		i = 1
	}
	switch {
	case vectorInts[name][i] != nil:
		return direct, vectorInts[name][i]
	case intCompares[name][i] != nil:
		return comparison, intCompares[name][i]
	case name == "code_char":
		return intToChar, nil
	case name == "to_float" && i == 0:
		return intToFloat, nil
	case name == "shl" || name == "shr":
		if e.Args[1].Form() == kir.FormSplat {
			return shift, map[string][2]*w.Op{"shl": {w.I32x4Shl, w.I64x2Shl}, "shr": {w.I32x4ShrS, w.I64x2ShrS}}[name][i]
		}
	case (name == "div" || name == "rem") && i == 0:
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
	return number(s.Val)
}
