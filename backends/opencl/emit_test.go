package opencl

// Emitted text: the generated parts of programs, without the runtime, as
// testdata/*.golden. NESSIEC_UPDATE=1 rewrites them.

import (
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// generated is what differs from program to program: the kernels as they are,
// and the parts of the file after them.
func generated(t *testing.T, m *kir.Module) string {
	t.Helper()
	e := newEmitter(pass.NewCtx(backendtest.Options(value.Num{})), m, []string{"a.nesl"})
	var b strings.Builder
	for _, k := range m.Kernels {
		b.WriteString(e.kernel(k) + "\n")
	}
	_, rest, _ := strings.Cut(here.Source(t, m, backendtest.Options(value.Num{})), "NES_GIVEN const nes_code nes_device_code = ")
	return b.String() + "NES_GIVEN const nes_code nes_device_code = " + rest
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"forms", "errors", "effects", "lanes"} {
		backendtest.Golden(t, filepath.Join("testdata", name+".golden"), generated(t, backendtest.Load(t, name)))
	}
}

// The runtime carries only what a program needs.
func TestParts(t *testing.T) {
	small := here.Source(t, backendtest.Parse(t, `(func f_one () (int) (block (return 1))) (action eval it int int f_one () "" 0)`), backendtest.Options(value.Num{}))
	for _, part := range []string{"NES_CL_IO_H", "NES_ENTRY_H", "NES_OBJECT_H"} {
		if strings.Contains(small, "#define "+part) {
			t.Errorf("a program without input and effects has %s", part)
		}
	}
	if strings.Contains(small, `#include "`) {
		t.Error("an include is left")
	}
}

// With -lineinfo, host code says where it comes from.
func TestLineInfo(t *testing.T) {
	o := backendtest.Options(value.Num{})
	o.LineInfo = true
	if s := here.Source(t, backendtest.Load(t, "errors"), o); !strings.Contains(s, "/* a.nesl:9:2 */\n        nes_array *a_0 = nes_array_new(2147483647,") {
		t.Error("an allocation has no comment")
	}
}
