package main

// The comments of passes: passes/table.go says which function a pass is, and the
// files of its package have the comment.

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A source is where a pass is written.
type source struct {
	file    string // from the root of the repository, with slashes
	comment string // of its function, in Markdown
}

// A function is a function of another package, as a file names it.
type function struct{ dir, name string }

// sources finds the function of every pass in the tables of the repository at root: that
// of the pipeline and those of backends.
func sources(root string) (map[string]source, error) {
	tables, err := filepath.Glob(filepath.Join(root, "backends", "*", "passes", "passes.go"))
	if err != nil {
		return nil, err
	}
	found := map[string]source{}
	for _, table := range append(tables, filepath.Join(root, "passes", "table.go")) {
		file, err := parser.ParseFile(token.NewFileSet(), table, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		dir, err := filepath.Rel(root, filepath.Dir(table))
		if err != nil {
			return nil, err
		}
		for name, f := range functions(file, filepath.ToSlash(dir)) {
			if found[name], err = sourceOf(root, f); err != nil {
				return nil, fmt.Errorf("pass %s: %w", name, err)
			}
		}
	}
	return found, nil
}

// functions are the functions of the passes that calls of pass.New in a file of directory
// dir make, by the name of the pass.
func functions(file *ast.File, dir string) map[string]function {
	dirs := map[string]string{"": dir}
	for _, i := range file.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		name := path.Base(p)
		if i.Name != nil {
			name = i.Name.Name
		}
		dirs[name] = strings.TrimPrefix(p, "nessiec/")
	}
	found := map[string]function{}
	ast.Inspect(file, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) < 5 {
			return true
		}
		name, ok1 := c.Args[0].(*ast.BasicLit)
		if pkg, of := qualified(c.Fun); !ok1 || pkg != "pass" || of != "New" {
			return true
		}
		pkg, of := qualified(c.Args[4])
		pass, _ := strconv.Unquote(name.Value)
		found[pass] = function{dirs[pkg], of}
		return true
	})
	return found
}

// qualified is the package and the name of an expression pkg.Name, or Name.
func qualified(e ast.Expr) (pkg, name string) {
	if x, ok := e.(*ast.Ident); ok {
		return "", x.Name
	}
	if s, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok {
			return x.Name, s.Sel.Name
		}
	}
	return "", ""
}

// sourceOf finds a function in the files of its package.
func sourceOf(root string, f function) (source, error) {
	files, err := filepath.Glob(filepath.Join(root, f.dir, "*.go"))
	if err != nil {
		return source{}, err
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return source{}, err
		}
		i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool {
			def, ok := d.(*ast.FuncDecl)
			return ok && def.Recv == nil && def.Name.Name == f.name
		})
		if i < 0 {
			continue
		}
		doc := file.Decls[i].(*ast.FuncDecl).Doc.Text()
		if doc == "" {
			return source{}, fmt.Errorf("%s.%s has no comment", f.dir, f.name)
		}
		return source{path.Join(f.dir, filepath.Base(name)), markdown(doc)}, nil
	}
	return source{}, fmt.Errorf("%s has no function %s", f.dir, f.name)
}

// markdown is a comment of Go in Markdown. Names in brackets stay text.
func markdown(doc string) string {
	var parser comment.Parser
	printer := comment.Printer{DocLinkURL: func(*comment.DocLink) string { return "" }}
	return string(printer.Markdown(parser.Parse(doc)))
}
