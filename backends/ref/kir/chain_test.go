package kir_test

import (
	"strings"
	"testing"

	"nessiec/ir/value"
)

// Warps exchange values, groups hand sums on; misuse is found.
func TestShuffleAndChain(t *testing.T) {
	chain := func(vals string) string {
		return `(kernel k 4 (xs:buf<global int> r:buf<global int>) (gather scatter) (block ` + me +
			`(chain (key:int before:int) true (add) ` + vals + `) (store r i (prim add ((prim mul (key 1000)) before)))))
(func main (xs:buf<global int>) (buf<global int>)
  (block (alloc r:buf<global int> 12) (launch k 3 (xs r)) (return r)))`
	}
	for _, c := range []struct{ name, src, want string }{
		{"shuffle", program(me + `(def x:int (load xs i)) (shuffle (y:int) (x) 1 2) (store r i y)`), "[[1 1 3 3 5 5 7 7]]"},
		{"shuffle over the group", program(me + `(def x:int (load xs i)) (shuffle (y:int) (x) 3 4) (store r i y)`), "[[1 2 3 1 5 6 7 5]]"},
		{"far shuffle", program(me + `(shuffle (y:int) (i) 2 2) (store r i y)`), "a shuffle over 2 work-items"},
		{"different distances", program(me + `(shuffle (y:int) (i) (localid) 4) (store r i y)`), "not uniform"},
		{"divergent shuffle", program(me + `(store r i 0) (if (prim lt ((localid) 2)) (block (shuffle (y:int) (i) 1 4)) (block))`), "not uniform"},
		{"chain", chain("(7 (load xs (groupid)))"), "[[-1000 -1000 -1000 -1000 7001 7001 7001 7001 7003 7003 7003 7003]]"},
		{"chain with other keys", chain("((groupid) (load xs (groupid)))"), "[[-1000 -1000 -1000 -1000 1 1 1 1 1002 1002 1002 1002]]"},
		{"different values", chain("(7 (localid))"), "not uniform"},
		{"one buffer twice", `(kernel k 4 (a:buf<global int> b:buf<global int>) (gather scatter) (block (store b (localid) 1)))
(func main (xs:buf<global int>) (buf<global int>) (block (launch k 1 (xs xs)) (return xs)))`, "parameters 1 and 0 are one buffer"},
	} {
		for seed := range int64(5) {
			if got, _ := call(t, c.src, seed, value.Ints{1, 2, 3, 4, 5, 6, 7, 8}); !strings.Contains(got, c.want) {
				t.Errorf("%s, seed %d: got %s, want %s", c.name, seed, got, c.want)
			}
		}
	}
}
