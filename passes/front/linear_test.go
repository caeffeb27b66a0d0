package front_test

// The front end takes time proportional to the length of the program.

import (
	"fmt"
	"strings"
	"testing"

	parser "nessiec/grammar/nesl"
	"nessiec/passes/front"
	"nessiec/passes/pass"
)

// long is a program of about n lines: functions that call each other, values
// that they mention, expressions.
func long(n int) string {
	var b strings.Builder
	b.WriteString("function g0(x) = x + 1;\nfunction g1(x, v) = g0(x) + #v;\nc0 = 1;\nc1 = 2;\n")
	for i := 2; i < n/2; i++ {
		fmt.Fprintf(&b, "function g%d(x, v) = let a = g%d(x, v) in sum({a * e + c%d : e in v; k in [0:#v] | e > a}) + a;\n", i, i-1, i%2)
		fmt.Fprintf(&b, "c%d = g%d(c%d, [1, 2, 3]) - g%d(2, [1]);\n", i, i, i%2, i)
	}
	return b.String()
}

func elaborate(src string) (ok bool) {
	c := pass.NewCtx(pass.DefaultOptions())
	m := parser.Parse(0, src, c.Diags)
	front.InferTypes(c, front.CompilePatterns(c, front.ExpandSugar(c, front.ResolveNames(c, m))))
	return !c.Diags.HasErrors()
}

// Work is measured in allocations, which do not depend on the machine.
func TestLinear(t *testing.T) {
	allocs := func(n int) float64 {
		src := long(n)
		if !elaborate(src) {
			t.Fatal("rejected")
		}
		return testing.AllocsPerRun(1, func() { elaborate(src) })
	}
	if few, many := allocs(400), allocs(1600); many > 5*few {
		t.Errorf("%.0f allocations for 400 lines, %.0f for 1600", few, many)
	}
}

func BenchmarkFront(b *testing.B) {
	for _, n := range []int{500, 5000} {
		src := long(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				if !elaborate(src) {
					b.Fatal("rejected")
				}
			}
		})
	}
}
