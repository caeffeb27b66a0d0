package turn

// Making programs.

import (
	"fmt"
	"os/exec"
	"regexp"
)

// Command runs a command that says nothing unless it fails.
func Command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// Set gives ints that are constants at the top level of a NESL program other values. What
// the program does not define is left out.
func Set(src string, values map[string]int) string {
	for name, x := range values {
		src = regexp.MustCompile(`(?m)^`+name+` = \d+;$`).ReplaceAllString(src, fmt.Sprintf("%s = %d;", name, x))
	}
	return src
}

// Bench is the arguments of a program that nessiec built: it measures the expression
// called result.
func Bench(runs int) []string { return []string{"-stats", fmt.Sprintf("-bench=%d:result", runs)} }
