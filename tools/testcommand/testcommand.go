// Package testcommand builds the command for tests of other packages: once in a test
// process. Linking it takes seconds, so it is one of those that Go caches.
package testcommand

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// dir is where the command is built while Main runs tests.
var dir string

// Main runs the tests of a package that calls Nessiec, and returns their status for
// os.Exit; TestMain calls it.
func Main(m *testing.M) (status int) {
	var err error
	if dir, err = os.MkdirTemp("", "nessiec-test"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	os.Unsetenv("GOGC") // what is set for tests is not for the command, which sets its own
	return m.Run()
}

// Nessiec is the path of the command, which the first call builds.
func Nessiec(t testing.TB) string {
	t.Helper()
	if dir == "" {
		t.Fatal("TestMain of the package does not call testcommand.Main")
	}
	exe, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

var build = sync.OnceValues(func() (string, error) {
	exe := filepath.Join(dir, "nessiec")
	// what is run is cached, and -exec is what runs it
	if out, err := exec.Command("go", "run", "-exec=cp", "nessiec/tools/nessiec", exe).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return exe, nil
})
