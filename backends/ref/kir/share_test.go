package kir_test

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir/value"
)

// What a kernel says of its accesses is compared with what its groups do. Each group
// has two of four rows, which have two elements each; xs has eight elements.
func TestShares(t *testing.T) {
	const good = `(share 2 4 2) (for i:int (prim mul ((groupid) 4)) (prim mul ((prim add ((groupid) 1)) 4)) 1 (block (store r i (load xs i))))`
	for _, c := range []struct{ name, read, write, body, want string }{
		{"good", "own", "write", good, "[[1 2 3 4 5 6 7 8]]"},
		{"the next element", "own", "write", strings.Replace(good, "(load xs i)", "(load xs (prim rem ((prim add (i 1)) 8)))", 1),
			"of input, a parameter with access own, is not in the group's share"},
		{"the next element, read anywhere", "gather", "write", strings.Replace(good, "(load xs i)", "(load xs (prim rem ((prim add (i 1)) 8)))", 1),
			"[[2 3 4 5 6 7 8 1]]"},
		{"another share", "own", "write", strings.Replace(good, "share 2", "share 1", 1), "of r, a parameter with access write, is not in the group's share"},
		{"shorter rows", "gather", "write", strings.Replace(good, "4 2)", "4 1)", 1), "of r, a parameter with access write, is not"},
		{"behind the last", "rowown", "write", `(share 1 2 4)` + strings.Replace(good, "(share 2 4 2) ", "", 1),
			"with access rowown, is not in the group's share 0..0"},
		{"rows", "rowown", "rowwrite", `(share 4 8 1)` + strings.Replace(good, "(share 2 4 2) ", "", 1), "[[1 2 3 4 5 6 7 8]]"},
		{"the last group has the rest", "own", "write", `(share 1 2 1) (if (prim eq ((groupid) 1)) (block (for i:int 1 8 1 (block (store r i 7))))
			(block (store r 0 (load xs 0))))`, "[[1 7 7 7 7 7 7 7]]"},
		{"by groups", "gather", "partial", `(store r (prim sub (1 (groupid))) 0)`, "with access partial"},
		{"a copied range", "own", "write", `(share 2 4 2) (if (prim eq ((groupid) 0)) (block (copyrange r xs 0 5)) (block))`, "element 4 of r"},
		{"lanes", "own", "write", `(share 2 4 2) (store r (ramp 4 (prim mul ((groupid) 4))) (load xs (splat 4 0)))`, "element 0 of input"},
	} {
		src := fmt.Sprintf(`(kernel k 1 (xs:buf<global int> r:buf<global int>) (%s %s) (block %s))
(func main (xs:buf<global int>) (buf<global int>) (block (alloc r:buf<global int> 8) (launch k 2 (xs r)) (return r)))`, c.read, c.write, c.body)
		for seed := range int64(3) {
			if got, _ := call(t, src, seed, value.Ints{1, 2, 3, 4, 5, 6, 7, 8}); !strings.Contains(got, c.want) {
				t.Errorf("%s, seed %d: got %s, want %s", c.name, seed, got, c.want)
			}
		}
	}
}
