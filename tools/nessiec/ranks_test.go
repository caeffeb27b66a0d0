package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExplainRanks asks the command what ranks do with a program.
func TestExplainRanks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.nesl")
	if err := os.WriteFile(file, []byte("function main(v) = sum({x * x : x in v});\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	entry := "-entry=main : [float] -> float"
	for _, args := range [][]string{{}, {"-target=opencl"}, {"-ranks", "-target=opencl", "-O1"}} {
		out, errors, status := invoke(append(args, "-explain-ranks", entry, file)...)
		if status != 0 || errors != "" || !strings.Contains(out, "a.nesl:1:20: k_main_1_reduce, divided among ranks\n") ||
			!strings.Contains(out, "\n2 kernels, 2 launches in host code\n") {
			t.Errorf("%v: status %d\n%s%s", args, status, out, errors)
		}
	}
	for want, args := range map[string][]string{
		"-ranks needs -target=c or cuda or opencl": {"-explain-ranks", "-target=wasm", entry, file},
		"error[": {"-explain-ranks", "-entry=other", file},
	} {
		if out, errors, status := invoke(args...); status != 2 || out != "" || !strings.Contains(errors, want) {
			t.Errorf("%v: status %d\n%s%s", args, status, out, errors)
		}
	}
}

// What becomes of ranks is the status of the command: those that programs have are passed on, and
// a rank that was killed is a failure of the environment.
func TestRanksEnded(t *testing.T) {
	if _, err := exec.LookPath("mpicc"); err != nil {
		t.Skip("no mpicc (Debian's libopenmpi-dev)")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a.nesl")
	if err := os.WriteFile(file, []byte("1 + 1;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for ended, c := range map[string]struct {
		status int
		says   string
	}{"0": {0, ""}, "1": {1, ""}, "4": {4, ""}, "137": {4, "a rank was ended by signal 9"}} {
		if err := os.WriteFile(filepath.Join(dir, "mpirun"), []byte("#!/bin/sh\nexit "+ended+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		if out, errors, status := invoke("-target=opencl", "-ranks=2", "-run", file); status != c.status || !strings.Contains(errors, c.says) {
			t.Errorf("mpirun ends with %s: status %d\n%s%s", ended, status, out, errors)
		}
	}
}
