package fkl_test

// Programs that Verify rejects, with the message.

import (
	"strings"
	"testing"

	"nessiec/ir/fkl"
)

func TestVerify(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"(func f (n:int) (int) (ret n))", ""},
		{"(func f (n:int) (vec<int#m>) (let (v:vec<int#n>) (map n i:int (ret i)) (ret v)))", ""},
		{"(func f (n:int) (int) (ret n)) (func f () () (ret))", "function f is defined twice"},
		{"(func f (n:int) (float) (ret n))", "func f: results: value 0 has type int, want float"},
		{"(func f (n:int) (int) (ret n n))", "results: found 2 values"},
		{"(func f (n:int) (int) (let (x:float) (prim add (n 1)) (ret n)))", "let: value 0 has type int, want float"},
		{"(func f (n:int) (int) (let (x:int) (if true (let (y:int) (prim neg (n)) (ret y)) (ret 1)) (ret y)))", "variable y is not in scope"},
		{"(func f (n:int) (int) (if n (ret 1) (ret 2)))", "condition has type int, want bool"},
		{"(func f (n:int) (int) (if true (ret 1) (ret 2.0)))", "else: value 0 has type float, want int"},
		{"(func f (n:int) (int) (recur n))", "recur is not in tail position of a loop"},
		{"(func f (n:int) (int) (loop (i:int) (n) (let (x:int) (recur i) (ret x))))", "recur is not in tail position"},
		{"(func f (n:int) (int) (loop (i:int) (n) (recur true)))", "recur: value 0 has type bool, want int"},
		{"(func f (n:int) (int) (let (x:int) (call g (n)) (ret x)))", "call of the unknown function g"},
		{"(func f (n:int) (int) (let (x:int) (call f (n n)) (ret x)))", "arguments of f: found 2 values"},
		{"(func f (n:int) (int) (let (x:int) (at n 0) (ret x)))", "operand n has type int, want a vector"},
		{"(func f (v:vec<int>) (int) (let (x:int) (at v 0.5) (ret x)))", "index has type float, want int"},
		{"(func f (n:int) (int) (let (x:int) (prim add (n true)) (ret x)))", "argument 2 has type bool, expected int"},
		{"(func f (v:vec<bool>) (bool) (let (x:bool) (reduce add v) (ret x)))", "add does not combine elements of type bool"},
		{"(func f (v:vec<int>) (vec<int>) (let (w:vec<int>) (scatter add v v v) (ret w)))", "scatter with add"},
		{"(func f (v:vec<bool> o:vec<int>) (vec<int>) (let (r:vec<int>) (rank true o v) (ret r)))", "rank of keys of type bool"},
		{"(func f (n:int) (vec<int>) (let (v:vec<int>) (map n i:float (ret 1)) (ret v)))", "index i has type float"},
		{"(func f (v:vec<int> n:int) (vec<int>) (let (w:vec<int>) (map n i:int (let (s:int) (reduce add v) (ret s))) (ret w)))", "reduce in element code"},
		{"(func f (n:int) (vec<int>) (let (w:vec<int>) (map n i:int (let (c:int) (call f (i)) (ret c))) (ret w)))", "call in element code"},
		{"(func f (n:int) (vec<bool>) (let (w:vec<bool>) (map n i:int (let (c:bool) (prim rand_seed (i)) (ret c))) (ret w)))", "primitive rand_seed is not allowed here"},
		{"(func f (v:vec<int> n:int) (vec<int>) (let (w:vec<int>) (map n i:int (ret v)) (ret w)))", "element code yields type vec<int>"},
		{"(func f (v:vec<int>) (int) (let (c:int) (sdcount v) (ret c)))", "descriptor has type vec<int>, want sd<>"},
		{"(func f () () (ret)) (action eval it \"\" int g () \"\" 0)", "action it calls the unknown function g"},
	} {
		m, err := fkl.Parse(c.src)
		if err != nil {
			t.Fatalf("%s: %v", c.src, err)
		}
		if err := fkl.Verify(m); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.src, err, c.want)
		}
	}
}
