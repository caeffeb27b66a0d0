package main

import (
	"path/filepath"
	"strings"
	"testing"
)

const area = "function area(w, h) : (int, int) -> int = w * h;\nfunction main(w, h) : (int, int) -> int = area(w, h) + 1;\n1 + 1;\n"

// Words: what they print, on which stream, and how they end.
func TestWords(t *testing.T) {
	dir := files(t, map[string]string{
		"area.nesl": area, "three": "3", "bad.nesl": "x = 1;\nfunction g(y) = x + y + z;\n",
		"good.nesl": "% test: twice([1, 2]) = [2, 4] %\nfunction twice(v) = {2 * x : x in v};\n% test: [1][3] fails \"bounds\" %\nprint_string(\"no\");\n",
		"off.nesl":  "% test: [1.5, 2.5] = [1.5, 3.0] %\n% test: \"ab\" = \"ac\" % % test: [1][0] fails \"b\" %\n% test: 1 + t = 2 %\n% test: [1][2] = 1 %\n% test: 2 = 2 %\n",
		"odd.nesl":  "% test: 2 == 2 %",
	})
	for _, c := range []struct {
		args        string
		out, errors string // parts
		status      int
	}{
		{"run area.nesl", "it = 2 : int\n", "", 0},
		{"run area.nesl h=3 w=2", "it = 7 : int\n", "", 0},
		{"run area.nesl 2 3", "it = 7 : int\n", "", 0},
		{"run area.nesl 2 w=-3", "it = -5 : int\n", "", 0},
		{"run -target=ref -arg w=three area.nesl -2", "it = -5 : int\n", "", 0},
		{"run -entry=area area.nesl 2 3", "it = 6 : int\n", "", 0},
		{"run area.nesl 2", "", "error[E0051]: the entry point takes 2 arguments, but h is missing", 2},
		{"run area.nesl 2 3 4", "", "takes 2 arguments, but 3 were given", 2},
		{"run area.nesl W=2 ww=3", "", "no parameter ww; did you mean w?", 2},
		{"run area.nesl w=2 w=3", "", "the argument w is given twice", 2},
		{"run area.nesl w=2 h=x", "", "h:1:1: error[E0050]: expected an int, found `x`", 2},
		{"run", "", "no file (nessiec run -help", 2},
		{"run -dump=all area.nesl", "", "not defined: -dump (nessiec run -help lists the flags)", 2},
		{"run -help", "nessiec run examples/primes.nesl n=1000", "", 0},
		{"check area.nesl", "", "", 0},
		{"check bad.nesl", "", "bad.nesl:2:25: error[E0201]: z is not defined", 2},
		{"chek area.nesl", "", "no file and no command chek; did you mean check?", 2},
		{"explain area.nesl", "", "no file and no command explain (nessiec help lists the commands)", 2},
		{"help", "nessiec check    finds the mistakes", "", 0},
		{"help check", "usage: nessiec check [flags] FILE...", "", 0},
		{"version", "nessiec (devel)", "", 0},
		{"--version", "nessiec (devel)", "", 0},
		{"version 1", "", "nessiec version takes no arguments", 2},
		{"-files=some area.nesl", "", "-files is all, read or none", 2},
		{"-files=none -target=c -run area.nesl", "", "-files needs a program that runs in this process", 2},
		{"area.nesl", "it = 2 : int\n", "", 0},
		{"build -wasm -target=opencl area.nesl", "", "exclude each other", 2},
		{"test good.nesl", "2 tests, 0 failed\n", "", 0},
		{"test -target=ref good.nesl", "2 tests, 0 failed\n", "", 0},
		{"test -target=ref off.nesl", "6 tests, 5 failed\n", "off.nesl:3:11: error", 1},
		{"test odd.nesl", "", "odd.nesl:1:9: error[E0129]", 2},
		{"test bad.nesl", "", "z is not defined", 2},
	} {
		t.Chdir(dir)
		out, errors, status := invoke(strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errors, c.errors) || c.out == "" && out != "" || c.errors == "" && errors != "" {
			t.Errorf("%s: status %d\n%s%s", c.args, status, out, errors)
		}
	}
}

// What differs is said element by element, in the order of the file.
func TestDifferences(t *testing.T) {
	file := filepath.Join(files(t, map[string]string{
		"a.nesl": "% test: [(1, 2.5)] = [(1, 3.5)] %\n% test: \"ab\" = \"ac\" %\n% test: [1] fails \"b\" %\n% test: 1.0 = 1 %\n% test: {1 / x : x in [0]} = [1] %\n% test: 3 = 4 %",
	}), "a.nesl")
	out, _, _ := invoke("test", file)
	want := file + `:1:9: [(1, 2.5)] = [(1, 3.5)]
  it[0].1: 2.5, not 3.5
  it is [(1, 2.5)],
  not   [(1, 3.5)]
` + file + ":2:9: \"ab\" = \"ac\"\n  it[1]: `b, not `c" + `
  it is "ab",
  not   "ac"
` + file + `:3:9: [1] fails "b"
  it does not fail, but is [1]
` + file + `:4:9: 1.0 = 1
  it is of type float, not int
` + file + `:5:9: {1 / x : x in [0]} = [1]
  RUNTIME ERROR: Divide by zero.
` + file + `:6:9: 3 = 4
  it is 3, not 4
6 tests, 6 failed
`
	if out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}

// A module and an executable are written where they should be.
func TestBuildWord(t *testing.T) {
	t.Chdir(files(t, map[string]string{"area.nesl": area}))
	if out, errors, status := invoke("build", "-wasm", "area.nesl"); status != 0 || out+errors != "" || !isFile("area.wasm") || !isFile("nessie.mjs") {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
	if out, errors, status := invoke("build", "-entry=main", "-o", "prog", "area.nesl"); status == statusEnvironment {
		t.Skip(errors)
	} else if status != 0 || out+errors != "" || !isFile("prog") {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
	if out, errors, status := invoke("run", "-target=opencl", "area.nesl", "h=2", "w=5"); status == statusEnvironment {
		t.Skip(errors)
	} else if status != 0 || out != "it = 11 : int\n" {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
	if out, errors, status := invoke("test", "-target=opencl", "area.nesl"); status != 0 || out != "0 tests, 0 failed\n" {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
}
