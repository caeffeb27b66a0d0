package body

// Primitives on lanes.

import (
	"nessiec/backends/wasm/emit/asm"
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// preparePrim is prepare for a primitive: operands that parts need more than once
// are computed into locals.
func (g *writer) preparePrim(e *kir.Prim) {
	if x, y := exception(e); y != nil {
		g.prepareAll(e, x, y)
		return
	}
	switch how, _ := g.wayOf(e); how {
	case direct, comparison, negation, maskCompare, maskToInt, intToFloat, floatToInt, intToChar, charToInt, functionCall:
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

// exception is x and y if e is x and not y, which is one instruction.
func exception(e *kir.Prim) (x, y kir.Expr) {
	if e.Op.Code != prim.And {
		return nil, nil
	}
	for i, a := range e.Args {
		if n, ok := a.(*kir.Prim); ok && n.Op.Code == prim.Not {
			return e.Args[1-i], n.Args[0]
		}
	}
	return nil, nil
}

// primPart pushes part p of a primitive.
func (g *writer) primPart(e *kir.Prim, p int) {
	if x, y := exception(e); y != nil {
		g.part(x, p)
		g.part(y, p)
		g.Op(w.V128AndNot)
		return
	}
	a := e.Args
	how, op := g.wayOf(e)
	switch how {
	case direct:
		for _, x := range a {
			g.part(x, p)
			if op == w.I64x2Mul { // a product is several instructions for wazero, too: see asm.Where
				g.zeros()
				g.Op(w.I64x2Add)
			}
		}
		g.Op(op)
	case comparison:
		g.comparePart(op, a[0], a[1], p)
	case negation:
		g.zeros()
		g.part(a[0], p)
		_, sub := g.floatWay(prim.Sub)
		g.Op(sub)
	case choice:
		g.where(func() { g.mask(a[0], baseOf(a[1]), p) }, func() { g.part(a[1], p) }, func() { g.part(a[2], p) })
	case maskCompare:
		g.maskComparePart(e, p)
	case maskToInt:
		g.fromNarrow(a[0], types.Int, p, w.I64x2ExtendLowI32x4S, w.I64x2ExtendHighI32x4S)
		_, neg := g.intWay(e, prim.Neg)
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
		g.dividePart(e.Op.Code == prim.Rem, a[0], n, p)
	case intToFloat:
		g.floatsPart(a[0], p)
	case floatToInt:
		g.intsPart(e, op, p)
	case functionCall:
		g.part(a[0], p)
		g.Call(g.Vector(e.Op))
	default:
		g.eachLane(e, p)
	}
}

// comparePart pushes part p of a mask; lanes of 64 bits are compared in two vectors,
// whose results are as wide.
func (g *writer) comparePart(op *w.Op, x, y kir.Expr, p int) {
	if perPart(g.Program, baseOf(x)) == 4 {
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
func (g *writer) inRangePart(e *kir.InRange, p int) {
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
func (g *writer) maskComparePart(e *kir.Prim, p int) {
	x, y := e.Args[0], e.Args[1]
	op := e.Op.Code
	if op == prim.Lt || op == prim.Ge { // as y > x and y <= x
		x, y = y, x
	}
	g.part(x, p)
	if op == prim.Ge || op == prim.Le {
		g.Op(w.V128Not)
	}
	g.part(y, p)
	switch op {
	case prim.Eq:
		g.Op(w.V128Xor, w.V128Not)
	case prim.Ne:
		g.Op(w.V128Xor)
	case prim.Lt, prim.Gt:
		g.Op(w.V128AndNot)
	case prim.Le, prim.Ge:
		g.Op(w.V128Or)
	}
}

// fromNarrow pushes part p of lanes of t, as what has 32 bits a lane; low and high
// widen a half of it.
func (g *writer) fromNarrow(e kir.Expr, t *types.Type, p int, low, high *w.Op) {
	if perPart(g.Program, t) == 4 {
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
func (g *writer) narrowed(e kir.Expr, p int) {
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
func (g *writer) dividePart(rem bool, x kir.Expr, n int64, p int) {
	v := g.inLocals(x)[p]
	half := func(push func()) {
		push()
		g.Op(w.F64x2ConvertLowI32x4S)
		module.DoublesOf(float64(n))(g.Func)
		g.Op(w.F64x2Div, w.I32x4TruncSatF64x2SZero)
	}
	half(func() { g.Get(v) })
	half(func() { module.Shuffled(module.UpperHalf, asm.Get(v), asm.Get(v))(g.Func) })
	g.Shuffle(module.LowerHalves)
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
func (g *writer) floatsPart(x kir.Expr, p int) {
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
		g.Shuffle(module.UpperHalf)
	}
	g.Op(w.F64x2ConvertLowI32x4S)
}

// where pushes what then pushes where the bits that cond pushes are set, else what els pushes.
func (g *writer) where(cond, then, els func()) {
	code := func(push func()) asm.Code { return func(*w.Func) { push() } }
	asm.Where(code(cond), code(then), code(els))(g.Func)
}

// intsPart pushes part p of floats rounded by op, as ints of 32 bits; what is out of
// range is the smallest int.
func (g *writer) intsPart(e *kir.Prim, op *w.Op, p int) {
	v := g.Local("", w.V128)
	smallest := func() { g.same(g.Num.MinInt(), types.Int) }
	convert := func(q int, to *w.Op) func() {
		return func() {
			g.part(e.Args[0], q)
			if e.Op.Code == prim.Round {
				g.same(prim.FloatWord(0.5), types.Float)
				_, plus := g.floatWay(prim.Add)
				g.Op(plus)
			}
			g.Op(op)
			g.Tee(v)
			g.Op(to)
		}
	}
	inRange := func(abs, less *w.Op) {
		g.Get(v)
		g.Op(abs)
		g.same(prim.FloatWord(1<<31), types.Float)
		g.Op(less)
	}
	if g.Num.Float32 {
		g.where(func() { inRange(w.F32x4Abs, w.F32x4Lt) }, convert(p, w.I32x4TruncSatF32x4S), smallest)
		return
	}
	for i := range 2 {
		g.where(func() {
			inRange(w.F64x2Abs, w.F64x2Lt)
			g.zeros()
			g.Op(w.I16x8NarrowI32x4S)
		}, convert(2*p+i, w.I32x4TruncSatF64x2SZero), smallest)
	}
	g.Shuffle(module.LowerHalves)
}

// eachLane pushes part p of a primitive that is computed lane by lane.
func (g *writer) eachLane(e *kir.Prim, p int) {
	t := kir.TypeOf(e).Elem()
	n := perPart(g.Program, t)
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
