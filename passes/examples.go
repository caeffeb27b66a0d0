package passes

// The golden cases of passes as examples for people.

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed testdata
var cases embed.FS

// An Example is a golden case of a pass.
type Example struct {
	What    string // the first words of the case
	Options string
	In, Out string // text of the program before and after the pass
	Says    string // diagnostics of a program that is accepted, one a line
	Cost    string // counters before and after, one a line; "" if none are compared
}

// ExampleOf is the shortest golden case in which the pass called name does
// something; false if it has none. A case that the fuzzer found is the last choice. more
// are the cases of passes of backends.
func ExampleOf(name string, more ...fs.FS) (best Example, found bool) {
	for _, c := range append(more, cases) {
		if best, found = exampleIn(c, name); found {
			return best, true
		}
	}
	return best, false
}

func exampleIn(cases fs.FS, name string) (best Example, found bool) {
	least := 0
	files, _ := fs.Glob(cases, "testdata/"+name+"/*.txtar")
	for _, f := range files {
		text, err := fs.ReadFile(cases, f)
		if err != nil {
			continue
		}
		what, _, _ := strings.Cut(string(text), "-- ")
		in, out := section(string(text), "in"), section(string(text), "out")
		says := section(string(text), "warnings")
		if in == "" || out == "" || says == "" && strings.Join(strings.Fields(in), " ") == strings.Join(strings.Fields(out), " ") {
			continue
		}
		size := len(in) + len(out)
		if strings.HasPrefix(path.Base(f), "fuzz-") {
			size += 1 << 30
		}
		if !found || size < least {
			options, cost := section(string(text), "options"), section(string(text), "cost")
			best, least, found = Example{strings.TrimSpace(what), strings.TrimSpace(options), in, out, says, cost}, size, true
		}
	}
	return best, found
}

// section is the text of the section called name of a txtar file.
func section(text, name string) string {
	_, rest, ok := strings.Cut("\n"+text, "\n-- "+name+" --\n")
	if !ok {
		return ""
	}
	if i := strings.Index("\n"+rest, "\n-- "); i >= 0 {
		rest = rest[:i]
	}
	return rest
}
