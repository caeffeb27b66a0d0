package clike

// The C runtime against ir/value: same numbers, same text, same errors, for
// every pair of widths. One C program per pair is compiled once.

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/ir/value/object"
)

var widths = []value.Num{{}, {Int64: true}, {Float32: true}, {Int64: true, Float32: true}}

// build compiles the driver with the whole runtime and returns the program.
func build(t *testing.T, n value.Num, compiler ...string) string {
	t.Helper()
	if len(compiler) == 0 {
		compiler = []string{"cc", "-std=c99"}
	}
	needs(t, compiler[0])
	driver, err := os.ReadFile("testdata/driver.c")
	if err != nil {
		t.Fatal(err)
	}
	program, out, err := compile(t, Widths(n)+Source(Main, Object, Print, Entry, Prim)+calls()+string(driver), compiler)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func needs(t *testing.T, compiler string) {
	t.Helper()
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skipf("no C compiler: %s is not installed, so the runtime cannot be tested", compiler)
	}
}

// compile returns the program and what the compiler said.
func compile(t *testing.T, text string, compiler []string, libraries ...string) (string, string, error) {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "driver.c"), filepath.Join(dir, "driver")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	flags, system := CompilerFlags()
	args := slices.Concat(compiler[1:], flags, []string{"-O1", "-Wall", "-Wextra", "-Werror", file, "-o", program}, system, libraries)
	out, err := exec.Command(compiler[0], args...).CombinedOutput()
	return program, string(out), err
}

// run gives input to the program and returns what it prints.
func run(t *testing.T, input []byte, program string, args ...string) string {
	t.Helper()
	out, errors, status := start(input, program, args...)
	if status != 0 {
		t.Fatalf("%v: status %d\n%s", args, status, errors)
	}
	return out
}

func start(input []byte, program string, args ...string) (out, errors string, status int) {
	c := exec.Command(program, args...)
	var o, e bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), &o, &e
	_ = c.Run()
	return o.String(), e.String(), c.ProcessState.ExitCode()
}

func TestRuntime(t *testing.T) {
	for _, n := range widths {
		t.Run(fmt.Sprintf("int%d float%d", n.IntBits(), n.FloatBits()), func(t *testing.T) {
			t.Parallel()
			program := build(t, n)
			t.Run("ops", func(t *testing.T) { testOps(t, n, program) })
			t.Run("floats", func(t *testing.T) { testFloats(t, n, program) })
			t.Run("values", func(t *testing.T) { testValues(t, n, program) })
			t.Run("numbers", func(t *testing.T) { testNumbers(t, n, program) })
			t.Run("errors", func(t *testing.T) { testErrors(t, n, program) })
		})
	}
}

// TestCxx compiles the runtime as C++, for the CUDA backend.
func TestCxx(t *testing.T) {
	t.Parallel()
	if out := run(t, nil, build(t, value.Num{}, "c++", "-x", "c++"), "deep", "3"); out != "1\n" {
		t.Error(out)
	}
}

// compareLines reports the first lines that differ, with the input line.
func compareLines(t *testing.T, in, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	ins, gots, wants := strings.Split(in, "\n"), strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(gots), len(wants)) {
		if gots[i] != wants[i] {
			t.Fatalf("line %d: %.200s\nC   %.400s\nGo  %.400s", i+1, ins[min(i, len(ins)-1)], gots[i], wants[i])
		}
	}
	t.Fatalf("%d lines from C, %d from Go", len(gots), len(wants))
}

// ---- floats as text ----

func testFloats(t *testing.T, n value.Num, program string) {
	var in bytes.Buffer
	var want []byte
	for _, x := range someFloats(100_000) {
		x = n.Round(x)
		in.Write(binary.LittleEndian.AppendUint64(nil, narrow(n, types.KFloat, prim.FloatWord(x))))
		want = append(n.AppendFloat(want, x), ' ')
		want = append(n.AppendFloat8(want, x), '\n')
	}
	compareLines(t, "", run(t, in.Bytes(), program, "floats"), string(want))
}

// someFloats is special values, n random bit patterns and n numbers as people
// write them, among them ties of every rounding.
func someFloats(n int) []float64 {
	xs := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 5e-324, 9999999.5, 9999999.95, 9999999.96,
		999999.999999999999, 0.00099999999999999999, 0.000999999995, 0.0009999999949, 1e15, 999999999999999, 1000000000000005, 1e22, 123456785, 1.2345678949999999}
	r := rand.New(rand.NewPCG(3, 4))
	for range n {
		xs = append(xs, math.Float64frombits(r.Uint64()), float64(r.IntN(2e9)-1e9)*math.Pow(10, float64(r.IntN(24)-16)), float64(r.IntN(1<<20))/64)
	}
	return xs
}

// ---- values ----

func testValues(t *testing.T, n value.Num, program string) {
	file := filepath.Join(t.TempDir(), "object")
	for _, c := range []struct{ typ, in string }{
		{"int", "-12"},
		{"float", "% a % 0.1"},
		{"bool", "F"},
		{"char", "`\n"},
		{"char", "`\xe9"},
		{"[char]", `"a\"b\\c` + "\n\xffé€𝄞\xed\xa0\x80\xc0\x80\xf8" + `"`},
		{"[char]", `"\n\t\x41\xfF\\n\q\é"`},
		{"[char]", `""`},
		{"[char]", "[`a,`b]"},
		{"[int]", "[]"},
		{"[int]", "[1, 2, 3, 4, 5, -6]"},
		{"[float]", "[1.5, 2, -.5e-3, 5., 1e20, 123456.789, inf, -inf, nan, -0.0]"},
		{"[[int]]", "[[], [1], [2, 3,4,5], [], []]"},
		{"[[[char]]]", `[[], ["a", ""], [[], "xyz"]]`},
		{"<int <[float] bool>>", "3 [1.5] t"},
		{"<<int int> int>", "(1,2) 3"},
		{"[<int <float bool>>]", "[(1, 2.5, f), (1, (2.5, t))]"},
		{"[<int <<bool bool> char>>]", "[(1, (t, f), `x)]"},
		{"[<<[int] float> [[char]]>]", `[(([1,2], 1.5), ["a", "bc"]), (([], 0.0), [])]`},
		{"data<pt <float float>>", "Pt (1.0, 2.0)"},
		{"data<box <int int> <int int>>", "box((1,2))"},
		{"[data<seg <data<pt <int int>> data<pt <int int>>>>]", "[seg(pt(1,2),pt(3,4)), seg(pt(5,6),pt(7,8))]"},
		{"<float data<p <int [bool]>>>", "1.0 p(1,[t])"},
		{"[<int [<char [[float]]>]>]", "[(1, [(`a, [[1.0],[]]), (`b, [])]), (2, []), (3, [(`c, [[2.5]])])]"},
		{"[stream]", "[stream(2), stream(-1)]"},
		{"sum<colour con<red > con<green >>", "GREEN"},
		{"[sum<shape con<disc float> con<box <float float> bool> con<none >>]", "[disc(1.5), none, box((1.0, 2.0), t), box((1.0, 2.0), f)]"},
		{"<int [sum<tok con<num sum<opt con<none > con<some int> int>> con<word [char] data<pos <int bool>>> con<all [sum<opt con<none > con<some int> int>]>>]>", "3 [num(none), word(\"ab\", pos(1, f)), num(some(3)), all([some(1), none]), word((\"\", pos(2, t))), all([])]"},
		{"[sum<p con<q <int int>> con<r [[bool]] int>>]", "[q((1, 2)), q(3, 4), r([[t], []], 5), r(([], 6))]"},
	} {
		ty, err := types.Parse(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		v, err := value.NewReader("stdin", []byte(c.in), n).Arguments(ty)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, limit := range []int{-1, 0, 2} {
			all := value.Printer{Num: n, Limit: -1}
			want := value.Printer{Num: n, Limit: limit}.Top("it", v, ty) + "\n" + n.Text(v, ty) + "\n" +
				string(object.Append(n, nil, v, ty)) + all.Top("back", roundTrip(t, n, v, ty), ty) + "\n"
			got := run(t, []byte(c.in), program, "values", value.Descriptor(ty), value.TypeText(ty), fmt.Sprint(limit), file)
			compareLines(t, c.in, got, want)
		}
	}
}

func reader(s string) *bufio.Reader { return bufio.NewReader(strings.NewReader(s)) }

// roundTrip is v after writing and reading it as an object.
func roundTrip(t *testing.T, n value.Num, v value.Value, ty *types.Type) value.Value {
	t.Helper()
	w, err := object.Read(n, reader(string(object.Append(n, nil, v, ty))), ty)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Numbers as literals of all lengths are read alike.
func testNumbers(t *testing.T, n value.Num, program string) {
	r := rand.New(rand.NewPCG(5, 6))
	literals := []string{"0", "-0", "-0.0", "1e-400", "4.9e-324", "2.4703282292062328e-324", "1.7976931348623157e308", "9007199254740993", "9007199254740993.0",
		"0.000000000000000000000000000000000000000000000000000000000000000000000000001e75", "16777217", "16777217.0000001", "3.4028235e38",
		"1.1754943508222875e-38", "123456789012345678901234567890", "1" + strings.Repeat("0", 30) + ".5", "." + strings.Repeat("0", 60) + "1"}
	if n.Float32 {
		literals = slices.DeleteFunc(literals, func(s string) bool { return strings.HasSuffix(s, "e308") })
	}
	for range 20_000 {
		b := math.Float64frombits(r.Uint64())
		if x := math.Abs(b); x < 1e-37 || x > 1e37 || x != x {
			b = r.NormFloat64()
		}
		literals = append(literals, fmt.Sprintf("%.*g", 1+r.IntN(20), b), fmt.Sprintf("%.*f", r.IntN(12), r.NormFloat64()*1000))
	}
	checkText(t, n, program, "[float]", "["+strings.ReplaceAll(strings.Join(literals, ","), "+", "")+"]")
	ints := []string{fmt.Sprint(n.MinInt()), fmt.Sprint(n.MaxInt()), "0", "-0", "007"}
	for range 1000 {
		ints = append(ints, fmt.Sprint(n.Wrap(int64(r.Uint64()))>>r.IntN(32)))
	}
	checkText(t, n, program, "[int]", "["+strings.Join(ints, " ,\n")+" ]")
}

// checkText compares all that is printed for one input.
func checkText(t *testing.T, n value.Num, program, typ, in string) {
	t.Helper()
	ty, err := types.Parse(typ)
	if err != nil {
		t.Fatal(err)
	}
	v, err := value.NewReader("stdin", []byte(in), n).Arguments(ty)
	if err != nil {
		t.Fatal(err)
	}
	p := value.Printer{Num: n, Limit: -1}
	want := p.Top("it", v, ty) + "\n" + n.Text(v, ty) + "\n" + string(object.Append(n, nil, v, ty)) + p.Top("back", roundTrip(t, n, v, ty), ty) + "\n"
	got := run(t, []byte(in), program, "values", value.Descriptor(ty), value.TypeText(ty), "-1", filepath.Join(t.TempDir(), "object"))
	got, want = strings.ReplaceAll(got, " ", "\n"), strings.ReplaceAll(want, " ", "\n")
	compareLines(t, "", got, want)
}

func testErrors(t *testing.T, n value.Num, program string) {
	for _, c := range []struct{ typ, in string }{
		{"int", ""}, {"int", "\n é"}, {"int", "9223372036854775808"}, {"int", "-9223372036854775809"}, {"int", "99999999999999999999999"},
		{"int", "12x"}, {"int", "-"}, {"int", "1 2"}, {"int", "1.5"}, {"int", "1 " + strings.Repeat("y", 50)}, {"float", "1e999"},
		{"float", "1.5.2"}, {"float", "1e"}, {"float", "."}, {"float", "infinity"}, {"float", "-"}, {"bool", "true"}, {"bool", "1"},
		{"char", "`"}, {"char", "a"}, {"char", "`é"}, {"char", "`𝄞"}, {"[char]", `"ab\x4"`}, {"[char]", `"\xg0"`}, {"[char]", `"\x`}, {"[char]", `"ab`}, {"[char]", `"ab\`}, {"[char]", "`a"}, {"[int]", "[1 2]"}, {"[int]", "[1,]"}, {"[int]", "[1,%x"},
		{"[int]", "(1)"}, {"data<pt int>", "p(1)"}, {"data<pt int>", "pt 1"}, {"data<pt int>", "7"}, {"<int [<int int>]>", "1 [(1;2)]"}, {"sum<opt con<none > con<some int [int]>>", "all(1)"}, {"sum<opt con<none > con<some int [int]>>", "some(1)"}, {"sum<opt con<none > con<some int [int]>>", "some"}, {"sum<opt con<none > con<some int [int]>>", "none(1)"},
		{"<int [<int int>]>", "1 [(1,2,3)]"}, {"<int int>", "1,2"}, {"fun<clo<f int> int int>", "fn"},
	} {
		ty, err := types.Parse(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		_, err = value.NewReader("stdin", []byte(c.in), n).Arguments(ty)
		if err == nil {
			t.Errorf("%q was accepted as %s", c.in, c.typ)
			continue
		}
		out, errors, status := start([]byte(c.in), program, "values", value.Descriptor(ty), "", "-1", "unused")
		if status != 2 || out != "" || errors != err.Error()+"\n" {
			t.Errorf("%q: status %d, output %q\nC   %sGo  %v", c.in, status, out, errors, err)
		}
	}
}
