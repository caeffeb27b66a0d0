package nkl_test

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir"
	"nessiec/ir/nkl"
)

// Verifying about 20,000 nodes.
func BenchmarkVerify(b *testing.B) {
	var text strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, `(func f%d () (xs:[int] ys:[<int float>]) [<int <float bool>>]
  (let n:int (prim length (xs))
  (let zs:[int] (eachif (x:int) (xs) (prim lt (x n)) (prim add (x (prim mul (x n)))))
  (let w:<int float> (tuple (prim sum (zs)) 1.5)
  (each (z:int y:<int float>) (zs ys)
    (if (prim eq (z 0))
      (tuple z (tuple (proj 1 y) true))
      (tuple (prim add (z (proj 0 w))) (tuple (prim mul ((proj 1 w) (proj 1 y))) false))))))))
`, i)
	}
	m, err := nkl.Parse(text.String())
	if err != nil {
		b.Fatal(err)
	}
	nodes := 0
	m.EachBody(func(e nkl.Expr) { ir.Walk(e, func(nkl.Expr) bool { nodes++; return true }) })
	b.ReportMetric(float64(nodes), "nodes")
	for range b.N {
		if err := nkl.Verify(m); err != nil {
			b.Fatal(err)
		}
	}
}
