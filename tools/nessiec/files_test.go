package main

// Files: several on the command line, those that are loaded, those with
// mistakes, and dumps of the surface languages.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files writes files by name and returns their directory.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// invoke runs the command.
func invoke(args ...string) (out, errors string, status int) { return invokeOn("", args...) }

// invokeOn runs the command on a standard input.
func invokeOn(input string, args ...string) (out, errors string, status int) {
	var o, e strings.Builder
	status = run(args, strings.NewReader(input), &o, &e)
	return o.String(), e.String(), status
}

func TestSeveralFiles(t *testing.T) {
	dir := files(t, map[string]string{"a.nesl": "x = 1;", "b.nesl": "x + 1;\ny"})
	a, b := filepath.Join(dir, "a.nesl"), filepath.Join(dir, "b.nesl")
	out, errors, status := invoke(a, b)
	if status != statusRejected || !strings.Contains(errors, b+":2:1: error") {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
	if out, errors, status := invoke(a, a, "-e", "x + 2"); out != "x = 1 : int\nx = 1 : int\nit = 3 : int\n" || status != 0 {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
}

// A nested load looks beside the file that loads, whatever the directory.
func TestLoads(t *testing.T) {
	dir := files(t, map[string]string{
		"main.nesl":  `load "sub/a"; where = "sub/"; load where ++ "b"; x + y;`,
		"sub/a.nesl": `load "b"; x = 1;`,
		"sub/b.nesl": "y = 2;",
	})
	if out, errors, status := invoke(filepath.Join(dir, "main.nesl")); out != "where = \"sub/\" : [char]\nit = 3 : int\n" || status != 0 {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
}

// Files that load each other are one mistake. Two commands in such a file doubled its forms
// at each of twenty depths, and nessiec took minutes and gigabytes.
func TestEndlessLoads(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"a.nesl": "load \"b\";\nx = 1;\nload \"b\";\nload \"c\";\nx + y;\n",
		"b.nesl": "load \"a\";\nload \"a\";\n",
		"c.nesl": "y = 2;\n",
	}))
	if out, errors, status := invoke("check", "a.nesl"); out != "" || status != statusRejected ||
		errors != "a.nesl:1:1: error[E0209]: files load each other without end\n    1 | load \"b\";\n      | ^\n" {
		t.Errorf("status %d\n%s%s", status, out, errors)
	}
}

// With -keep-going, forms with mistakes are left out, as is what uses them, and
// an older definition stays in force. The status says that there were mistakes.
func TestKeepGoing(t *testing.T) {
	dir := files(t, map[string]string{"a.nesl": "x = 1;\ny = x + 2.0;\nfunction g(a) = a + ;\nx = \"a\" + 3;\nx;\ng(3);\nz = y;\nx + 1;\n"})
	a := filepath.Join(dir, "a.nesl")
	out, errors, status := invoke("-keep-going", a)
	if out != "x = 1 : int\nit = 1 : int\nit = 2 : int\n" || status != statusRejected {
		t.Errorf("status %d\n%s", status, out)
	}
	for _, want := range []string{":3:19: error[E0112]", ":2:7: error[E0301]", ":4:5: error[E0302]", ":6:1: error[E0201]", ":7:5: error[E0201]"} {
		if strings.Count(errors, want) != 1 {
			t.Errorf("%s is not once in\n%s", want, errors)
		}
	}
	if out, _, status := invoke(a); out != "" || status != statusRejected {
		t.Errorf("without the flag: status %d, %s", status, out)
	}
	if out, errors, status := invoke("-keep-going", "-e", "1 + 1"); out != "it = 2 : int\n" || errors != "" || status != statusGood {
		t.Errorf("without a mistake: status %d\n%s%s", status, out, errors)
	}
}

// A dump of a surface language is run on until it can be executed.
func TestEnterSurface(t *testing.T) {
	dir := files(t, map[string]string{"a.nesl": "function half(x, y := x / 2) = y;\n{half(i) : i in [2, 4]};\n"})
	dumps := filepath.Join(dir, "dumps")
	want, errors, status := invoke(filepath.Join(dir, "a.nesl"))
	if status != 0 {
		t.Fatal(errors)
	}
	if _, errors, status := invoke("-dump=all", "-dump-dir="+dumps, filepath.Join(dir, "a.nesl")); status != 0 {
		t.Fatal(errors)
	}
	for _, name := range []string{"01-resolve-names", "02-expand-sugar", "03-compile-patterns", "04-infer-types"} {
		if out, errors, status := invoke("-from=" + filepath.Join(dumps, name+".dump")); out != want || status != 0 {
			t.Errorf("%s: status %d\n%s%s", name, status, out, errors)
		}
	}
}
