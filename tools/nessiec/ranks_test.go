package main

import (
	"os"
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
		"-ranks needs -target=cuda or opencl": {"-explain-ranks", "-target=wasm", entry, file},
		"error[":                      {"-explain-ranks", "-entry=other", file},
	} {
		if out, errors, status := invoke(args...); status != 2 || out != "" || !strings.Contains(errors, want) {
			t.Errorf("%v: status %d\n%s%s", args, status, out, errors)
		}
	}
}
