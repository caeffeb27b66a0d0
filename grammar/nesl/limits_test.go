// Programs of hostile size or shape: errors, not crashes, and linear time.

package nesl

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir/diag"
)

func TestDeepNestingIsAnError(t *testing.T) {
	const n = 10000
	repeat := strings.Repeat
	for name, src := range map[string]string{
		"parentheses": repeat("(", n) + "x" + repeat(")", n),
		"open":        repeat("(", n),
		"brackets":    repeat("[", n) + "x" + repeat("]", n),
		"braces":      repeat("{", n) + "x" + repeat(" in x}", n),
		"indexes":     repeat("x[", n) + "0" + repeat("]", n),
		"lets":        repeat("let x = 1 in ", n) + "x",
		"bindings":    repeat("let x = ", n) + "1" + repeat(" in x", n),
		"ifs":         repeat("if x then y else ", n) + "z",
		"conditions":  repeat("if ", n) + "x" + repeat(" then y else z", n),
		"prefixes":    repeat("-", n) + "x",
		"commas":      repeat("x, ", n) + "x",
		"gets":        repeat("x -> ", n) + "x",
		"lambdas":     repeat("x => ", n) + "x",
		"types":       "function g(x) : " + repeat("int -> ", n) + "int = x",
		"type pairs":  "datatype d(" + repeat("int, ", n) + "int)",
		"empty":       "[] " + repeat("[", n) + "int" + repeat("]", n),
		"applied":     repeat("g(", n) + "x" + repeat(")", n),
	} {
		var d diag.List
		m := Parse(0, "a = 1; "+src+";\nb = 2;", &d)
		if d.NumErrors() != 1 || d.Sorted()[0].Code != "E0126" {
			t.Errorf("%s: %d errors, first\n%.300s", name, d.NumErrors(), d.String(nil))
		}
		if name != "open" && len(m.Forms) != 2 {
			t.Errorf("%s: %d forms are left", name, len(m.Forms))
		}
	}
}

func TestWideFormsAreNoProblem(t *testing.T) {
	const n = 5000
	for name, src := range map[string]string{
		"sum":       strings.Repeat("x + ", n) + "x",
		"sequence":  "[" + strings.Repeat("x, ", n) + "x]",
		"indexes":   "x" + strings.Repeat("[0]", n),
		"arguments": "g" + strings.Repeat("(x)", n),
		"bindings":  "let " + strings.Repeat("a = if x then (y) else z; ", n) + "in a",
		"filters":   "{a in x" + strings.Repeat("; b in if x then y else z", n) + "}",
		"strings":   strings.Repeat(`"a" ++ `, n) + `"b"`,
		"writes":    strings.Repeat("x <- ", n) + "x",
	} {
		m, errs := parseText(src)
		if errs != "" || len(m.Forms) != 1 {
			t.Errorf("%s: %d forms\n%.300s", name, len(m.Forms), errs)
		} else {
			roundTrip(t, m)
		}
	}
}

// TestReadingStops checks that a file full of mistakes costs no more than its
// first mistakes do.
func TestReadingStops(t *testing.T) {
	for _, line := range []string{"{ x;\n", "let a = 1;\n", "(\n", "`", "function ", ") ", "= ", "x = {y in z | % w;\n"} {
		var d diag.List
		Parse(0, strings.Repeat(line, 20000), &d)
		if !d.HasErrors() {
			t.Errorf("%q is accepted", line)
		}
	}
}

// bigProgram is a correct program of about n lines.
func bigProgram(n int) string {
	var b strings.Builder
	for i := 0; i < n/8; i++ {
		fmt.Fprintf(&b, `function sort%d(a) = if #a < 2 then a else
  let p = a[#a/2];
      lo = {x in a | x < p}; eq = {x in a | x == p}; hi = {x in a | x > p};
      r = {sort%d(v) : v in [lo, hi]}
  in r[0] ++ eq ++ r[1];
%% sparse matrix times vector %%
function mvm%d(m, x) : ([[(int, float)]], [float]) -> [float] = {sum({v * x[i] : (i, v) in row}) : row in m};
a%d = {10/x : x in [1:100:2] | x /= 0};
`, i, i, i, i)
	}
	return b.String()
}

func BenchmarkParse5000Lines(b *testing.B)  { benchmarkParse(b, 5000) }
func BenchmarkParse20000Lines(b *testing.B) { benchmarkParse(b, 20000) }

func benchmarkParse(b *testing.B, lines int) {
	src := bigProgram(lines)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		var d diag.List
		if Parse(0, src, &d); d.HasErrors() {
			b.Fatal(d.String(nil))
		}
	}
}
