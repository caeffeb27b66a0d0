package passes_test

// Imports go one way (ARCHITECTURE.md): ir <- grammar <- passes/pass <- passes
// <- driver <- tools; backends import only ir, grammar, passes/pass,
// backends/clike where they are C-like, and what evaluators share where they run
// programs. Test files may import anything.

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rank orders the layers: a package may import its own layer or lower ones.
func rank(pkg string) int {
	for i, layer := range [][]string{
		{"ir"}, {"passes/sizes"}, {"grammar"}, {"passes/pass"}, {"backends", "passes/front", "passes/harlan", "passes/vcode", "passes/nested", "passes/lift", "passes/shape",
			"passes/flatten", "passes/flat", "passes/kernel", "passes/lower", "passes/device"}, {"passes"}, {"passes/driver", "passes/passtest"}, {"tools", "nessie"},
	} {
		for _, prefix := range layer {
			if pkg == prefix || strings.HasPrefix(pkg, prefix+"/") && prefix != "passes" {
				return i
			}
		}
	}
	return -1
}

// sources visits the Go files of the project, but tests, each with the directory of its package.
func sources(t *testing.T, visit func(pkg, name string) error) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		rel, _ := filepath.Rel("..", filepath.Dir(name))
		if strings.HasPrefix(rel, "tmpx") {
			return nil
		}
		return visit(filepath.ToSlash(rel), name)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImportsGoOneWay(t *testing.T) {
	sources(t, func(pkg, name string) error {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
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
}

// lowering is the packages that kernels become programs in, and what each imports of
// them. All else that they import is ir, grammar and passes/pass. A template knows
// groups and element code, but no other template, and nothing of the host.
var lowering = map[string][]string{
	"passes/device/build/op":   nil,
	"passes/device/build":      nil,
	"passes/lower/control":     {"build", "op"},
	"passes/lower/group":       {"build", "op"},
	"passes/lower/element":     {"build", "op", "control", "group"},
	"passes/lower/ranges":      {"element"},
	"passes/lower/elementwise": {"build", "op", "element", "group"},
	"passes/lower/fold":        {"build", "op", "element", "group"},
	"passes/lower/segmented":   {"build", "op", "element", "group"},
	"passes/lower/grid":        {"build", "op", "control", "element", "group"},
	"passes/lower/radix":       {"build", "op", "element", "group"},
	"passes/lower/strategy":    {"element", "fold", "grid", "group", "segmented"},
	"passes/lower":             {"build", "op", "control", "element", "group", "ranges", "elementwise", "fold", "segmented", "grid", "radix"},
	"passes/lower/lowertest":   {"lower", "strategy", "failures", "legal", "memory", "transfers"},
	"passes/device/failures":   {"build"},
	"passes/device/fetches":    {"build"},
	"passes/device/guards":     {"build"},
	"passes/device/counted":    {"build"},
	"passes/device/carried":    {"build"},
	"passes/device/stops":      {"build", "op"},
	"passes/device/invariants": {"build"},
	"passes/device/lanes":      {"build"},
	"passes/device/legal":      {"build"},
	"passes/device/memory":     {"build"},
	"passes/device/series":     {"build"},
	"passes/device/transfers":  {"build"},
}

// room checks an import of a package of lowering.
func room(t *testing.T, from, to string) {
	allowed, known := lowering[from]
	if !known {
		t.Errorf("%s has no place among the packages of lowering", from)
	}
	shared := rank(to) < rank("passes/lower")
	if !shared && !slices.Contains(allowed, path.Base(to)) {
		t.Errorf("%s imports %s", from, to)
	}
}

// TestRooms checks that packages of lowering stay small: 3,000 lines, and, where kernels
// are written, 40 methods a type.
func TestRooms(t *testing.T) {
	for pkg := range lowering {
		files, _ := filepath.Glob(filepath.Join("..", filepath.FromSlash(pkg), "*.go"))
		if len(files) == 0 {
			t.Errorf("%s has no files", pkg)
		}
		lines, methods := 0, map[string]int{}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			lines += set.File(f.Pos()).LineCount()
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
					methods[strings.TrimPrefix(types.ExprString(fn.Recv.List[0].Type), "*")]++
				}
			}
		}
		if lines > 3000 {
			t.Errorf("%s has %d lines", pkg, lines)
		}
		for name, n := range methods {
			if n > 40 && (pkg == "passes/device/build" || !strings.HasPrefix(pkg, "passes/device")) {
				t.Errorf("%s.%s has %d methods", pkg, name, n)
			}
		}
	}
}

// TestFilesInOrder checks that the files of a package in which kernels are written can be
// read one after another: none uses what uses it.
func TestFilesInOrder(t *testing.T) {
	for pkg := range lowering {
		if !strings.HasPrefix(pkg, "passes/lower") && !strings.HasPrefix(pkg, "passes/device/build") {
			continue
		}
		uses := usesOfFiles(t, filepath.Join("..", filepath.FromSlash(pkg)))
		var path []string
		var visit func(file string)
		done := map[string]bool{}
		visit = func(file string) {
			if at := slices.Index(path, file); at >= 0 {
				t.Errorf("%s: a circle of files: %s", pkg, strings.Join(append(path[at:], file), " uses "))
				return
			}
			if done[file] {
				return
			}
			path = append(path, file)
			for _, to := range uses[file] {
				visit(to)
			}
			path = path[:len(path)-1]
			done[file] = true
		}
		for _, file := range slices.Sorted(maps.Keys(uses)) {
			visit(file)
		}
	}
}

// TestSerialIsAskedThrice checks that serial and parallel targets differ in the interface
// group.Group, in what strategies are chosen from, and in a table of templates only.
func TestSerialIsAskedThrice(t *testing.T) {
	want := []string{"passes/lower/group/group.go", "passes/lower/strategy/kind.go", "passes/lower/template.go"}
	var asked []string
	for pkg := range lowering {
		files, _ := filepath.Glob(filepath.Join("..", filepath.FromSlash(pkg), "*.go"))
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(pkg, "passes/lower") && !strings.HasSuffix(pkg, "test") && !strings.HasSuffix(name, "_test.go") && strings.Contains(string(text), ".Serial()") {
				asked = append(asked, pkg+"/"+filepath.Base(name))
			}
		}
	}
	slices.Sort(asked)
	if !slices.Equal(asked, want) {
		t.Errorf("whether a target is serial is asked in %v, not only in %v", asked, want)
	}
}

// usesOfFiles is which files of a package use functions, types and constants of which
// others. Imports are left alone, so what is called through them is not seen.
func usesOfFiles(t *testing.T, dir string) map[string][]string {
	set := token.NewFileSet()
	var files []*ast.File
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Error: func(error) {}, Importer: noImports{}}
	pkg, _ := conf.Check(dir, set, files, info)
	uses := map[string][]string{}
	for id, o := range info.Uses {
		if o.Pkg() != pkg || !o.Pos().IsValid() {
			continue
		}
		if v, ok := o.(*types.Var); ok && v.IsField() {
			continue
		}
		from, to := filepath.Base(set.Position(id.Pos()).Filename), filepath.Base(set.Position(o.Pos()).Filename)
		if from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	return uses
}

// noImports finds no package.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) { return nil, errors.New(path) }

// edge checks one import.
func edge(t *testing.T, from, to string) {
	if strings.HasPrefix(from, "passes/lower") || strings.HasPrefix(from, "passes/device") {
		room(t, from, to)
	}
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
