package cuda

// Emitted text: the generated part of a program, without the runtime, as
// testdata/forms.golden. NESSIEC_UPDATE=1 rewrites it.

import (
	"os"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
)

// generated is what differs from program to program: the kernels, and what
// follows them.
func generated(t *testing.T, program string) string {
	t.Helper()
	text, err := os.ReadFile(source(t, backendtest.Load(t, program), options(value.Num{})))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "/* ==== the kernels ==== */\n")
	if !ok {
		t.Fatal("there are no kernels")
	}
	return rest
}

func TestGolden(t *testing.T) { backendtest.Golden(t, "testdata/forms.golden", generated(t, "forms")) }

// A program is one file with nothing to include but system headers.
func TestOneFile(t *testing.T) {
	for _, file := range []string{"forms", "errors", "effects"} {
		text, err := os.ReadFile(source(t, backendtest.Load(t, file), options(value.Num{})))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `#include "`) {
			t.Errorf("%s: an include is left", file)
		}
	}
}

// The emitter had no code for a merge: one device has all groups.
func TestMerge(t *testing.T) {
	const text = `(kernel k_merge 1 (n_0:int segments_0:int offs_0:buf<global int> r_0:buf<global int>) (value value rowown rowwrite)
  (block
    (merge (first_0:int last_0:int) 64 n_0 segments_0 offs_0)
    (if (prim lt (first_0 last_0)) (block (store r_0 first_0 (prim sub (last_0 1)))) (block))))`
	file := source(t, backendtest.Parse(t, text), options(value.Num{}))
	if got, err := os.ReadFile(file); err != nil || !strings.Contains(string(got), "const nes_int first_0 = 0, last_0 = segments_0;") {
		t.Errorf("%v\n%s", err, got)
	}
}
