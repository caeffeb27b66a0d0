package opencl

// Emitted text: the generated parts of programs, without the runtime, as
// testdata/*.golden. NESSIEC_UPDATE=1 rewrites them.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/clike/cliketest"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// load reads a program of testdata, or one that all targets have.
func load(t *testing.T, name string) *kir.Module {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".kir"))
	if err != nil {
		return cliketest.Load(t, name)
	}
	return cliketest.Parse(t, string(text))
}

// source is the emitted program.
func source(t *testing.T, m *kir.Module, o pass.Options) string {
	t.Helper()
	files := Emit(pass.NewCtx(o), m, []string{"a.nesl"})
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	return files[0].Text
}

// generated is what differs from program to program: the kernels as they are,
// and the parts of the file after them.
func generated(t *testing.T, m *kir.Module) string {
	t.Helper()
	e := newEmitter(pass.NewCtx(cliketest.Options(value.Num{})), m, []string{"a.nesl"})
	var b strings.Builder
	for _, k := range m.Kernels {
		b.WriteString(e.kernel(k) + "\n")
	}
	_, rest, _ := strings.Cut(source(t, m, cliketest.Options(value.Num{})), "NES_GIVEN const nes_code nes_device_code = ")
	return b.String() + "NES_GIVEN const nes_code nes_device_code = " + rest
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"forms", "errors", "effects", "lanes"} {
		got, file := generated(t, load(t, name)), filepath.Join("testdata", name+".golden")
		if os.Getenv("NESSIEC_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s; NESSIEC_UPDATE=1 rewrites it:\n%s", name, file, firstDifference(got, string(want)))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return g[i]
		}
	}
	return "it is shorter"
}

// The runtime carries only what a program needs.
func TestParts(t *testing.T) {
	small := source(t, cliketest.Parse(t, `(func f_one () (int) (block (return 1))) (action eval it int int f_one () "" 0)`), cliketest.Options(value.Num{}))
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
	o := cliketest.Options(value.Num{})
	o.LineInfo = true
	if s := source(t, load(t, "errors"), o); !strings.Contains(s, "/* a.nesl:9:2 */\n        nes_array *a_0 = nes_array_new(2147483647,") {
		t.Error("an allocation has no comment")
	}
}
