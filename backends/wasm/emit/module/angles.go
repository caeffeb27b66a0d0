package module

// Sine, cosine and arctangent, on two doubles at a time, as fdlibm has them. Errors are below
// 1 unit in the last place.

import (
	"nessiec/backends/wasm/emit/asm"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// signBit is the sign of a double.
const signBit = 1 << 63

func sinBody(e *Emitter, f *w.Func) { turnBody(e, f, prim.Sin, 0, asm.Get(0)) }
func cosBody(e *Emitter, f *w.Func) { turnBody(e, f, prim.Cos, 1, DoublesOf(1)) }

// manyTurns is the least size of angles that the library of the engine reduces.
const manyTurns = 823549

// turnBody computes the sine, or with one quarter of a turn more the cosine, of x. It is tiny where x
// nearly vanishes.
func turnBody(e *Emitter, f *w.Func, op prim.Code, more uint64, tiny asm.Code) {
	x := asm.Get(0)
	v := vars(f, "size", "near", "y", "quarters", "hi", "lo", "z")
	size, near, y, quarters, hi, lo, z := v[0], v[1], v[2], v[3], v[4], v[5], v[6]
	reduced(f, quarters, hi, lo)
	quarter := asm.Do(w.I64x2Add, asm.Get(quarters), bitsOf(more))
	asm.Put(f,
		asm.Set(size, both(x, bitsOf(signBit-1))),
		asm.Set(near, asm.Do(w.F64x2Lt, asm.Get(size), DoublesOf(manyTurns))),
		asm.Set(quarters, quarter),
		asm.Set(z, times(asm.Get(hi), asm.Get(hi))),
		asm.Set(y, asm.Where(asm.Do(w.I64x2Sub, bitsOf(0), both(asm.Get(quarters), bitsOf(1))), cosOf(hi, lo, z), sinOf(hi, lo, z))),
		asm.Set(y, asm.Do(w.V128Xor, asm.Get(y), shiftLeft(both(asm.Get(quarters), bitsOf(2)), 62))),
		asm.Set(y, asm.Where(asm.Do(w.F64x2Lt, asm.Get(size), DoublesOf(0x1p-27)), tiny, asm.Get(y))),
		asm.When(asm.Do(w.V128AnyTrue, asm.Do(w.V128Xor, asm.Get(near), bitsOf(1<<64-1))), e.farLanes(op, near, y)...),
		asm.Get(y))
}

// farLanes puts what the library has of the lanes of the argument that are not near into y.
func (e *Emitter) farLanes(op prim.Code, near, y w.Local) (lanes []asm.Code) {
	library := e.library(op.Prim(), []*types.Type{types.Float}, types.Float)
	for i := range 2 {
		x := asm.Lane(w.F64x2Extract, i, asm.Get(0))
		far := asm.CallOf(library, x)
		if e.Num.Float32 {
			far = asm.Do(w.F64PromoteF32, asm.CallOf(library, asm.Do(w.F32DemoteF64, x)))
		}
		lanes = append(lanes, asm.When(asm.Do(w.I64Eqz, asm.Lane(w.I64x2Extract, i, asm.Get(near))),
			asm.Set(y, asm.Lane(w.F64x2Replace, i, asm.Get(y), far))))
	}
	return lanes
}

// reduced makes of an angle the quarters of a turn in it, in the lowest bits, and a rest of at most an eighth
// of one: hi + lo. Pi / 2 is four numbers, the first three of 33 bits, so that they can be multiplied by fewer
// than 2^20 quarters exactly.
func reduced(f *w.Func, quarters, hi, lo w.Local) {
	v := vars(f, "k", "sum", "back", "lost", "rest")
	k, sum, back, lost, rest := v[0], v[1], v[2], v[3], v[4]
	// sum becomes less by y, and lost what is lost of it
	subtract := func(y asm.Code, lost w.Local) {
		before, after := lo, hi
		asm.Put(f,
			asm.Set(before, asm.Get(sum)),
			asm.Set(after, y),
			asm.Set(sum, minus(asm.Get(before), asm.Get(after))),
			asm.Set(back, minus(asm.Get(sum), asm.Get(before))),
			asm.Set(lost, minus(minus(asm.Get(before), minus(asm.Get(sum), asm.Get(back))), plus(asm.Get(after), asm.Get(back)))))
	}
	asm.Put(f,
		asm.Set(quarters, plus(times(asm.Get(0), DoublesOf(6.36619772367581382433e-01)), DoublesOf(toInteger))),
		asm.Set(k, minus(asm.Get(quarters), DoublesOf(toInteger))),
		asm.Set(sum, minus(asm.Get(0), times(asm.Get(k), DoublesOf(1.57079632673412561417e+00)))))
	subtract(times(asm.Get(k), DoublesOf(6.07710050630396597660e-11)), lost)
	subtract(times(asm.Get(k), DoublesOf(2.02226624871116645580e-21)), rest)
	asm.Put(f,
		asm.Set(rest, plus(asm.Get(lost), minus(asm.Get(rest), times(asm.Get(k), DoublesOf(8.47842766036889956997e-32))))),
		asm.Set(hi, plus(asm.Get(sum), asm.Get(rest))),
		asm.Set(lo, plus(minus(asm.Get(sum), asm.Get(hi)), asm.Get(rest))))
}

// sinOf is the sine of x + lo, at most an eighth of a turn; z is the square of x.
func sinOf(x, lo, z w.Local) asm.Code {
	v := times(asm.Get(z), asm.Get(x))
	r := polynomial(z, 1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06, -1.98412698298579493134e-04, 8.33333333332248946124e-03)
	return minus(asm.Get(x), minus(
		minus(times(asm.Get(z), minus(times(DoublesOf(0.5), asm.Get(lo)), times(v, r))), asm.Get(lo)),
		times(v, DoublesOf(-1.66666666666666324348e-01))))
}

// cosOf is the cosine of x + lo, at most an eighth of a turn; z is the square of x.
func cosOf(x, lo, z w.Local) asm.Code {
	half := times(asm.Get(z), DoublesOf(0.5))
	main := minus(DoublesOf(1), half)
	r := times(asm.Get(z), polynomial(z, -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07, 2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02))
	return plus(main, plus(minus(minus(DoublesOf(1), main), half), minus(times(asm.Get(z), r), times(asm.Get(x), asm.Get(lo)))))
}

// atanBody computes the arctangent of x. That of its size is that of one of 1/2, 1, 3/2 and infinity, which
// is nearest, and that of the rest, below 7/16, by its series.
func atanBody(_ *Emitter, f *w.Func) {
	v := vars(f, "size", "over", "under", "high", "low", "r", "z", "w")
	size, over, under, high, low, r, z, zz := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	a := asm.Get(size)
	asm.Put(f,
		asm.Set(size, both(asm.Get(0), bitsOf(signBit-1))),
		asm.Set(over, a), asm.Set(under, DoublesOf(1)), asm.Set(high, DoublesOf(0)), asm.Set(low, DoublesOf(0)))
	for _, near := range []struct {
		from        float64
		over, under asm.Code // of the tangent of the rest
		high, low   float64  // the arctangent of what is nearest
	}{
		{7. / 16, minus(plus(a, a), DoublesOf(1)), plus(a, DoublesOf(2)), 4.63647609000806093515e-01, 2.26987774529616870924e-17},
		{11. / 16, minus(a, DoublesOf(1)), plus(a, DoublesOf(1)), 7.85398163397448278999e-01, 3.06161699786838301793e-17},
		{19. / 16, minus(a, DoublesOf(1.5)), plus(times(a, DoublesOf(1.5)), DoublesOf(1)), 9.82793723247329054082e-01, 1.39033110312309984516e-17},
		{39. / 16, DoublesOf(-1), a, 1.57079632679489655800e+00, 6.12323399573676603587e-17},
	} {
		from := asm.Do(w.F64x2Ge, a, DoublesOf(near.from))
		asm.Put(f,
			asm.Set(over, asm.Where(from, near.over, asm.Get(over))),
			asm.Set(under, asm.Where(from, near.under, asm.Get(under))),
			asm.Set(high, asm.Where(from, DoublesOf(near.high), asm.Get(high))),
			asm.Set(low, asm.Where(from, DoublesOf(near.low), asm.Get(low))))
	}
	even := polynomial(zz, 1.62858201153657823623e-02, 4.97687799461593236017e-02, 6.66107313738753120669e-02, 9.09088713343650656196e-02, 1.42857142725034663711e-01, 3.33333333333329318027e-01)
	odd := polynomial(zz, -3.65315727442169155270e-02, -5.83357013379057348645e-02, -7.69187620504482999495e-02, -1.11111104054623557880e-01, -1.99999999998764832476e-01)
	series := plus(times(asm.Get(z), even), times(asm.Get(zz), odd))
	asm.Put(f,
		asm.Set(r, asm.Do(w.F64x2Div, asm.Get(over), asm.Get(under))),
		asm.Set(z, times(asm.Get(r), asm.Get(r))),
		asm.Set(zz, times(asm.Get(z), asm.Get(z))),
		asm.Set(r, minus(asm.Get(high), minus(minus(times(asm.Get(r), series), asm.Get(low)), asm.Get(r)))),
		asm.Do(w.V128Or, asm.Get(r), both(asm.Get(0), bitsOf(signBit))))
}

// polynomial is the value of a polynomial at x, its coefficients from that of the highest power on.
func polynomial(x w.Local, cs ...float64) asm.Code {
	sum := DoublesOf(cs[0])
	for _, c := range cs[1:] {
		sum = plus(times(sum, asm.Get(x)), DoublesOf(c))
	}
	return sum
}
