package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/tools/data"
	"nessiec/tools/testcommand"
)

const dataProgram = `
function main(prices, shift) : ([float], float) -> [float] = {x + shift : x in prices};
function order(rows) : [([char], int, float)] -> [([char], float)] = {(a, float(b) * c) : (a, b, c) in rows};
function front(v) = v[0];
function curve(n) : int -> [(float, float)] = {(float(i), float(i * i)) : i in [0:n]};
`

// Arguments come from files, in the formats of their suffixes, and results go to some.
func TestDataFiles(t *testing.T) {
	t.Chdir(files(t, map[string]string{"m.nesl": dataProgram, "p.json": "[1, 2.5]", "p.txt": "[1, 2.5]", "a:b.json": "[1]", "shift": "s = fn : int -> int\nit = 0.5 : float\n",
		"order.csv": "name,n,price\nbolt,3,0.5\nnut,10,0.25\n", "bad.csv": "bolt,3,0.5\nnut,x,0.25\n", "order.dat": "bolt\t3\t0.5\n"}))
	for _, target := range []string{"wasm", "ref", "c", "opencl"} {
		for _, c := range []struct{ args, out, errors, file, text string }{
			{"-arg prices=p.json shift=1", "it = [2.0, 3.5] : [float]\n", "", "", ""},
			{"-arg prices=p.txt -arg shift", "it = [1.5, 3.0] : [float]\n", "", "", ""},
			{"-arg p.json -arg shift -output out.json", "", "", "out.json", "[1.5,3]\n"},
			{"-arg p.json -arg shift -output out", "", "", "out", "[1.5, 3.0]\n"},
			{"-entry=order -arg order.csv -output=out.tsv", "", "", "out.tsv", "bolt\t1.5\nnut\t2.5\n"},
			{"-entry=order -arg rows=order.dat -format=tsv", "it = [(\"bolt\", 1.5)] : [([char], float)]\n", "", "", ""},
			{"-entry=order -arg order.csv:name,n,n", "", "nessiec: -arg order.csv:name,n,n: the list \"name,n,n\" has the column n twice\n", "", ""},
			{"-arg prices=order.csv:price shift=1", "it = [1.5, 1.25] : [float]\n", "", "", ""},
			{"-arg prices=order.dat:0.5 -format=tsv shift=1", "it = [] : [float]\n", "", "", ""},
			{"-arg prices=order.csv:prices shift=1", "", "order.csv: error[E0050]: column prices, there is no such column (did you mean price?); there are name, n, price\n", "", ""},
			{"-arg prices=shift:price shift=1", "", "shift: error[E0050]: literals of NESL have no columns with names; -format says that the file is a table\n", "", ""},
			{"-arg prices=none.csv:price shift=1", "", "nessiec: open none.csv: no such file or directory\n", "", ""},
			{"-arg prices=a:b.json shift=1", "it = [2.0] : [float]\n", "", "", ""},
			{"-entry=order -arg bad.csv -output=out.none", "", "bad.csv: error[E0050]: column 2, row 2, expected int, found \"x\"\n", "", ""},
			{"-entry=curve 3 -output=out.svg", "", "", "out.svg", "<?xml"},
			{"-entry=curve 3 -output=out.npy", "", "out.npy: error[E0050]: .npy files hold numbers, bools and chars, not tuples of 2\n", "", ""},
			{"prices=p.json shift=1", "", "prices:1:1: error[E0050]: expected `[`, found `p.json`\nhint: p.json is a file; -arg prices=p.json reads it\n", "", ""},
			{"p.json 1", "", "argument 1:1:1: error[E0050]: expected `[`, found `p.json`\nhint: p.json is a file; -arg p.json reads it\n", "", ""},
			{"-entry=front order.csv", "", "argument 1: error[E0050]: expected a value, found `order.csv`\nhint: order.csv is a file; -arg order.csv reads it\n", "", ""},
			{"-entry=front v=[1,", "", "v: error[E0050]: expected a value, found `[1,`\n", "", ""},
			{"-arg prices=none.json shift=1", "", "nessiec: open none.json: no such file or directory\n", "", ""},
		} {
			args := append([]string{"run", "-target=" + target, "m.nesl"}, strings.Fields(c.args)...)
			out, errors, status := invoke(args...)
			if status == statusEnvironment {
				t.Skip(errors)
			}
			if out != c.out || errors != c.errors || (status == 0) != (c.errors == "") {
				t.Errorf("%s %s: status %d\n%s%s", target, c.args, status, out, errors)
			}
			if c.file != "" {
				if b, err := os.ReadFile(c.file); err != nil || !strings.HasPrefix(string(b), c.text) {
					t.Errorf("%s %s: %v\n%s", target, c.args, err, b)
				}
				os.Remove(c.file)
			}
		}
		if left, _ := filepath.Glob("out*"); len(left) > 0 {
			t.Errorf("%s: files %v", target, left)
		}
	}
	if _, errors, status := invoke("-exec-check", "-entry=main", "m.nesl", "-arg=p.json", "-arg=shift"); status != statusRejected || !strings.Contains(errors, "only literals") {
		t.Errorf("-exec-check: status %d\n%s", status, errors)
	}
}

// -bare prints values of expressions alone and whole, and no definitions, on every
// target alike. Programs that are compiled rejected it.
func TestBare(t *testing.T) {
	testcommand.QuickCUDA(t)
	t.Chdir(files(t, map[string]string{"b.nesl": "n = 3;\nfunction twice(x) : int -> int = 2 * x;\nset print_length 2;\ntwice(n);\nm = [0:200];\nm;\nprint_string(\"printed\");\n"}))
	want, errors, status := invoke("run", "-bare", "-target=ref", "b.nesl", "-e", `"text"`, "-e", "(1.5, [[t], [] bool])")
	if status != 0 || !strings.HasPrefix(want, "6\n[0, 1, 2, 3,") || !strings.HasSuffix(want, " 199]\nprinted\nT\n\"text\"\n(1.5, [[T], []])\n") {
		t.Fatalf("status %d\n%s%s", status, want, errors)
	}
	for _, target := range []string{"wasm", "c", "opencl", "cuda -simulate"} {
		args := append([]string{"run", "-bare", "b.nesl", "-e", `"text"`, "-e", "(1.5, [[t], [] bool])"}, strings.Fields("-target="+target)...)
		out, errors, status := invoke(args...)
		if status == statusEnvironment {
			t.Logf("%s: %.200s", target, errors)
			continue
		}
		if status != 0 || out != want {
			t.Errorf("%s: status %d\n%s%s\nwant\n%s", target, status, out, errors, want)
		}
	}
	if _, errors, status := invoke("-bare", "-target=opencl", "b.nesl"); status != statusRejected || !strings.Contains(errors, "-bare needs a program that runs") {
		t.Errorf("source alone: status %d\n%s", status, errors)
	}
	if out, errors, status := invoke("run", "-bare", "-target=opencl", "b.nesl", "-output=it.json", "-e", "twice(4)", "-e", "[n]"); status != statusEnvironment {
		b, _ := os.ReadFile("it.json")
		if status != 0 || !strings.HasSuffix(out, "printed\nT\n8\n") || string(b) != "[3]\n" {
			t.Errorf("-output: status %d\n%s%s%s", status, out, errors, b)
		}
	}
}

// A compiled program reads and writes data itself; what is damaged is one error.
func TestProgramData(t *testing.T) {
	t.Chdir(files(t, map[string]string{"m.nesl": dataProgram, "order.csv": "bolt,3,0.5\nnut,10,0.25\n"}))
	if _, errors, status := invoke("build", "-entry=order", "-o", "prog", "m.nesl"); status != 0 {
		t.Skip(errors)
	}
	ty := types.Seq(types.Tuple(types.Seq(types.Char), types.Tuple(types.Int, types.Float)))
	b, err := os.ReadFile("order.csv")
	if err != nil {
		t.Fatal(err)
	}
	v, err := data.Of("order.csv", ty).Read("order.csv", b, ty, value.Num{})
	if err != nil {
		t.Fatal(err)
	}
	if b, err = data.Binary.Write("a", v, ty, value.Num{}); err != nil {
		t.Fatal(err)
	}
	program := func(name string, b []byte) (string, error) {
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("./prog", "-arg", name, "-output", "out.nesldata").CombinedOutput()
		return string(out), err
	}
	if out, err := program("in.nesldata", b); err != nil || out != "" {
		t.Fatalf("%v\n%s", err, out)
	}
	result := types.Seq(types.Tuple(types.Seq(types.Char), types.Float))
	out, err := os.ReadFile("out.nesldata")
	if err != nil {
		t.Fatal(err)
	}
	got, err := data.Binary.Read("out.nesldata", out, result, value.Num{})
	want, _ := value.NewReader("", []byte(`[("bolt", 1.5), ("nut", 2.5)]`), value.Num{}).Value(result)
	if err != nil || value.Diff(got, want, 0) != "" {
		t.Errorf("%v %v", got, err)
	}
	damaged := func(name string, b []byte, step, most int) {
		for i := 8; i < len(b); i += step { // cut off, but what starts as data
			if out, err := program(name, b[:i]); err == nil || strings.Count(out, "\n") != 1 || !strings.Contains(out, "error[E0050]") {
				t.Errorf("%s, %d bytes: %v\n%s", name, i, err, out)
			}
		}
		for i := 8; i < most; i += step { // damaged in what says where the arrays are
			bad := slices.Clone(b)
			bad[i] ^= 0x81
			if out, err := program(name, bad); err != nil && (strings.Count(out, "\n") != 1 || !strings.Contains(out, "error[E0050]")) {
				t.Errorf("%s, byte %d: %v\n%s", name, i, err, out)
			}
		}
	}
	damaged("in.nesldata", b, 5, 8*24)
	if b, err = data.Of("in.arrow", ty).Write("in.arrow", v, ty, value.Num{}); err != nil {
		t.Fatal(err)
	}
	if out, err := program("in.arrow", b); err != nil || out != "" {
		t.Fatalf("%v\n%s", err, out)
	}
	if again, err := os.ReadFile("out.nesldata"); err != nil || !bytes.Equal(again, out) {
		t.Errorf("in.arrow: %v, another result", err)
	}
	damaged("in.arrow", b, 7, len(b))
	text, err := exec.Command("./prog", "-arg", "in.nesldata", "-output", "out.csv").CombinedOutput()
	if want := "out.csv: a program writes .nesldata, .arrow, .npy and .bin; nessiec writes .csv\n"; err == nil || string(text) != want {
		t.Errorf("%v\n%s", err, text)
	}
}
