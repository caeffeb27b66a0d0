package module

// The exponential function and the logarithm, on two doubles at a time. Errors are
// below 1 unit in the last place.

import (
	"math"

	"nessiec/backends/wasm/emit/asm"
	w "nessiec/backends/wasm/encode"
)

// DoublesOf is the vector of x twice, bitsOf that of 64 bits twice.
func DoublesOf(x float64) asm.Code { return bitsOf(math.Float64bits(x)) }

func bitsOf(x uint64) asm.Code { return func(f *w.Func) { f.V128(x, x) } }

// Arithmetic on vectors of doubles.
func plus(x, y asm.Code) asm.Code  { return asm.Do(w.F64x2Add, x, y) }
func minus(x, y asm.Code) asm.Code { return asm.Do(w.F64x2Sub, x, y) }
func times(x, y asm.Code) asm.Code { return asm.Do(w.F64x2Mul, x, y) }
func both(x, y asm.Code) asm.Code  { return asm.Do(w.V128And, x, y) }

// toInteger added to a float and subtracted again rounds it; in between, the int
// is in the lowest bits.
const toInteger = 0x1.8p52

// The logarithm of 2, whose high part has few bits.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// exponentBits is where the exponent of a double begins.
const exponentBits = 52

// expBody computes e to the x as 2^k e^r, where x = k ln 2 + r and |r| is at most
// half of ln 2: e^r by its series up to the 13th power, and 2^k in two factors,
// since k may be below the exponents of doubles.
func expBody(_ *Emitter, f *w.Func) {
	x := asm.Get(0)
	v := vars(f, "t", "k", "r", "r2", "p", "half")
	t, k, r, r2, p, half := v[0], v[1], v[2], v[3], v[4], v[5]
	coefficient := func(i int) asm.Code { return DoublesOf(1 / math.Gamma(float64(i)+1)) }
	pair := func(i int) asm.Code { return plus(coefficient(i), times(asm.Get(r), coefficient(i+1))) }
	// 2 to the int in the lowest bits of y
	power := func(y asm.Code) asm.Code { return shiftLeft(asm.Do(w.I64x2Add, y, bitsOf(1023)), exponentBits) }
	asm.Put(f,
		// beyond these the result is infinite or 0
		asm.Set(t, asm.Do(w.F64x2PMin, DoublesOf(720), x)),
		asm.Set(t, asm.Do(w.F64x2PMax, DoublesOf(-750), asm.Get(t))),
		asm.Set(k, minus(plus(times(asm.Get(t), DoublesOf(math.Log2E)), DoublesOf(toInteger)), DoublesOf(toInteger))),
		asm.Set(r, minus(minus(asm.Get(t), times(asm.Get(k), DoublesOf(ln2High))), times(asm.Get(k), DoublesOf(ln2Low)))),
		asm.Set(r2, times(asm.Get(r), asm.Get(r))),
		asm.Set(p, pair(12)))
	for i := 10; i >= 2; i -= 2 {
		asm.Put(f, asm.Set(p, plus(times(asm.Get(p), asm.Get(r2)), pair(i))))
	}
	asm.Put(f,
		asm.Set(p, plus(plus(times(asm.Get(p), asm.Get(r2)), asm.Get(r)), DoublesOf(1))),
		asm.Set(half, plus(times(asm.Get(k), DoublesOf(0.5)), DoublesOf(toInteger))),
		asm.Set(p, times(asm.Get(p), power(asm.Get(half)))),
		asm.Set(p, times(asm.Get(p), power(plus(minus(asm.Get(k), minus(asm.Get(half), DoublesOf(toInteger))), DoublesOf(toInteger))))),
		asm.Where(asm.Do(w.F64x2Eq, x, x), asm.Get(p), x))
}

// lnBody computes the logarithm as fdlibm does: x is 2^k (1 + f), where 1 + f is
// between the square root of 1/2 and that of 2, s = f / (2 + f), and
//
//	ln(1 + f) = f - (f^2/2 - s (f^2/2 + R(s^2)))
//
// with a polynomial R.
func lnBody(_ *Emitter, f *w.Func) {
	x := asm.Get(0)
	v := vars(f, "small", "y", "i", "k", "f", "s", "z", "w", "h")
	small, y, i, k, fr, s, z, zz, h := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]
	const (
		low      = 0x3fe6a09e667f3bcd // the square root of 1/2
		one      = 0x3ff0000000000000
		fraction = 1<<exponentBits - 1
		scale    = 54 // binary places that subnormal numbers are moved by
	)
	horner := func(cs ...float64) asm.Code {
		sum := DoublesOf(cs[0])
		for _, c := range cs[1:] {
			sum = plus(times(sum, asm.Get(zz)), DoublesOf(c))
		}
		return sum
	}
	odd := times(horner(1.479819860511658591e-01, 1.818357216161805012e-01, 2.857142874366239149e-01, 6.666666666666735130e-01), asm.Get(z))
	even := times(horner(1.531383769920937332e-01, 2.222219843214978396e-01, 3.999999999940941908e-01), asm.Get(zz))
	asm.Put(f,
		asm.Set(small, asm.Do(w.F64x2Lt, x, DoublesOf(0x1p-1022))),
		asm.Set(y, asm.Where(asm.Get(small), times(x, DoublesOf(1<<scale)), x)),
		asm.Set(i, asm.Do(w.I64x2Add, asm.Get(y), bitsOf(one-low))),
		// the exponent, as a float
		asm.Set(k, minus(
			minus(asm.Do(w.I64x2Add, shiftRight(asm.Get(i), exponentBits), bitsOf(math.Float64bits(1<<exponentBits))), DoublesOf(1<<exponentBits+1023)),
			both(asm.Get(small), DoublesOf(scale)))),
		asm.Set(fr, minus(asm.Do(w.I64x2Add, both(asm.Get(i), bitsOf(fraction)), bitsOf(low)), DoublesOf(1))),
		asm.Set(s, asm.Do(w.F64x2Div, asm.Get(fr), plus(asm.Get(fr), DoublesOf(2)))),
		asm.Set(z, times(asm.Get(s), asm.Get(s))),
		asm.Set(zz, times(asm.Get(z), asm.Get(z))),
		asm.Set(h, times(times(asm.Get(fr), asm.Get(fr)), DoublesOf(0.5))),
		asm.Set(y, minus(times(asm.Get(k), DoublesOf(ln2High)),
			minus(minus(asm.Get(h), plus(times(asm.Get(s), plus(asm.Get(h), plus(odd, even))), times(asm.Get(k), DoublesOf(ln2Low)))), asm.Get(fr)))),
		asm.Where(both(asm.Do(w.F64x2Gt, x, DoublesOf(0)), asm.Do(w.F64x2Lt, x, DoublesOf(math.Inf(1)))),
			asm.Get(y),
			asm.Where(asm.Do(w.F64x2Eq, x, DoublesOf(0)), DoublesOf(math.Inf(-1)),
				asm.Where(asm.Do(w.F64x2Eq, x, DoublesOf(math.Inf(1))), x, DoublesOf(math.NaN())))))
}

// vars makes vector variables.
func vars(f *w.Func, names ...string) []w.Local {
	out := make([]w.Local, len(names))
	for i, name := range names {
		out[i] = f.Local(name, w.V128)
	}
	return out
}

func shiftLeft(x asm.Code, n int32) asm.Code  { return asm.Do(w.I64x2Shl, x, asm.I32(n)) }
func shiftRight(x asm.Code, n int32) asm.Code { return asm.Do(w.I64x2ShrU, x, asm.I32(n)) }
