package main

// Where faults can be planted. A site is an edit of one file, named by file,
// function, operator and number in the function, so that it keeps its name
// when other functions change.

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A site is one possible fault.
type site struct {
	root, file string // file is relative to root
	fn, op     string
	num        int // among those of op in fn
	line       int
	from, to   int // bytes of the file that are replaced
	text       string
	src        []byte
	body       [32]byte // hash of the function
}

func (s *site) id() string { return fmt.Sprintf("%s %s %s %d", s.file, s.fn, s.op, s.num) }

// version is id with a hash of the function: what is said of the fault is void
// when the function changes.
func (s *site) version() string { return fmt.Sprintf("%s %x", s.id(), s.body[:4]) }

// change shows the lines before and after.
func (s *site) change() string {
	was, now := string(s.src[s.from:s.to]), s.text
	start := bytes.LastIndexByte(s.src[:s.from], '\n') + 1
	head := string(s.src[start:s.from])
	end := s.to + bytes.IndexByte(append(s.src[s.to:len(s.src):len(s.src)], '\n'), '\n')
	tail := string(s.src[s.to:end])
	flat := func(x string) string { return strings.Join(strings.Fields(head+x+tail), " ") }
	return fmt.Sprintf("line %d: %.160s\n\t     now: %.160s", s.line, flat(was), flat(now))
}

// mutant is the file with the fault.
func (s *site) mutant() []byte {
	return slices.Concat(s.src[:s.from], []byte(s.text), s.src[s.to:])
}

// areas are where faults are planted: passes, evaluators and the simulator,
// languages with their checkers.
var areas = []string{"passes", "backends/ref", "grammar"}

// findSites lists the sites in files whose name has only in it.
func findSites(root, only string) (out []*site, err error) {
	for _, a := range areas {
		err := filepath.WalkDir(filepath.Join(root, a), func(path string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(root, path)
			rel = filepath.ToSlash(rel)
			if err != nil || d.IsDir() || !suits(rel) || !strings.Contains(rel, only) {
				return err
			}
			ss, err := fileSites(root, rel)
			out = append(out, ss...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// suits reports whether file is written by hand and not about texts for people.
func suits(file string) bool {
	for _, no := range []string{"_test.go", "_gen.go", "/gen/", "/passtest/", "driver/html", "driver/times.go", "grammar/delta.go"} {
		if strings.Contains(file, no) {
			return false
		}
	}
	return strings.HasSuffix(file, ".go")
}

func fileSites(root, file string) ([]*site, error) {
	src, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments)
	if err != nil || ast.IsGenerated(f) || !isBuilt(f) {
		return nil, err
	}
	var out []*site
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || forPeople[fn.Name.Name] {
			continue
		}
		v := &visitor{fset: fset, src: src, file: file, count: map[string]int{}, edits: map[string]bool{}}
		ast.Inspect(fn.Body, v.visit)
		body := sha256.Sum256(src[v.offset(fn.Pos()):v.offset(fn.End())])
		for _, s := range v.sites {
			s.root, s.file, s.fn, s.src, s.body = root, file, funcName(fn), src, body
		}
		out = append(out, v.sites...)
	}
	return out, nil
}

// isBuilt reports whether the tests are built with a file: with the solver.
func isBuilt(f *ast.File) bool {
	for _, g := range f.Comments {
		for _, c := range g.List {
			x, err := constraint.Parse(c.Text)
			if c.Pos() < f.Package && err == nil && !x.Eval(func(tag string) bool { return tag == "highs" || tag == runtime.GOOS || tag == runtime.GOARCH }) {
				return false
			}
		}
	}
	return true
}

// forPeople are functions that make texts which are not compared.
var forPeople = map[string]bool{"String": true, "Error": true, "Show": true, "Doc": true}

// funcName is Recv.Name or Name.
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		}
		return fn.Name.Name
	}
}

// choose orders sites by chance that seed decides, the operators in turn.
func choose(sites []*site, seed uint64) []*site {
	key := func(s *site) uint64 {
		h := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, s.id()))
		return binary.BigEndian.Uint64(h[:])
	}
	byOp := map[string][]*site{}
	for _, s := range sites {
		byOp[s.op] = append(byOp[s.op], s)
	}
	ops := sorted(byOp)
	for _, op := range ops {
		slices.SortFunc(byOp[op], func(a, b *site) int {
			if key(a) < key(b) {
				return -1
			}
			return 1
		})
	}
	var out []*site
	for i := 0; len(out) < len(sites); i++ {
		for _, op := range ops {
			if i < len(byOp[op]) {
				out = append(out, byOp[op][i])
			}
		}
	}
	return out
}
