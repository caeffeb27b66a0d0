package front

import (
	"os"
	"strings"
	"testing"

	"nessiec/grammar/nesl"
	"nessiec/ir/diag"
	surface "nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// wholeLibrary has everything.
func wholeLibrary() *library {
	cat := theCatalogue()
	return newLibrary(elaborate(cat.reached(cat.all())))
}

// The library is a good module, and what programs see of it has the types in
// testdata/library.sig, name by name. NESSIEC_UPDATE=1 rewrites the file.
func TestLibrary(t *testing.T) {
	lib := wholeLibrary()
	if err := nkl.Verify(lib.module); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range lib.module.Funcs {
		if strings.HasPrefix(f.Name, "__") {
			continue
		}
		typ := f.Result
		if len(f.Params) > 0 {
			typ = types.Fun(types.Clo(f.Name), tupleType(f.Params), f.Result)
		}
		b.WriteString(f.Name + " : " + value.TypeText(typ) + "\n")
	}
	const file = "testdata/library.sig"
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s is out of date; the library has\n%s", file, b.String())
	}
}

// The prelude is cut where its forms begin.
func TestCut(t *testing.T) {
	cat := theCatalogue()
	n := 0
	for i, f := range prelude.Files() {
		var mistakes diag.List
		for _, form := range nesl.Parse(i, f.Source, &mistakes).Forms {
			if n == len(cat.entries) {
				t.Fatalf("%s is not in the catalogue", surface.Show(form))
			}
			e := cat.entries[n]
			if got, want := surface.Show(e.form()), surface.Show(form); got != want || e.form().Pos() != form.Pos() {
				t.Fatalf("entry %d, %s, is\n%s\nwant\n%s", n, e.name, got, want)
			}
			n++
		}
		if mistakes.HasErrors() {
			t.Fatal(mistakes.String(nil))
		}
	}
	if n != len(cat.entries) {
		t.Errorf("%d entries, %d forms", len(cat.entries), n)
	}
}

// A part of the library that is made for one name has all that the code of the
// name calls, and the same code as the whole library.
func TestParts(t *testing.T) {
	whole := wholeLibrary()
	for _, e := range theCatalogue().entries {
		part := newLibrary(elaborate(theCatalogue().reached([]string{e.name})))
		if part.funcs[e.name] == nil {
			t.Fatalf("%s is not in its own part", e.name)
		}
		if err := nkl.Verify(part.module); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		for name, f := range part.funcs {
			if got, want := codeText(f), codeText(whole.funcs[name]); got != want {
				t.Errorf("%s with %s is\n%s\nin the whole library\n%s", name, e.name, got, want)
			}
			if part.open[name] != whole.open[name] {
				t.Errorf("%s with %s: open is %v", name, e.name, part.open[name])
			}
		}
	}
}

// A program that needs little makes little of the library.
func TestSmallParts(t *testing.T) {
	for names, most := range map[string]int{"": 0, "sum": 1, "__append": 0, "take drop": 5, "sort": 21, "@": 20} {
		if n := len(theCatalogue().reached(strings.Fields(names))); n > most {
			t.Errorf("%q needs %d definitions", names, n)
		}
	}
}

// The lists of names in package prelude name functions.
func TestPreludeLists(t *testing.T) {
	names := append([]string(nil), prelude.Redefinable...)
	for _, p := range prim.Table {
		names = append(names, prelude.Helpers(p.Name)...)
	}
	lib := wholeLibrary()
	for _, name := range names {
		if lib.funcs[name] == nil {
			t.Errorf("the library has no function %s", name)
		}
	}
}

// Constants of the library are shared between their uses, so they bind nothing.
func TestConstants(t *testing.T) {
	for _, f := range wholeLibrary().module.Funcs {
		if len(f.Params) == 0 && nkl.Freshen(f.Body) != f.Body {
			t.Errorf("the constant %s binds variables", f.Name)
		}
	}
}

func codeText(f *nkl.Func) string { return (&nkl.Module{Funcs: []*nkl.Func{f}}).String() }
