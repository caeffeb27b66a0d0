package examples_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/tools/testcommand"
)

// TestC builds main of every example for the processor and runs it with a small and the normal
// size.
func TestC(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler is installed")
	}
	exe := testcommand.Nessiec(t)
	for _, f := range examples(t) {
		t.Run(f, func(t *testing.T) {
			name := strings.TrimSuffix(f, ".nesl")
			if sizes[name] == "" {
				t.Fatal("the example has no normal size")
			}
			prog := filepath.Join(t.TempDir(), name)
			run(t, exe, "", "-target=c", "-entry=main", "-build", "-o", prog, f)
			for _, n := range []string{"4", sizes[name]} {
				same(t, run(t, exe, n, "-target=ref", "-entry=main", f), run(t, prog, n))
			}
		})
	}
}
