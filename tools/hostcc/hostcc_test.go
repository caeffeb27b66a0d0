package hostcc

import (
	"os/exec"
	"testing"
)

// What is compiled for a processor is not taken for another: machines that share a cache ran
// programs whose instructions they did not have.
func TestProcessor(t *testing.T) {
	here := processor
	defer func() { processor = here }()
	keys := map[string]bool{}
	for _, flags := range []string{"sse2", "sse2 avx2"} {
		processor = func() string { return flags }
		keys[compiler(exec.Command("cc", "-march=native"), "")] = true
		keys[compiler(exec.Command("cc"), "")] = true
	}
	if len(keys) != 3 {
		t.Errorf("%d keys", len(keys))
	}
}

// What variables of the environment change is compiled again: objects that the compiler of MPI made
// with some options were taken for those with others.
func TestEnvironment(t *testing.T) {
	keys := map[string]bool{}
	for _, flags := range []string{"-O0", "-O1", "-O1"} {
		t.Setenv("OMPI_CFLAGS", flags)
		keys[compiler(exec.Command("mpicc"), "")] = true
	}
	if len(keys) != 2 {
		t.Errorf("%d keys", len(keys))
	}
}
