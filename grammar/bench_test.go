package grammar_test

// Twenty thousand nodes in half a millisecond: verification is always on.

import (
	"strings"
	"testing"
)

func BenchmarkCheck(b *testing.B) {
	m, err := fam.Parse("(func f () () int (tuple" + strings.Repeat(" (prim add (1 2)) (if 1 2 3)", 2857) + "))")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := first.Check(m); err != nil {
			b.Fatal(err)
		}
	}
}
