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
	Text  string // some paragraphs, for -explain
	// Example is a program that is rejected, or warned of, with the code. Flags
	// are those of the command that it needs, Input is what it reads, and Shown
	// stands for a program that is too long for a page (examples.go).
	Example, Input, Shown string
	Flags                 []string
}

// Codes returns the explanations of all codes in order. Every area keeps its
// own table in its own file and is named here:
//
//	E00xx  command line, files, the compilation as a whole
//	E01xx  lexical structure and syntax
//	E02xx  names
//	E03xx  types
//	E04xx  programs in Harlan
//	E05xx  programs in VCODE
func Codes() []Code {
	all := slices.Concat(inputCodes, syntaxCodes, frontCodes, nestedCodes, harlanCodes, vcodeCodes)
	for i, c := range all {
		for _, e := range slices.Concat(examples, harlanExamples, vcodeExamples) {
			if e.id == c.ID {
				all[i].Example, all[i].Flags = strings.Trim(e.program, "\n")+"\n", e.flags
				all[i].Input, all[i].Shown = e.input, e.shown
			}
		}
	}
	slices.SortFunc(all, func(a, b Code) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Explain returns the long explanation of a code, for the terminal; id may be
// in any case. ok is false if there is no such code.
func Explain(id string) (text string, ok bool) {
	for _, c := range Codes() {
		if strings.EqualFold(c.ID, id) {
			return fmt.Sprintf("%s: %s\n\n%s\n%s", c.ID, c.Title, strings.TrimSpace(c.Text), c.example()), true
		}
	}
	return "", false
}

// example is the last part of the page: the program, its flags and its input.
func (c Code) example() string {
	with, lines := "", strings.TrimSuffix(c.Example, "\n")
	if len(c.Flags) > 0 {
		with = ", compiled with " + strings.Join(c.Flags, " ")
	}
	if c.Shown != "" {
		lines = c.Shown
	}
	text := fmt.Sprintf("\nA program with this mistake%s:\n\n    %s\n", with, strings.ReplaceAll(lines, "\n", "\n    "))
	if c.Input != "" {
		text += "\nif it reads\n\n    " + c.Input + "\n"
	}
	return text
}
