package engine

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
)

// Sums of rows. A row may end behind any element of a round, and an element that fails leaves it.
const rows = `
(site @0:1:1 "Out of range.")
(kernel k_sums 1 (rows_0:int offs_0:buf<global int> idx_0:buf<global int> n_0:int x_0:buf<global float> out_0:buf<global float> errors_0:buf<global int> base_0:int slot_0:int)
  (value gather gather value gather scatter scatter value value)
  (block
    (for s_0:int 0 rows_0 1
      (block
        (mut sum_0:float 0.0)
        (for p_0:int (load offs_0 s_0) (load offs_0 (prim add (s_0 1))) 1
          (block
            (def i_0:int (load idx_0 p_0))
            (choose (r_0:float) (prim not ((inrange i_0 n_0)))
              (block
                (atomic old_0:int min errors_0 0 base_0)
                (if (prim ge (old_0 base_0)) (block (atomic was_0:int min errors_0 slot_0 p_0)) (block))
                (yield 0.0))
              (block (yield (load x_0 i_0))))
            (set sum_0 (prim add (sum_0 r_0)))))
        (store out_0 s_0 sum_0)))))
(func f_go (offs_0:buf<global int> idx_0:buf<global int> x_0:buf<global float>) (buf<global float>)
  (block
    (def n_0:int (prim sub ((length offs_0) 1)))
    (alloc out_0:buf<global float> n_0)
    (launch k_sums 1 (n_0 offs_0 idx_0 (length x_0) x_0 out_0 (errorword) (launchbase 0) 1))
    (release offs_0)
    (release idx_0)
    (release x_0)
    (return out_0)))
(action read arg.1 "[int]" [int] "" () offs 0)
(action read arg.2 "[int]" [int] "" () idx 0)
(action read arg.3 "[float]" [float] "" () x 0)
(action eval it "[float]" [float] f_go (offs idx x) "" 0)`

func TestRows(t *testing.T) {
	m := backendtest.Parse(t, rows)
	var offs, idx []string
	at := 0
	for length := range 20 {
		offs = append(offs, fmt.Sprint(at))
		for range length {
			idx = append(idx, fmt.Sprint(at%3))
			at++
		}
	}
	offs = append(offs, fmt.Sprint(at))
	list := func(xs []string) string { return "[" + strings.Join(xs, ", ") + "] " }
	for _, n := range widths {
		alike(t, m, n, list(offs)+list(idx)+"[0.5, 0.25, 3.0]", Options{})
		for fails := 150; fails < at; fails += 3 {
			good := idx[fails]
			idx[fails] = "3"
			alike(t, m, n, list(offs)+list(idx)+"[0.5, 0.25, 3.0]", Options{})
			idx[fails] = good
		}
	}
}
