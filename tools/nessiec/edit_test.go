package main

// What has to be compiled again after an edit: kernels whose own text changed.
// The cache of generated programs knows them by keys in the source.

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var keyInSource = regexp.MustCompile(`(?m)^    \{"k_\w+", "([0-9a-f]{32})",$`)

// kernelKeys lists the keys of the kernels of a program.
func kernelKeys(t *testing.T, text string) map[string]bool {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.nesl")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, errors bytes.Buffer
	if status := run([]string{"-target=opencl", file}, strings.NewReader(""), &out, &errors); status != statusGood {
		t.Fatalf("status %d\n%s", status, errors.String())
	}
	keys := map[string]bool{}
	for _, m := range keyInSource.FindAllStringSubmatch(out.String(), -1) {
		keys[m[1]] = true
	}
	return keys
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		program, old, new string
		most              int // kernels that are new
	}{
		{"quicksort", "#a / 2]", "#a / 3]", 1},
		{"quicksort", "e == pivot", "e == pivot and e > 3", 4}, // one filter is the rest of another
		{"wordcount", "", "% a comment %\n\n", 0},
		{"wordcount", "", "function unused(x) = x + 1;\n", 0},
		{"wordcount", "", "before = sum({1000 / x : x in [10, 20]});\n", 3},
		{"tree", "997.0", "991.0", 3},
		{"bench/barneshut", "0.5 + unit", "0.625 + unit", 1},
		{"bench/barneshut", "sum({abs(x) + abs(y)", "sum({abs(x) - abs(y)", 2},
		{"quickhull", "main(50)", "main(60)", 1},
	} {
		text, err := os.ReadFile("../../examples/" + c.program + ".nesl")
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.Replace(string(text), c.old, c.new, 1)
		if edited == string(text) {
			t.Fatalf("%s has no %q", c.program, c.old)
		}
		before, fresh := kernelKeys(t, string(text)), 0
		for key := range kernelKeys(t, edited) {
			if !before[key] {
				fresh++
			}
		}
		if len(before) < 10 || fresh > c.most {
			t.Errorf("%s with %q for %q: %d new kernels of %d, at most %d expected", c.program, c.new, c.old, fresh, len(before), c.most)
		}
	}
}
