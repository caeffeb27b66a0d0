package shape_test

// The passes take time proportional to the size of the program.

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

// walk is one function that reads a sequence n times, each time at the number
// it found, checked to be an index: all checks are about one length.
func walk(t testing.TB, n int) *nkl.Module {
	t.Helper()
	var b strings.Builder
	b.WriteString("(func main () (xs:[int] k0:int) int (let n:int (prim length (xs))\n")
	for i := range n {
		fmt.Fprintf(&b, `(let a%[1]d:int (prim add (k%[1]d %[2]d)) (let c%[1]d:bool (prim lt (a%[1]d n)) (check c%[1]d "High."
			(let d%[1]d:bool (prim ge (a%[1]d 0)) (check d%[1]d "Low." (let k%[3]d:int (prim elt (xs a%[1]d))`+"\n", i, i%5, i+1)
	}
	fmt.Fprintf(&b, "k%d%s", n, strings.Repeat(")", 6*n+2))
	m, err := nkl.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Work is measured in allocations, which do not depend on the machine.
func TestLinear(t *testing.T) {
	for name, program := range map[string]func(testing.TB, int) *nkl.Module{"chain": chain, "walk": walk} {
		allocs := func(n int) float64 {
			m := program(t, n)
			return testing.AllocsPerRun(1, func() {
				c := pass.NewCtx(pass.DefaultOptions())
				shape.DischargeChecks(c, shape.InferShapes(c, m))
			})
		}
		if few, many := allocs(50), allocs(200); many > 5*few {
			t.Errorf("%s: %.0f allocations for 50 pieces, %.0f for 200", name, few, many)
		}
	}
}

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
		}{{"infer", shape.InferShapes, m}, {"discharge", shape.DischargeChecks, shaped}} {
			b.Run(fmt.Sprintf("%s/%d-nodes", p.name, nodes), func(b *testing.B) {
				for b.Loop() {
					p.run(c, p.in)
				}
			})
		}
	}
}
