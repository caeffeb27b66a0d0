package module

// Primitives that are functions: of the module, or imported. A function that is
// computed on vectors is so for scalars as well: where in its block an element
// stands makes no difference.

import (
	"nessiec/backends/wasm/emit/asm"
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

// Vectors are the functions that are computed on two doubles at a time.
var Vectors = map[prim.Code]func(e *Emitter, f *w.Func){prim.Exp: expBody, prim.Ln: lnBody, prim.Sin: sinBody, prim.Cos: cosBody, prim.Atan: atanBody}

// Function is the function of a primitive, on scalars.
func (e *Emitter) Function(p *kir.Prim) *w.Func {
	name := p.Op.Name
	f := e.Primitives[name]
	if f != nil {
		return f
	}
	params, result := ExprTypes(p.Args), kir.TypeOf(p)
	switch {
	case Vectors[p.Op.Code] != nil:
		f = e.ofVector(p.Op)
	case randoms[p.Op.Code] != nil:
		f = e.Func(name, e.Types(params), []w.ValType{e.TypeOf(result)})
		randoms[p.Op.Code](e, f)
	default:
		f = e.library(p.Op, params, result)
	}
	e.Primitives[name] = f
	return f
}

// library is the function of a primitive that the engine has.
func (e *Emitter) library(op *prim.Prim, params []*types.Type, result *types.Type) *w.Func {
	e.Scalars = append(e.Scalars, Scalar{op, params, result})
	return e.Import(From, op.Name, e.Types(params), []w.ValType{e.TypeOf(result)})
}

// doubles is a function on two doubles.
func (e *Emitter) doubles(op *prim.Prim) *w.Func {
	name := op.Name + "_f64x2"
	f := e.Primitives[name]
	if f == nil {
		f = e.Func(name, []w.ValType{w.V128}, []w.ValType{w.V128})
		f.NameParam(0, "x")
		Vectors[op.Code](e, f)
		e.Primitives[name] = f
	}
	return f
}

// Vector is a function on a vector of floats.
func (e *Emitter) Vector(op *prim.Prim) *w.Func {
	if !e.Num.Float32 {
		return e.doubles(op)
	}
	name := op.Name + "_f32x4"
	f := e.Primitives[name]
	if f == nil {
		half := e.doubles(op)
		f = e.Func(name, []w.ValType{w.V128}, []w.ValType{w.V128})
		f.NameParam(0, "x")
		of := func(x asm.Code) asm.Code {
			return asm.Do(w.F32x4DemoteF64x2Zero, asm.CallOf(half, asm.Do(w.F64x2PromoteLowF32x4, x)))
		}
		asm.Put(f, of(asm.Get(0)), of(Shuffled(UpperHalf, asm.Get(0), asm.Get(0))), func(f *w.Func) { f.Shuffle(LowerHalves) })
		e.Primitives[name] = f
	}
	return f
}

// ofVector is a function on a scalar, by lane 0 of the one on vectors.
func (e *Emitter) ofVector(op *prim.Prim) *w.Func {
	v, name := e.doubles(op), op.Name+"_f64"
	if e.Num.Float32 {
		name = op.Name + "_f32"
	}
	f := e.Func(name, []w.ValType{e.floatType()}, []w.ValType{e.floatType()})
	f.NameParam(0, "x")
	x := asm.Get(0)
	if e.Num.Float32 {
		x = asm.Do(w.F64PromoteF32, x)
	}
	asm.Put(f, asm.CallOf(v, asm.Do(w.F64x2Splat, x)))
	f.Lane(w.F64x2Extract, 0)
	if e.Num.Float32 {
		f.Op(w.F32DemoteF64)
	}
	return f
}

// Shuffles: the upper half of a vector, twice; the lower halves of two.
var (
	UpperHalf   = [16]byte{8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15}
	LowerHalves = [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23}
)

// Shuffled takes 16 bytes of two vectors, by number.
func Shuffled(bytes [16]byte, x, y asm.Code) asm.Code {
	return func(f *w.Func) {
		x(f)
		y(f)
		f.Shuffle(bytes)
	}
}
