package front_test

import (
	"fmt"
	"strings"
	"testing"

	parser "nessiec/grammar/nesl"
	"nessiec/passes/front"
	"nessiec/passes/pass"
)

func source(lines int) string {
	var b strings.Builder
	b.WriteString("function g0(x) = x + 1;\nc0 = 1;\n")
	for i := 1; i < lines/2; i++ {
		fmt.Fprintf(&b, "function g%d(x, v) = let a = g%d(x%s) in sum({a * e + c%d : e in v; k in [0:#v] | e > a}) + a;\n", i, i-1, map[bool]string{true: ", v"}[i > 1], (i-1)%10)
		fmt.Fprintf(&b, "c%d = g%d(c%d, [1,2,3]) - g%d(2, [1]);\n", i, i, (i-1)%10, i)
	}
	return b.String()
}

func BenchmarkFront(b *testing.B) {
	for _, n := range []int{500, 5000} {
		src := source(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				c := pass.NewCtx(pass.DefaultOptions())
				m := parser.Parse(0, src, c.Diags)
				b.StopTimer()
				b.StartTimer()
				out := front.InferTypes(c, front.CompilePatterns(c, front.ExpandSugar(c, front.ResolveNames(c, m))))
				if c.Diags.HasErrors() || len(out.Funcs) < n/2 {
					b.Fatal("rejected")
				}
			}
		})
	}
}
