package data

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var double = value.Num{}

// typed reads a type and a literal of it.
func typed(t testing.TB, typ, text string, num value.Num) (value.Value, *types.Type) {
	t.Helper()
	ty, err := types.Parse(typ)
	if err != nil {
		t.Fatal(err)
	}
	v, err := value.NewReader("literal", []byte(text), num).Value(ty)
	if err != nil {
		t.Fatal(err)
	}
	return v, ty
}

// values for every row of the table of formats: what is written is read again.
var values = []struct{ typ, text, formats string }{
	{"int", "-7", "npy json nesldata"},
	{"float", "0.1", "npy json nesldata"},
	{"bool", "t", "npy json nesldata"},
	{"<int <float bool>>", "(1, 0.1, t)", "npz json nesldata"},
	{"[int]", "[3, -2147483648, 2147483647]", "npy npz csv tsv json ndjson arrow nesldata"},
	{"[int]", "[]", "npy npz csv json ndjson arrow nesldata"},
	{"[float]", "[0.1, -1e300, inf, -inf, 3.0]", "npy npz csv tsv json ndjson arrow nesldata"},
	{"[bool]", "[t, f, t, t, f, f, f, f, f, t]", "npy csv json ndjson arrow nesldata"},
	{"[char]", `"two words, \"quoted\""`, "npy bytes text json nesldata"},
	{"[[char]]", `["one", "", "a,b", "\"q\""]`, "text json ndjson arrow nesldata npz"},
	{"[[char]]", "[\"\xff\", \"\", \"\xe9\"]", "arrow nesldata npz"}, // no UTF-8
	{"[[int]]", "[[1, 2, 3], [4, 5, 6]]", "npy npz csv json ndjson arrow nesldata png"},
	{"[[int]]", "[[1, 2, 3], [], [6]]", "npz json ndjson arrow nesldata"},
	{"[[float]]", "[[0.0, 1.0], [1.0, 0.0]]", "npy npz csv json arrow nesldata png"},
	{"[[[int]]]", "[[[1], [2]], [[3], [4]]]", "npy json ndjson arrow nesldata"},
	{"[[[int]]]", "[[], [[], [1, 2]], [[3]]]", "json ndjson arrow nesldata"},
	{"[<int <float <bool char>>>]", "[(1, 0.5, t, `x), (2, 1.5, f, `,)]", "csv tsv json ndjson arrow nesldata"},
	{"[<[char] int>]", `[("one, two", 1), ("", 2)]`, "csv tsv json ndjson arrow nesldata"},
	{"[<<int int> int>]", "[((1, 2), 3)]", "json ndjson arrow nesldata"},
	{"[[<int float>]]", "[[(0, 1.5), (3, 2.5)], [], [(1, -1.0)]]", "npz json ndjson arrow nesldata"},
	{"[[<int <int int>>]]", "[[(0, 128, 255), (1, 2, 3)]]", "png json arrow nesldata"},
	{"<[int] [float]>", "([1, 2], [0.5])", "npz json nesldata"},
	{"[<int [[bool]]>]", "[(1, [[t], []]), (2, [])]", "json ndjson arrow nesldata"},
}

func TestRoundTrips(t *testing.T) {
	tried := map[string]bool{"svg": true, "parquet": true} // are not read, or not written
	for _, num := range []value.Num{double, {Int64: true}, {Float32: true}} {
		for _, c := range values {
			text := c.text
			if num.Float32 {
				text = strings.ReplaceAll(text, "1e300", "1e30")
			}
			v, ty := typed(t, c.typ, text, num)
			for _, name := range strings.Fields(c.formats) {
				f, err := Named(name)
				if err != nil {
					t.Fatal(err)
				}
				tried[name] = true
				b, err := f.Write("file", v, ty, num)
				if err != nil {
					t.Errorf("%s of %s: %v", name, c.text, err)
					continue
				}
				if got, err := f.Read("file", b, ty, num); err != nil {
					t.Errorf("%s of %s: %v", name, c.text, err)
				} else if d := value.Diff(got, v, 0); d != "" {
					t.Errorf("%s of %s: it%s", name, c.text, d)
				}
			}
		}
	}
	for _, f := range Formats() {
		if !tried[f.Name] {
			t.Errorf("no value was written as %s", f.Name)
		}
	}
}

// What does not fit is one error, with the place.
func TestMisfits(t *testing.T) {
	for _, c := range []struct{ format, file, typ, want string }{
		{"csv", "x,y\n1,2\n3,oops\n", "[<int int>]", `f: error[E0050]: column y, row 3, expected int, found "oops"`},
		{"csv", "1,2\n3\n", "[<int int>]", "f: error[E0050]: row 2, expected 2 columns for int, int, found 1"},
		{"csv", "x,y,z\n1,2,3\n", "[<int int>]", "f: error[E0050]: row 1, expected 2 columns for int, int, found 3; FILE:NAME,NAME in place of FILE takes the columns with these names in the first line"},
		{"csv", "1;2\n", "[<int int>]", "f: error[E0050]: row 1, expected 2 columns for int, int, found 1; columns seem to be separated by ';', not by ','"},
		{"tsv", "1,2\n", "[<int int>]", "f: error[E0050]: row 1, expected 2 columns for int, int, found 1; columns seem to be separated by ',', not by '\\t'"},
		{"csv", "1\n99999999999\n", "[int]", `f: error[E0050]: column 1, row 2, int out of range: "99999999999"`},
		{"csv", "1,\"2\n", "[<int int>]", "f: error[E0050]: row 1, extraneous or missing \" in quoted-field"},
		{"csv", "", "int", "f: error[E0050]: .csv and .tsv files hold sequences of tuples of numbers, bools, chars and strings, and [[t]], not int"},
		{"json", "[1,\n 2.5]", "[int]", `f:2:2: error[E0050]: expected int, found "2.5"`},
		{"json", "[1, 2", "[int]", "f:1:6: error[E0050]: this is no JSON: EOF"},
		{"json", "[1] 2", "[int]", "f:1:5: error[E0050]: there is more than one value"},
		{"json", `[{"a": 1, "b": 2}, {"b": 3, "c": 4}]`, "[<int int>]", `f:1:29: error[E0050]: expected an object of 2 members for int, int, found also "c"`},
		{"json", `[{"a": 1, "b": 2}, {"b": 3}]`, "[<int int>]", `f:1:27: error[E0050]: expected an object of 2 members for int, int, "a" is missing`},
		{"ndjson", "1\n2\n[]", "[int]", "f:3:1: error[E0050]: expected int, found a list"},
		{"npy", "no", "[int]", "f: error[E0050]: this is no .npy file"},
		{"png", "no", "[[int]]", "f: error[E0050]: this is no picture: unexpected EOF"},
		{"arrow", "no", "[int]", "f: error[E0050]: this is no .arrow file, or it is damaged"},
		{"text", "x", "[int]", "f: error[E0050]: text files hold [char] or [[char]], not [int]"},
		{"nesldata", "x", "[int]", "f: error[E0050]: this is no data of a compiled program"},
	} {
		ty, err := types.Parse(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := Named(c.format)
		_, err = f.Read("f", []byte(c.file), ty, double)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %q:\ngot  %v\nwant %s", c.format, c.file, err, c.want)
		}
	}
	v, ints := typed(t, "[int]", "[1, 70000]", value.Num{Int64: true})
	b, _ := npy.Write("f", v, ints, value.Num{Int64: true})
	for want, typ := range map[string]string{"expected bool, found ints": "[bool]", "expected [int], found ints": "[[int]]", "expected int, found sequences of ints": "int"} {
		ty, _ := types.Parse(typ)
		if _, err := npy.Read("f", b, ty, double); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", typ, err, want)
		}
	}
}

// Members of objects may have any order after the first object; headers of tables are
// left out.
func TestReadsOthers(t *testing.T) {
	for _, c := range []struct{ format, file, typ, want string }{
		{"json", `[{"a": 1, "b": true}, {"b": false, "a": 2}]`, "[<int bool>]", "[(1, t), (2, f)]"},
		{"csv", "\ufeffid, flag\r\n1, true\r\n2,F\r\n", "[<int bool>]", "[(1, t), (2, f)]"},
		{"csv", "1,2\n3\n", "[[int]]", "[[1, 2], [3]]"},
		{"tsv", "a \"b\"\t1\n", "[<[char] int>]", `[("a \"b\"", 1)]`},
		{"text", "one\ntwo", "[[char]]", `["one", "two"]`},
	} {
		want, ty := typed(t, c.typ, c.want, double)
		f, _ := Named(c.format)
		if got, err := f.Read("f", []byte(c.file), ty, double); err != nil || value.Diff(got, want, 0) != "" {
			t.Errorf("%s %q: %v %v", c.format, c.file, got, err)
		}
	}
}

// A file that is cut off, or has a wrong byte, is read as something or is one error,
// and costs no more than a file that is whole.
func TestDamagedFiles(t *testing.T) {
	for _, c := range values {
		v, ty := typed(t, c.typ, c.text, double)
		for _, name := range strings.Fields(c.formats) {
			f, _ := Named(name)
			b, err := f.Write("file", v, ty, double)
			if err != nil {
				continue
			}
			step := max(1, len(b)/150)
			for i := 0; i < len(b); i += step {
				checkDamaged(t, f, slices.Clone(b[:i]), ty)
				bad := slices.Clone(b)
				bad[i] ^= 0xFF
				checkDamaged(t, f, bad, ty)
			}
		}
	}
}

func checkDamaged(t testing.TB, f *Format, b []byte, ty *types.Type) {
	t.Helper()
	v, err := f.Read("file", b, ty, double)
	if checkProblem(t, f, err); err == nil {
		value.Flatten(v, ty) // is a value of this type
	}
}

// checkProblem checks that an error is a line that names the file.
func checkProblem(t testing.TB, f *Format, err error) {
	t.Helper()
	var p *Problem
	if err != nil && (!errors.As(err, &p) || p.File != "file" || p.Msg == "" || strings.Contains(err.Error(), "\n")) {
		t.Fatalf("%s: error %q", f.Name, err)
	}
}

// Files of NumPy and SciPy, and NumPy's reading of ours.
func TestNumPy(t *testing.T) {
	python := "/usr/bin/python3"
	if exec.Command(python, "-c", "import numpy").Run() != nil {
		t.Skip("no NumPy is installed")
	}
	t.Chdir(t.TempDir())
	do := func(script string) {
		t.Helper()
		if out, err := exec.Command(python, "-c", "import numpy as np\n"+script).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	cases := []struct{ expr, typ, want string }{
		{"np.arange(5)", "[int]", "[0, 1, 2, 3, 4]"},
		{"np.arange(5, dtype='>i2')", "[int]", "[0, 1, 2, 3, 4]"},
		{"np.arange(5, dtype='u1')", "[int]", "[0, 1, 2, 3, 4]"},
		{"np.arange(3, dtype='i8')", "[float]", "[0.0, 1.0, 2.0]"},
		{"np.array([1.5, -2], dtype='f4')", "[float]", "[1.5, -2.0]"},
		{"np.array([[1, 2, 3], [4, 5, 6]]) * 0.5", "[[float]]", "[[0.5, 1.0, 1.5], [2.0, 2.5, 3.0]]"},
		{"np.asfortranarray([[1, 2, 3], [4, 5, 6]])", "[[int]]", "[[1, 2, 3], [4, 5, 6]]"},
		{"np.arange(24).reshape(2, 3, 4)[:, :1, :2]", "[[[int]]]", "[[[0, 1]], [[12, 13]]]"},
		{"np.array([True, False])", "[bool]", "[t, f]"},
		{"np.frombuffer(b'text', dtype='S1')", "[char]", `"text"`},
		{"np.float64(2.5)", "float", "2.5"},
		{"np.zeros((0, 3))", "[[float]]", "[]"},
	}
	save := "np.savez_compressed('csr.npz', indices=np.array([0, 3, 1], 'i4'), indptr=np.array([0, 2, 2, 3], 'i4'), data=np.array([1.5, 2.5, -1]), format=np.array('csr'), shape=np.array([3, 4]))\n" +
		"np.savez('two.npz', np.arange(2), np.array([[1.5]]))\n"
	for i, c := range cases {
		save += fmt.Sprintf("np.save('%d.npy', %s)\n", i, c.expr)
	}
	do(save)
	for i, c := range cases {
		file := fmt.Sprintf("%d.npy", i)
		want, ty := typed(t, c.typ, c.want, double)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := npy.Read(file, b, ty, double)
		if err != nil || value.Diff(got, want, 0) != "" {
			t.Errorf("%s: %v %v", c.expr, got, err)
			continue
		}
		if b, err = npy.Write(file, got, ty, double); err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		if err := os.WriteFile("back"+file, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	do(fmt.Sprintf(`for i in range(%d):
	a, b = np.load('%%d.npy' %% i), np.load('back%%d.npy' %% i)
	b = b.view(a.dtype) if a.dtype.kind == 'S' else b
	assert a.size == b.size and (a.ravel() == b.ravel().astype(a.dtype)).all(), (a, b)`, len(cases)))
	for file, c := range map[string][2]string{
		"csr.npz": {"[[<int float>]]", "[[(0, 1.5), (3, 2.5)], [], [(1, -1.0)]]"},
		"two.npz": {"<[int] [[float]]>", "([0, 1], [[1.5]])"},
	} {
		want, ty := typed(t, c[0], c[1], double)
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := npz.Read(file, b, ty, double); err != nil || value.Diff(got, want, 0) != "" {
			t.Errorf("%s: %v %v", file, got, err)
		}
	}
}

// Curves and dots are drawn, each in a colour of its own.
func TestPlots(t *testing.T) {
	for _, c := range []struct {
		typ, text       string
		curves, colours int
	}{
		{"[<float float>]", "[(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)]", 1, 1},
		{"[[<float float>]]", "[[(0.0, 0.0), (1.0, 2.0)], [(0.0, 0.0), (1.0, 1.0)]]", 2, 2},
		{"[<float <float int>>]", "[(0.0, 0.0, 1), (1.0, 2.0, 1), (2.0, 2.0, -7), (2.0, 3.0, 1)]", 0, 2},
		{"<[<float <float int>>] [[<float float>]]>", "([(0.0, 0.0, 0)], [[(0.0, 0.0), (1.0, 2.0)]])", 1, 2},
		{"<[<float <float int>>] [<float float>]>", "([(0.0, 0.0, 0)], [(0.0, 0.0), (1.0, 2.0)])", 1, 2},
	} {
		v, ty := typed(t, c.typ, c.text, double)
		d, ok := drawingOf(v, ty)
		if !ok || len(d.Curves) != c.curves || len(d.Curves)+len(d.Dots) != c.colours {
			t.Errorf("%s is drawn as %v", c.text, d)
		}
		for name, start := range map[string]string{"svg": "<?xml", "png": "\x89PNG"} {
			f, _ := Named(name)
			b, err := f.Write("f", v, ty, double)
			if err != nil || !strings.HasPrefix(string(b), start) {
				t.Errorf("%s: %v %.20q", name, err, b)
			}
		}
	}
	if _, err := svgFormat.Read("f", nil, types.Int, double); err == nil {
		t.Error("a plot was read")
	}
	for typ, text := range map[string]string{"[<float float>]": "[(0.0, nan)]", "[<float <float int>>]": "[(0.0, nan, 1)]"} {
		nan, ty := typed(t, typ, text, double)
		if _, err := svgFormat.Write("f", nan, ty, double); err == nil {
			t.Errorf("%s was drawn", text)
		}
	}
}
