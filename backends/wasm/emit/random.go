package emit

// Random numbers: functions of keys of 64 bits, which are two ints (ir/prim).

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/prim"
)

// randoms write the bodies of the primitives.
var randoms = map[prim.Code]func(*emitter, *w.Func){
	prim.MixHi:     (*emitter).mixHigh,
	prim.MixLo:     (*emitter).mixLow,
	prim.RandInt:   (*emitter).randInt,
	prim.RandFloat: (*emitter).randFloat,
}

// goldenRatio is the golden ratio, modulo 2^64.
const goldenRatio = -0x61C8864680B583EB

// The parameters of all of them: a key and what is done with it.
const keyHigh, keyLow, operandOf = 0, 1, 2

// key is the key, with 64 bits.
func (e *emitter) key() code {
	half := func(l w.Local) code {
		if e.Num.Int64 {
			return do(w.I64And, get(l), i64(1<<32-1))
		}
		return do(w.I64ExtendI32U, get(l))
	}
	return do(w.I64Or, do(w.I64Shl, half(keyHigh), i64(32)), half(keyLow))
}

// mixed writes the key of a part of the key into a local.
func (e *emitter) mixed(f *w.Func) w.Local {
	z := f.Local("z", w.I64)
	part := get(operandOf)
	if !e.Num.Int64 {
		part = do(w.I64ExtendI32S, part)
	}
	folded := func(n int64) code { return do(w.I64Xor, get(z), do(w.I64ShrU, get(z), i64(n))) }
	const first, second = -0x40A7B892E31B1A47, -0x6B2FB644ECCEEE15
	put(f,
		set(z, do(w.I64Add, e.key(), do(w.I64Mul, do(w.I64Add, part, i64(1)), i64(goldenRatio)))),
		set(z, do(w.I64Mul, folded(30), i64(first))),
		set(z, do(w.I64Mul, folded(27), i64(second))),
		set(z, folded(31)))
	return z
}

func (e *emitter) mixHigh(f *w.Func) {
	z := e.mixed(f)
	put(f, e.short(do(w.I64ShrS, get(z), i64(32))))
}

func (e *emitter) mixLow(f *w.Func) {
	z := e.mixed(f)
	put(f, e.short(do(w.I64ShrS, do(w.I64Shl, get(z), i64(32)), i64(32))))
}

// short is an int of 64 bits as an int.
func (e *emitter) short(c code) code {
	if e.Num.Int64 {
		return c
	}
	return do(w.I32WrapI64, c)
}

// randInt is the upper half of the product of the key and the limit.
func (e *emitter) randInt(f *w.Func) {
	limit := get(operandOf)
	if !e.Num.Int64 {
		limit = do(w.I64ExtendI32S, limit)
	}
	key, v := f.Local("key", w.I64), f.Local("v", w.I64)
	put(f,
		set(v, limit),
		set(v, pick(do(w.I64GtS, get(v), i64(0)), get(v), i64(0))),
		set(key, e.key()))
	high := func(c code) code { return do(w.I64ShrU, c, i64(32)) }
	low := func(c code) code { return do(w.I64And, c, i64(1<<32-1)) }
	if !e.Num.Int64 { // of the upper half of the key
		put(f, do(w.I32WrapI64, high(do(w.I64Mul, high(get(key)), get(v)))))
		return
	}
	cross, rest := f.Local("cross", w.I64), f.Local("rest", w.I64)
	put(f,
		set(cross, do(w.I64Add, do(w.I64Mul, high(get(key)), low(get(v))), high(do(w.I64Mul, low(get(key)), low(get(v)))))),
		set(rest, do(w.I64Add, do(w.I64Mul, low(get(key)), high(get(v))), low(get(cross)))),
		do(w.I64Add, do(w.I64Mul, high(get(key)), high(get(v))), do(w.I64Add, high(get(cross)), high(get(rest)))))
}

// randFloat is the key as a fraction, times the limit, if that is below it.
func (e *emitter) randFloat(f *w.Func) {
	x := f.Local("x", e.floatType())
	if e.Num.Float32 {
		unit := do(w.F32ConvertI64S, do(w.I64ShrU, e.key(), i64(40)))
		put(f,
			set(x, do(w.F32Mul, do(w.F32Mul, unit, func(f *w.Func) { f.F32(0x1p-24) }), get(operandOf))),
			either(w.F32, do(w.F32Lt, get(x), get(operandOf)), get(x), func(f *w.Func) { f.F32(0) }))
		return
	}
	unit := do(w.F64ConvertI64S, do(w.I64ShrU, e.key(), i64(11)))
	put(f,
		set(x, do(w.F64Mul, do(w.F64Mul, unit, func(f *w.Func) { f.F64(0x1p-53) }), get(operandOf))),
		either(w.F64, do(w.F64Lt, get(x), get(operandOf)), get(x), func(f *w.Func) { f.F64(0) }))
}
