package published_test

import (
	"strings"
	"testing"

	"nessiec/grammar/published"
)

// Mistakes have a line and the word where they are.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"kernel k (xs : [int]) {\n let r = MAP { i => xs[i] + 1 } (#xs)\n ret r }", "2: the thunk uses xs, which it does not list, found }"},
		{"kernel k (xs : [int], n : int) { let r = MAP { i => n using xs, n } (#xs) ret r }", "1: the thunk lists xs, which it does not use, found ,"},
		{"kernel k (xs : [int]) -> [float] { let r = MAP { i => xs[i] using xs } (#xs) ret r }", "1: kernel k has results of other types, found the end"},
		{"kernel k (xs : [int]) { let r = REDUCE { i => xs[i] using xs } (fadd) (#xs) ret r }", "1: fadd is no operator for this result, found )"},
		{"kernel k (xs : [int]) { let r = MAP { i => xs[i] * 2.0 using xs } (#xs) ret r }", "1: * of int and float, found using"},
		{"kernel k (xs : [int]) { let r = FILTER { i => xs[i] using xs } { x => x > 0 } (#xs)\n let s = MAP { i => r[i] using r } (#s) ret s }", "2: s is not defined, found )"},
		{"kernel k (xs : [int]) { let r = PERMUTE { i => xs[i] using xs } { i => true } (#xs) ret r }", "1: the place of an element is one int, found ("},
		{"kernel k (xs : [int]) { let r = PARTITION { i => xs[i] using xs } { x => x } (#xs) ret r }", "1: the predicate of a PARTITION is one bool, found ("},
		{"kernel k (xs : [int]) { let r = PARTITION { i => xs[i] using xs } { x => x > 0 } (#xs) ret r }", "1: 1 names for 2 results, found ret"},
		{"kernel k (x : int) { let r = MAP { i => i } (#x) ret r }", "1: the length of x, which is no array, found )"},
		{"kernel k () { let n = ONCE { () => 3 }\n let r = PERMUTE { i => i } { i => i } n ret r }", "2: the size of a PERMUTE is a number, a parameter, or the length of an array, found ret"},
		{"kernel k (xs : [int]) { let r = ZIP { i => xs[i] using xs } (#xs) ret r }", "1: ZIP is no combinator here, found {"},
		{"function main (xs : [int]) { let r = run k(xs) in (r) }", "1: a kernel that is not defined, found ("},
		{"kernel k (xs : [int]) { ret ys }", "1: ys is not defined, found }"},
		{"kernel k (xs : vec) { ret xs }", "1: expected int, float, bool or char, found vec"},
	} {
		if _, err := published.Parse(c.src); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n%v, want\n%s", c.src, err, c.want)
		}
	}
}

// A program that is cut off is rejected, wherever it ends, and nothing panics.
func TestPrefixes(t *testing.T) {
	src := `kernel k (xs : [int], p : bool) -> (int, [int]) {
  let (a, b) = REDUCE { i => let x = xs[i] in (x, if p && !(x < 3) then -x else x * (2 + x)) using xs, p } (iadd, id) (#xs)
  return (a, b) }
function main (xs : [int], p : bool) { let (a, b) = run k(xs, p) in (a, b) }`
	if _, err := published.Parse(src); err != nil {
		t.Fatal(err)
	}
	for i := range src {
		if _, err := published.Parse(src[:i]); err == nil && strings.Count(src[:i], "{") != strings.Count(src[:i], "}") {
			t.Errorf("%q was accepted", src[:i])
		}
	}
}
