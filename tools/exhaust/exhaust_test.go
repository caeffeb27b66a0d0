package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/toy"
)

func TestIdentifiers(t *testing.T) {
	dir := t.TempDir()
	src := `package grammar
var (
	A = Base[*toy.Module](fam, "toy.a", "doc")
	B = A.Extend("toy.b", "doc",
		Remove(toy.FormInt))
	atom = Sort{"atom", x}
)`
	if err := os.WriteFile(filepath.Join(dir, "g.go"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	names, err := identifiers(dir)
	if err != nil || len(names) != 2 || names["A"] != "toy.a" || names["B"] != "toy.b" {
		t.Errorf("got %v, %v", names, err)
	}
}

func TestSwitches(t *testing.T) {
	fam := grammar.NewFamily("toy", grammar.Ops[*toy.Module, toy.Expr]{Schema: toy.Schema, Parse: toy.Parse})
	l := grammar.Base[*toy.Module](fam, "toy.a", "doc", grammar.Add(toy.FormInt, toy.FormTuple))
	const head = "package p\nfunc f(e toy.Expr) {\n"
	for _, c := range [][2]string{
		{"//nessiec:exhaustive grammar.A\nswitch e := e.(type) {\ncase *toy.Int:\ncase nil, *toy.Tuple:\ndefault:\n}", ""},
		{"// words\n//\n//nessiec:exhaustive grammar.A\nswitch e.(type) {\ncase *Int, *Let:\n}",
			"f.go:5:1: form let is not in grammar.A\nf.go:5:1: form tuple of grammar.A has no case"},
		{"//nessiec:exhaustive grammar.A\nswitch e.(type) {\ncase *toy.Int, *toy.Tuple, *toy.Zap:\n}", "f.go:3:1: case zap is no form of the family"},
		{"//nessiec:exhaustive grammar.B\nswitch e.(type) {\n}", "f.go:3:1: no language or family grammar.B"},
		{"//nessiec:exhaustive grammar.A\n\nswitch e.(type) {\n}", "f.go:3:1: no type switch follows"},
		{"switch e.(type) {\n}", ""},
	} {
		k := checker{langs: []*grammar.Language{l.Language}, names: map[string]string{"A": "toy.a"}}
		k.file("f.go", head+c[0]+"\n}\n")
		if got := strings.Join(k.problems, "\n"); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
	k := checker{langs: []*grammar.Language{l.Language}}
	if k.file("f.go", head+"//nessiec:exhaustive toy\nswitch e.(type) {\n}\n}\n"); len(k.problems) != toy.NumForms {
		t.Errorf("a family has %d forms, %d are missing", toy.NumForms, len(k.problems))
	}
}

// Every annotated switch of the project covers its language.
func TestProject(t *testing.T) {
	names, err := identifiers("../../grammar")
	if err != nil {
		t.Fatal(err)
	}
	c := checker{langs: grammar.All(), names: names}
	c.tree("../..")
	for _, p := range c.problems {
		t.Error(p)
	}
}
