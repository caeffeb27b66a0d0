package examples_test

// Oclgrind looks for races, for indices out of range and for reads of memory that
// nobody wrote, in the kernels of all examples, at a small size: one half of them on
// one day, the other on the next, all with NESSIEC_LONG=1. Of those written for a GPU
// a few are enough from day to day: they take up to half a minute each.

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

// oclgrind does not know some intrinsics that optimised kernels use, and counts
// local memory twice, so it is given more than any device has. It is wrong about
// what was written, too: once the host has written m bytes of a buffer, or a
// buffer of m bytes was where this one is, it remembers of m bytes only whether
// kernels wrote them. So programs are built with -DNES_EXACT.
var oclgrind = []string{"oclgrind", "--build-options", "-cl-opt-disable -O0", "--local-mem-size", "262144",
	"--data-races", "--uninitialized"}

// often are examples that are tried for a GPU, too, when it is their day.
var often = map[string]bool{"dotprod": true, "lcs": true, "matmul": true, "pascal": true, "primes": true, "spmv": true}

func TestOclgrind(t *testing.T) {
	if _, err := exec.LookPath(oclgrind[0]); err != nil {
		t.Skip("oclgrind is not installed")
	}
	exe := testcommand.Nessiec(t)
	testcommand.Compiler(t, "cc", "cc", "-DNES_EXACT=1", "-O0")
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // of objects that programs share, and of kernels
	half, long := halves.Today(t)
	for i, f := range examples(t) {
		name := strings.TrimSuffix(f, ".nesl")
		for _, device := range []string{"cpu", "gpu"} {
			if long || i%2 == half && (device == "cpu" || often[name]) {
				t.Run(name+" "+device, func(t *testing.T) { grind(t, exe, f, device) })
			}
		}
	}
}

// grind runs main of an example at a small size under oclgrind.
func grind(t *testing.T, exe, file, device string) {
	prog, small := filepath.Join(t.TempDir(), "a"), "3"
	if file == "fft.nesl" {
		small = "4" // a power of two
	}
	run(t, exe, "", "-target=opencl", "-device="+device, "-entry=main", "-build", "-o", prog, file)
	cmd := exec.Command(oclgrind[0], append(oclgrind[1:len(oclgrind):len(oclgrind)], prog)...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(small), &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		t.Errorf("%v\n%.2000s", err, errs.String())
	}
	same(t, reference(t, exe, small, file), out.String())
}
