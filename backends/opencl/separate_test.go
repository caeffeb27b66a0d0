package opencl

// Programs whose runtime is an object of its own do the same.

import (
	"fmt"
	"path/filepath"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

func TestSeparate(t *testing.T) {
	build := func(name string, o pass.Options) (exe, runtime string) {
		exe, units := here.BuildParts(t, backendtest.Load(t, name), o, "-O0")
		return exe, units[0].Text
	}
	usual := backendtest.Options(value.Num{})
	for _, n := range []value.Num{{}, {Int64: true, Float32: true}} {
		o := backendtest.Options(n)
		forms, first := build("forms", o)
		if n == (value.Num{}) {
			here.Run(t, "5 "+xs, forms).Expect(t, "forms", formsOut, "", 0)
		}
		lanes, second := build("lanes", o)
		here.Run(t, "[3, 0, 7, 1, 6, 2, 5, 4]", lanes).Expect(t, fmt.Sprintf("lanes %v", n), backendtest.LanesOut, "", 0)
		if first != second {
			t.Errorf("%v: the runtime depends on the program", n)
		}
	}
	p, _ := build("errors", usual)
	here.Run(t, "3", p).Expect(t, "errors", "before\n", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n", 1)
	t.Setenv("NES_FILE", filepath.Join(t.TempDir(), "written"))
	p, _ = build("effects", usual)
	here.Run(t, "", p).Expect(t, "effects", backendtest.EffectsOut(7), "", 0)
}

// The header of a file, which names its program, is in neither part.
func TestSeparateHeader(t *testing.T) {
	m := backendtest.Load(t, "forms")
	a := Emit(pass.NewCtx(backendtest.Options(value.Num{})), m, []string{"a.nesl"})[0].Text
	b := Emit(pass.NewCtx(backendtest.Options(value.Num{})), m, []string{"b.nesl"})[0].Text
	if parts.Cut(a)[0] != parts.Cut(b)[0] {
		t.Error("the runtime names the program")
	}
}
