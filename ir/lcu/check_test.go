package lcu_test

// Programs that Verify rejects, with the message.

import (
	"strings"
	"testing"

	"nessiec/ir/lcu"
)

func TestVerify(t *testing.T) {
	const reader = "(thunk (i:int) (let (x:int) (at v i) (ret x)))"
	in := func(rhs, results, binds string) string {
		return "(func f (v:vec<int> o:vec<int> n:int) (" + results + ") (let (" + binds + ") " + rhs + " (ret n)))"
	}
	for _, c := range []struct{ src, want string }{
		{in("(reduce (add) n "+reader+")", "int", "s:int"), ""},
		{in("(reduce (id) n "+reader+")", "int", "s:vec<int>"), ""},
		{in("(reduce (id) n "+reader+")", "int", "s:int"), "let: value 0 has type vec<int>, want int"},
		{in("(reduce (add mul) n "+reader+")", "int", "s:int"), "2 operators for 1 results of the thunk"},
		{in("(scan (set) false n "+reader+")", "int", "s:vec<int>"), "set does not combine elements of type int"},
		{in("(epilogue (reduce (add) n "+reader+") (thunk (t:int) (ret t)))", "int", "s:int"), ""},
		{in("(epilogue (scan (add) false n "+reader+") (thunk (j:int t:int) (ret t j)))", "int", "s:vec<int> t2:vec<int>"), ""},
		{in("(epilogue (scan (add) false n "+reader+") (thunk (t:int) (ret t)))", "int", "s:vec<int>"), "parameters of a thunk: found 1 values"},
		{in("(epilogue (reduce (id) n "+reader+") (thunk (t:int) (ret t)))", "int", "s:int"), "an epilogue of reduce, which combines nothing"},
		{in("(epilogue (prefix (add id) n (thunk (i:int) (ret i true))) (thunk (j:int t:int) (ret 1.0)))", "int", "a:vec<float> s:vec<int> b:vec<bool>"), ""},
		{in("(epilogue (prefix (add) n "+reader+") (thunk (j:int t:int) (ret 1.0)))", "int", "a:vec<float>"), "let: found 2 values"},
		{in("(epilogue (map n "+reader+") (thunk (t:int) (ret t)))", "int", "s:int"), "an epilogue of map, which combines nothing"},
		{in("(map o "+reader+")", "int", "s:vec<int>"), "size has type vec<int>, want int"},
		{in("(map n (thunk (s:int i:int) (ret i)))", "int", "r:vec<int>"), "parameters of a thunk: found 2 values"},
		{in("(segmap n (n) (thunk (s:int i:int) (ret i)))", "int", "r:vec<int>"), "offsets has type int, want vec<int>"},
		{in("(segmap n (n n n) (thunk (s:int i:int) (ret i)))", "int", "r:vec<int>"), "3 operands for segments: neither offsets nor count and length"},
		{in("(segmap n (n o) (thunk (s:int i:int) (ret i)))", "int", "r:vec<int>"), "length of segments has type vec<int>, want int"},
		{in("(segmap n (o) "+reader+")", "int", "s:vec<int>"), "parameters of a thunk: found 1 values"},
		{in("(map n (thunk (i:int) (ret v)))", "int", "s:vec<int>"), "a thunk yields type vec<int>"},
		{in("(map n (thunk (i:int) (let (x:int) (call f (v o i)) (ret x))))", "int", "s:vec<int>"), "call in a thunk"},
		{in("(map n (thunk (i:int) (let (x:int) (reduce (add) n (thunk (j:int) (ret j))) (ret x))))", "int", "s:vec<int>"), "reduce in a thunk"},
		{in("(filter false n "+reader+" (thunk (y:int) (ret y)))", "int", "s:vec<int> r:vec<int>"), "predicate: value 0 has type int, want bool"},
		{in("(filter false n "+reader+" (thunk (y:bool) (ret y)))", "int", "s:vec<int> r:vec<int>"), "parameters of a thunk: value 0 has type bool, want int"},
		{in("(compact n (n) (false) "+reader+" (0) (0) (o) (false) () ())", "int", "s:vec<int>"), ""},
		{in("(compact n (n) (false) "+reader+" (1) (0) (o) (false) () ())", "int", "s:vec<int>"), "part 0 goes into array 1 of 1"},
		{in("(compact n (n n) (false false) "+reader+" (0) (0) (o) (false) () ())", "int", "s:vec<int> t:vec<int>"), "array 1 without a part"},
		{in("(compact n (n) (false) "+reader+" (0) (0) (o o) (false) () ())", "int", "s:vec<int>"), "1 results of the thunk, and not as many parts"},
		{in("(compact n (n) (false) "+reader+" (0 0) (0 0) (o o) (false true) () ())", "int", "s:vec<int>"), "1 results of the thunk, and not as many parts"},
		{in("(compact n (n) (false) (thunk (i:int) (ret i true)) (0) (0) (o) (false) () ())", "int", "s:vec<int>"), ""},
		{in("(compact n (n) (false) (thunk (i:int) (ret i i)) (0) (0) (o) (false) () ())", "int", "s:vec<int>"), "the flag of part 0 has type int, want bool"},
		{in("(compact n (n) (false) "+reader+" (0) (0) (o) (false) (0) (n))", "int", "s:vec<int>"), ""},
		{in("(compact n (n) (false) "+reader+" (0) (0) (o) (false) (0) (true))", "int", "s:vec<int>"), "last element has type bool, want int"},
		{in("(compact n (n) (false) "+reader+" (0) (0) (o) (false) (0) ())", "int", "s:vec<int>"), "1 arrays with a last element, and 0 of these"},
		{in("(compact n (n) (false) "+reader+" (0) (0) (o) (false) (1) (n))", "int", "s:vec<int>"), "a last element of array 1 of 1"},
		{in("(compact n (n) (false) "+reader+" (0) (0) (o) (false) (0 0) (n n))", "int", "s:vec<int>"), "array 0 ends twice"},
		{in("(scatter max n (v v) "+reader+" (thunk (j:int) (ret j)))", "int", "s:vec<int> t:vec<int>"), "scatter: found 1 values"},
		{in("(rank true n (o) (thunk (s:int i:int) (ret true)))", "int", "r:vec<int>"), "rank of keys [bool]"},
		{in("(run k (n))", "int", "s:int"), "unknown kernel k"},
		{in("(staged (map n "+reader+") (plan (m:int) (steps (step all items))))", "int", "s:vec<int>"), ""},
		{in("(staged (map n "+reader+") (plan () (steps (step all items))))", "int", "s:vec<int>"), "0 parameters of a plan for map, not 1"},
		{in("(staged (segmap n (n n) (thunk (s:int i:int) (ret i))) (plan (m:int k:int) (steps (step all items))))", "int", "r:vec<int>"), "2 parameters of a plan for segmap, not 3"},
		{in("(staged (map n "+reader+") (plan (m:int) (let (c:bool) (prim lt (m 3)) (if c (steps (step all items)) (steps (step all chunks 2))))))", "int", "s:vec<int>"), ""},
		{in("(staged (map n "+reader+") (plan (m:int) (if true (if true (steps (step all items)) (steps (step all items))) (steps (step all items)))))", "int", "s:vec<int>"), "the first branch of a choice is a if, not steps"},
		{in("(staged (map n "+reader+") (plan (m:int) (if m (steps (step all items)) (steps (step all items)))))", "int", "s:vec<int>"), "condition has type int, want bool"},
		{in("(staged (map n "+reader+") (plan (m:int) (steps (step all chunks true))))", "int", "s:vec<int>"), "a number of a step has type bool, want int"},
		{in("(staged (map n "+reader+") (plan (m:int) (let (y:int) (at v m) (steps (step all items)))))", "int", "s:vec<int>"), "a plan reads an array"},
		{in("(staged (map n "+reader+") (plan (m:int) (let (c:bool) (evenrows true m) (steps (step all items)))))", "int", "s:vec<int>"), "evenrows of a SOAC without offsets"},
		{in("(staged (segmap n (o) (thunk (s:int i:int) (ret i))) (plan (m:int k:int) (let (c:bool) (evenrows true m) (steps (step all items)))))", "int", "r:vec<int>"), ""},
		{in("(staged (map n "+reader+") (plan (m:int) (ret m)))", "int", "s:vec<int>"), "a plan ends in a ret"},
		{in("(evenrows true n)", "int", "s:bool"), "evenrows outside of a plan"},
		{in("(steps (step all items))", "int", "s:bool"), "steps outside of a plan"},
		{in("(step all items)", "int", "s:bool"), "step outside of a plan"},
		{"(func f (n:int) (int) (let (l:int) (thunk (i:int) (ret i)) (ret l)))", "func f: thunk stands where a value is expected"},
		{"(kernel k (n:int) (int) (let (l:int) (prim neg (n)) (ret l)))", "kernel k: prim in a kernel"},
		{"(kernel k (n:int) (vec<int>) (let (s:vec<int>) (map n (thunk (i:int) (ret i))) (ret s))) (kernel k () () (ret))", "kernel k is defined twice"},
	} {
		m, err := lcu.Parse(c.src)
		if err != nil {
			t.Fatalf("%s: %v", c.src, err)
		}
		if err := lcu.Verify(m); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.src, err, c.want)
		}
	}
}
