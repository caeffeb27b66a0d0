package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const source = `package p

func f(g gen, n, m int) {
	g.barrier()
	if n < m && m != 7 {
		g.put(n, m)
	} else {
		panic("no")
	}
	if n == 0 {
		panic("impossible")
	}
	x := &kir.Check{Node: at, Cond: c, Then: g.rest[1:]}
	h(prims("sub", x), make([]int, 0, 9))
}
`

// write makes a module with one file in passes and returns its root.
func write(t *testing.T, name, src string) string {
	t.Helper()
	root := t.TempDir()
	for _, a := range areas {
		if err := os.MkdirAll(filepath.Join(root, a), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "passes", name), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	return root
}

// Every kind of fault is planted where it can be, and nowhere in what speaks to
// people or guards against the impossible; mutants are Go.
func TestSites(t *testing.T) {
	sites, err := findSites(write(t, "f.go", source), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range sites {
		was, now, _ := strings.Cut(s.change(), "now: ")
		if was == "" || s.text != "" && !strings.Contains(now, strings.Fields(s.text)[0]) {
			t.Errorf("%s: %s", s.id(), s.change())
		}
		got = append(got, s.op+" "+s.text)
		if _, err := parser.ParseFile(token.NewFileSet(), "f.go", s.mutant(), 0); err != nil {
			t.Errorf("%s: %v\n%s", s.id(), err, s.mutant())
		}
	}
	for _, want := range []string{"barrier ", "drop ", "negate !(n < m && m != 7)", "relation <=", "logic ||", "logic n < m", "equality ==",
		"off-by-one 7+1", "swap m, n", "check g.rest[1:]", "field ", "off-by-one 1+1", `prim "add"`, "off-by-one 0+1"} {
		if !slices.Contains(got, want) {
			t.Errorf("no fault %q in %q", want, got)
		}
	}
	for _, s := range sites {
		if s.line == 11 || s.line == 8 || strings.Contains(s.text, "9") {
			t.Errorf("a fault that nobody should notice: %s", s.change())
		}
	}
}

// Files that the tests are not built with have no faults.
func TestBuilt(t *testing.T) {
	for tags, built := range map[string]bool{"": true, "//go:build highs || lanl\n\n": true, "//go:build lanl && !highs\n\n": false, "//go:build !highs\n\n": false} {
		sites, err := findSites(write(t, "f.go", tags+source), "")
		if err != nil || len(sites) > 0 != built {
			t.Errorf("%q: %d faults, %v", tags, len(sites), err)
		}
	}
}

// The choice depends on the seed alone, and takes the operators in turn.
func TestChoose(t *testing.T) {
	sites, err := findSites(write(t, "f.go", source), "")
	if err != nil {
		t.Fatal(err)
	}
	names := func(seed uint64) (out []string) {
		for _, s := range choose(sites, seed) {
			out = append(out, s.id())
		}
		return out
	}
	if a, b := names(1), names(1); len(a) != len(sites) || !slices.Equal(a, b) {
		t.Errorf("%q\n%q", a, b)
	}
	if slices.Equal(names(1), names(2)) {
		t.Error("seeds 1 and 2 choose the same")
	}
}

// Results are found again unless the function has changed, the file was cut
// off, or survivors are to be tried again.
func TestResults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bin", "r.jsonl")
	a, b := &site{file: "a.go", fn: "f", op: "drop", num: 1, body: [32]byte{1}}, &site{file: "a.go", fn: "g", op: "drop", num: 1}
	r, err := openResults(file, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []result{{ID: a.id(), Body: "0100000000000000", Status: survived}, {ID: b.id(), Body: "0000000000000000", Status: killed, By: "p"}} {
		if err := r.add(x); err != nil {
			t.Fatal(err)
		}
	}
	r.file.WriteString(`{"ID":"cut`)
	r.close()
	found := func(s *site, again bool) bool {
		r, err := openResults(file, again)
		if err != nil {
			t.Fatal(err)
		}
		defer r.close()
		_, ok := r.find(s)
		return ok
	}
	changed := *a
	changed.body[5] = 9
	if !found(a, false) || found(a, true) || !found(b, true) || found(&changed, false) {
		t.Error("results are not those that were written")
	}
}

// A fault that is explained does not count; one that survives does.
func TestTally(t *testing.T) {
	s := func(fn string) *site {
		return &site{file: "a.go", fn: fn, op: "drop", num: 1, src: []byte("x\n"), to: 1}
	}
	y := &tally{explained: map[string]string{s("c").version(): "because"}}
	y.add(s("a"), result{Status: killed, By: "p"})
	y.add(s("b"), result{Status: survived})
	y.add(s("c"), result{Status: survived})
	y.add(s("d"), result{Status: unbuilt})
	if y.total() != 3 || y.score() != 50 {
		t.Errorf("%d faults, score %v", y.total(), y.score())
	}
	var b strings.Builder
	y.report(&b)
	if !strings.Contains(b.String(), "3 faults: 1 noticed, 1 survived, 1 equivalent (equivalent.txt): score 50.0\n     1 noticed by p\nsurvived: a.go b drop 1 00000000\n") {
		t.Errorf("got\n%s", b.String())
	}
}

// An explanation has a fault, with the version of its function, and a reason.
func TestExplained(t *testing.T) {
	explained, err := readExplained("equivalent.txt")
	if err != nil || len(explained) == 0 {
		t.Fatal(err, len(explained))
	}
	for id, why := range explained {
		if len(strings.Fields(id)) != 5 || why == "" {
			t.Errorf("%q: %q", id, why)
		}
	}
}

func TestFuncName(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "f.go", "package p\nfunc f() {}\nfunc (t *T[A]) m() {}\nfunc (t T) n() {}", 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range f.Decls {
		got = append(got, funcName(d.(*ast.FuncDecl)))
	}
	if strings.Join(got, " ") != "f T.m T.n" {
		t.Errorf("got %v", got)
	}
}
