// Package library holds the libraries that Harlan programs import, written in Harlan.
//
// Besides what programs know, they use forms for which there is no other notation:
//
//	(%reduce (x y) e v)      combines the elements of v; e is what x and y combine to
//	(%scan (x y) e i v)      for every element, i combined with those before it
//	(%filter (x) c v)        the elements x of v for which c holds
package library

import (
	"embed"
	"sort"
	"strings"
	"sync"

	"nessiec/grammar/harlan"
	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/ir/diag"
)

//go:embed *.kfc
var sources embed.FS

// all are the libraries by name; each is read when it is first needed. They have no
// positions: what goes wrong in them is at the place that uses them, or a bug of ours.
// A function, so that programs that read no Harlan have no reader of it.
func all() map[string]func() *datum.Module {
	listed.Do(func() {
		files, err := sources.ReadDir(".")
		if err != nil {
			panic("library: " + err.Error())
		}
		for _, f := range files {
			libraries[strings.TrimSuffix(f.Name(), ".kfc")] = sync.OnceValue(func() *datum.Module { return read(f.Name()) })
		}
	})
	return libraries
}

var (
	listed    sync.Once
	libraries = map[string]func() *datum.Module{}
)

// read reads a file. A mistake in it is a bug of ours.
func read(name string) *datum.Module {
	src, err := sources.ReadFile(name)
	if err != nil {
		panic("library: " + err.Error())
	}
	var mistakes diag.List
	m := harlan.Parse(0, string(src), &mistakes)
	if mistakes.HasErrors() || len(m.Forms) != 1 {
		panic("library: " + name + " is wrong: " + mistakes.String(diag.Files{{Name: name, Source: string(src)}}))
	}
	l, ok := m.Forms[0].(*datum.List)
	if !ok {
		panic("library: " + name + " is no module")
	}
	decls := &datum.Module{}
	for _, d := range l.Elems[1:] {
		decls.Forms = append(decls.Forms, nowhere(d))
	}
	return decls
}

// nowhere is e without positions.
func nowhere(e datum.Expr) datum.Expr { return e.MapChildren(nowhere).MovedTo(ir.Pos{}) }

// Find returns the declarations of a library, nil if there is none of this name.
func Find(name string) *datum.Module {
	if m := all()[name]; m != nil {
		return m()
	}
	return nil
}

// Names lists the libraries.
func Names() (names []string) {
	for n := range all() {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}
