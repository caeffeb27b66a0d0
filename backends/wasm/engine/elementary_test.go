package engine

// The functions that are computed in the module, to less than one unit in the last
// place of the exact result.

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

const precision = 200 // bits of exact results

func TestElementary(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		name  string
		arg   func() float64
		exact func(x float64) *big.Float
	}{
		{"exp", func() float64 { return (r.Float64() - 0.5) * 1400 }, exactExp},
		{"exp", func() float64 { return (r.Float64() - 0.5) * 2 }, exactExp},
		{"ln", func() float64 { return math.Ldexp(1+r.Float64(), r.IntN(2000)-1000) }, exactLn},
		{"ln", func() float64 { return 0.5 + r.Float64() }, exactLn},
		{"sin", func() float64 { return (r.Float64() - 0.5) * 20 }, exactSin},
		{"sin", func() float64 { return (r.Float64() - 0.5) * 1.6e6 }, exactSin},
		{"sin", func() float64 { return math.Ldexp(r.Float64()-0.5, -r.IntN(60)) }, exactSin},
		{"cos", func() float64 { return (r.Float64() - 0.5) * 20 }, exactCos},
		{"cos", func() float64 { return (r.Float64() - 0.5) * 1.6e6 }, exactCos},
		{"atan", func() float64 { return (r.Float64() - 0.5) * 10 }, exactAtan},
		{"atan", func() float64 { return math.Ldexp(r.Float64()-0.5, r.IntN(80)-40) }, exactAtan},
	} {
		p := &prog{}
		x := typedPrim{prim.Must(c.name), []*types.Type{types.Float}, types.Float}
		p.apply("scalar", x, 0)
		p.apply("lanes", x, 8)
		m := started(t, &p.Module, value.Num{}, Options{})
		xs := make(value.Floats, 2000)
		for i := range xs {
			xs[i] = c.arg()
		}
		for _, fn := range []string{"f_scalar", "f_lanes"} {
			out, failed := m.callFunc(fn, []uint64{m.upload(xs).raw})
			if failed != nil {
				t.Fatal(failed)
			}
			worst := 0.0
			for i, y := range m.download(out[0], math.MaxInt).(value.Floats) {
				worst = max(worst, units(y, c.exact(xs[i])))
			}
			if m.drop(out); worst >= 1 {
				t.Errorf("%s of %s is wrong by %.3f units in the last place", fn, c.name, worst)
			}
		}
	}
}

// units is how far y is from the exact result, in units of its last place.
func units(y float64, exact *big.Float) float64 {
	e, _ := exact.Float64()
	if math.IsInf(e, 0) || e == 0 {
		if y == e {
			return 0
		}
		return math.Inf(1)
	}
	unit := math.Nextafter(math.Abs(e), math.Inf(1)) - math.Abs(e)
	d := new(big.Float).SetPrec(precision).Sub(new(big.Float).SetFloat64(y), exact)
	f, _ := d.Abs(d).Float64()
	return f / unit
}

// exactExp is e to the x: the series of x / 2^k, squared k times.
func exactExp(x float64) *big.Float {
	const k = 20
	z := new(big.Float).SetPrec(precision).SetMantExp(new(big.Float).SetPrec(precision).SetFloat64(x), -k)
	sum, term := big.NewFloat(1).SetPrec(precision), big.NewFloat(1).SetPrec(precision)
	for i := 1; i < 40; i++ {
		term = new(big.Float).SetPrec(precision).Quo(term.Mul(term, z), new(big.Float).SetInt64(int64(i)))
		sum.Add(sum, term)
	}
	for range k {
		sum.Mul(sum, sum)
	}
	return sum
}

// exactLn is the logarithm, by Newton's method from that of the library.
func exactLn(x float64) *big.Float {
	y := new(big.Float).SetPrec(precision).SetFloat64(math.Log(x))
	for range 3 { // y + 2 (x - e^y) / (x + e^y)
		f, _ := y.Float64()
		rest := new(big.Float).SetPrec(precision).Sub(y, new(big.Float).SetFloat64(f))
		e := exactExp(f)
		e.Mul(e, expOf(rest))
		bx := new(big.Float).SetPrec(precision).SetFloat64(x)
		d := new(big.Float).SetPrec(precision).Quo(new(big.Float).SetPrec(precision).Sub(bx, e), new(big.Float).SetPrec(precision).Add(bx, e))
		y.Add(y, d.Mul(d, big.NewFloat(2)))
	}
	return y
}

// expOf is e to a small number.
func expOf(z *big.Float) *big.Float {
	sum, term := big.NewFloat(1).SetPrec(precision), big.NewFloat(1).SetPrec(precision)
	for i := 1; i < 12; i++ {
		term = new(big.Float).SetPrec(precision).Quo(term.Mul(term, z), new(big.Float).SetInt64(int64(i)))
		sum.Add(sum, term)
	}
	return sum
}

// exactSin is the sine: the series of x / 3^k, tripled k times.
func exactSin(x float64) *big.Float { return sinOf(big.NewFloat(x)) }

// exactCos is the sine of a quarter of a turn more.
func exactCos(x float64) *big.Float {
	quarter := atanOf(big.NewFloat(1))
	quarter.Mul(quarter, big.NewFloat(2))
	return sinOf(quarter.Add(quarter, big.NewFloat(x)))
}

func sinOf(x *big.Float) *big.Float {
	const k = 30
	z := exact().Set(x)
	for range k {
		z.Quo(z, big.NewFloat(3))
	}
	s := alternating(z, func(i int64) int64 { return 2 * i * (2*i + 1) }, func(int64) int64 { return 1 })
	for range k { // 3 s - 4 s^3
		cube := exact().Mul(exact().Mul(s, s), s)
		s = exact().Sub(exact().Mul(s, big.NewFloat(3)), cube.Mul(cube, big.NewFloat(4)))
	}
	return s
}

// exactAtan is the arctangent: the series of the tangent of x / 2^k, which is x / (1 + sqrt(1 + x^2)) for half an angle.
func exactAtan(x float64) *big.Float { return atanOf(big.NewFloat(x)) }

func atanOf(x *big.Float) *big.Float {
	const k = 20
	z := exact().Set(x)
	for range k {
		root := exact().Sqrt(exact().Add(exact().Mul(z, z), big.NewFloat(1)))
		z.Quo(z, root.Add(root, big.NewFloat(1)))
	}
	s := alternating(z, func(int64) int64 { return 1 }, func(i int64) int64 { return 2*i + 1 })
	return s.SetMantExp(s, k)
}

// alternating is the sum of z^(2i+1) with alternating signs, each divided by all that falls yields up to i, and
// by what by yields.
func alternating(z *big.Float, falls, by func(i int64) int64) *big.Float {
	sum, term, square := exact().Set(z), exact().Set(z), exact().Mul(z, z)
	for i := int64(1); i < 60; i++ {
		term.Quo(term.Neg(term.Mul(term, square)), exact().SetInt64(falls(i)))
		sum.Add(sum, exact().Quo(term, exact().SetInt64(by(i))))
	}
	return sum
}

// exact is a number with all bits that count.
func exact() *big.Float { return new(big.Float).SetPrec(precision) }
