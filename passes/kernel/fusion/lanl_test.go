//go:build !lanl

package fusion

// The other binding of the solver is not linked into the compiler beside the first, so
// its tests are those of this package, built with its tag.

import (
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// noLibrary is the status of tools/lanl.sh where the binding cannot be built.
const noLibrary = 77

func TestLanl(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the package with the tag lanl")
	}
	cmd := exec.Command("tools/lanl.sh")
	cmd.Dir = "../../.."
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed) && failed.ExitCode() == noLibrary:
		t.Skip(strings.TrimSpace(string(out)))
	case err != nil:
		t.Errorf("tools/lanl.sh: %v\n%s", err, out)
	}
}
