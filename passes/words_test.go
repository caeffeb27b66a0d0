package passes_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// A retiredWord is a row of docs/glossary.md: what must not be part of a name.
type retiredWord struct {
	instead   string
	in, notIn []string // prefixes of paths
}

// keptNames have a retired word because a pass is called so in dumps.
var keptNames = map[string]bool{"ReduceSurvivors": true}

// TestRetiredWords finds retired words in the identifiers that Go files declare.
func TestRetiredWords(t *testing.T) {
	words := readRetired(t, "../docs/glossary.md")
	names := 0
	for _, root := range []string{"passes", "backends", "ir", "grammar"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			rel := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil || ast.IsGenerated(file) {
				return err
			}
			eachDeclared(file, func(id *ast.Ident) {
				names++
				for _, part := range nameParts(id.Name) {
					if w, ok := words[part]; ok && w.applies(rel) && !keptNames[id.Name] {
						t.Errorf("%s:%d: %s has the retired word %s: say %s (docs/glossary.md)", rel, fset.Position(id.Pos()).Line, id.Name, part, w.instead)
					}
				}
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if names < 10000 || len(words) < 40 {
		t.Errorf("only %d names and %d words were read", names, len(words))
	}
}

// eachDeclared calls f with the identifiers that a file declares.
func eachDeclared(file *ast.File, f func(*ast.Ident)) {
	fields := func(l *ast.FieldList) {
		if l != nil {
			for _, x := range l.List {
				for _, id := range x.Names {
					f(id)
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			f(n.Name)
			fields(n.Recv)
		case *ast.FuncType:
			fields(n.TypeParams)
			fields(n.Params)
			fields(n.Results)
		case *ast.StructType:
			fields(n.Fields)
		case *ast.InterfaceType:
			fields(n.Methods)
		case *ast.TypeSpec:
			f(n.Name)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				f(id)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, x := range n.Lhs {
					if id, ok := x.(*ast.Ident); ok {
						f(id)
					}
				}
			}
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if id, ok := x.(*ast.Ident); ok && n.Tok == token.DEFINE {
					f(id)
				}
			}
		}
		return true
	})
}

// nameParts splits a name where its letters change case, in lower case.
func nameParts(name string) (out []string) {
	start, rs := 0, []rune(name)
	for i := 1; i < len(rs); i++ {
		if unicode.IsUpper(rs[i]) && (unicode.IsLower(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])) {
			out, start = append(out, strings.ToLower(string(rs[start:i]))), i
		}
	}
	return append(out, strings.ToLower(string(rs[start:])))
}

func (w retiredWord) applies(path string) bool {
	below := func(prefixes []string) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(path, p+"/") {
				return true
			}
		}
		return false
	}
	return (len(w.in) == 0 || below(w.in)) && !below(w.notIn)
}

// readRetired reads the last table of the glossary.
func readRetired(t *testing.T, path string) map[string]retiredWord {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## Retired words")
	out := map[string]retiredWord{}
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.HasPrefix(line, "|---") || strings.TrimSpace(cells[1]) == "retired" {
			continue
		}
		w := retiredWord{instead: strings.TrimSpace(cells[2])}
		for _, p := range strings.Fields(cells[3]) {
			if no, ok := strings.CutPrefix(p, "-"); ok {
				w.notIn = append(w.notIn, no)
			} else {
				w.in = append(w.in, p)
			}
		}
		for _, word := range strings.Split(cells[1], ",") {
			out[strings.TrimSpace(word)] = w
		}
	}
	return out
}

// TestCitations finds citations whose tag docs/papers.md does not explain.
func TestCitations(t *testing.T) {
	text, err := os.ReadFile("../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	tags := map[string]bool{}
	for _, row := range strings.Split(string(text), "\n") {
		if cells := strings.Split(row, "|"); len(cells) == 4 {
			tags[strings.TrimSpace(cells[1])] = true
		}
	}
	cited, tag := map[string]int{}, regexp.MustCompile(`\[([^\[\]§]+) §[0-9.]+[^\]]*\]`)
	for _, root := range []string{"passes", "backends", "ir", "grammar", "tools"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for n, line := range strings.Split(string(src), "\n") {
				if _, comment, ok := strings.Cut(line, "//"); ok {
					for _, m := range tag.FindAllStringSubmatch(comment, -1) {
						cited[m[1]]++
						if !tags[m[1]] {
							t.Errorf("%s:%d: [%s] is not in docs/papers.md", path, n+1, m[1])
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if cited["shape"] == 0 || cited["lcu"] == 0 {
		t.Errorf("citations were not found: %v", cited)
	}
}

// TestPrimitivesByCode finds code that compares primitives by their names: codes are
// compared, and names are for people and files.
func TestPrimitivesByCode(t *testing.T) {
	exempt := []string{"passes/harlan", "backends/wasm", "backends/ref/harlan", "ir/prim"}
	isName := func(e ast.Expr) bool {
		s, ok := e.(*ast.SelectorExpr)
		if !ok || s.Sel.Name != "Name" {
			return false
		}
		op, ok := s.X.(*ast.SelectorExpr)
		return ok && (op.Sel.Name == "Op" || op.Sel.Name == "op")
	}
	files := 0
	for _, root := range []string{"passes", "backends", "ir", "grammar"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, d fs.DirEntry, err error) error {
			rel := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
			if err != nil {
				return err
			}
			if d.IsDir() && slices.Contains(exempt, rel) {
				return fs.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(path, ".go") {
				return nil
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil || ast.IsGenerated(file) {
				return err
			}
			files++
			ast.Inspect(file, func(n ast.Node) bool {
				bad := false
				switch n := n.(type) {
				case *ast.BinaryExpr:
					bad = (n.Op == token.EQL || n.Op == token.NEQ) && (isName(n.X) || isName(n.Y))
				case *ast.SwitchStmt:
					bad = n.Tag != nil && isName(n.Tag)
				case *ast.IndexExpr:
					bad = isName(n.Index)
				case *ast.CallExpr:
					fn, ok := n.Fun.(*ast.SelectorExpr)
					if ok && (fn.Sel.Name == "Must" || fn.Sel.Name == "Lookup") && len(n.Args) > 0 {
						pkg, isPkg := fn.X.(*ast.Ident)
						_, literal := n.Args[0].(*ast.BasicLit)
						bad = isPkg && pkg.Name == "prim" && literal
					}
				}
				if bad {
					t.Errorf("%s:%d: a primitive is told by its name: use its code", rel, fset.Position(n.Pos()).Line)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 500 {
		t.Errorf("only %d files were read", files)
	}
}
