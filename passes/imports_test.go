package passes_test

// Imports go one way (ARCHITECTURE.md): ir <- grammar <- passes/pass <- passes
// <- driver <- tools; backends import only ir, grammar, passes/pass,
// backends/clike where they are C-like, and what evaluators share where they run
// programs. Test files may import anything.

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// rank orders the layers: a package may import its own layer or lower ones.
func rank(pkg string) int {
	for i, layer := range [][]string{
		{"ir"}, {"grammar"}, {"passes/pass"}, {"backends", "passes/front", "passes/harlan", "passes/nested", "passes/lift", "passes/shape",
			"passes/flatten", "passes/flat", "passes/kernel", "passes/device"}, {"passes"}, {"passes/driver", "passes/passtest"}, {"tools", "nessie"},
	} {
		for _, prefix := range layer {
			if pkg == prefix || strings.HasPrefix(pkg, prefix+"/") && prefix != "passes" {
				return i
			}
		}
	}
	return -1
}

func TestImportsGoOneWay(t *testing.T) {
	root := ".."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, _ := filepath.Rel(root, filepath.Dir(path))
		pkg := filepath.ToSlash(rel)
		if strings.Contains(pkg, "testdata") || strings.HasPrefix(pkg, "tmpx") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, im := range f.Imports {
			name, _ := strconv.Unquote(im.Path.Value)
			if name, ok := strings.CutPrefix(name, "nessiec/"); ok {
				edge(t, pkg, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// edge checks one import.
func edge(t *testing.T, from, to string) {
	if rank(from) < 0 || rank(to) < 0 {
		t.Errorf("%s imports %s: a package without a place in the layers", from, to)
		return
	}
	if rank(to) > rank(from) {
		t.Errorf("%s imports %s, a higher layer", from, to)
	}
	backend := func(p string) string {
		parts := strings.Split(p, "/")
		if parts[0] == "backends" && len(parts) > 1 {
			return parts[1]
		}
		return ""
	}
	stage := func(p string) bool { return strings.HasPrefix(p, "passes/") && rank(p) == rank("passes/front") }
	switch b, c := backend(from), backend(to); {
	case b != "" && stage(to):
		t.Errorf("backend %s imports pass package %s", from, to)
	case stage(from) && c != "":
		t.Errorf("pass package %s imports backend %s", from, to)
	case b != "" && c != "" && b != c && c != "clike" && to != "backends/ref/interp":
		t.Errorf("backend %s imports backend %s", from, to)
	}
}
