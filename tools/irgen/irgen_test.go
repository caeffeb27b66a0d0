package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The generated files of all families are up to date.
func TestUpToDate(t *testing.T) {
	files, err := filepath.Glob("../../ir/*/*_gen.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no generated files", err)
	}
	for _, f := range files {
		if dir := filepath.Dir(f); filepath.Base(f) == filepath.Base(dir)+"_gen.go" { // prim has codes of its own
			if err := run(dir, true); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range [][2]string{
		{"type X struct {\n\tir.Node\n\tV *Var\n}", "X.V: a variable needs a tag: bind or use"},
		{"type X struct {\n\tir.Node\n\tF map[string]int\n}", "X.F: no rule for type ?"},
		{"type X struct {\n\tir.Node\n\tF int `ir:\"bind\"`\n}", "X.F: tag bind on a field of type int"},
		{"type X struct {\n\tir.Node\n\tV *Var `ir:\"use,set\"`\n}", "X.V: tag use,set: unknown option"},
		{"//irgen:atom\ntype X struct {\n\tir.Node\n\tA, B int\n}", "X: an atom has one field: a variable or a literal"},
		{"type R struct {\n\tir.Decl\n\tE Expr\n}\ntype X struct {\n\tir.Node\n\tR *R\n}",
			"X.R: a record inside a form cannot hold expressions, variables, types or primitives"},
		{"type D struct{ ir.Decl }\ntype Module struct {\n\tA *D\n\tB []*D\n}", "Module.B: another field has the name d in the text form"},
	} {
		dir := filepath.Join(t.TempDir(), "fam")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		src := "package fam\nimport \"nessiec/ir\"\n" + c[0] + "\n"
		if err := os.WriteFile(filepath.Join(dir, "fam.go"), []byte(src), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := run(dir, false); err == nil || !strings.HasSuffix(err.Error(), c[1]) {
			t.Errorf("%s\n got %v\nwant %s", c[0], err, c[1])
		}
	}
}

// A form whose comment named a package got that package imported for nothing, and the
// generated file did not compile.
func TestImports(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fam")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	src := "package fam\nimport (\"nessiec/ir\"; \"nessiec/ir/value\"; \"nessiec/ir/prim\")\n" +
		"// X holds at most value.Most elements.\ntype X struct {\n\tir.Node\n\tP prim.Op\n}\nvar _ value.Num\n"
	if err := os.WriteFile(filepath.Join(dir, "fam.go"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, false); err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile(filepath.Join(dir, "fam_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "value.Most") {
		t.Error("the comment does not reach the schema")
	}
	for path, want := range map[string]bool{"nessiec/ir": true, "nessiec/ir/prim": true, "nessiec/ir/value": false} {
		if got := strings.Contains(string(out), "\t\""+path+"\"\n"); got != want {
			t.Errorf("%s is imported: %v, want %v", path, got, want)
		}
	}
}
