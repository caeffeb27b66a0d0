package main

// build -lib and -python: the libraries are compiled and used, by a program in C with
// sanitizers, by Python, and through pip.

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

// embedded is a folder with the files of tools/embed/testdata, which becomes the
// working directory, and the entries of the program there as flags.
func embedded(t *testing.T) (entries []string) {
	t.Helper()
	data, dir := filepath.Join("..", "embed", "testdata"), t.TempDir()
	names, err := os.ReadDir(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		b, err := os.ReadFile(filepath.Join(data, n.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, n.Name()), b, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		if n.Name() == "demo.nesl" {
			for _, m := range regexp.MustCompile(`(?m)^function (\w+)`).FindAllSubmatch(b, -1) {
				entries = append(entries, "-entry="+string(m[1]))
			}
		}
	}
	t.Chdir(dir)
	return entries
}

// built calls nessiec, which must succeed, and skips the test where programs for
// OpenCL cannot be built.
func built(t *testing.T, args ...string) {
	t.Helper()
	if _, errors, status := invoke(args...); status == statusEnvironment {
		t.Skipf("%.500s", errors)
	} else if status != 0 {
		t.Fatalf("status %d\n%s", status, errors)
	}
}

// does runs a command and returns what it prints.
func does(t *testing.T, env []string, name string, args ...string) (out string, status int) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute) // one that hangs says where
	defer stop()
	c := exec.CommandContext(ctx, name, args...)
	c.Cancel, c.WaitDelay = func() error { return c.Process.Signal(syscall.SIGABRT) }, 10*time.Second
	var o, e bytes.Buffer
	c.Env, c.Stdout, c.Stderr = append(os.Environ(), env...), &o, &e
	_ = c.Run()
	if status = c.ProcessState.ExitCode(); status != 0 {
		t.Logf("%s %s\n%.4000s%.8000s", name, strings.Join(args, " "), o.String(), e.String())
	}
	return o.String(), status
}

var (
	sanitizers = []string{"-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"}
	// a recursion that is too deep fills the stack
	shallow = "-DNES_CONTEXT_STACK=(1<<27)"
	// drivers have an alternate stack of their own, and leak
	sanitizing = []string{"ASAN_OPTIONS=use_sigaltstack=0", "LSAN_OPTIONS=suppressions=leaks.txt"}
)

// use builds the library for a target under sanitizers, with more flags for its compiler, and a
// program that uses it, and runs that.
func use(t *testing.T, target []string, compiler string, flags []string, calls, rounds string) {
	t.Helper()
	entries := embedded(t)
	if err := os.WriteFile("leaks.txt", []byte("leak:libpocl\nleak:libOpenCL\nleak:libLLVM\nleak:libhwloc\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	made := func(name string, args ...string) {
		t.Helper()
		if _, status := does(t, nil, name, append(args, sanitizers...)...); status != 0 {
			t.Fatal("the compiler failed")
		}
	}
	testcommand.Compiler(t, compiler, compiler, slices.Concat([]string{"-Wall", "-Wextra", "-Werror", shallow}, flags, sanitizers)...)
	built(t, slices.Concat([]string{"build", "-lib"}, target, []string{"demo.nesl"}, entries)...)
	made("cc", "-std=c99", "-D_DEFAULT_SOURCE", "-Wall", "-Wextra", "-Werror", "-c", "use.c")
	made("c++", "-o", "use", "use.o", "-L.", "-ldemo", "-Wl,-rpath,$ORIGIN")
	out, status := does(t, sanitizing, "./use", calls, rounds)
	if status != 0 || !strings.HasSuffix(out, " checks, 0 wrong\n") {
		t.Errorf("status %d\n%s", status, out)
	}
}

func TestLibrary(t *testing.T) {
	calls, rounds := "2000", "4"
	if os.Getenv("NESSIEC_LONG") != "" {
		calls, rounds = "10000", "20"
	}
	use(t, nil, "cc", []string{"-O1"}, calls, rounds)
	if out, _ := does(t, nil, "nm", "-D", "--defined-only", "libdemo.so"); strings.Contains(regexp.MustCompile(` T demo_\w+`).ReplaceAllString(out, ""), " T ") {
		t.Errorf("more than the library's own names are visible:\n%s", out)
	}
}

// everySecondDay skips a test that is not of the half of today: libraries for OpenCL and for CUDA
// take turns, since they have the same host code.
func everySecondDay(t *testing.T, of int) {
	t.Helper()
	if half, all := halves.Today(t); !all && half != of {
		t.Skip("tested every second day")
	}
}

func TestLibraryOpenCL(t *testing.T) {
	everySecondDay(t, 0)
	calls, rounds := "1000", "2"
	if os.Getenv("NESSIEC_LONG") != "" {
		calls, rounds = "10000", "20"
	}
	use(t, []string{"-target=opencl"}, "cc", []string{"-O1"}, calls, rounds)
}

func TestLibraryCUDA(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling takes long")
	}
	everySecondDay(t, 1)
	calls, rounds := "200", "1" // a call takes milliseconds here
	if os.Getenv("NESSIEC_LONG") != "" {
		calls, rounds = "10000", "3"
	}
	use(t, []string{"-target=cuda", "-simulate"}, "g++", []string{"-O0", "-Wno-tautological-compare"}, calls, rounds)
}

// python is an interpreter with NumPy.
func python(t *testing.T) string {
	t.Helper()
	for _, p := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(p, "-c", "import numpy").Run() == nil {
			return p
		}
	}
	t.Skip("NumPy is not installed")
	return ""
}

func TestPython(t *testing.T) {
	p := python(t)
	built(t, append([]string{"build", "-python", "-o", "package/demo", "demo.nesl"}, embedded(t)...)...)
	if _, status := does(t, []string{"PYTHONPATH=package/demo"}, p, "-X", "faulthandler", "-W", "error", "test_demo.py"); status != 0 {
		t.Error("the tests of the package fail")
	}
}

// The package of ten examples, as pip installs it, without the network.
func TestPythonExamples(t *testing.T) {
	p := python(t)
	args := []string{"build", "-python", "-o", "examples"}
	root, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields("quicksort primes spmv matmul wordcount mandelbrot bfs fft components lcs") {
		args = append(args, "-entry="+name, filepath.Join(root, name+".nesl"))
	}
	embedded(t)
	if os.Getenv("NESSIEC_LONG") == "" {
		testcommand.Compiler(t, "cc", "cc", "-O1") // as TestPython tests what is optimised
	}
	built(t, append(args, "-entry=convex_hull", filepath.Join(root, "quickhull.nesl"))...)
	path := "examples"
	if exec.Command(p, "-m", "pip", "--version").Run() == nil {
		path = "installed"
		if _, status := does(t, []string{"PIP_ROOT_USER_ACTION=ignore"}, p, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", path, "./examples"); status != 0 {
			t.Fatal("pip does not install the package")
		}
	} else {
		t.Log("pip is not installed")
	}
	if _, status := does(t, []string{"PYTHONPATH=" + path}, p, "-W", "error", "test_examples.py"); status != 0 {
		t.Error("the examples fail")
	}
}

// Command lines that make no library.
func TestNoLibrary(t *testing.T) {
	t.Chdir(files(t, map[string]string{"a.nesl": "function g(x) = x + 1;\nfunction h(v) : [int] -> int = sum(v);\nfunction k(x) = x;\nfunction free(x) : int -> int = x;\nfunction adder(x) : int -> (int -> int) = g;\n", "a-b.nesl": "1;"}))
	for _, c := range [][2]string{
		{"build -lib a.nesl", "-lib needs the functions that others call: -entry=NAME"},
		{"build -lib -python -entry=h a.nesl", "exclude each other"},
		{"build -lib -wasm -entry=h a.nesl", "exclude each other"},
		{"build -entry=h -entry=g a.nesl", "a program has one -entry"},
		{"build -lib -entry=h a-b.nesl", "a library cannot be called a-b"},
		{"build -lib -entry=h -entry=H a.nesl", "the entry h is given twice"},
		{"build -lib -entry=free a.nesl", "no entry of a library can be called free"},
		{"build -lib -entry=nope a.nesl", "nope is not defined"},
		{"build -lib -entry=h -entry=k a.nesl", "the entry k is polymorphic"},
		{"build -lib -entry=adder a.nesl", "the entry adder has values of type"},
		{"-lib -entry=h a.nesl", "are flags of nessiec build"},
	} {
		if out, errors, status := invoke(strings.Fields(c[0])...); status != statusRejected || !strings.Contains(errors, c[1]) || out != "" {
			t.Errorf("%s: status %d\n%s%s", c[0], status, out, errors)
		}
	}
}
