package module

// Random numbers: functions of keys of 64 bits, which are two ints (ir/prim).

import (
	"nessiec/backends/wasm/emit/asm"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/prim"
)

// randoms write the bodies of the primitives.
var randoms = map[prim.Code]func(*Emitter, *w.Func){
	prim.MixHi:     (*Emitter).mixHigh,
	prim.MixLo:     (*Emitter).mixLow,
	prim.RandInt:   (*Emitter).randInt,
	prim.RandFloat: (*Emitter).randFloat,
}

// goldenRatio is the golden ratio, modulo 2^64.
const goldenRatio = -0x61C8864680B583EB

// The parameters of all of them: a key and what is done with it.
const keyHigh, keyLow, operandOf = 0, 1, 2

// key is the key, with 64 bits.
func (e *Emitter) key() asm.Code {
	half := func(l w.Local) asm.Code {
		if e.Num.Int64 {
			return asm.Do(w.I64And, asm.Get(l), asm.I64(1<<32-1))
		}
		return asm.Do(w.I64ExtendI32U, asm.Get(l))
	}
	return asm.Do(w.I64Or, asm.Do(w.I64Shl, half(keyHigh), asm.I64(32)), half(keyLow))
}

// mixed writes the key of a part of the key into a local.
func (e *Emitter) mixed(f *w.Func) w.Local {
	z := f.Local("z", w.I64)
	part := asm.Get(operandOf)
	if !e.Num.Int64 {
		part = asm.Do(w.I64ExtendI32S, part)
	}
	folded := func(n int64) asm.Code { return asm.Do(w.I64Xor, asm.Get(z), asm.Do(w.I64ShrU, asm.Get(z), asm.I64(n))) }
	const first, second = -0x40A7B892E31B1A47, -0x6B2FB644ECCEEE15
	asm.Put(f,
		asm.Set(z, asm.Do(w.I64Add, e.key(), asm.Do(w.I64Mul, asm.Do(w.I64Add, part, asm.I64(1)), asm.I64(goldenRatio)))),
		asm.Set(z, asm.Do(w.I64Mul, folded(30), asm.I64(first))),
		asm.Set(z, asm.Do(w.I64Mul, folded(27), asm.I64(second))),
		asm.Set(z, folded(31)))
	return z
}

func (e *Emitter) mixHigh(f *w.Func) {
	z := e.mixed(f)
	asm.Put(f, e.short(asm.Do(w.I64ShrS, asm.Get(z), asm.I64(32))))
}

func (e *Emitter) mixLow(f *w.Func) {
	z := e.mixed(f)
	asm.Put(f, e.short(asm.Do(w.I64ShrS, asm.Do(w.I64Shl, asm.Get(z), asm.I64(32)), asm.I64(32))))
}

// short is an int of 64 bits as an int.
func (e *Emitter) short(c asm.Code) asm.Code {
	if e.Num.Int64 {
		return c
	}
	return asm.Do(w.I32WrapI64, c)
}

// randInt is the upper half of the product of the key and the limit.
func (e *Emitter) randInt(f *w.Func) {
	limit := asm.Get(operandOf)
	if !e.Num.Int64 {
		limit = asm.Do(w.I64ExtendI32S, limit)
	}
	key, v := f.Local("key", w.I64), f.Local("v", w.I64)
	asm.Put(f,
		asm.Set(v, limit),
		asm.Set(v, asm.Pick(asm.Do(w.I64GtS, asm.Get(v), asm.I64(0)), asm.Get(v), asm.I64(0))),
		asm.Set(key, e.key()))
	high := func(c asm.Code) asm.Code { return asm.Do(w.I64ShrU, c, asm.I64(32)) }
	low := func(c asm.Code) asm.Code { return asm.Do(w.I64And, c, asm.I64(1<<32-1)) }
	if !e.Num.Int64 { // of the upper half of the key
		asm.Put(f, asm.Do(w.I32WrapI64, high(asm.Do(w.I64Mul, high(asm.Get(key)), asm.Get(v)))))
		return
	}
	cross, rest := f.Local("cross", w.I64), f.Local("rest", w.I64)
	asm.Put(f,
		asm.Set(cross, asm.Do(w.I64Add, asm.Do(w.I64Mul, high(asm.Get(key)), low(asm.Get(v))), high(asm.Do(w.I64Mul, low(asm.Get(key)), low(asm.Get(v)))))),
		asm.Set(rest, asm.Do(w.I64Add, asm.Do(w.I64Mul, low(asm.Get(key)), high(asm.Get(v))), low(asm.Get(cross)))),
		asm.Do(w.I64Add, asm.Do(w.I64Mul, high(asm.Get(key)), high(asm.Get(v))), asm.Do(w.I64Add, high(asm.Get(cross)), high(asm.Get(rest)))))
}

// randFloat is the key as a fraction, times the limit, if that is below it.
func (e *Emitter) randFloat(f *w.Func) {
	x := f.Local("x", e.floatType())
	if e.Num.Float32 {
		unit := asm.Do(w.F32ConvertI64S, asm.Do(w.I64ShrU, e.key(), asm.I64(40)))
		asm.Put(f,
			asm.Set(x, asm.Do(w.F32Mul, asm.Do(w.F32Mul, unit, func(f *w.Func) { f.F32(0x1p-24) }), asm.Get(operandOf))),
			asm.Either(w.F32, asm.Do(w.F32Lt, asm.Get(x), asm.Get(operandOf)), asm.Get(x), func(f *w.Func) { f.F32(0) }))
		return
	}
	unit := asm.Do(w.F64ConvertI64S, asm.Do(w.I64ShrU, e.key(), asm.I64(11)))
	asm.Put(f,
		asm.Set(x, asm.Do(w.F64Mul, asm.Do(w.F64Mul, unit, func(f *w.Func) { f.F64(0x1p-53) }), asm.Get(operandOf))),
		asm.Either(w.F64, asm.Do(w.F64Lt, asm.Get(x), asm.Get(operandOf)), asm.Get(x), func(f *w.Func) { f.F64(0) }))
}
