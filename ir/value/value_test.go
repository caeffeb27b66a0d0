package value

// Values as text, there and back.

import (
	"math"
	"strings"
	"testing"

	"nessiec/ir/types"
)

func typ(t *testing.T, s string) *types.Type {
	t.Helper()
	ty, err := types.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return ty
}

// Literals read and print; the last two columns are the top-level and the @ form.
func TestReadAndPrint(t *testing.T) {
	for _, c := range []struct{ typ, in, top, at string }{
		{"int", "-12", "-12", "-12"},
		{"int", " %note% -2147483648 ", "-2147483648", "-2147483648"},
		{"float", "5.", "5.0", "5.0"},
		{"float", ".5e-3", "5.0E-4", "5.0e-4"},
		{"float", "-1e7", "-1.0E7", "-1.0e+7"},
		{"float", "9999999.25", "9999999.25", "9999999.3"},
		{"float", "-0.0", "0.0", "0.0"},
		{"float", "-inf", "-inf", "-inf"},
		{"bool", "t", "T", "t"},
		{"char", "``", "``", "``"},
		{"char", "`\xe9", "`\xe9", "`\xe9"},
		{"[char]", `"\n\t\x41\\n\q"`, "\"\n\tA\\\\nq\"", "[`\n, `\t, `A, `\\, `n, `q]"},
		{"[char]", `"é\xfF"`, "\"é\xff\"", "[`\xc3, `\xa9, `\xff]"},
		{"[char]", `"a\"b\\c"`, `"a\"b\\c"`, "[`a, `\", `b, `\\, `c]"},
		{"[char]", `""`, `""`, `[]`},
		{"[char]", "[`x, `y]", `"xy"`, "[`x, `y]"},
		{"[int]", "[]", "[]", "[]"},
		{"[[int]]", "[[], [1] , [2,3]]", "[[], [1], [2, 3]]", "[[], [1], [2, 3]]"},
		{"[[int]]", "[[1,2,3,4],[5],[6],[7]]", "[[1, 2, 3,...], [5], [6],...]", "[[1, 2, 3, 4], [5], [6], [7]]"},
		{"<int <float bool>>", "(1, 2.5, f)", "(1, 2.5, F)", "(1, 2.5, f)"},
		{"<int <float bool>>", "(1, (2.5, f))", "(1, 2.5, F)", "(1, 2.5, f)"},
		{"<<int int> int>", "((1,2),3)", "((1, 2), 3)", "((1, 2), 3)"},
		{"[<int <[char] char>>]", "[(1, \"x\", `y)]", "[(1, \"x\", `y)]", "[(1, [`x], `y)]"},
		{"data<pt <float float>>", "PT(1.0, 2.0)", "pt(1.0, 2.0)", "(1.0, 2.0)"},
		{"data<box <int int> <int int>>", "box((1,2))", "box(1, 2)", "(1, 2)"},
		{"[data<box int int>]", "[box(1), box(2)]", "[box(1), box(2)]", "[1, 2]"},
		{"<float data<p <int int>>>", "(1.0, p(1,2))", "(1.0, p(1, 2))", "(1.0, (1, 2))"},
		{"stream", "stream(-1)", "stream(-1)", "-1"},
		{"sum<colour con<red > con<green >>", "Green", "green", "green"},
		{"[sum<shape con<disc float> con<box <float float> bool> con<none >>]", "[disc(1.5), none, box((1.0, 2.0), t)]", "[disc(1.5), none, box((1.0, 2.0), T)]", "[disc(1.5), none, box((1.0, 2.0), t)]"},
		{"sum<p con<q <int int>>>", "q((1, 2))", "q(1, 2)", "q(1, 2)"},
		{"sum<p con<q <int int>>>", "q(1, 2)", "q(1, 2)", "q(1, 2)"},
		{"[sum<tok con<num sum<opt con<none > con<some int> int>> con<word [char] data<pos <int bool>>> con<all [sum<opt con<none > con<some int> int>]>>]", "[num(none), num(some(3)), all([some(1), none])]", "[num(none), num(some(3)), all([some(1), none])]", "[num(none), num(some(3)), all([some(1), none])]"},
		{"sum<tok con<num sum<opt con<none > con<some int> int>> con<word [char] data<pos <int bool>>> con<all [sum<opt con<none > con<some int> int>]>>", "word(\"ab\", pos(1, f))", "word(\"ab\", pos(1, F))", "word([`a, `b], (1, f))"},
	} {
		ty := typ(t, c.typ)
		v, err := NewReader("in", []byte(c.in), Num{}).Arguments(ty)
		if ty.Kind == types.KTuple {
			r := NewReader("in", []byte(c.in), Num{})
			if v, err = r.Value(ty); err == nil {
				err = r.End()
			}
		}
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if s := (Printer{Limit: 3}).Text(v, ty); s != c.top && !(ty == types.String && s == c.top) {
			t.Errorf("%s prints as %s, want %s", c.in, s, c.top)
		}
		if s := (Num{}).Text(v, ty); s != c.at {
			t.Errorf("@ of %s is %s, want %s", c.in, s, c.at)
		}
	}
}

func TestTop(t *testing.T) {
	ty := typ(t, "<int <[float] bool>>")
	v, err := NewReader("in", []byte("3 [1, 2.5] T"), Num{}).Arguments(ty)
	if err != nil {
		t.Fatal(err)
	}
	if s := (Printer{Limit: PrintLength}).Top("it", v, ty); s != "it = (3, [1.0, 2.5], T) : int, [float], bool" {
		t.Error(s)
	}
	if s := (Printer{}).Text(Ints{1}, typ(t, "[int]")) + (Printer{}).Text(Ints{}, typ(t, "[int]")); s != "[...][]" {
		t.Error(s)
	}
	f := types.Fun(types.Clo("lam"), types.Int, types.Int)
	if s := (Printer{Limit: -1}).Top("it", Values{&Fun{}, &Fun{}}, types.Seq(f)); s != "it = [fn, fn] : [int -> int]" {
		t.Error(s)
	}
}

func TestInputErrors(t *testing.T) {
	for _, c := range []struct{ typ, in, want string }{
		{"int", "", "in:1:1: error[E0050]: expected an int, found end of input"},
		{"int", "\n é", "in:2:2: error[E0050]: expected an int, found `é`"},
		{"int", "2147483648", "in:1:1: error[E0050]: int out of range"},
		{"int", "12x", "in:1:1: error[E0050]: expected an int, found `12x`"},
		{"int", "1 2", "in:1:3: error[E0050]: unexpected text after the last value: found `2`"},
		{"float", "1e999", "in:1:1: error[E0050]: float out of range"},
		{"float", "1.5.2", "in:1:1: error[E0050]: expected a float, found `1.5.2`"},
		{"bool", "true", "in:1:1: error[E0050]: expected a bool (t or f), found `true`"},
		{"[int]", "[1 2]", "in:1:4: error[E0050]: expected `,` or `]`, found `2`"},
		{"[int]", "[1,%x", "in:1:4: error[E0050]: unclosed comment"},
		{"char", "`é", "in:1:1: error[E0050]: a char is one byte, found `é`, which is 2 bytes in UTF-8"},
		{"[char]", `"ab\x4"`, "in:1:4: error[E0050]: expected two hexadecimal digits after \\x"},
		{"[char]", `"ab\`, "in:1:1: error[E0050]: unclosed string"},
		{"[char]", `"ab`, "in:1:1: error[E0050]: unclosed string"},
		{"data<pt int>", "p(1)", "in:1:1: error[E0050]: expected `pt`, found `p`"},
		{"sum<opt con<none > con<some int>>", "all(1)", "in:1:1: error[E0050]: expected `none` or `some`, found `all`"},
		{"sum<opt con<none > con<some int>>", "none(1)", "in:1:5: error[E0050]: unexpected text after the last value: found `(`"},
		{"sum<opt con<none > con<some int>>", "some", "in:1:5: error[E0050]: expected `(`, found end of input"},
		{"<int [<int int>]>", "1 [(1;2)]", "in:1:6: error[E0050]: expected `,`, found `;`"},
	} {
		_, err := NewReader("in", []byte(c.in), Num{}).Arguments(typ(t, c.typ))
		if err == nil || err.Error() != c.want {
			t.Errorf("%q gives %v, want %s", c.in, err, c.want)
		}
	}
}

func TestTypeText(t *testing.T) {
	for _, c := range [][2]string{
		{"<int bool>", "int, bool"},
		{"[<int char>]", "[(int, char)]"},
		{"<<int int> bool>", "(int, int), bool"},
		{"data<box int int>", "box(int)"},
		{"data<box <int int> <int int>>", "box((int, int))"},
		{"[sum<opt con<none > con<some int> [int]>]", "[opt([int])]"},
		{"fun<clo<f > <'x/any 'y/any> sum<opt con<none > con<some 'y/any> 'y/any>>", "(a, b) -> opt(b) :: (a in any; b in any)"},
		{"fun<clo<f > <'x/any 'y/any> 'x/any>", "(a, b) -> a :: (a in any; b in any)"},
		{"fun<clo<f > <fun<'1/any '2/any '3/any> '2/any> '3/any>", "(c -> b, c) -> b :: (a in any; b in any; c in any)"},
		{"fun<clo<f > <fun<'1/any '4/any '2/any> fun<'3/any '5/any '4/any>> fun<clo<g > '5/any '2/any>>",
			"(d -> b, e -> d) -> e -> b :: (a in any; b in any; c in any; d in any; e in any)"},
		{"[fun<clo<abs > 'n/number 'n/number>]", "[a -> a] :: (a in number)"},
		{"fun<clo<f > fun<clo<g > int int> int>", "(int -> int) -> int"},
	} {
		if s := TypeText(typ(t, c[0])); s != c[1] {
			t.Errorf("%s prints as %s, want %s", c[0], s, c[1])
		}
	}
}

func TestFloatText(t *testing.T) {
	for _, c := range []struct {
		x       float64
		top, at string
	}{
		{1.0 / 3, "0.333333333333333", "0.33333333"},
		{math.Sqrt2, "1.4142135623731", "1.4142136"},
		{100 * 1.1, "110.0", "110.0"},
		{1e7, "1.0E7", "1.0e+7"},
		{123456789, "1.23456789E8", "1.2345679e+8"},
		{9.99e-4, "9.99E-4", "9.99e-4"},
		{9999999.999999999999, "1.0E7", "1.0e+7"},
		{9999999.96, "9999999.96", "1.0e+7"},
		{0.001, "0.001", "0.001"},
		{1e-300, "1.0E-300", "1.0e-300"},
		{-HugeFloat, "-9.99999961690316E35", "-9.9999996e+35"},
		{0.123456785, "0.123456785", "0.12345679"},
		{5e-324, "4.94065645841247E-324", "4.9406565e-324"},
	} {
		top, at := string(Num{}.AppendFloat(nil, c.x)), string(Num{}.AppendFloat8(nil, c.x))
		if top != c.top || at != c.at {
			t.Errorf("%g prints as %s and %s, want %s and %s", c.x, top, at, c.top, c.at)
		}
	}
	single := Num{Float32: true}
	if s := string(single.AppendFloat(nil, float64(float32(0.7)))); s != "0.7" {
		t.Error(s)
	}
	for _, c := range []struct {
		x    float64
		d    int64
		want string
	}{{1234.5, 3, "1.235e+3"}, {-0.5, 2, "-5.00e-1"}, {1, 0, "1.e+0"}, {0, 3, "0.0"}, {9.9999, 3, "1.000e+1"}} {
		if s := (Num{}).ExpString(c.x, c.d); s != c.want {
			t.Errorf("exp_string(%g, %d) is %s, want %s", c.x, c.d, s, c.want)
		}
	}
}

// Recorded answers of the original system.
func TestHash(t *testing.T) {
	n := Num{}
	for _, c := range []struct {
		v       Value
		m, want int64
	}{{Int(3), 10, 3}, {Int(-5), 1000, 643}, {String("abc"), 1000, 930}, {Float(2.5), 100, 79},
		{String("a"), 100, 53}, {String("b"), 100, 6}, {Char('a'), 100, 97}, {Float(0), 100, 0}, {String(""), 10, 0}} {
		if h := n.Rem(n.And(n.MaxInt(), n.Hash(c.v)), c.m); h != c.want {
			t.Errorf("hash(%v, %d) is %d, want %d", c.v, c.m, h, c.want)
		}
	}
}

func TestTotalOperations(t *testing.T) {
	n := Num{}
	lo := n.MinInt()
	for i, c := range [][2]int64{
		{n.Div(7, 0), 0}, {n.Div(lo, -1), lo}, {n.Rem(lo, -1), 0}, {n.Rem(-7, 2), -1}, {n.Mod(-7, 2), 1}, {n.Mod(7, -2), -1},
		{n.Mod(-5, -3), -2}, {n.Mod(5, 0), 0}, {n.Mul(65536, 65536), 0}, {n.Abs(lo), lo}, {n.Shl(1, 33), 2}, {n.Shr(-8, -31), -4},
		{n.Trunc(2147483648), lo}, {n.Trunc(math.NaN()), lo}, {n.Trunc(-2147483648.9), lo}, {n.RoundInt(-2.6), -2}, {n.RoundInt(2.5), 3},
		{n.Floor(-0.5), -1}, {n.Ceil(2147483646.5), 2147483647}, {n.Ceil(2147483647.5), lo}, {n.RandInt(1<<63, 10), 5}, {n.RandInt(1, 0), 0},
	} {
		if c[0] != c[1] {
			t.Errorf("case %d: %d, want %d", i, c[0], c[1])
		}
	}
}

func TestSequences(t *testing.T) {
	pair := typ(t, "<int [char]>")
	s := Of(pair, Tuple{Int(1), String("a")}, Tuple{Int(2), String("b")}, Tuple{Int(3), String("c")})
	s = Concat(s.Gather([]int64{2, 0, 0}), s.Slice(1, 2))
	want := `[(3, "c"), (1, "a"), (1, "a"), (2, "b")]`
	if got := (Printer{Limit: -1}).Text(s, types.Seq(pair)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !Equal(s, Concat(s)) || Equal(s, s.Slice(0, 3)) || Equal(Floats{math.NaN()}, Floats{math.NaN()}) {
		t.Error("eql")
	}
	if d := Diff(s, Concat(s.Slice(0, 3), Of(pair, Tuple{Int(2), String("bb")})), 0); d != "[3].1: length 1, not 2" {
		t.Error(d)
	}
	if Diff(Zero(pair), Tuple{Int(0), Chars{}}, 0) != "" {
		t.Error("zero")
	}
}

func TestCloseText(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"it = [1.0, 2.0E-7]", "it =\n  [1.0, 2.0000000000001E-7]", true},
		{"it = [1.0, 2.0]", "it = [1.0, 2.1]", false},
		{"it = -1.0", "it = 1.0", false},
		{"it = 1000000000", "it = 1000000001", false},
		{"it = 1", "it = 1 1", false},
	} {
		if CloseText(c.a, c.b, 1e-12) != c.want {
			t.Errorf("%s ~ %s is not %v", c.a, c.b, c.want)
		}
	}
}

func BenchmarkReadInts(b *testing.B) {
	text := []byte("[" + strings.Repeat("1234567, ", 999_999) + "0]")
	for b.Loop() {
		if _, err := NewReader("in", text, Num{}).Value(types.Seq(types.Int)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadFloats(b *testing.B) {
	text := []byte("[" + strings.Repeat("0.123456789012345, ", 999_999) + "0.0]")
	for b.Loop() {
		if _, err := NewReader("in", text, Num{}).Value(types.Seq(types.Float)); err != nil {
			b.Fatal(err)
		}
	}
}

// Printed results are read back, whatever is before them.
func TestPrinted(t *testing.T) {
	for text, want := range map[string]string{
		"it = [1, 2] : [int]\n":                      "[1, 2]",
		"f = fn : int -> int\nit = [1, 2] : [int]\n": "[1, 2]",
		" [1, 2]":  "[1, 2]",
		"xs=[1,2]": "[1, 2]",
		"fn = fn : a -> a :: (a in any)\nit = [] : [int]\n": "[]",
	} {
		r := NewReader("f", []byte(text), Num{})
		v, err := r.Printed(types.Seq(types.Int))
		if err == nil {
			err = r.End()
		}
		if err != nil || (Printer{Limit: -1}).Text(v, types.Seq(types.Int)) != want {
			t.Errorf("%q: %v %v", text, v, err)
		}
	}
	if v, err := NewReader("f", []byte("t"), Num{}).Printed(types.Bool); err != nil || v != Bool(true) {
		t.Errorf("%v %v", v, err)
	}
	if _, err := NewReader("f", []byte("it = fn : int"), Num{}).Printed(types.Int); err == nil {
		t.Error("a function was read")
	}
}

// The largest and the smallest of several floats, from a number on, are the same however these
// are grouped.
func TestExtremesGrouped(t *testing.T) {
	n := Num{}
	xs := []float64{0, math.Copysign(0, -1), 1, -2, math.Inf(1), math.NaN()}
	for _, f := range []func(x, y float64) float64{n.FMax, n.FMin} {
		for _, start := range []float64{HugeFloat, -HugeFloat} {
			for _, x := range xs {
				for _, y := range xs {
					one, two := f(f(start, x), y), f(f(start, x), f(start, y))
					if math.Float64bits(one) != math.Float64bits(two) || math.IsNaN(one) {
						t.Errorf("from %v on %v and %v: %v and %v", start, x, y, one, two)
					}
				}
			}
		}
	}
}
