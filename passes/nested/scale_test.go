package nested_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// shapes are programs of about n nodes that are large in one direction.
var shapes = map[string]func(n int) string{
	"lets": func(n int) string {
		var b strings.Builder
		b.WriteString("(func main () (x0:int) int ")
		for i := range n {
			fmt.Fprintf(&b, "(let x%d:int (prim @0:1:1 div (x%d (prim add (x%d %d))))", i+1, i, i/2, i)
		}
		return b.String() + fmt.Sprintf("x%d", n) + strings.Repeat(")", n+1)
	},
	"operands": func(n int) string {
		return "(func main () (x0:int) int " + strings.Repeat("(prim @0:1:1 rem (x0 (prim add (1 ", n) + "x0" + strings.Repeat("))))", n) + ")"
	},
	"branches": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "(prim add (%d (if (prim lt (x0 %d)) (prim neg (x0)) ", i, i)
		}
		return "(func main () (x0:int) int " + b.String() + "x0" + strings.Repeat(")))", n) + ")"
	},
	"functions": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "(func f%d () (x:int y:int) int (prim add ((call f%d () (y (prim mul (x y)))) (call f%d () (x 3)))))\n", i, i+1, i+1)
		}
		fmt.Fprintf(&b, "(func f%d () (x:int y:int) int (prim sub (x y)))\n", n)
		return b.String() + "(func main () (x0:int) int (call f0 () (x0 x0)))"
	},
	"instances": func(n int) string {
		var b strings.Builder
		b.WriteString("(func app ('i/any) (h:fun<'i/any int int> x:int) int (apply h (apply h x)))\n(func main () (x0:int) int ")
		for i := range n {
			fmt.Fprintf(&b, "(let y%d:int (call app (clo<lam%d int>) ((lambda lam%d (x0) a%d:int (prim add (a%d (prim mul (x0 %d))))) %d))", i, i, i, i, i, i, i)
		}
		return b.String() + fmt.Sprintf("y%d", n-1) + strings.Repeat(")", n+1)
	},
	"filters": func(n int) string {
		var b strings.Builder
		b.WriteString("(func main () (x0:int) [int] (let s0:[int] (range 0 x0 1)")
		for i := range n {
			fmt.Fprintf(&b, "(let s%d:[int] (eachif (a%d:int b%d:int) (s%d (range 0 (prim length (s%d)) 1)) (prim gt (a%d %d)) (prim elt (s%d b%d)))", i+1, i, i, i, i, i, i%3, i, i)
		}
		return b.String() + fmt.Sprintf("s%d", n) + strings.Repeat(")", n+2)
	},
}

// compile runs all passes and returns how many objects they allocated.
func compile(t *testing.T, src string) uint64 {
	t.Helper()
	m, err := nkl.Parse(src + "\n(action read \"\" \"\" int \"\" () x 0)\n(action eval it \"\" " + resultOf(src) + " main (x) it 0)")
	if err != nil {
		t.Fatal(err)
	}
	passes := table()
	d := &driver.Driver{Passes: passes, NoVerify: true}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := d.Run(pass.NewCtx(pass.DefaultOptions()), driver.Program{Lang: passes[0].From, Module: m}, len(passes)); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

func resultOf(src string) string {
	_, rest, _ := strings.Cut(src, "(func main () (x0:int) ")
	typ, _, _ := strings.Cut(rest, " ")
	return typ
}

// Four times the program must not take much more than four times the work,
// measured by allocations, which are the same on every machine. Short tests have smaller programs.
func TestScale(t *testing.T) {
	size := 500
	if testing.Short() {
		size = 200
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			small, large := compile(t, shape(size)), compile(t, shape(4*size))
			if large > 6*small {
				t.Errorf("%d objects for %d, %d for %d", small, size, large, 4*size)
			}
		})
	}
}
