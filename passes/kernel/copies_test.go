package kernel_test

// Copies in clusters that are not all made.

import (
	"strings"
	"testing"

	"nessiec/ir/fkl"
	"nessiec/ir/text"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// Maps that read each other, are read by sums and elsewhere, and are copied.
const copiedProgram = `
(func main (v:vec<int> w:vec<int>) (vec<int> int vec<int>)
  (let (n:int) (length v)
  (let (a:vec<int>) (map n i:int (let (x:int) (at v i) (let (y:int) (at w i) (let (z:int) (prim mul (x y)) (ret z)))))
  (let (b:vec<int>) (map n i2:int (let (x2:int) (at a i2) (let (y2:int) (at w i2) (let (z2:int) (prim sub (x2 y2)) (ret z2)))))
  (let (s:int) (reduce add b)
  (let (m:int) (prim div (n 2))
  (let (c:vec<int>) (map m i3:int (let (j:int) (prim sub (n i3)) (let (k:int) (prim sub (j 1))
    (let (x3:int) (at b k) (let (y3:int) (at a k) (let (z3:int) (prim add (x3 y3)) (let (u:int) (prim add (z3 s)) (ret u))))))))
  (let (d:vec<int>) (scan add a)
  (ret c s d)))))))))
(action read "_" "" [int] "" () v 0)
(action read "_" "" [int] "" () w 0)
(action eval it "..." <[int] <int [int]>> main (v w) "" 0)`

// However many of the rewrites are made, programs compute the same: what a
// cluster that is not made reads is made for it.
func TestSomeCopies(t *testing.T) {
	all, copied := -1, 0
	for limit := 0; all < 0 || limit <= all; limit++ {
		m, err := fkl.Parse(copiedProgram)
		if err != nil {
			t.Fatal(err)
		}
		o := pass.DefaultOptions()
		o.OptLevel = 2
		ps := table(t)
		d := driver.Driver{Passes: ps, Levels: levels.All(), Observe: []func(*driver.Row){func(r *driver.Row) {
			if r.Pass.Name == "plan-fusion" {
				copied = max(copied, strings.Count(r.Out.Text(text.Options{}), "(copy "))
			}
		}}, ExecCheck: &driver.ExecSpec{Inputs: []driver.Input{{Args: []string{"[3, 1, 4, 1, 5]", "[2, 7, 1, 8, 2]"}}}}}
		c := pass.NewCtx(o)
		if all >= 0 {
			c.RewriteLimit = limit
		}
		if _, err := d.Run(c, driver.Program{Lang: ps[0].From, Module: m}, len(ps)); err != nil {
			t.Fatalf("%d rewrites: %v", limit, err)
		}
		if all < 0 {
			all, limit = c.LastRewrite().N, -1
		}
	}
	if all < 5 || copied < 4 {
		t.Errorf("%d rewrites, %d copies", all, copied)
	}
}
