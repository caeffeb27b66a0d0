package examples_test

// Oclgrind looks for races and for indices out of range in the kernels of all
// examples, and for reads of uninitialised memory in some, at a small size. A few
// are enough from day to day: it takes seconds for a program that is written for
// a GPU.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/clike"
)

// oclgrind does not know some intrinsics that optimised kernels use.
var oclgrind = []string{"oclgrind", "--build-options", "-cl-opt-disable -O0", "--data-races"}

// today are examples that are tried always, for a device.
var today = map[string]string{"primes": "cpu", "spmv": "gpu", "dotprod": "gpu", "wordcount": "cpu"}

// initialised are the examples in which, on a CPU, oclgrind sees every element
// written before it is read. In the others it takes elements for uninitialised
// which the simulator of kir, that knows it of each, has seen written.
var initialised = map[string]bool{"blackscholes": true, "collatz": true, "components": true, "dotprod": true, "lcs": true,
	"mandelbrot": true, "matmul": true, "nbody": true, "primes": true, "quickhull": true, "quicksort": true, "spmv": true}

func TestOclgrind(t *testing.T) {
	if _, err := exec.LookPath(oclgrind[0]); err != nil {
		t.Skip("oclgrind is not installed")
	}
	exe, long := nessiec(t), os.Getenv("NESSIEC_LONG") != ""
	for _, f := range examples(t) {
		name := strings.TrimSuffix(f, ".nesl")
		for _, device := range []string{"cpu", "gpu"} {
			if long || today[name] == device {
				t.Run(name+" "+device, func(t *testing.T) { grind(t, exe, f, device) })
			}
		}
	}
}

// grind runs main of an example at size 3 under oclgrind.
func grind(t *testing.T, exe, file, device string) {
	dir := t.TempDir()
	src, prog := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	run(t, exe, "", "-target=opencl", "-device="+device, "-entry=main", "-o", src, file)
	flags, libs := clike.CompilerFlags()
	cc := append([]string{"-std=gnu11", "-w", "-DNES_HOST_COPIES"}, flags...)
	cc = append(append(cc, "-o", prog, src, "-lOpenCL"), libs...)
	if out, err := exec.Command("cc", cc...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	checks := oclgrind[1:len(oclgrind):len(oclgrind)]
	if device == "cpu" && initialised[strings.TrimSuffix(file, ".nesl")] {
		checks = append(checks, "--uninitialized")
	}
	cmd := exec.Command(oclgrind[0], append(checks, prog)...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("3"), &out, &errs
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+dir)
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		t.Errorf("%v\n%.2000s", err, errs.String())
	}
	same(t, run(t, exe, "3", "-entry=main", file), out.String())
}
