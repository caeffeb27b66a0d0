// Package examples_test runs every example on every target: its output is that
// in testdata, and with -entry=main a larger size gives the same everywhere.
package examples_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/backends/wasm/engine"
	"nessiec/ir/value"
	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

// sizes are arguments of main for a normal run.
var sizes = map[string]string{
	"bfs": "3000", "blackscholes": "5000", "collatz": "5000", "dictionary": "1000", "components": "3000", "dotprod": "100000", "epidemic": "5000", "equalise": "5000", "expression": "5", "forest": "1000",
	"fft": "1024", "grep": "300", "histogram": "5000", "integrate": "50", "kmeans": "2000", "lcs": "200", "lorenz": "5000", "mandelbrot": "60",
	"matmul": "40", "mean": "120", "medians": "60", "mergesort": "2000", "mis": "2000", "nbody": "300", "network": "30", "nqueens": "7", "pascal": "9", "primes": "10000", "rangecount": "80",
	"quickhull": "5000", "quicksort": "5000", "resample": "5000", "shortestpath": "300", "spmv": "3000", "suffixarray": "2000", "tree": "300", "wordcount": "100",
}

func TestMain(m *testing.M) { os.Exit(testcommand.Main(m)) }

// run runs the command and returns its standard output.
func run(t *testing.T, exe, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command(exe, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("nessiec %s: %v\n%s", strings.Join(args, " "), err, errs.String())
	}
	return out.String()
}

func examples(t *testing.T) []string {
	files, err := filepath.Glob("*.nesl")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d examples: %v", len(files), err)
	}
	return files
}

// references are what the reference interpreter prints, by file and size, for all tests.
var references = map[[2]string]string{}

// reference is what main of an example prints for a size.
func reference(t *testing.T, exe, size, file string) string {
	t.Helper()
	key := [2]string{file, size}
	if _, ok := references[key]; !ok {
		references[key] = run(t, exe, size, "-target=ref", "-entry=main", file)
	}
	return references[key]
}

// expected is what an example prints, as TestReference finds.
func expected(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", strings.TrimSuffix(file, ".nesl")+".out"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestReference compares with the expected outputs; NESSIEC_UPDATE=1 rewrites them.
func TestReference(t *testing.T) {
	exe := testcommand.Nessiec(t)
	for _, f := range examples(t) {
		got, want := run(t, exe, "", "-target=ref", f), filepath.Join("testdata", strings.TrimSuffix(f, ".nesl")+".out")
		if os.Getenv("NESSIEC_UPDATE") != "" {
			if err := os.WriteFile(want, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want := expected(t, f); got != want {
			t.Errorf("%s prints\n%swant\n%s", f, got, want)
		}
	}
}

// TestEveryLevel executes every example before and after every pass, at -O2 on one day and at
// -O0 on the next.
func TestEveryLevel(t *testing.T) {
	exe := testcommand.Nessiec(t)
	half, all := halves.Today(t)
	for i, f := range examples(t) {
		for k, level := range []string{"-O2", "-O0"} {
			if all || (i+k)%2 == half {
				run(t, exe, "", "-exec-check", level, f)
			}
		}
	}
}

// TestOpenCL builds main of an example once and runs it with a small and the normal size: of
// a half of those that are neither under oclgrind nor in C that day, which has the same kernels.
// Some are also built for GPUs.
func TestOpenCL(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	exe := testcommand.Nessiec(t)
	half, long := halves.Today(t)
	for i, f := range examples(t) {
		name := strings.TrimSuffix(f, ".nesl")
		for _, d := range []string{"cpu", "gpu"} {
			optimised, gpu := forGPU[name]
			if !long && (i%2 == half || d == "cpu" && i/2%2 != halves.Quarter() || d == "gpu" && !gpu) {
				continue
			}
			t.Run(name+" "+d, func(t *testing.T) {
				prog := filepath.Join(t.TempDir(), name)
				run(t, exe, "", "-target=opencl", "-device="+d, "-entry=main", "-build", "-o", prog, f)
				if d == "cpu" || !optimised {
					backendtest.QuickKernels(t)
				}
				for _, n := range []string{"4", sizes[name]} {
					same(t, reference(t, exe, n, f), run(t, prog, n))
				}
			})
		}
	}
}

// TestWasm runs every example as WebAssembly, and main with a small and, of one half of them, the
// normal size.
func TestWasm(t *testing.T) {
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	exe, tested := testcommand.Nessiec(t), halves.Tested(t)
	for i, f := range examples(t) {
		t.Run(f, func(t *testing.T) {
			same(t, expected(t, f), run(t, exe, "", f)) // wasm is what is taken if nothing is said
			for k, n := range []string{"4", sizes[strings.TrimSuffix(f, ".nesl")]} {
				if k == 1 && !tested(i) {
					continue
				}
				same(t, reference(t, exe, n, f), run(t, exe, n, "-target=wasm", "-entry=main", f))
			}
		})
	}
}

// forGPU are the examples whose code for GPUs is run, too, in their half: barriers, scans,
// segmented reductions, sorting, recursion. Kernels are optimised of those that have few, which is
// true here: of the others it takes half a minute.
var forGPU = map[string]bool{"quicksort": false, "spmv": false, "wordcount": false, "dictionary": false, "nbody": true, "network": true}

// same compares outputs; floats may differ by a relative 1e-12.
func same(t *testing.T, want, got string) {
	t.Helper()
	if !value.CloseText(want, got, 1e-12) {
		t.Errorf("ref prints\n%.2000s\nthe target prints\n%.2000s", want, got)
	}
}
