package emit

// The exponential function and the logarithm, on two doubles at a time. Errors are
// below 1 unit in the last place.

import (
	"math"

	w "nessiec/backends/wasm/encode"
)

// doublesOf is the vector of x twice, bitsOf that of 64 bits twice.
func doublesOf(x float64) code { return bitsOf(math.Float64bits(x)) }

func bitsOf(x uint64) code { return func(f *w.Func) { f.V128(x, x) } }

// Arithmetic on vectors of doubles.
func plus(x, y code) code             { return do(w.F64x2Add, x, y) }
func minus(x, y code) code            { return do(w.F64x2Sub, x, y) }
func times(x, y code) code            { return do(w.F64x2Mul, x, y) }
func both(x, y code) code             { return do(w.V128And, x, y) }
func where(cond, then, els code) code { return do(w.V128Bitselect, then, els, cond) }

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
func expBody(f *w.Func) {
	x := get(0)
	v := vars(f, "t", "k", "r", "r2", "p", "half")
	t, k, r, r2, p, half := v[0], v[1], v[2], v[3], v[4], v[5]
	coefficient := func(i int) code { return doublesOf(1 / math.Gamma(float64(i)+1)) }
	pair := func(i int) code { return plus(coefficient(i), times(get(r), coefficient(i+1))) }
	// 2 to the int in the lowest bits of y
	power := func(y code) code { return shiftLeft(do(w.I64x2Add, y, bitsOf(1023)), exponentBits) }
	put(f,
		// beyond these the result is infinite or 0
		set(t, do(w.F64x2PMin, doublesOf(720), x)),
		set(t, do(w.F64x2PMax, doublesOf(-750), get(t))),
		set(k, minus(plus(times(get(t), doublesOf(math.Log2E)), doublesOf(toInteger)), doublesOf(toInteger))),
		set(r, minus(minus(get(t), times(get(k), doublesOf(ln2High))), times(get(k), doublesOf(ln2Low)))),
		set(r2, times(get(r), get(r))),
		set(p, pair(12)))
	for i := 10; i >= 2; i -= 2 {
		put(f, set(p, plus(times(get(p), get(r2)), pair(i))))
	}
	put(f,
		set(p, plus(plus(times(get(p), get(r2)), get(r)), doublesOf(1))),
		set(half, plus(times(get(k), doublesOf(0.5)), doublesOf(toInteger))),
		set(p, times(get(p), power(get(half)))),
		set(p, times(get(p), power(plus(minus(get(k), minus(get(half), doublesOf(toInteger))), doublesOf(toInteger))))),
		where(do(w.F64x2Eq, x, x), get(p), x))
}

// lnBody computes the logarithm as fdlibm does: x is 2^k (1 + f), where 1 + f is
// between the square root of 1/2 and that of 2, s = f / (2 + f), and
//
//	ln(1 + f) = f - (f^2/2 - s (f^2/2 + R(s^2)))
//
// with a polynomial R.
func lnBody(f *w.Func) {
	x := get(0)
	v := vars(f, "small", "y", "i", "k", "f", "s", "z", "w", "h")
	small, y, i, k, fr, s, z, zz, h := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]
	const (
		low      = 0x3fe6a09e667f3bcd // the square root of 1/2
		one      = 0x3ff0000000000000
		fraction = 1<<exponentBits - 1
		scale    = 54 // binary places that subnormal numbers are moved by
	)
	horner := func(cs ...float64) code {
		sum := doublesOf(cs[0])
		for _, c := range cs[1:] {
			sum = plus(times(sum, get(zz)), doublesOf(c))
		}
		return sum
	}
	odd := times(horner(1.479819860511658591e-01, 1.818357216161805012e-01, 2.857142874366239149e-01, 6.666666666666735130e-01), get(z))
	even := times(horner(1.531383769920937332e-01, 2.222219843214978396e-01, 3.999999999940941908e-01), get(zz))
	put(f,
		set(small, do(w.F64x2Lt, x, doublesOf(0x1p-1022))),
		set(y, where(get(small), times(x, doublesOf(1<<scale)), x)),
		set(i, do(w.I64x2Add, get(y), bitsOf(one-low))),
		// the exponent, as a float
		set(k, minus(
			minus(do(w.I64x2Add, shiftRight(get(i), exponentBits), bitsOf(math.Float64bits(1<<exponentBits))), doublesOf(1<<exponentBits+1023)),
			both(get(small), doublesOf(scale)))),
		set(fr, minus(do(w.I64x2Add, both(get(i), bitsOf(fraction)), bitsOf(low)), doublesOf(1))),
		set(s, do(w.F64x2Div, get(fr), plus(get(fr), doublesOf(2)))),
		set(z, times(get(s), get(s))),
		set(zz, times(get(z), get(z))),
		set(h, times(times(get(fr), get(fr)), doublesOf(0.5))),
		set(y, minus(times(get(k), doublesOf(ln2High)),
			minus(minus(get(h), plus(times(get(s), plus(get(h), plus(odd, even))), times(get(k), doublesOf(ln2Low)))), get(fr)))),
		where(both(do(w.F64x2Gt, x, doublesOf(0)), do(w.F64x2Lt, x, doublesOf(math.Inf(1)))),
			get(y),
			where(do(w.F64x2Eq, x, doublesOf(0)), doublesOf(math.Inf(-1)),
				where(do(w.F64x2Eq, x, doublesOf(math.Inf(1))), x, doublesOf(math.NaN())))))
}

// vars makes vector variables.
func vars(f *w.Func, names ...string) []w.Local {
	out := make([]w.Local, len(names))
	for i, name := range names {
		out[i] = f.Local(name, w.V128)
	}
	return out
}

func shiftLeft(x code, n int32) code  { return do(w.I64x2Shl, x, i32(n)) }
func shiftRight(x code, n int32) code { return do(w.I64x2ShrU, x, i32(n)) }
