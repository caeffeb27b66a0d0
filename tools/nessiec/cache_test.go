package main

// What the system's compiler has to do again: counted, not timed.

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/tools/session"
)

// compilerRuns executes a program, which must print out, and counts calls of
// the compiler.
func compilerRuns(t *testing.T, file, text, out string) int {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	c := &command{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, ses: session.New()}
	if status := c.main([]string{"-target=opencl", "-run", file}); status == statusEnvironment {
		t.Skipf("no compiler or device: %s", stderr.String())
	} else if status != statusGood || stdout.String() != out {
		t.Fatalf("status %d\n%s%s", status, stdout.String(), stderr.String())
	}
	return int(c.compilers)
}

func TestHostCache(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "a.nesl")
	t.Setenv("XDG_CACHE_HOME", dir)
	const text, printed = "sum({x * x : x in [1, 2, 3]});", "it = 14 : int\n"
	expect := func(what, text, out string, want int) {
		t.Helper()
		if got := compilerRuns(t, file, text, out); got != want {
			t.Errorf("%s: the compiler was called %d times, want %d", what, got, want)
		}
	}
	expect("first", text, printed, 5) // three pieces of the runtime, the rest, to link
	expect("again", text, printed, 0)
	expect("another program", strings.Replace(text, "3", "4", 1), "it = 21 : int\n", 2)
	files, err := filepath.Glob(filepath.Join(dir, "nessiec/host/*"))
	if err != nil || len(files) != 5 {
		t.Fatalf("the cache has %v", files)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, data[:len(data)-1], 0o777); err != nil {
			t.Fatal(err)
		}
	}
	expect("truncated files", text, printed, 5)
	expect("after these", text, printed, 0)
	t.Setenv("NESSIEC_CACHE", "off")
	expect("no cache", text, printed, 1)
	t.Setenv("NESSIEC_CACHE", "")
	t.Setenv("XDG_CACHE_HOME", "/dev/null/cache")
	t.Setenv("POCL_CACHE_DIR", t.TempDir())
	expect("no place for a cache", text, printed, 1)
}

// Shared libraries are cached, too.
func TestLibraryCache(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for i, want := range []int32{1, 0} {
		var stderr bytes.Buffer
		c := &command{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr, ses: session.New()}
		out := filepath.Join(t.TempDir(), "twice")
		status := c.main([]string{"build", "-lib", "-target=c", "-entry=twice", "-o", out, "-e", "function twice(x) : int -> int = 2 * x"})
		if status == statusEnvironment {
			t.Skipf("no compiler: %s", stderr.String())
		}
		if info, err := os.Stat(filepath.Join(filepath.Dir(out), "libtwice.so")); status != statusGood || err != nil || info.Size() == 0 {
			t.Fatalf("status %d: %v\n%s", status, err, stderr.String())
		}
		if c.compilers != want {
			t.Errorf("build %d: the compiler was called %d times, want %d", i, c.compilers, want)
		}
	}
}
