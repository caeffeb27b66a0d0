package emit

// Primitives on lanes.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
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

// preparePrim is prepare for a primitive: operands that parts need more than once
// are computed into locals.
func (g *gen) preparePrim(e *kir.Prim) {
	switch how, _ := g.wayOf(e); how {
	case direct, swapped, comparison, negation, maskCompare, maskToInt, intToFloat, floatToInt, intToChar, charToInt, functionCall:
		g.prepareAll(e, e.Args...)
	case choice:
		g.inLocals(e.Args[0])
		g.prepareAll(e, e.Args[1:]...)
	case shift:
		g.prepare(e.Args[0])
		count := g.Local("", w.I32)
		g.expr(e.Args[1].(*kir.Splat).Val)
		g.wrap()
		g.Set(count)
		g.prepared[e] = count
	case divideByN:
		g.inLocals(e.Args[0])
	case laneByLane:
		for _, a := range e.Args {
			g.inLocals(a)
		}
	}
}

// primPart pushes part p of a primitive.
func (g *gen) primPart(e *kir.Prim, p int) {
	a := e.Args
	how, op := g.wayOf(e)
	switch how {
	case direct:
		for _, x := range a {
			g.part(x, p)
		}
		g.Op(op)
	case swapped:
		g.part(a[1], p)
		g.part(a[0], p)
		g.Op(op)
	case comparison:
		g.comparePart(op, a[0], a[1], p)
	case negation:
		g.zeros()
		g.part(a[0], p)
		_, sub := g.floatWay("sub")
		g.Op(sub)
	case choice:
		g.part(a[1], p)
		g.part(a[2], p)
		g.mask(a[0], baseOf(a[1]), p)
		g.Op(w.V128Bitselect)
	case maskCompare:
		g.maskComparePart(e, p)
	case maskToInt:
		g.fromNarrow(a[0], types.Int, p, w.I64x2ExtendLowI32x4S, w.I64x2ExtendHighI32x4S)
		_, neg := g.intWay(e, "neg")
		g.Op(neg)
	case charToInt:
		g.fromNarrow(a[0], types.Int, p, w.I64x2ExtendLowI32x4U, w.I64x2ExtendHighI32x4U)
	case intToChar:
		g.narrowed(a[0], p)
		g.V128(0xff|0xff<<32, 0xff|0xff<<32)
		g.Op(w.V128And)
	case shift:
		g.part(a[0], p)
		g.Get(g.prepared[e])
		g.Op(op)
	case divideByN:
		n, _ := splatNumber(a[1])
		g.dividePart(e.Op.Name == "rem", a[0], n, p)
	case intToFloat:
		g.floatsPart(a[0], p)
	case floatToInt:
		g.intsPart(e, op, p)
	case functionCall:
		g.part(a[0], p)
		g.Call(g.vector(e.Op.Name))
	default:
		g.eachLane(e, p)
	}
}

// comparePart pushes part p of a mask; lanes of 64 bits are compared in two vectors,
// whose results are as wide.
func (g *gen) comparePart(op *w.Op, x, y kir.Expr, p int) {
	if g.perPart(baseOf(x)) == 4 {
		g.part(x, p)
		g.part(y, p)
		g.Op(op)
		return
	}
	for i := range 2 {
		g.part(x, 2*p+i)
		g.part(y, 2*p+i)
		g.Op(op)
	}
	g.Op(w.I16x8NarrowI32x4S) // halves of what is all bits or none
}

// inRangePart pushes part p of an InRange: of ints of 64 bits, both ends are compared.
func (g *gen) inRangePart(e *kir.InRange, p int) {
	if !g.Num.Int64 {
		g.part(e.Idx, p)
		g.part(e.Size, p)
		g.Op(w.I32x4LtU)
		return
	}
	for i := range 2 {
		g.part(e.Idx, 2*p+i)
		g.zeros()
		g.Op(w.I64x2GeS)
		g.part(e.Idx, 2*p+i)
		g.part(e.Size, 2*p+i)
		g.Op(w.I64x2LtS, w.V128And)
	}
	g.Op(w.I16x8NarrowI32x4S)
}

// maskComparePart compares masks, of which f is less than t.
func (g *gen) maskComparePart(e *kir.Prim, p int) {
	x, y := e.Args[0], e.Args[1]
	name := e.Op.Name
	if name == "lt" || name == "ge" { // as y > x and y <= x
		x, y = y, x
	}
	g.part(x, p)
	if name == "ge" || name == "le" {
		g.Op(w.V128Not)
	}
	g.part(y, p)
	switch name {
	case "eq":
		g.Op(w.V128Xor, w.V128Not)
	case "ne":
		g.Op(w.V128Xor)
	case "lt", "gt":
		g.Op(w.V128AndNot)
	case "le", "ge":
		g.Op(w.V128Or)
	}
}

// fromNarrow pushes part p of lanes of t, as what has 32 bits a lane; low and high
// widen a half of it.
func (g *gen) fromNarrow(e kir.Expr, t *types.Type, p int, low, high *w.Op) {
	if g.perPart(t) == 4 {
		g.part(e, p)
		return
	}
	g.part(e, p/2)
	if p%2 == 0 {
		g.Op(low)
	} else {
		g.Op(high)
	}
}

// narrowed pushes part p of ints, the lower 32 bits of each.
func (g *gen) narrowed(e kir.Expr, p int) {
	if !g.Num.Int64 {
		g.part(e, p)
		return
	}
	g.part(e, 2*p)
	g.part(e, 2*p+1)
	g.Shuffle([16]byte{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27})
}

// dividePart divides ints of 32 bits as doubles: the quotient of a literal is exact
// before it is truncated.
func (g *gen) dividePart(rem bool, x kir.Expr, n int64, p int) {
	v := g.inLocals(x)[p]
	half := func(push func()) {
		push()
		g.Op(w.F64x2ConvertLowI32x4S)
		doublesOf(float64(n))(g.Func)
		g.Op(w.F64x2Div, w.I32x4TruncSatF64x2SZero)
	}
	half(func() { g.Get(v) })
	half(func() { shuffled(upperHalf, get(v), get(v))(g.Func) })
	g.Shuffle(lowerHalves)
	if rem {
		q := g.Local("", w.V128)
		g.Set(q)
		g.Get(v)
		g.Get(q)
		g.same(n, types.Int)
		g.Op(w.I32x4Mul, w.I32x4Sub)
	}
}

// floatsPart pushes part p of ints of 32 bits as floats.
func (g *gen) floatsPart(x kir.Expr, p int) {
	if g.Num.Float32 {
		g.part(x, p)
		g.Op(w.F32x4ConvertI32x4S)
		return
	}
	g.part(x, p/2)
	if p%2 == 1 {
		v := g.Local("", w.V128)
		g.Tee(v)
		g.Get(v)
		g.Shuffle(upperHalf)
	}
	g.Op(w.F64x2ConvertLowI32x4S)
}

// intsPart pushes part p of floats rounded by op, as ints of 32 bits; what is out of
// range is the smallest int.
func (g *gen) intsPart(e *kir.Prim, op *w.Op, p int) {
	v := g.Local("", w.V128)
	convert := func(q int, to, abs, less *w.Op) {
		g.part(e.Args[0], q)
		if e.Op.Name == "round" {
			g.same(prim.FloatWord(0.5), types.Float)
			_, plus := g.floatWay("add")
			g.Op(plus)
		}
		g.Op(op)
		g.Tee(v)
		g.Op(to)
		g.same(g.Num.MinInt(), types.Int)
		g.Get(v)
		g.Op(abs)
		g.same(prim.FloatWord(1<<31), types.Float)
		g.Op(less)
	}
	if g.Num.Float32 {
		convert(p, w.I32x4TruncSatF32x4S, w.F32x4Abs, w.F32x4Lt)
		g.Op(w.V128Bitselect)
		return
	}
	for i := range 2 {
		convert(2*p+i, w.I32x4TruncSatF64x2SZero, w.F64x2Abs, w.F64x2Lt)
		g.zeros()
		g.Op(w.I16x8NarrowI32x4S, w.V128Bitselect)
	}
	g.Shuffle(lowerHalves)
}

// eachLane pushes part p of a primitive that is computed lane by lane.
func (g *gen) eachLane(e *kir.Prim, p int) {
	t := kir.TypeOf(e).Elem()
	n := g.perPart(t)
	xs := make([]*kir.Var, len(e.Args))
	for j, x := range e.Args {
		xs[j] = kir.NewVar("", baseOf(x))
		g.bind(xs[j])
	}
	acc := g.Local("", w.V128)
	g.zeros()
	for i := range n {
		g.Set(acc)
		for j, x := range e.Args {
			g.lane(x, p*n+i)
			g.Set(g.vars[xs[j]][0])
		}
		g.Get(acc)
		g.expr(&kir.Prim{Op: e.Op, Args: kir.Uses(xs)})
		if t.Kind == types.KBool {
			panic("wasm: a primitive of lanes makes no truth values one by one: " + e.Op.Name)
		}
		g.replace(t, i)
	}
}
