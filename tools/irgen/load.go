package main

// Loading: from Go source to the model of a family.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// A family is a package as irgen sees it.
type family struct {
	pkg     string
	forms   []*node
	decls   []*node
	module  *node             // nil: a package of records
	imports map[string]string // path by package name
	byName  map[string]*node
}

// A node is a form, a declaration or the module.
type node struct {
	name, doc        string
	isForm, isDecl   bool
	local            bool // embeds a node of its own package, with setPos
	atom, pos, chain bool
	fields           []*field
}

// Text is the name in the text form.
func (n *node) text() string { return strings.ToLower(n.name) }

// A field of a node. base is one of: expr form decl bind use type prim string
// int float bool char pos enum.
type field struct {
	name, base string
	elem       string // Go type of one element: Expr, *Thunk, prim.Rop
	many       bool
	body       bool
	set        bool  // use,set
	bare       bool  // a string written as a name
	rest       bool  // a slice whose elements stand at the end of the form
	quoted     bool  // a string that is an atom by itself
	child      int   // index among children, or -1
	to         *node // form or decl of this package
}

func (f *field) isChild() bool { return f.base == "expr" || f.base == "form" }

// load reads the package in dir.
func load(dir string) (*family, error) {
	fset := token.NewFileSet()
	files, err := parse(fset, dir)
	if err != nil {
		return nil, err
	}
	f := &family{pkg: files[0].Name.Name, imports: map[string]string{}, byName: map[string]*node{}}
	structs := map[*node]*ast.StructType{}
	for _, file := range files {
		f.addImports(file)
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				f.addTypes(g, structs)
			}
		}
	}
	for _, n := range f.nodes() {
		if err := f.addFields(fset, n, structs[n]); err != nil {
			return nil, err
		}
	}
	return f, f.validate()
}

// nodes is everything that has fields.
func (f *family) nodes() []*node {
	ns := append(append([]*node(nil), f.forms...), f.decls...)
	if f.module != nil {
		ns = append(ns, f.module)
	}
	return ns
}

// parse reads the files in a fixed order: <package>.go first.
func parse(fset *token.FileSet, dir string) ([]*ast.File, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	first := filepath.Join(dir, filepath.Base(abs)+".go")
	sort.SliceStable(names, func(i, j int) bool { return names[i] == first && names[j] != first })
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if files == nil {
		return nil, fmt.Errorf("%s: %w", dir, os.ErrNotExist)
	}
	return files, nil
}

func (f *family) addImports(file *ast.File) {
	for _, im := range file.Imports {
		path, _ := strconv.Unquote(im.Path.Value)
		name := path[strings.LastIndex(path, "/")+1:]
		if im.Name != nil {
			name = im.Name.Name
		}
		f.imports[name] = path
	}
}

// addTypes collects the structs of a declaration that mean something.
func (f *family) addTypes(g *ast.GenDecl, structs map[*node]*ast.StructType) {
	for _, s := range g.Specs {
		ts := s.(*ast.TypeSpec)
		st, ok := ts.Type.(*ast.StructType)
		if !ok {
			continue
		}
		doc := ts.Doc
		if doc == nil {
			doc = g.Doc
		}
		n := &node{name: ts.Name.Name, doc: firstSentence(doc.Text())}
		switch e := embedded(st); {
		case e == "ir.Node" || e == "node":
			n.isForm, n.local = true, e == "node"
			f.forms = append(f.forms, n)
		case n.name == "Module":
			f.module = n
		case e == "ir.Decl":
			n.isDecl = true
			f.decls = append(f.decls, n)
		default:
			continue
		}
		n.marks(doc)
		f.byName[n.name] = n
		structs[n] = st
	}
}

func (n *node) marks(doc *ast.CommentGroup) {
	n.chain = strings.HasPrefix(n.name, "Let") || n.name == "Check"
	if doc == nil {
		return
	}
	for _, c := range doc.List {
		switch c.Text {
		case "//irgen:atom":
			n.atom = true
		case "//irgen:pos":
			n.pos = true
		case "//irgen:chain":
			n.chain = true
		}
	}
}

// embedded is the type of the first field if it is embedded.
func embedded(st *ast.StructType) string {
	if len(st.Fields.List) == 0 || st.Fields.List[0].Names != nil {
		return ""
	}
	return typeText(st.Fields.List[0].Type)
}

func firstSentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for i := 1; i+1 < len(s); i++ {
		if s[i:i+2] == ". " && s[i-1] != '.' {
			return s[:i]
		}
	}
	return strings.TrimSuffix(s, ".")
}

func (f *family) addFields(fset *token.FileSet, n *node, st *ast.StructType) error {
	children := 0
	for _, fl := range st.Fields.List {
		if fl.Names == nil {
			continue
		}
		for _, name := range fl.Names {
			fd, err := f.field(name.Name, typeText(fl.Type), tag(fl))
			if err != nil {
				return fmt.Errorf("%s: %s.%s: %w", fset.Position(fl.Pos()), n.name, name.Name, err)
			}
			if fd.isChild() {
				fd.child = children
				children++
			}
			n.fields = append(n.fields, fd)
		}
	}
	return nil
}

func tag(f *ast.Field) string {
	if f.Tag == nil {
		return ""
	}
	return reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("ir")
}

// typeText prints the few types that fields have.
func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return typeText(e.X) + "." + e.Sel.Name
	case *ast.StarExpr:
		return "*" + typeText(e.X)
	case *ast.ArrayType:
		if e.Len == nil {
			return "[]" + typeText(e.Elt)
		}
	}
	return "?"
}
