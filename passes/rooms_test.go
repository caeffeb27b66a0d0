package passes_test

import (
	"os"
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
	sources(t, func(pkg, name string) error {
		b, err := os.ReadFile(name)
		if err == nil && !generated.Match(b) {
			lines[pkg] += strings.Count(string(b), "\n")
		}
		return err
	})
	if len(lines) < 100 {
		t.Fatal("only", len(lines), "packages")
	}
	for pkg, n := range lines {
		if n > mostLines {
			t.Errorf("%s has %d lines, more than %d", pkg, n, mostLines)
		}
	}
}
