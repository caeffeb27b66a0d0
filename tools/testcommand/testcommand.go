// Package testcommand builds the command for tests of other packages: once in a test
// process. Linking it takes seconds, so it is one of those that Go caches. Compilers that the
// command calls may be others in tests.
package testcommand

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// Compiler puts a program in the way of the compiler with a name until the test ends: it calls
// another compiler, or the same one, with more flags.
func Compiler(t testing.TB, name, other string, flags ...string) {
	t.Helper()
	path, err := exec.LookPath(other)
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	script := "#!/bin/sh\nexec '" + path + "' \"$@\" '" + strings.Join(flags, "' '") + "'\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// QuickCUDA makes clang, where it is installed, compile CUDA programs for this processor until the
// test ends, without optimising them: in a third of the time, for those that run for a moment.
func QuickCUDA(t testing.TB) {
	t.Helper()
	for _, name := range []string{"clang++-16", "g++"} {
		if _, err := exec.LookPath(name); err == nil {
			Compiler(t, "g++", name, "-O0")
			return
		}
	}
}
