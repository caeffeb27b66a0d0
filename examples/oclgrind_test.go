package examples_test

// Oclgrind looks for races, for indices out of range and for reads of memory that
// nobody wrote, in the kernels of all examples, at a small size: one half of them on
// one day, the other on the next, all with NESSIEC_LONG=1. Of those written for a GPU
// a few are enough from day to day: they take up to half a minute each.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/clike"
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
	exe, cache := testcommand.Nessiec(t), t.TempDir()
	half, long := halves.Today(t)
	for i, f := range examples(t) {
		name := strings.TrimSuffix(f, ".nesl")
		for _, device := range []string{"cpu", "gpu"} {
			if long || i%2 == half && (device == "cpu" || often[name]) {
				t.Run(name+" "+device, func(t *testing.T) { grind(t, exe, cache, f, device) })
			}
		}
	}
}

// grind runs main of an example at a small size under oclgrind, which keeps kernels
// in a cache of the test.
func grind(t *testing.T, exe, cache, file, device string) {
	dir, small := t.TempDir(), "3"
	if file == "fft.nesl" {
		small = "4" // a power of two
	}
	src, prog := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	run(t, exe, "", "-target=opencl", "-device="+device, "-entry=main", "-o", src, file)
	flags, libs := clike.CompilerFlags()
	cc := append([]string{"-std=gnu11", "-w", "-DNES_EXACT=1"}, flags...)
	cc = append(append(cc, "-O0", "-o", prog, src, "-lOpenCL"), libs...)
	if out, err := exec.Command("cc", cc...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(oclgrind[0], append(oclgrind[1:len(oclgrind):len(oclgrind)], prog)...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(small), &out, &errs
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		t.Errorf("%v\n%.2000s", err, errs.String())
	}
	same(t, run(t, exe, small, "-entry=main", file), out.String())
}
