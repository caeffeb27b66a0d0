package emit

// Primitives that are functions: of the module, or imported. A function that is
// computed on vectors is so for scalars as well: where in its block an element
// stands makes no difference.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Scalar is a primitive that the module imports by its name.
type Scalar struct {
	Prim   *prim.Prim
	Params []*types.Type
	Result *types.Type
}

// vectors are the functions that are computed on two doubles at a time.
var vectors = map[prim.Code]func(f *w.Func){prim.Exp: expBody, prim.Ln: lnBody}

// callPrim pushes the result of a primitive that is a function.
func (g *gen) callPrim(e *kir.Prim) {
	for _, a := range e.Args {
		g.expr(a)
	}
	g.Call(g.function(e))
}

// function is the function of a primitive, on scalars.
func (e *emitter) function(p *kir.Prim) *w.Func {
	name := p.Op.Name
	f := e.scalars[name]
	if f != nil {
		return f
	}
	params, result := exprTypes(p.Args), kir.TypeOf(p)
	switch {
	case vectors[p.Op.Code] != nil:
		f = e.ofVector(p.Op)
	case randoms[p.Op.Code] != nil:
		f = e.Func(name, e.types(params), []w.ValType{e.TypeOf(result)})
		randoms[p.Op.Code](e, f)
	default:
		f = e.Import(From, name, e.types(params), []w.ValType{e.TypeOf(result)})
		e.Scalars = append(e.Scalars, Scalar{p.Op, params, result})
	}
	e.scalars[name] = f
	return f
}

// doubles is a function on two doubles.
func (e *emitter) doubles(op *prim.Prim) *w.Func {
	name := op.Name + "_f64x2"
	f := e.scalars[name]
	if f == nil {
		f = e.Func(name, []w.ValType{w.V128}, []w.ValType{w.V128})
		f.NameParam(0, "x")
		vectors[op.Code](f)
		e.scalars[name] = f
	}
	return f
}

// vector is a function on a vector of floats.
func (e *emitter) vector(op *prim.Prim) *w.Func {
	if !e.Num.Float32 {
		return e.doubles(op)
	}
	name := op.Name + "_f32x4"
	f := e.scalars[name]
	if f == nil {
		half := e.doubles(op)
		f = e.Func(name, []w.ValType{w.V128}, []w.ValType{w.V128})
		f.NameParam(0, "x")
		of := func(x code) code { return do(w.F32x4DemoteF64x2Zero, callOf(half, do(w.F64x2PromoteLowF32x4, x))) }
		put(f, of(get(0)), of(shuffled(upperHalf, get(0), get(0))), func(f *w.Func) { f.Shuffle(lowerHalves) })
		e.scalars[name] = f
	}
	return f
}

// ofVector is a function on a scalar, by lane 0 of the one on vectors.
func (e *emitter) ofVector(op *prim.Prim) *w.Func {
	v := e.doubles(op)
	f := e.Func(op.Name, []w.ValType{e.floatType()}, []w.ValType{e.floatType()})
	f.NameParam(0, "x")
	x := get(0)
	if e.Num.Float32 {
		x = do(w.F64PromoteF32, x)
	}
	put(f, callOf(v, do(w.F64x2Splat, x)))
	f.Lane(w.F64x2Extract, 0)
	if e.Num.Float32 {
		f.Op(w.F32DemoteF64)
	}
	return f
}

// Shuffles: the upper half of a vector, twice; the lower halves of two.
var (
	upperHalf   = [16]byte{8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15}
	lowerHalves = [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23}
)

func shuffled(bytes [16]byte, x, y code) code {
	return func(f *w.Func) {
		x(f)
		y(f)
		f.Shuffle(bytes)
	}
}
