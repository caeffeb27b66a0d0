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

// all reads the libraries once. They have no positions: what goes wrong in them is at
// the place that uses them, or a bug of ours.
var all = sync.OnceValue(func() map[string]*datum.Module {
	out := map[string]*datum.Module{}
	files, err := sources.ReadDir(".")
	if err != nil {
		panic("library: " + err.Error())
	}
	for _, f := range files {
		src, err := sources.ReadFile(f.Name())
		if err != nil {
			panic("library: " + err.Error())
		}
		var mistakes diag.List
		m := harlan.Parse(0, string(src), &mistakes)
		if mistakes.HasErrors() || len(m.Forms) != 1 {
			panic("library: " + f.Name() + " is wrong: " + mistakes.String(diag.Files{{Name: f.Name(), Source: string(src)}}))
		}
		l, ok := m.Forms[0].(*datum.List)
		if !ok {
			panic("library: " + f.Name() + " is no module")
		}
		decls := &datum.Module{}
		for _, d := range l.Elems[1:] {
			decls.Forms = append(decls.Forms, nowhere(d))
		}
		out[strings.TrimSuffix(f.Name(), ".kfc")] = decls
	}
	return out
})

// nowhere is e without positions.
func nowhere(e datum.Expr) datum.Expr { return e.MapChildren(nowhere).MovedTo(ir.Pos{}) }

// Find returns the declarations of a library, nil if there is none of this name.
func Find(name string) *datum.Module { return all()[name] }

// Names lists the libraries.
func Names() (names []string) {
	for n := range all() {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}
