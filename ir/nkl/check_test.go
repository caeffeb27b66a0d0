package nkl_test

import (
	"strings"
	"testing"

	"nessiec/ir/nkl"
)

// wrap makes a module whose function main has the result type and body given.
func wrap(result, body string) string {
	return `
(func id ('a/any) (x:'a/any) 'a/any x)
(func add2 () (x:int y:float) int x)
(func twice ('i/any) (g:fun<'i/any int int> x:int) int (apply g (apply g x)))
(func square () (x:int) int (prim mul (x x)))
(lifted square_l square (n:int xs:[int]) [int] (each (x:int) (xs) (call square () (x))))
(func cube () (x:int) int (prim mul (x (prim mul (x x)))))
(func cubes () (xs:[int]) [int] (each (x:int) (xs) (call cube () (x))))
(lifting cube cubes)
(func main () (a:int b:[int]) ` + result + " " + body + ")"
}

func TestVerifyAccepts(t *testing.T) {
	for _, c := range []struct{ result, body string }{
		{"int", "(let x:int (prim add (a 1)) (prim mul (x x)))"},
		{"[<int bool>]", "(each (x:int y:int) (b b) (tuple x (prim lt (x y))))"},
		{"[int]", "(eachif (x:int) (b) (prim gt (x 0)) (prim div (10 x)))"},
		{"float", "(call id (float) (1.5))"},
		{"fun<clo<k int> int int>", "(lambda k (a) x:int (prim add (x a)))"},
		{"int", "(call twice (clo<k int>) ((lambda k (a) x:int (prim add (x a))) 3))"},
		{"int", "(apply (funval add2 fun<clo<add2 > <int float> int>) (tuple 1 2.5))"},
		{"int", "(apply (funval id fun<clo<id > int int>) 3)"},
		{"int", "(loop (i:int s:int) (0 0) (if (prim lt (i a)) (recur (prim add (i 1)) (prim add (s i))) s))"},
		{"int", "(loop (i:int) (0) (recur i))"},
		{"data<box int>", "(con data<box int> a)"},
		{"int", "(uncon (con data<box int> a))"},
		{"int", "(uncon (con stream a))"},
		{"<int float>", "(time a)"},
		{"int", "(check (prim ne (a 0)) \"Divide by zero.\" (prim div (1 a)))"},
		{"[int]", "(range 0 a 1)"},
		{"[int]", "(eachcaptured (a) () (x:int) (b) (prim add (x a)))"},
		{"[int]", "(eachcaptured () (b) (x:int) (b) (elem (prim elt (b x))))"},
		{"[int]", "(eachcaptured () () (x:int) (b) (calllifted square square_l (x)))"},
		{"[int]", "(eachcaptured () () (x:int) (b) (calllifted cube cubes (x)))"},
		{"[char]", "(str \"ab\")"},
		{"[int#n]", "b"},
		{"sum<opt con<none > con<some int>>", "(variant sum<opt con<none > con<some int>> some (a))"},
		{"int", "(case (variant sum<opt con<none > con<some int>> some (a)) ((arm (some) (x:int) x) (arm (none) () 0)))"},
		{"int", "(case (variant sum<s con<a > con<b int> con<c int>> a ()) ((arm (c a) () 1) (arm (b) (x:int) x)))"},
		{"int", "(loop (i:int) (a) (case (variant sum<opt con<none > con<some int>> none ()) ((arm (some) (x:int) (recur x)) (arm (none) () 0))))"},
	} {
		m, err := nkl.Parse(wrap(c.result, c.body))
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
		} else if err := nkl.Verify(m); err != nil {
			t.Errorf("%s: %v", c.body, err)
		}
	}
}

func TestVerifyRejects(t *testing.T) {
	for _, c := range []struct{ result, body, want string }{
		{"int", "1.5", "the body has type float, the result is declared int"},
		{"int", "(prim @0:3:7 add (a 1.5))", "function main: @0:3:7: primitive add: argument 2 has type float, expected int"},
		{"int", "(prim add ((let x:int a x) x))", "variable x is not in scope"},
		{"int", "(let x:float a 1)", "x has type int, expected float"},
		{"int", "(if a 1 2)", "a condition has type int, expected bool"},
		{"int", "(if true 1 2.5)", "the branches have types int and float"},
		{"int", "(call nix () (a))", "there is no function nix"},
		{"int", "(call add2 () (a))", "add2 gets 1 arguments, expected 2"},
		{"int", "(call add2 () (a a))", "argument 2 of add2 has type int, expected float"},
		{"int", "(call id () (a))", "id gets 0 type arguments, expected 1"},
		{"int", "(call id (float) (a))", "argument 1 of id has type int, expected float"},
		{"fun<clo<k > int int>", "(lambda k () x:int (prim add (x a)))", "variable a is free in a body that does not list it"},
		{"fun<clo<k int> int int>", "(lambda k (a) x:int x)", "1 variables are listed as free, but 0 are"},
		{"int", "(apply a 1)", "applies a value of type int"},
		{"int", "(apply (funval add2 fun<clo<add2 > int int>) 1)", "function add2 is not of type"},
		{"int", "(proj 2 (tuple 1 2))", "component 2 of type <int int>"},
		{"int", "(uncon a)", "int is not a datatype"},
		{"[int]", "(seq int (1 2.5))", "an element has type float, expected int"},
		{"[int]", "(each (x:float) (b) 1)", "x has type float, but its sequence [int]"},
		{"[int]", "(each (x:int) (b b) 1)", "1 variables for 2 sequences"},
		{"[int]", "(eachif (x:int) (b) x x)", "a filter has type int, expected bool"},
		{"[int]", "(eachcaptured () () (x:int) (b) (prim add (x a)))", "variable a is free in a body that does not list it"},
		{"[int]", "(eachcaptured (b) () (x:int) (b) x)", "uniform variable b has type [int]"},
		{"int", "(recur a)", "recur is not in tail position of a loop"},
		{"int", "(loop (i:int) (0) (prim add ((recur i) 1)))", "recur is not in tail position of a loop"},
		{"[int]", "(loop (i:int) (0) (each (x:int) (b) (recur i)))", "recur is not in tail position of a loop"},
		{"int", "(loop (i:int) (0) (if true (recur 1.5) 0))", "argument 1 of recur has type float, expected int"},
		{"[int]", "(seq 'a/any ())", "type variable 'a/any is not a parameter of the function"},
		{"int", "(variant int some (a))", "int is not a datatype with constructors"},
		{"sum<s con<a int>>", "(variant sum<s con<a int>> b (a))", "b is not a constructor of"},
		{"sum<s con<a int>>", "(variant sum<s con<a int>> a ())", "a gets 0 arguments, expected 1"},
		{"int", "(case a ((arm (x) () 1)))", "int is not a datatype with constructors"},
		{"int", "(case (variant sum<s con<a int> con<b >> b ()) ((arm (b) () 1)))", "the arms are for [b], not for each constructor"},
		{"int", "(case (variant sum<s con<a > con<b >> b ()) ((arm (b) () 1) (arm (a b) () 2)))", "not for each constructor"},
		{"int", "(case (variant sum<s con<a int>> a (a)) ((arm (a) () 1)))", "0 variables for the fields of [a]"},
		{"int", "(case (variant sum<s con<a int>> a (a)) ((arm (a) (x:bool) 1)))", "x has type bool, but field 1 of a is int"},
		{"int", "(case (variant sum<s con<a int> con<b int>> a (a)) ((arm (a b) (x:int) 1)))", "1 variables for the fields of [a b]"},
		{"int", "(case (variant sum<s con<a > con<b >> b ()) ((arm (b) () 1) (arm (a) () 2.5)))", "the arms have types int and float"},
		{"int", "(arm (a) () 1)", "an arm outside a case"},
		{"int", "(calllifted id square_l (a))", "square_l is not a lifted id"},
		{"int", "(calllifted square cubes (a))", "cubes is not a lifted square"},
	} {
		m, err := nkl.Parse(wrap(c.result, c.body))
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		if err := nkl.Verify(m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.body, err, c.want)
		}
	}
}

func TestVerifyTopLevel(t *testing.T) {
	const funcs = `
(func f () (x:<int int>) [<int int>] (seq <int int> (x)))
(func g () () bool true)
(func p ('a/any) (x:'a/any) 'a/any x)
`
	for _, c := range []struct{ actions, want string }{
		{`(action read "" "" data<pt <int int>> "" () x 0) (action eval "" "" [<int int>] f (x) it 0)`, ""},
		{`(action eval "" "" fun<clo<h > int int> g () it 0)`, ""},
		{`(action eval "" "" [int] f (x) it 0)`, "the result of f has type [<int int>], not [int]"},
		{`(action eval "" "" [<int int>] f (x) it 0)`, "argument x has no value yet"},
		{`(action read "" "" int "" () x 0) (action eval "" "" [<int int>] f (x) it 0)`, "argument x of f has type int, expected <int int>"},
		{`(action eval "" "" int p (x) it 0)`, "p is polymorphic"},
		{`(action eval "" "" int h (x) it 0)`, "there is no function h"},
		{`(func f () () int 1)`, "function f is defined twice"},
		{`(func fs () (v:[int]) [[<int int>]] (seq [<int int>] ())) (lifting f fs)`, "function f cannot be lifted by fs"},
		{`(func fs () () [[<int int>]] (seq [<int int>] ())) (lifting f fs)`, "function f cannot be lifted by fs"},
		{`(lifting f nix)`, "function f cannot be lifted by nix"},
		{`(lifting nix f)`, "function nix cannot be lifted by f"},
		{`(func ps ('a/any) (v:['a/any]) ['a/any] v) (lifting p ps)`, "function p cannot be lifted by ps"},
		{`(lifted k nix () int 1)`, "there is no function nix to lift"},
		{`(lifted k f (n:int) [[<int int>]] (seq [<int int>] ()))`, "not the signature of lifted f"},
	} {
		m, err := nkl.Parse(funcs + c.actions)
		if err != nil {
			t.Errorf("%s: %v", c.actions, err)
			continue
		}
		err = nkl.Verify(m)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: error %v, want %q", c.actions, err, c.want)
		}
	}
}
