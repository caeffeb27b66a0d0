package opencl

// Keys of kernels: what the cache knows them by.

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"
)

var (
	// variable matches the names of variables, which are hint_N (LegalNames in
	// grammar), or made from one by the printer; nothing else ends in _N.
	variable = regexp.MustCompile(`\b[A-Za-z]\w*_\d+(_end)?\b`)
	comment  = regexp.MustCompile(`(?m)^\s*/\*.*\*/\n`)
)

// kernelKey stands for the code of a kernel: two that differ in names and
// positions alone have the same, in whatever programs they are.
func kernelKey(prelude, name, text string) string {
	names := map[string]string{}
	text = comment.ReplaceAllString(strings.Replace(text, "void "+name+"(", "void k(", 1), "")
	text = variable.ReplaceAllStringFunc(text, func(v string) string {
		if names[v] == "" {
			names[v] = fmt.Sprintf("v%d", len(names))
		}
		return names[v]
	})
	sum := sha256.Sum256([]byte(prelude + "\x00" + text))
	return fmt.Sprintf("%x", sum[:16])
}
