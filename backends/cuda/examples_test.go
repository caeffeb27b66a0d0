package cuda

// Examples from source to output, by the command: -simulate, PTX, sanitizers.

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nessiec/ir/value"
)

// compileExample is the generated source of an example with its program.
func compileExample(t *testing.T, command, name string) string {
	t.Helper()
	src := filepath.Join(t.TempDir(), name+".cu")
	out, err := exec.Command(command, "-target=cuda", "-o", src, filepath.Join("../../examples", name+".nesl")).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%.3000s", name, err, out)
	}
	return src
}

// Recursion, scans, segmented reductions, sorting, text, floats: outputs are
// those of the reference.
func TestExamples(t *testing.T) {
	t.Parallel()
	command := filepath.Join(t.TempDir(), "nessiec")
	if out, err := exec.Command("go", "build", "-o", command, "nessiec/tools/nessiec").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	clean := map[string]bool{"quicksort": true} // also with sanitizers
	for _, name := range []string{"quicksort", "spmv", "fft", "histogram", "blackscholes", "wordcount"} {
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile("../../examples/testdata/" + name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			src := compileExample(t, command, name)
			run("", build(t, src)).expect(t, name, string(want), "", 0)
			if clean[name] {
				run("", build(t, src, sanitized...)).expect(t, name+" with sanitizers", string(want), "", 0)
			}
			for _, arch := range []string{"sm_70", "sm_90"} {
				ptx(t, src, arch)
			}
		})
	}
	out, err := exec.Command(command, "-target=cuda", "-simulate", "-run", "-int=64", "-e", "sum({x*x : x in [0:100000]})").Output()
	if err != nil || !value.CloseText(string(out), "it = 333328333350000 : int\n", 0) {
		t.Errorf("-simulate -run: %v\n%s", err, out)
	}
}
