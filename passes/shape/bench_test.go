package shape_test

// How long the passes take.

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/pass"
	"nessiec/passes/shape"
)

// chain is a module of n functions, each of 50 nodes: checked nested maps,
// index arithmetic, filters, and a call of the function before.
func chain(t testing.TB, n int) *nkl.Module {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `(func f%d () (m:[[int]] v:[int] k:int) [[int]]
  (let a:int (prim length (v))
  (let r:[[int]] (eachcaptured (a) (v) (row:[int]) (m)
    (let blk:bool (elem (let l:int (prim length (row)) (let e:bool (prim eq (l a)) (check e "Length." true))))
    (eachcaptured () () (x:int y:int) (row v) (elem (prim add (x y))))))
  (let is:[int] (prim index (a))
  (let s:[int] (eachcaptured (a k) (v) (i:int) (is)
    (elem (let j:int (prim add (i k)) (let p:int (prim rem (j a)) (let c1:bool (prim ge (p 0)) (let c2:bool (prim lt (p a))
      (let c:bool (prim and (c1 c2)) (check c "Index." (prim elt (v p))))))))))
  (let flags:[bool] (eachcaptured () () (z:int) (s) (elem (prim gt (z 0))))
  (let u:[int] (prim pack (v flags))
  (let w:[int] (prim append (u s))
`, i)
		if i == 0 {
			b.WriteString("  (let q:[[int]] (seq [int] (u w)) q")
		} else {
			fmt.Fprintf(&b, "  (let q:[[int]] (call f%d () (r v k)) (prim append (q r))", i-1)
		}
		b.WriteString(strings.Repeat(")", 9) + "\n")
	}
	m, err := nkl.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The time of the passes grows with the program, not faster: bench it with 10
// and 100 functions of 50 nodes.
func BenchmarkPasses(b *testing.B) {
	for _, n := range []int{10, 100} {
		m := chain(b, n)
		nodes := 0
		m.EachBody(func(e nkl.Expr) { ir.Walk(e, func(nkl.Expr) bool { nodes++; return true }) })
		c := pass.NewCtx(pass.DefaultOptions())
		shaped := shape.InferShapes(c, m)
		for _, p := range []struct {
			name string
			run  func(*pass.Ctx, *nkl.Module) *nkl.Module
			in   *nkl.Module
		}{{"infer", shape.InferShapes, m}, {"detect", shape.DetectRectangular, shaped}, {"discharge", shape.DischargeChecks, shaped}} {
			b.Run(fmt.Sprintf("%s/%d-nodes", p.name, nodes), func(b *testing.B) {
				for b.Loop() {
					p.run(c, p.in)
				}
			})
		}
	}
}
