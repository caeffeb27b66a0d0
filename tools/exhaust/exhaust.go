package main

// Finding annotated type switches and comparing them with languages.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"nessiec/grammar"
	"nessiec/ir"
)

const directive = "//nessiec:exhaustive "

// identifiers maps Go names of languages to their names: NestedCore = ...
// Extend("nkl.core", ...) gives NestedCore: nkl.core.
func identifiers(dir string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, f := range files {
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			return nil, err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok {
				for i := range v.Values {
					if name := languageName(v.Values[i]); name != "" {
						names[v.Names[i].Name] = name
					}
				}
			}
			return true
		})
	}
	return names, nil
}

// languageName is the name given in a call of Base or Extend, "" for any other
// expression.
func languageName(e ast.Expr) string {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	fun, arg := call.Fun, 0
	if ix, ok := fun.(*ast.IndexExpr); ok {
		fun, arg = ix.X, 1
	}
	name := ""
	switch f := fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if name != "Extend" && name != "Base" || len(call.Args) <= arg {
		return ""
	}
	lit, ok := call.Args[arg].(*ast.BasicLit)
	if !ok {
		return ""
	}
	s, _ := strconv.Unquote(lit.Value)
	return s
}

// A checker collects problems.
type checker struct {
	langs    []*grammar.Language
	names    map[string]string // language by Go identifier
	problems []string
}

// tree checks all Go files below dir, testdata excepted.
func (c *checker) tree(dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "." && d.Name() != ".."):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			c.file(path, nil)
		}
		return nil
	})
	if err != nil {
		c.problems = append(c.problems, err.Error())
	}
}

// file checks one file; src nil means read it.
func (c *checker) file(path string, src any) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, src, parser.ParseComments)
	if err != nil {
		c.problems = append(c.problems, err.Error())
		return
	}
	switches := map[int]*ast.TypeSwitchStmt{} // by line; by that of their function, the first one in it
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSwitchStmt:
			switches[fset.Position(n.Pos()).Line] = n
		case *ast.FuncDecl:
			switches[fset.Position(n.Pos()).Line] = firstSwitch(n)
		}
		return true
	})
	for _, g := range f.Comments {
		for _, cm := range g.List {
			what, ok := strings.CutPrefix(cm.Text, directive)
			if !ok {
				continue
			}
			sw := switches[fset.Position(g.End()).Line+1]
			c.report(fset.Position(cm.Pos()), c.compare(strings.TrimSpace(what), sw))
		}
	}
}

// firstSwitch is the first type switch of a function, nil if there is none.
func firstSwitch(f *ast.FuncDecl) (sw *ast.TypeSwitchStmt) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSwitchStmt); ok && sw == nil {
			sw = s
		}
		return sw == nil
	})
	return sw
}

func (c *checker) report(pos token.Position, problems []string) {
	for _, p := range problems {
		c.problems = append(c.problems, fmt.Sprintf("%s: %s", pos, p))
	}
}

// compare says how a switch differs from what it claims to cover.
func (c *checker) compare(what string, sw *ast.TypeSwitchStmt) (problems []string) {
	schema, want := c.forms(what)
	switch {
	case schema == nil:
		return []string{"no language or family " + what}
	case sw == nil:
		return []string{"no type switch follows"}
	}
	cases := caseNames(sw)
	for i, info := range schema {
		switch has := cases[info.Name]; {
		case want.Has(ir.Form(i)) && !has:
			problems = append(problems, fmt.Sprintf("form %s of %s has no case", info.Name, what))
		case !want.Has(ir.Form(i)) && has:
			problems = append(problems, fmt.Sprintf("form %s is not in %s", info.Name, what))
		}
		delete(cases, info.Name)
	}
	var rest []string
	for n := range cases {
		rest = append(rest, fmt.Sprintf("case %s is no form of the family", n))
	}
	sort.Strings(rest)
	return append(problems, rest...)
}

// forms resolves grammar.Name, or Name inside package grammar, or the name of a
// family.
func (c *checker) forms(what string) ([]ir.FormInfo, ir.FormSet) {
	name := c.names[strings.TrimPrefix(what, "grammar.")]
	for _, l := range c.langs {
		switch {
		case l.Name == name:
			return l.Family.Schema, l.Forms()
		case l.Family.Name == what:
			return l.Family.Schema, ir.AllForms()
		}
	}
	return nil, ir.FormSet{}
}

// caseNames is the lower-case names of the types of all cases; nil is left out.
func caseNames(sw *ast.TypeSwitchStmt) map[string]bool {
	names := map[string]bool{}
	for _, s := range sw.Body.List {
		for _, e := range s.(*ast.CaseClause).List {
			if star, ok := e.(*ast.StarExpr); ok {
				e = star.X
			}
			switch e := e.(type) {
			case *ast.Ident:
				names[strings.ToLower(e.Name)] = e.Name != "nil"
			case *ast.SelectorExpr:
				names[strings.ToLower(e.Sel.Name)] = true
			}
		}
	}
	delete(names, "nil")
	return names
}
