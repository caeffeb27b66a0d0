package pass

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"nessiec/ir"
)

// What is said of elements comes together in their order, however many are at work.
func TestEach(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	said := func(processors int) string {
		runtime.GOMAXPROCS(processors)
		c := NewCtx(DefaultOptions())
		c.Notes, c.pass = true, "p"
		c.Rewrite("before")
		xs := make([]int, 100)
		for i := range xs {
			xs[i] = i
		}
		out, changed := Each(c, xs, func(c *Ctx, x int) int {
			if x%3 == 0 {
				return x
			}
			c.Rewrite(fmt.Sprint("rewrite ", x))
			c.Count("odd", int64(x%2))
			c.Note(Note{Name: fmt.Sprint(x)})
			c.Warnf(ir.Pos{}, fmt.Sprint("W", x), "found")
			return -x
		})
		return fmt.Sprint(out, changed, c.LastRewrite(), c.Stats(), c.TakeNotes(), c.Diags.String(nil))
	}
	if one, many := said(1), said(4); one != many {
		t.Errorf("one processor: %s\nfour: %s", one, many)
	}
	xs := []int{1, 2, 3}
	if out, changed := Each(NewCtx(DefaultOptions()), xs, func(_ *Ctx, x int) int { return x }); changed || &out[0] != &xs[0] {
		t.Error("nothing changes, but the slice is another")
	}
}

// The first element that fails does so in the goroutine of the pass; a mistake of the user ends it.
func TestEachFails(t *testing.T) {
	var order []string
	func() {
		defer func() { order = append(order, fmt.Sprint(recover())) }()
		Each(NewCtx(DefaultOptions()), []int{1, 2, 3}, func(_ *Ctx, x int) int {
			if x > 1 {
				panic(x)
			}
			return x
		})
	}()
	c := NewCtx(DefaultOptions())
	func() {
		defer func() { order = append(order, fmt.Sprint(Aborted(recover()))) }()
		Each(c, []int{1, 2}, func(c *Ctx, x int) int { c.Fatalf(ir.Pos{}, "E1", "no"); return x })
	}()
	if !slices.Equal(order, []string{"2", "true"}) || c.Diags.NumErrors() != 1 {
		t.Errorf("%v, %d errors", order, c.Diags.NumErrors())
	}
}
