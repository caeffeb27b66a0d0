package examples_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

// TestC builds main of an example for the processor and runs it with a small and the normal
// size: of the half that does not run on OpenCL that day.
func TestC(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler is installed")
	}
	exe := testcommand.Nessiec(t)
	tested := halves.Tested(t)
	for i, f := range examples(t) {
		if !tested(i) {
			continue
		}
		t.Run(f, func(t *testing.T) {
			name := strings.TrimSuffix(f, ".nesl")
			if sizes[name] == "" {
				t.Fatal("the example has no normal size")
			}
			prog := filepath.Join(t.TempDir(), name)
			run(t, exe, "", "-target=c", "-entry=main", "-build", "-o", prog, f)
			for _, n := range []string{"4", sizes[name]} {
				same(t, reference(t, exe, n, f), run(t, prog, n))
			}
		})
	}
}
