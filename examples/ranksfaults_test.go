package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/tools/testcommand"
)

// noLarge is a library that takes the place of a function of OpenCL, for a device that gives no
// memory to large arrays.
const noLarge = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
void *clCreateBuffer(void *context, unsigned long flags, size_t size, void *host, int *code)
{
    void *(*real)(void *, unsigned long, size_t, void *, int *) = (void *(*)(void *, unsigned long, size_t, void *, int *))dlsym(RTLD_NEXT, "clCreateBuffer");
    if (size > 100000) {
        *code = -4;
        return NULL;
    }
    return real(context, flags, size, host, code);
}
`

// A rank whose device has less memory than it says ends all: it says why, nothing hangs, and
// no part of a result is left where an older one was.
func TestRanksNoMemory(t *testing.T) {
	p := sourceForRanks(t, testcommand.Nessiec(t), "opencl", "large.nesl", "function make(n) = {x + 1.0 : x in reverse({float(i) : i in [0:n]})};\nmake(100);\nmake(20000);\n")
	dir := t.TempDir()
	file, library := filepath.Join(dir, "nolarge.c"), filepath.Join(dir, "nolarge.so")
	if err := os.WriteFile(file, []byte(noLarge), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", library, file, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	result := filepath.Join(dir, "result.npy")
	if err := os.WriteFile(result, []byte("older"), 0o666); err != nil {
		t.Fatal(err)
	}
	args := p + " -output " + result
	cmd := but(t, "export LD_PRELOAD="+library, args)
	cmd.Env = cmd.Environ()
	for i, e := range cmd.Env { // ranks go on to different operations, as they would
		if e == "NES_RANKS_CHECK=1" {
			cmd.Env[i] = "NES_RANKS_CHECK=0"
		}
	}
	_, errs, status := outcome(t, cmd)
	if !strings.Contains(errs, "rank 1: OpenCL: there is no memory for an array of 1") || !strings.Contains(errs, "large.nesl:1:") || status != 4 {
		t.Errorf("status %d\n%s", status, errs)
	}
	if got, _ := os.ReadFile(result); string(got) != "older" {
		t.Errorf("the result is %.100q", got)
	}
	if _, errs, status := outcome(t, mpi(t, 3, "sh", "-c", args)); status != 0 {
		t.Errorf("with memory: status %d\n%s", status, errs)
	}
	if got, _ := os.ReadFile(result); len(got) != 128+8*20000 {
		t.Errorf("the result has %d bytes", len(got))
	}
}

// A program that fails on the last rank, after it has computed, leaves no result.
func TestRanksFailedOutput(t *testing.T) {
	p := sourceForRanks(t, testcommand.Nessiec(t), targetOf(t, 0), "fail.nesl", "function h(n) = {100 / (n - 1 - i) : i in [0:n]};\nh(400);\n")
	result := filepath.Join(t.TempDir(), "result.npy")
	if out, errs, status := outcome(t, mpi(t, 3, p, "-output", result)); status != 1 || !strings.Contains(errs, "parallel element 399") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	if left, _ := filepath.Glob(result + "*"); left != nil {
		t.Errorf("%v is left", left)
	}
}
