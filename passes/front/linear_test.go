package front_test

// The front end takes time proportional to the length of the program.

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	parser "nessiec/grammar/nesl"
	"nessiec/passes/front"
	"nessiec/passes/front/names"
	"nessiec/passes/front/sugar"
	"nessiec/passes/pass"
)

// shapes are programs of about n lines.
var shapes = map[string]func(n int) string{
	"functions and values": long,
	"a long let": func(n int) string {
		return "function g(x) =\n  let a0 = x + 1;\n" + lines(n, "  a%d = a%d * 2;\n") + fmt.Sprintf("  in a%d;\n", n)
	},
	"a long sum":      func(n int) string { return "x = 0" + lines(n, "\n  + %d * %d") + ";\n" },
	"a long sequence": func(n int) string { return "v = [(0, \"\")" + lines(n, ",\n  (%d, \"a%d\")") + "];\n" },
	"nested datatypes": func(n int) string {
		return "datatype d0(int, float);\n" + lines(n/2, "datatype d%[1]d(d%[2]d, int);\nfunction h%[1]d(d%[1]d(x, n)) = n;\n")
	},
	"functions in order": func(n int) string {
		return "function g0(x) = (x, 1);\n" + lines(n, "function g%d(x) = (x, first(g%d(2)));\n")
	},
	"announced functions": func(n int) string {
		return lines(n/2, "function g%d(x) : int -> int; %% %d %%\n") + lines(n/2, "function g%[1]d(x) : int -> int = if x == 0 then 0 else g1(x - %[2]d);\n")
	},
	"function values": func(n int) string { return lines(n, "v%d = map(x => x + %d, [1, 2]);\n") },
}

// lines repeats a line that mentions i and i - 1 for i from 1 to n.
func lines(n int, format string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, format, i, i-1)
	}
	return b.String()
}

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
	front.InferTypes(c, sugar.CompilePatterns(c, sugar.ExpandSugar(c, names.ResolveNames(c, m))))
	return !c.Diags.HasErrors()
}

// Work is measured in allocations, which do not depend on the machine.
func TestLinear(t *testing.T) {
	elaborate(long(4)) // what is made once
	for name, shape := range shapes {
		allocs := func(n int) uint64 {
			src := shape(n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if !elaborate(src) {
				t.Fatalf("%s: rejected", name)
			}
			runtime.ReadMemStats(&after)
			return after.Mallocs - before.Mallocs
		}
		if few, many := allocs(300), allocs(1200); many > 5*few {
			t.Errorf("%s: %d allocations for 300 lines, %d for 1200", name, few, many)
		}
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
