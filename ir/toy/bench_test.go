package toy

import (
	"fmt"
	"strings"
	"testing"
)

// big is the text of a function of about n nodes: a chain of lets.
func big(n int) string {
	var b strings.Builder
	b.WriteString("(func f (x0:int) () int ")
	for i := 1; i < n/8; i++ {
		fmt.Fprintf(&b, "(let x%d:[int] (if (prim lt (x%d 3)) (prim add (x%d x%d)) 7)\n", i, i-1, i-1, i-1)
	}
	return b.String() + "x0" + strings.Repeat(")", n/8)
}

func BenchmarkParse(b *testing.B) {
	s := big(20000)
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	m, err := Parse(big(20000))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = m.String()
	}
}

func BenchmarkUnchanged(b *testing.B) {
	m, err := Parse(big(20000))
	if err != nil {
		b.Fatal(err)
	}
	var same func(Expr) Expr
	same = func(e Expr) Expr { return e.MapChildren(same) }
	b.ReportAllocs()
	for b.Loop() {
		if m.MapBodies(same) != m {
			b.Fatal("copied")
		}
	}
}
