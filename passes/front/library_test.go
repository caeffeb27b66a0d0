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
	"nessiec/passes/front/infer"
	"nessiec/passes/front/names"
)

// wholeLibrary has everything.
func wholeLibrary() *infer.Library {
	cat := names.TheCatalogue()
	return newLibrary(elaborate(cat.Reached(cat.All())))
}

// The library is a good module, and what programs see of it has the types in
// testdata/library.sig, name by name. NESSIEC_UPDATE=1 rewrites the file.
func TestLibrary(t *testing.T) {
	lib := wholeLibrary()
	if err := nkl.Verify(lib.Module); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range lib.Module.Funcs {
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

// The sources are good programs. What they have is in the catalogue, in the same order.
func TestSources(t *testing.T) {
	var forms []surface.Expr
	var mistakes diag.List
	for i, f := range prelude.Files() {
		forms = append(forms, nesl.Parse(i, f.Source, &mistakes).Forms...)
	}
	if mistakes.HasErrors() {
		t.Fatal(mistakes.String(nil))
	}
	cat := names.TheCatalogue()
	if len(forms) != len(cat.Entries) {
		t.Fatalf("%d entries, %d forms", len(cat.Entries), len(forms))
	}
	for i, e := range cat.Entries {
		if got, want := formText(e.Form()), formText(forms[i]); got != want {
			t.Fatalf("entry %d, %s, is\n%s\nwant\n%s", i, e.Name, got, want)
		}
	}
	elaborate(forms) // mistakes have positions
}

func formText(f surface.Expr) string { return (&surface.Module{Forms: []surface.Expr{f}}).String() }

// A part of the library that is made for one name has all that the code of the
// name calls, and the same code as the whole library.
func TestParts(t *testing.T) {
	whole := wholeLibrary()
	for _, e := range names.TheCatalogue().Entries {
		part := newLibrary(elaborate(names.TheCatalogue().Reached([]string{e.Name})))
		if part.Funcs[e.Name] == nil {
			t.Fatalf("%s is not in its own part", e.Name)
		}
		if err := nkl.Verify(part.Module); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		for name, f := range part.Funcs {
			if got, want := codeText(f), codeText(whole.Funcs[name]); got != want {
				t.Errorf("%s with %s is\n%s\nin the whole library\n%s", name, e.Name, got, want)
			}
			if part.Open[name] != whole.Open[name] {
				t.Errorf("%s with %s: open is %v", name, e.Name, part.Open[name])
			}
		}
	}
}

// A program that needs little makes little of the library.
func TestSmallParts(t *testing.T) {
	for needed, most := range map[string]int{"": 0, "sum": 1, "__append": 0, "take drop": 5, "sort": 21, "@": 20} {
		if n := len(names.TheCatalogue().Reached(strings.Fields(needed))); n > most {
			t.Errorf("%q needs %d definitions", needed, n)
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
		if lib.Funcs[name] == nil {
			t.Errorf("the library has no function %s", name)
		}
	}
}

// Constants of the library are shared between their uses, so they bind nothing.
func TestConstants(t *testing.T) {
	for _, f := range wholeLibrary().Module.Funcs {
		if len(f.Params) == 0 && nkl.Freshen(f.Body) != f.Body {
			t.Errorf("the constant %s binds variables", f.Name)
		}
	}
}

func codeText(f *nkl.Func) string { return (&nkl.Module{Funcs: []*nkl.Func{f}}).String() }
