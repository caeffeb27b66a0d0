package main

// Diagnostics: a golden case for every code, from the example on its page of
// -explain, and a hint for every classic mistake. NESSIEC_UPDATE writes the
// golden text anew.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/ir/diag"
)

// rejected compiles the file at path as far as errors of the user can come from,
// runs it on an input, and returns what is printed on standard error.
func rejected(t *testing.T, path, input string, flags ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	args := append(flags, path)
	if len(flags) == 0 || wordNamed(flags[0]) == nil {
		args = append([]string{"-to=nkl.mono"}, args...)
	}
	run(args, strings.NewReader(input), &out, &errs)
	return strings.ReplaceAll(errs.String(), filepath.Dir(path)+string(filepath.Separator), "")
}

// Every code has an example that has it; what is printed is golden.
func TestDiagnosticsGolden(t *testing.T) {
	var all strings.Builder
	for _, c := range diag.Codes() {
		if c.Example == "" {
			t.Errorf("%s has no example", c.ID)
			continue
		}
		path := filepath.Join(t.TempDir(), c.ID+".nesl")
		if err := os.WriteFile(path, []byte(c.Example), 0o666); err != nil {
			t.Fatal(err)
		}
		var flags []string
		for _, flag := range c.Flags { // files that are named lie beside the program
			flags = append(flags, strings.ReplaceAll(flag, c.ID+".nesl", path))
		}
		got := rejected(t, path, c.Input, flags...)
		if !strings.Contains(got, "["+c.ID+"]") {
			t.Errorf("%s: the example does not have the code:\n%s%s", c.ID, c.Example, got)
		}
		all.WriteString("---- " + c.ID + " " + c.Title + "\n" + got + "\n")
	}
	golden := filepath.Join("testdata", "diagnostics.txt")
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(all.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, _ := os.ReadFile(golden); all.String() != string(want) {
		t.Errorf("diagnostics differ from %s:\n%s", golden, all.String())
	}
}

// The mistakes that everybody makes, with a word that the hint must have.
func TestClassicMistakes(t *testing.T) {
	for _, m := range []struct{ source, code, hint string }{
		{"function g(i) = (i * i) mod 17", "E0305", "mod(a, b)"},
		{"let f = 2 in f * f", "E0105", "fx"},
		{"function area(t) = t * t", "E0105", "t1"},
		{"(1 < 2) == (2 < 3)", "E0302", "eql"},
		{"[1, 2] == [1, 2]", "E0302", "eql"},
		{"1 + 2.0", "E0301", "float"},
		{"x = 3\ny = 4", "E0121", ";"},
		{"function apply(h, x) : int, int -> int = h(x)", "E0308", "write ("},
		{"x = []", "E0115", "[] int"},
		{"let x = 5 in 1 < x < 9", "E0302", "and"},
		{"sum [1,2]", "E0307", "sum("},
		{"7 % 2", "E0101", "rem"},
		{"function g(x) = h(x); function h(x) = x", "E0201", "h"},
		{"revers([1, 2])", "E0201", "reverse"},
		{"function g(n) = if n == 0 then 1", "E0110", "else"},
		{"function g(v, w) = {x + y : x in v, y in w}", "E0110", "semicolons"},
		{"[x * 2 : x in [1, 2]]", "E0110", "braces"},
	} {
		path := filepath.Join(t.TempDir(), "mistake.nesl")
		if err := os.WriteFile(path, []byte(m.source+";\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		got := rejected(t, path, "")
		_, hint, ok := strings.Cut(got, "hint: ")
		if !ok || !strings.Contains(got, "["+m.code+"]") || !strings.Contains(hint, m.hint) {
			t.Errorf("%s: want %s and a hint with %q, got\n%s", m.source, m.code, m.hint, got)
		}
	}
}

// What an expression is, and why: where its type comes from, if that is elsewhere.
func TestReasons(t *testing.T) {
	for _, m := range []struct{ source, because string }{
		{"function g(x) = let y = x + 1 in #x", ":1:29: it is int"},
		{"function g(a, i) = let y = i * 0.5 in a[i]", ":1:32: it is float"},
	} {
		path := filepath.Join(t.TempDir(), "reason.nesl")
		if err := os.WriteFile(path, []byte(m.source+";\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := rejected(t, path, ""); !strings.Contains(got, m.because+" because of this") {
			t.Errorf("%s: no reason %q in\n%s", m.source, m.because, got)
		}
	}
}
