package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program opens the files that it is granted, and no others.
func TestGrants(t *testing.T) {
	dir := files(t, map[string]string{
		"in.txt": "hello", "read.nesl": "read_string_from_file(\"in.txt\");", "write.nesl": "write_string_to_file(\"x\", \"out.txt\");",
	})
	t.Chdir(dir)
	for _, target := range []string{"ref", "wasm"} {
		for grant, want := range map[string][2]bool{"all": {true, true}, "read": {true, false}, "none": {false, false}} {
			os.Remove(filepath.Join(dir, "out.txt"))
			read, _, _ := invoke("-target="+target, "-files="+grant, "read.nesl")
			_, _, status := invoke("-target="+target, "-files="+grant, "write.nesl")
			_, err := os.Stat("out.txt")
			if got := [2]bool{strings.Contains(read, "hello"), err == nil}; got != want || status != 0 {
				t.Errorf("-target=%s -files=%s: reads and writes %v, want %v", target, grant, got, want)
			}
		}
	}
}

// Wrong: -g executed a program that had failed once more with files that it was not granted, so
// it did not fail again.
func TestGrantsAgain(t *testing.T) {
	t.Chdir(files(t, map[string]string{"in.txt": "hello", "fails.nesl": "index(#read_string_from_file(\"in.txt\") - 1);"}))
	_, got, status := invoke("-target=wasm", "-files=none", "-g", "fails.nesl")
	if status != statusFailed || !strings.Contains(got, "-g: on the reference interpreter, RUNTIME ERROR: Negative length") {
		t.Errorf("status %d, %s", status, got)
	}
}
