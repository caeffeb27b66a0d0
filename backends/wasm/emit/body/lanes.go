package body

// Values in lanes. One is several vectors, its parts: floats and ints of 64 bits
// have two lanes in each, all others four; a truth value is a mask, -1 or 0, in 32
// bits. Parts are computed one by one, the last one first: a load of it is the
// only one that must be checked against the end of memory.

import (
	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// LanesAtOnce divides the number of lanes of all values: a vector has no more.
const LanesAtOnce = 4

// baseOf is the type of a lane.
func baseOf(e kir.Expr) *types.Type { return kir.Base(kir.TypeOf(e)) }

// perPart is how many lanes of t a vector has.
func perPart(p *module.Program, t *types.Type) int {
	switch p.TypeOf(t) {
	case w.I64, w.F64:
		return 2
	}
	return 4
}

// partsOf is how many locals a variable of type t has.
func partsOf(p *module.Program, t *types.Type) int {
	n := kir.LanesOf(t)
	if n == 0 {
		return 1
	}
	return n / perPart(p, t.Elem())
}

// lanesInto computes e into locals.
func (g *writer) lanesInto(ls []w.Local, e kir.Expr) {
	if s, ok := e.(*kir.Select); ok {
		g.expr(s.Cond)
		g.If(w.NoResult)
		g.aside(func() { g.lanesInto(ls, s.Then) })
		g.Else()
		g.aside(func() { g.lanesInto(ls, s.Else) })
		g.End()
		return
	}
	g.prepare(e)
	for p := len(ls) - 1; p >= 0; p-- {
		g.part(e, p)
		g.Set(ls[p])
	}
}

// inLocals is locals that hold e.
func (g *writer) inLocals(e kir.Expr) []w.Local {
	if v := kir.VarOf(e); v != nil {
		return g.vars[v]
	}
	if ls, ok := g.parts[e]; ok {
		return ls
	}
	ls := make([]w.Local, partsOf(g.Program, kir.TypeOf(e)))
	if e.Form() == kir.FormSplat {
		l := g.Local("", w.V128)
		g.prepare(e)
		g.part(e, 0)
		g.Set(l)
		for i := range ls {
			ls[i] = l
		}
	} else {
		for i := range ls {
			ls[i] = g.Local("", w.V128)
		}
		g.lanesInto(ls, e)
	}
	g.parts[e] = ls
	return ls
}

// pushLanes pushes all parts of e.
func (g *writer) pushLanes(e kir.Expr) {
	for _, l := range g.inLocals(e) {
		g.Get(l)
	}
}

// prepare computes what the parts of e need together, or more than once.
func (g *writer) prepare(e kir.Expr) {
	if _, ok := g.prepared[e]; ok || g.parts[e] != nil {
		return
	}
	switch e := e.(type) {
	case *kir.Splat:
		if _, _, ok := g.literal(e.Val); !ok {
			l := g.Local("", w.V128)
			g.expr(e.Val)
			g.splat(baseOf(e))
			g.Set(l)
			g.prepared[e] = l
		}
	case *kir.Ramp:
		l := g.temp(types.Int)
		g.expr(e.Base)
		g.Set(l)
		g.prepared[e] = l
	case *kir.Load:
		r, ok := e.Idx.(*kir.Ramp)
		if !ok {
			g.inLocals(e.Idx)
			return
		}
		l := g.Local("", w.I32)
		g.pushAddress(e.Buf, r.Base)
		g.Set(l)
		g.prepared[e] = l
	case *kir.MaskedLoad:
		g.inLocals(e.Idx)
		g.inLocals(e.Mask)
	case *kir.InRange:
		g.prepareAll(e, e.Idx, e.Size)
	case *kir.Prim:
		g.preparePrim(e)
	case *kir.Select:
		g.inLocals(e)
	}
}

// prepareAll prepares operands of which each part is needed once; they are
// computed into locals if their parts are others than those of e.
func (g *writer) prepareAll(e kir.Expr, operands ...kir.Expr) {
	n := partsOf(g.Program, kir.TypeOf(e))
	for _, x := range operands {
		if partsOf(g.Program, kir.TypeOf(x)) < n && x.Form() != kir.FormSplat {
			g.inLocals(x)
		} else {
			g.prepare(x)
		}
	}
}

// pushAddress is address, with nothing left to be added.
func (g *writer) pushAddress(buf, idx kir.Expr) {
	if off := g.address(buf, idx); off > 0 {
		g.I32(int32(off))
		g.Op(w.I32Add)
	}
}

// splat makes a vector of the scalar of type t on the stack.
func (g *writer) splat(t *types.Type) {
	switch g.TypeOf(t) {
	case w.F64:
		g.Op(w.F64x2Splat)
	case w.F32:
		g.Op(w.F32x4Splat)
	case w.I64:
		g.Op(w.I64x2Splat)
	default:
		g.Op(w.I32x4Splat)
		if t.Kind == types.KBool { // 1 is all bits
			g.Op(w.I32x4Neg)
		}
	}
}

// same pushes the vector that has word in every lane.
func (g *writer) same(word prim.Word, t *types.Type) {
	var x uint64
	switch g.TypeOf(t) {
	case w.F64, w.I64:
		x = uint64(word)
		g.V128(x, x)
		return
	case w.F32:
		x = uint64(g.singleBits(word))
	default:
		x = uint64(uint32(word))
		if t.Kind == types.KBool {
			x = uint64(uint32(-word))
		}
	}
	x |= x << 32
	g.V128(x, x)
}

func (g *writer) zeros() { g.V128(0, 0) }

// part pushes part p of e, which is prepared.
func (g *writer) part(e kir.Expr, p int) {
	if ls := g.parts[e]; ls != nil {
		g.Get(ls[p])
		return
	}
	base, made := g.prepared[e]
	switch e := e.(type) {
	case *kir.Ref:
		g.Get(g.vars[e.Var][p])
	case *kir.Splat:
		if made {
			g.Get(base)
			return
		}
		word, t, _ := g.literal(e.Val)
		g.same(word, t)
	case *kir.Ramp:
		g.rampPart(base, p)
	case *kir.Load:
		if made {
			g.loadPart(base, kir.TypeOf(e.Buf).Elem(), p)
		} else {
			g.gather(e.Buf, e.Idx, nil, p)
		}
	case *kir.MaskedLoad:
		g.gather(e.Buf, e.Idx, e.Mask, p)
	case *kir.InRange:
		g.inRangePart(e, p)
	case *kir.Prim:
		g.primPart(e, p)
	default:
		panic("wasm: no lanes: " + kir.Show(e))
	}
}

// rampPart pushes part p of a ramp whose base is in a local.
func (g *writer) rampPart(base w.Local, p int) {
	g.Get(base)
	if g.Num.Int64 {
		g.Op(w.I64x2Splat)
		a := uint64(2 * p)
		g.V128(a, a+1)
		g.Op(w.I64x2Add)
		return
	}
	g.Op(w.I32x4Splat)
	a := uint64(4 * p)
	g.V128(a|(a+1)<<32, (a+2)|(a+3)<<32)
	g.Op(w.I32x4Add)
}

// lane pushes lane i of e, which is in locals, as a scalar.
func (g *writer) lane(e kir.Expr, i int) {
	t := baseOf(e)
	n := perPart(g.Program, t)
	switch s := e.(type) {
	case *kir.Splat:
		if word, t, ok := g.literal(s.Val); ok {
			g.push(word, t)
			return
		}
	}
	g.Get(g.inLocals(e)[i/n])
	g.extract(t, i%n)
}

// extract takes a lane of type t out of the vector on the stack.
func (g *writer) extract(t *types.Type, i int) {
	switch g.TypeOf(t) {
	case w.F64:
		g.Lane(w.F64x2Extract, i)
	case w.F32:
		g.Lane(w.F32x4Extract, i)
	case w.I64:
		g.Lane(w.I64x2Extract, i)
	default:
		g.Lane(w.I32x4Extract, i)
		if t.Kind == types.KBool {
			g.I32(1)
			g.Op(w.I32And)
		}
	}
}

// replace puts the scalar of type t on the stack into a lane of the vector below.
func (g *writer) replace(t *types.Type, i int) {
	switch g.TypeOf(t) {
	case w.F64:
		g.Lane(w.F64x2Replace, i)
	case w.F32:
		g.Lane(w.F32x4Replace, i)
	case w.I64:
		g.Lane(w.I64x2Replace, i)
	default:
		g.Lane(w.I32x4Replace, i)
	}
}

// mask pushes a mask, which is in locals, for part p of lanes of type t.
func (g *writer) mask(e kir.Expr, t *types.Type, p int) {
	ls := g.inLocals(e)
	if perPart(g.Program, t) == 4 {
		g.Get(ls[p])
		return
	}
	g.Get(ls[p/2])
	if p%2 == 0 {
		g.Op(w.I64x2ExtendLowI32x4S)
	} else {
		g.Op(w.I64x2ExtendHighI32x4S)
	}
}

// any pushes whether some lane of a mask holds.
func (g *writer) any(e *kir.Any) {
	g.prepare(e.Mask)
	for p := range partsOf(g.Program, kir.TypeOf(e.Mask)) {
		g.part(e.Mask, p)
		if p > 0 {
			g.Op(w.V128Or)
		}
	}
	g.Op(w.V128AnyTrue)
}

// fold combines lanes one after another.
func (g *writer) fold(e *kir.Fold) {
	t := kir.TypeOf(e.Init)
	acc, x := g.temp(t), g.temp(t)
	g.inLocals(e.Val)
	g.expr(e.Init)
	g.Set(acc)
	for i := range kir.LanesOf(kir.TypeOf(e.Val)) {
		g.lane(e.Val, i)
		g.Set(x)
		g.combine(e.Op, t, func() { g.Get(acc) }, func() { g.Get(x) })
		g.Set(acc)
	}
	g.Get(acc)
}

// mentions reports whether e uses elements of an array.
func mentions(e kir.Expr, buf *kir.Var) bool {
	return ir.Any(e, func(x kir.Expr) bool { return kir.VarOf(x) == buf })
}
