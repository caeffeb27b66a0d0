package front

import (
	"os"
	"strings"
	"testing"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// The library is a good module, and what programs see of it has the types in
// testdata/library.sig, name by name. NESSIEC_UPDATE=1 rewrites the file.
func TestLibrary(t *testing.T) {
	lib := theLibrary()
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

// The lists of names in package prelude name functions.
func TestPreludeLists(t *testing.T) {
	names := append([]string(nil), prelude.Redefinable...)
	for _, p := range prim.Table {
		names = append(names, prelude.Helpers(p.Name)...)
	}
	for _, name := range names {
		if theLibrary().funcs[name] == nil {
			t.Errorf("the library has no function %s", name)
		}
	}
}

// Constants of the library are shared between their uses, so they bind nothing.
func TestConstants(t *testing.T) {
	for _, f := range theLibrary().module.Funcs {
		if len(f.Params) == 0 && nkl.Freshen(f.Body) != f.Body {
			t.Errorf("the constant %s binds variables", f.Name)
		}
	}
}
