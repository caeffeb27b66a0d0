package scalegen

// Functions that steps call: loops and recursions of fixed depth, or as deep as the
// data is long. They are part of a program that mentions them.

import "strings"

var helpers = []struct{ name, text string }{
	{"count(", "function count(x, i) : (int, int) -> int =\n  if i <= 0 then x else count((if rem(x, 2) == 0 then x + 1 else x - 1), i - 1);\n"},
	{"depth(", "function depth(i) : int -> int =\n  if i <= 0 then 0 else 1 + depth(i - 1);\n"},
	{"fill(", "function fill(v, i) : ([int], int) -> [int] =\n  if i >= #v then v else fill(rep(v, v[i] + i, i), i + 1);\n"},
	{"quicksort(", "function quicksort(v) : [int] -> [int] =\n  if #v < 2 then v else\n  let p = v[#v / 2];\n" +
		"      r = {quicksort(s) : s in [{x in v | x < p}, {x in v | x > p}]} in\n  r[0] ++ {x in v | x == p} ++ r[1];\n"},
}

// helped is a text with the functions that it calls.
func helped(text string) string {
	before := ""
	for _, h := range helpers {
		if strings.Contains(text, h.name) {
			before += h.text
		}
	}
	return before + text
}
