package grammar_test

import (
	"strings"
	"testing"

	"nessiec/grammar"
)

// Programs that the tree grammar or an invariant of a nested language refuses,
// and what it says.
func TestNestedRefuses(t *testing.T) {
	for _, c := range []struct {
		lang      *grammar.Language
		src, want string
	}{
		{grammar.NestedMono.Language, "(func id ('a/any) (x:'a/any) 'a/any x)", "type 'a/any of a declaration is not in the language"},
		{grammar.NestedMono.Language, "(func f ('a/any) (x:int) int x)", "type 'a/any of a declaration is not in the language"},
		{grammar.NestedMono.Language, "(func f () (s:sum<s con<a int> con<b >>) int (case s ((if true 1 2))))", "form if is not allowed as case.arms"},
		{grammar.NestedTagged.Language, "(func f () (s:sum<s con<a int> con<b >>) int (case s ((arm (a) (n:int) n) (arm (b) () 0))))", "is not in the language"},
		{grammar.NestedTagged.Language, "(func f () (s:[sum<s con<a int> con<b >>]) int 0)", "of a declaration is not in the language"},
		{grammar.NestedBased.Language, "(func f () (x:int y:int) bool (prim eql (x y)))", "primitive eql of class generic is not in the language"},
		{grammar.NestedBased.Language,
			"(func f () (x:int) int (if (prim lt (x 1)) 0 (call g () (x)))) (func g () (x:int) int (call f () ((prim sub (x 1)))))" +
				"(func fs () (xs:[int]) [int] (each (x:int) (xs) (call f () (x)))) (lifting f fs)",
			"invariant liftings-end: function f has a lifting and calls itself"},
		{grammar.NestedFirstOrder.Language, "(func f () (x:int) int (apply (lambda l () y:int y) x))", "form apply is not in the language"},
		{grammar.NestedStructural.Language, "(func f () (s:stream) int 1)", "type stream of a declaration is not in the language"},
		{grammar.NestedDeterministic.Language, "(func f () (x:int) int (prim rand (x)))", "primitive rand of class random is not in the language"},
		{grammar.NestedUnfiltered.Language, "(func f () (x:[int]) [int] (eachif (y:int) (x) true y))", "form eachif is not in the language"},
		{grammar.NestedChecked.Language,
			"(func f () (x:int y:int) int (check (prim ge (x 0)) \"negative\" (prim @0:1:5 div (x y))))",
			`invariant checks-dominate: primitive div @0:1:5 is not below a check for "Divide by zero."`},
		{grammar.NestedChecked.Language,
			"(func f () (xs:[int] i:int) int (prim add ((check true \"Sequence reference (a[i]) out of bounds.\" (prim elt (xs 0))) (prim elt (xs i)))))",
			"invariant checks-dominate: primitive elt"},
		{grammar.NestedNamed.Language, "(func f () (x:int) int (prim add (x (prim neg (x)))))", "form prim is not allowed as prim.args"},
		{grammar.NestedNamed.Language, "(func f () (x:int) int (let y:int (let z:int (prim neg (x)) (prim neg (z))) (prim neg (y))))", "form let is not allowed as let.rhs"},
		{grammar.NestedNamed.Language, "(func f () (x:int) int (loop (y:int) (x) (recur y)))", "form loop is not in the language"},
		{grammar.NestedLooped.Language, "(func f () (x:int) int (let y:int (prim neg (x)) (call @0:1:9 f () (y))))",
			"invariant tail-loops: function f calls itself in tail position @0:1:9"},
		{grammar.NestedPrelifted.Language, // flatten panicked
			"(func f () (x:int) int x) (func fs () (xs:[int]) [int] (each (x:int) (xs) (calllifted f f^ (x)))) (lifted f^ f (n:int xs:[int]) [int] (each (x:int) (xs) x))",
			"invariant lifted-maps: lifted function f^ is no map over its elements"},
	} {
		m, err := c.lang.Family.Parse(c.src)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
		} else if err := c.lang.Verify(m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%s: got %v, want %s", c.src, c.lang, err, c.want)
		}
	}
}

func TestNestedAccepts(t *testing.T) {
	for _, c := range []struct {
		lang *grammar.Language
		src  string
	}{
		{grammar.NestedChecked.Language, "(func f () (x:int y:int) int (check (prim ne (y 0)) \"Divide by zero.\" (prim div (x (prim add (y (prim div (x 2))))))))"},
		{grammar.NestedChecked.Language, "(func unsafe () (x:int y:int) int (prim div (x y)))"},
		{grammar.NestedLooped.Language, "(func f () (x:int) int (loop (y:int) (x) (let c:bool (prim lt (y 1)) (if c y (let z:int (prim div (y 2)) (recur z))))))"},
	} {
		m, err := c.lang.Family.Parse(c.src)
		if err == nil {
			err = c.lang.Verify(m)
		}
		if err != nil {
			t.Errorf("%s\n%v", c.src, err)
		}
	}
}
