package body

// Scalar expressions.

import (
	"math"
	"slices"

	"nessiec/backends/wasm/emit/asm"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// literal is the word of a constant.
func (g *writer) literal(e kir.Expr) (word prim.Word, t *types.Type, ok bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, types.Int, true
	case *kir.Float:
		return prim.FloatWord(e.Val), types.Float, true
	case *kir.Bool:
		return prim.BoolWord(e.Val), types.Bool, true
	case *kir.Char:
		return prim.Word(e.Val), types.Char, true
	case *kir.Unit:
		return e.Op.Identity(g.Num, e.Type.Kind), e.Type, true
	case *kir.Ref:
		if c := g.constants[e.Var]; c != nil {
			return g.literal(c)
		}
	}
	return 0, nil, false
}

// push pushes a word as a value of type t.
func (g *writer) push(word prim.Word, t *types.Type) {
	switch t.Kind {
	case types.KFloat:
		g.float(prim.WordFloat(word))
	case types.KInt:
		g.int(word)
	default:
		g.I32(int32(word))
	}
}

// expr pushes a scalar, or an array.
func (g *writer) expr(e kir.Expr) {
	if word, t, ok := g.literal(e); ok {
		g.push(word, t)
		return
	}
	switch e := e.(type) {
	case *kir.Ref:
		g.Get(g.vars[e.Var][0])
	case *kir.Prim:
		if !g.formula(e) {
			g.prim(e)
		}
	case *kir.Select:
		g.selected(e)
	case *kir.InRange:
		g.args(g.inRange(), e.Idx, e.Size)
	case *kir.Load:
		g.loadElement(e)
	case *kir.Digit:
		g.digit(e)
	case *kir.GroupId:
		g.Get(g.group)
	case *kir.NumGroups:
		g.Get(g.groups)
	case *kir.LocalId:
		g.int(0)
	case *kir.Any:
		g.any(e)
	case *kir.Fold:
		g.fold(e)
	default:
		g.hostExpr(e)
	}
}

// inRange is the comparison that says whether an index is in a range.
func (g *writer) inRange() *w.Op {
	if g.Num.Int64 {
		return w.I64LtU
	}
	return w.I32LtU
}

// mostCheap is how many forms an expression has that is computed though it may
// not be needed.
const mostCheap = 6

// cheap reports whether computing e costs less than going around it, and harms
// nothing.
func cheap(e kir.Expr) bool {
	n := 0
	return !ir.Any(e, func(e kir.Expr) bool {
		n++
		switch e := e.(type) {
		case *kir.Ref, *kir.Int, *kir.Bool, *kir.Char, *kir.Unit, *kir.InRange, *kir.GroupId, *kir.NumGroups:
		case *kir.Prim:
			return intOps[e.Op.Code][0] == nil || kir.TypeOf(e.Args[0]).Kind == types.KFloat
		default:
			return true
		}
		return n > mostCheap
	})
}

// selected writes a Select. Engines make a branch of the choice of a float anyway.
func (g *writer) selected(e *kir.Select) {
	t := kir.TypeOf(e)
	if t.Kind != types.KFloat && cheap(e.Then) && cheap(e.Else) {
		g.args(w.Select, e.Then, e.Else, e.Cond)
		return
	}
	g.expr(e.Cond)
	g.If(w.BlockType(g.TypeOf(t)))
	g.aside(func() { g.expr(e.Then) })
	g.Else()
	g.aside(func() { g.expr(e.Else) })
	g.End()
}

// digit writes a Digit: a byte of the number whose order, without a sign, is that
// of the value.
func (g *writer) digit(e *kir.Digit) {
	t := kir.TypeOf(e.Val)
	short := g.TypeOf(t) == w.I32 || g.TypeOf(t) == w.F32
	switch {
	case t.Kind == types.KChar:
		g.expr(e.Val)
	case t.Kind == types.KInt && short:
		g.expr(e.Val)
		g.I32(math.MinInt32)
		g.Op(w.I32Xor)
	case t.Kind == types.KInt:
		g.expr(e.Val)
		g.I64(math.MinInt64)
		g.Op(w.I64Xor)
	case short: // of a negative float all bits are turned, else the sign
		bits := g.Local("", w.I32)
		asm.Put(g.Func, asm.Set(bits, asm.Do(w.I32ReinterpretF32, func(*w.Func) { g.expr(e.Val) })),
			asm.Do(w.I32Xor, asm.Get(bits), asm.Do(w.I32Or, asm.Do(w.I32ShrS, asm.Get(bits), asm.I32(31)), asm.I32(math.MinInt32))))
	default:
		bits := g.Local("", w.I64)
		asm.Put(g.Func, asm.Set(bits, asm.Do(w.I64ReinterpretF64, func(*w.Func) { g.expr(e.Val) })),
			asm.Do(w.I64Xor, asm.Get(bits), asm.Do(w.I64Or, asm.Do(w.I64ShrS, asm.Get(bits), asm.I64(63)), asm.I64(math.MinInt64))))
	}
	if short { // there are no more than four, and the others are 0
		g.Op(w.I64ExtendI32U)
	}
	if l, ok := g.shifts[kir.VarOf(e.Index)]; ok {
		g.Get(l)
	} else {
		g.digitShift(e.Index)
	}
	g.Op(w.I64ShrU, w.I32WrapI64)
	g.I32(math.MaxUint8)
	g.Op(w.I32And)
	g.extend()
}

// digitShift pushes by how much the digit with a number is shifted.
func (g *writer) digitShift(index kir.Expr) {
	g.expr(index)
	if !g.Num.Int64 {
		g.Op(w.I64ExtendI32U)
	}
	g.I64(3)
	g.Op(w.I64Shl)
}

// digitShifts computes it for the parameters of a kernel that are such numbers.
func (g *writer) digitShifts(k *kir.Kernel) {
	ir.Walk(k.Body, func(e kir.Expr) bool {
		d, ok := e.(*kir.Digit)
		if !ok {
			return true
		}
		v := kir.VarOf(d.Index)
		if _, made := g.shifts[v]; !made && slices.Contains(k.Params, v) {
			g.shifts[v] = g.Local("", w.I64)
			g.digitShift(d.Index)
			g.Set(g.shifts[v])
		}
		return true
	})
}

// combine pushes x and y combined by a reduction operator.
func (g *writer) combine(op prim.Rop, t *types.Type, x, y func()) {
	code := op.Prim().Code
	switch code {
	case prim.Max, prim.Min: // y if it is beyond x, else x
		y()
		x()
		y()
		x()
		less := prim.Gt
		if code == prim.Min {
			less = prim.Lt
		}
		if t.Kind == types.KFloat {
			g.Op(g.f(less))
		} else {
			g.Op(g.compare(less, t))
		}
		g.Op(w.Select)
		return
	case prim.AddSize:
		s := g.temp(t)
		x()
		y()
		g.Op(g.i(prim.Add))
		g.Tee(s)
		g.int(g.Num.MaxInt())
		g.Get(s)
		g.int(0)
		g.Op(g.i(prim.Ge), w.Select)
		return
	case prim.AddOffset:
		for _, operand := range []func(){x, y} {
			operand()
			g.int(g.Num.MaxInt())
			g.Op(g.i(prim.And))
		}
		g.Op(g.i(prim.Add))
		x()
		y()
		g.Op(g.i(prim.Or))
		g.int(g.Num.MinInt())
		g.Op(g.i(prim.And), g.i(prim.Or))
		return
	}
	x()
	y()
	switch {
	case t.Kind == types.KFloat:
		g.Op(g.f(code))
	case t.Kind == types.KInt:
		g.Op(g.i(code))
	default:
		g.Op(intOps[code][0])
	}
}
