package opencl

// Programs whose runtime is an object of its own do the same.

import (
	"fmt"
	"path/filepath"
	"testing"

	"nessiec/backends"
	"nessiec/backends/backendtest"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

func TestSeparate(t *testing.T) {
	build := func(name string, o pass.Options) (exe string, units []backends.Unit) {
		return here.BuildParts(t, backendtest.Load(t, name), o)
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
		shared(t, first, second, len(first)-1)
	}
	p, fails := build("errors", usual)
	here.Run(t, "3", p).Expect(t, "errors", "before\n", "RUNTIME ERROR: Divide by zero.\n  at a.nesl:4:5, in parallel element 3\n", 1)
	t.Setenv("NES_FILE", filepath.Join(t.TempDir(), "written"))
	p, effects := build("effects", usual)
	here.Run(t, "", p).Expect(t, "effects", backendtest.EffectsOut(7), "", 0)
	shared(t, fails, effects, 4) // one reads inputs, both read and write
}

// shared fails the test unless two programs have the same first n parts.
func shared(t *testing.T, a, b []backends.Unit, n int) {
	t.Helper()
	for i := range n {
		if a[i] != b[i] || !a[i].Keep {
			t.Errorf("part %d of the runtime depends on the program", i)
		}
	}
}

// The header of a file, which names its program, is in neither part.
func TestSeparateHeader(t *testing.T) {
	m := backendtest.Load(t, "forms")
	a := Emit(pass.NewCtx(backendtest.Options(value.Num{})), m, []string{"a.nesl"})[0].Text
	b := Emit(pass.NewCtx(backendtest.Options(value.Num{})), m, []string{"b.nesl"})[0].Text
	shared(t, parts.Cut(a), parts.Cut(b), 3)
}
