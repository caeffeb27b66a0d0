// The table of codes: what each code means, with an example.

package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Code explains one code.
type Code struct {
	ID    string // "E0102"
	Title string // one line
	Text  string // some paragraphs with an example, for -explain
}

// Codes returns the explanations of all codes in order. Every area keeps its
// own table in its own file and is named here:
//
//	E00xx  command line, files, the compilation as a whole
//	E01xx  lexical structure and syntax
//	E02xx  names
//	E03xx  types
func Codes() []Code {
	all := slices.Concat(syntaxCodes, frontCodes, nestedCodes)
	slices.SortFunc(all, func(a, b Code) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Explain returns the long explanation of a code, for the terminal; id may be
// in any case. ok is false if there is no such code.
func Explain(id string) (text string, ok bool) {
	for _, c := range Codes() {
		if strings.EqualFold(c.ID, id) {
			return fmt.Sprintf("%s: %s\n\n%s\n", c.ID, c.Title, strings.TrimSpace(c.Text)), true
		}
	}
	return "", false
}
