package kir_test

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir/value"
)

// Where groups write what they keep is compared with the windows that the kernel states. Flags
// are counted before each element; group g keeps the flagged ones of elements 2g and 2g+1.
func TestWindows(t *testing.T) {
	const src = `(kernel k 1 (xs:buf<global int> kept:buf<global int> r:buf<global int>) (own ownnext packed) (block
  (share 2 6 1) (window r kept 1 false)
  (def lo:int (prim mul ((groupid) 2)))
  (for i:int lo (prim add (lo 2)) 1 (block
    (if (prim lt ((load kept i) (load kept (prim add (i 1))))) (block (store r (prim add (1 (load kept i))) (load xs i))) (block))))
  (if (prim eq ((groupid) 2)) (block (store r 0 9) (store r 4 7)) (block))))
(func main (xs:buf<global int>) (buf<global int>) (block (const kept:buf<global int> (0 1 1 1 2 2 3)) (alloc r:buf<global int> 5) (launch k 3 (xs kept r)) (return r)))`
	for _, c := range []struct{ name, old, new, want string }{
		{"good but for element 0, before any window", "", "", "element 0 of r, a parameter with access packed, is not in the group's share"},
		{"good", "(store r 0 9)", "", "was never written"},
		{"what another group keeps", "(store r 0 9)", "(store r 1 9)", "element 1 of r"},
		{"the others", "kept 1 false", "kept 1 true", "of r, a parameter with access packed"},
		{"two elements further", "(load kept (prim add (i 1)))", "(load kept (prim rem ((prim add (i 2)) 7)))", "of kept, a parameter with access ownnext"},
	} {
		if got, _ := call(t, strings.Replace(src, c.old, c.new, 1), 1, value.Ints{1, 2, 3, 4, 5, 6}); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

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
		{"a copied range", "own", "write", `(share 2 4 2) (if (prim eq ((groupid) 0)) (block (copyrange r xs 0 5 0)) (block))`, "element 4 of r"},
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
