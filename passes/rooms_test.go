package passes_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostLines bounds the lines of a package, without tests and what generators write.
const mostLines = 3000

// TestPackageLines wants packages that a reader can take in: who adds to one that is full
// finds the part of it that is a thing of its own.
func TestPackageLines(t *testing.T) {
	generated := regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	lines := map[string]int{}
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || name != ".." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		b, err := os.ReadFile(name)
		if err == nil && !generated.Match(b) {
			lines[filepath.ToSlash(filepath.Dir(name))] += strings.Count(string(b), "\n")
		}
		return err
	})
	if err != nil || len(lines) < 100 {
		t.Fatal(len(lines), err)
	}
	for dir, n := range lines {
		if n > mostLines {
			t.Errorf("%s has %d lines, more than %d", dir, n, mostLines)
		}
	}
}
