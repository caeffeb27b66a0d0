package backendtest

// The tests.

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/value"
)

// LanesOut is what the program lanes prints for [3, 0, 7, 1, 6, 2, 5, 4].
const LanesOut = "moved = ([11, 13, 15, 10, 17, 16, 14, 12, 10, 11, 12, 13, 14, 15, 16, 17, 14, 11, 0, 15, 0, 17, 0, 0], [21.0, 23.0, 25.0, 20.0, 27.0, 26.0, 24.0, 22.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 24.0, 21.0, 0.0, 25.0, 0.0, 27.0, 0.0, 0.0], [T, T, F, T, F, F, F, T, T, T, T, T, F, F, F, F, F, T, F, F, F, F, F, F], \"bdfahgecabcdefgheb\x00f\x00h\x00\x00\", [29, 120960, 7, 0, 72, 23, 9, 29, 0], [32.25, 0.0078125, 7.5, 0.5, 32.0], [F, T, F, T, F], \"hab\") : ([int], [float], [bool], [char], [int], [float], [bool], [char])\n"

// Lanes tests lanes, on all types and widths.
func Lanes(t *testing.T, x Target) {
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}} {
		t.Run(fmt.Sprintf("int%d float%d", n.IntBits(), n.FloatBits()), func(t *testing.T) {
			t.Parallel()
			p := x.Build(t, Load(t, "lanes"), Options(n))
			x.Run(t, "[3, 0, 7, 1, 6, 2, 5, 4]", p).Expect(t, "lanes", LanesOut, "", 0)
		})
	}
}

// Errors tests every way to fail: earlier output stays, the action that fails prints nothing.
func Errors(t *testing.T, x Target) {
	t.Parallel()
	p := x.BuildWhole(t, Load(t, "errors"), Options(value.Num{}))
	failed := func(mode, errors string) {
		t.Helper()
		x.Run(t, mode, p).Expect(t, "mode "+mode, "before\n", errors, 1)
	}
	x.Run(t, "0", p).Expect(t, "no failure", "before\nit = 0 : int\nafter\n", "", 0)
	if r := x.Run(t, "0", p, "-stats"); !strings.Contains(r.Errors, "stat live 0 bytes\n") {
		t.Errorf("memory is left: %s", r.Errors)
	}
	failed("1", "RUNTIME ERROR: Negative length in function DIST.\n  at a.nesl:7:1\n")
	failed("2", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n")
	failed("3", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n")
	failed("5", "ERROR: no good: é\n  at a.nesl:10:4\n")
	x.Run(t, "6", p).Expect(t, "1,000,000 calls", "before\nit = 1000000 : int\nafter\n", "", 0)
	r := x.Run(t, "4", p)
	if r.Status != 1 || r.Out != "before\n" ||
		!regexp.MustCompile(`^RUNTIME ERROR: Out of memory\.\n  at a\.nesl:9:[23]\n  for an array of 17179869176 bytes; the device has \d+ bytes, \d+ of them in use`).MatchString(r.Errors) {
		t.Errorf("out of memory: status %d\n%s%s", r.Status, r.Out, r.Errors)
	}
}

const effectsOut = `written = (T, "No such stream.") : (bool, [char])
text = (stream(4), "first line", F, "word1", ` + "` , `w" + `, "ord2	é", 44) : (stream, [char], bool, [char], char, char, [char], int)
objects = ([1, 2], [0.5, 1.0E30], [T, F], "first line
word1 word2	é,x", [1, 2], "", "End of File.") : ([int], [float], [bool], [char], [int], [char], [char])
printed é
*
print = (%d, %d, T) : (int, int, bool)
missing = (stream(-1), F, "ERROR: while trying to open /no/such/file") : (stream, (bool, [char]))
`

// EffectsOut is what the program effects prints when it has a seed.
func EffectsOut(seed int64) string { return fmt.Sprintf(effectsOut, key(seed), key(3)) }

// key is the high half of the first key of a seed.
func key(seed int64) int64 {
	h, _ := prim.Halves(value.Mix(value.SeedKey(seed), 0))
	return h
}

// Effects tests what programs read and write.
func Effects(t *testing.T, x Target) {
	p := x.BuildWhole(t, Load(t, "effects"), Options(value.Num{}))
	t.Setenv("NES_FILE", filepath.Join(t.TempDir(), "written"))
	x.Run(t, "", p).Expect(t, "effects", EffectsOut(7), "", 0)
	x.Run(t, "", p, "-seed=8").Expect(t, "-seed", EffectsOut(8), "", 0)
	x.Run(t, "", p, "-arg", p).Expect(t, "-arg", "", "error[E0051]: the program takes no arguments, but -arg was given\n", 2)
}

// Deep tests expressions nested deeper than compilers allow, on the host and in a kernel, and a
// counter near the largest int; with the other widths.
func Deep(t *testing.T, x Target) {
	t.Parallel()
	const n = 300
	deep := strings.Repeat("(select (prim gt (x_0 ", n) + "0" + strings.Repeat(")) (prim add (x_0 1)) (prim sub (x_0 1)))", n)
	sum := strings.Repeat("(prim add (x_0 ", n) + "0" + strings.Repeat("))", n)
	m := Parse(t, fmt.Sprintf(`
(kernel k_deep 1 (x_0:int top_0:int out_0:buf<global int>) (value value scatter)
  (block
    (store out_0 0 %[1]s)
    (mut count_0:int 0)
    (for i_0:int 0 top_0 (prim sub (top_0 5)) (block (set count_0 (prim add (count_0 1)))))
    (while (prim lt (count_0 (prim add (2 (prim mul (0 %[2]s)))))) (block (set count_0 5)))
    (store out_0 1 count_0)
    (atomic low_0:int min out_0 1 7)
    (store out_0 2 %[2]s)))
(func f_deep (x_0:int) (int buf<global int> float)
  (block
    (alloc out_0:buf<global int> 3)
    (launch k_deep 1 (x_0 (unit min int) out_0))
    (return %[1]s out_0 (prim div ((prim to_float (x_0)) 3.0)))))
(action read arg.1 int int "" () x 0)
(action eval it "(int, [int], float)" <int <[int] float>> f_deep (x) "" 0)`, deep, sum))
	p := x.Build(t, m, Options(value.Num{Int64: true, Float32: true}))
	x.Run(t, "5000000001", p).Expect(t, "deep", "it = (5000000000, [5000000000, 2, 1500000000300], 1.666667E9) : (int, [int], float)\n", "", 0)
	x.Run(t, "-1", p).Expect(t, "deep", "it = (0, [0, 2, -300], -0.3333333) : (int, [int], float)\n", "", 0)
}

// RunsOut is what the program runs prints for 2147483647 and for -2147483648.
const RunsOut = "it = ([0, 0, 0, 20, 21, 22, 23, 24, 25, 26], [30, 31, 32, 33, 34, 25, 26, 27, 28, 29], 195) : ([int], [int], int)\n"

// Runs tests accesses of successive elements whose indices wrap around on their way.
func Runs(t *testing.T, x Target) {
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}} {
		t.Run(fmt.Sprintf("int%d", n.IntBits()), func(t *testing.T) {
			t.Parallel()
			p := x.Build(t, Load(t, "runs"), Options(n))
			for _, k := range []string{"2147483647", "-2147483648", "0"} {
				x.Run(t, k, p).Expect(t, "runs", RunsOut, "", 0)
			}
		})
	}
}
