package passes

// The golden cases of passes as examples for people.

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed testdata
var cases embed.FS

// An Example is a golden case of a pass.
type Example struct {
	What    string // the first words of the case
	Options string
	In      string // text of the program before the pass
}

// ExampleOf is the shortest golden case in which the pass called name does
// something; false if it has none.
func ExampleOf(name string) (best Example, found bool) {
	files, _ := fs.Glob(cases, "testdata/"+name+"/*.txtar")
	for _, f := range files {
		text, err := cases.ReadFile(f)
		if err != nil {
			continue
		}
		what, _, _ := strings.Cut(string(text), "-- ")
		in, out := section(string(text), "in"), section(string(text), "out")
		if in == "" || out == "" || strings.Join(strings.Fields(in), " ") == strings.Join(strings.Fields(out), " ") {
			continue
		}
		if !found || len(in) < len(best.In) {
			best, found = Example{strings.TrimSpace(what), strings.TrimSpace(section(string(text), "options")), in}, true
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
