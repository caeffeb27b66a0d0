// Package vmtest tests evaluators by programs in files.
package vmtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

// A Run executes the actions of a module that was read.
type Run func(inputs []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error)

// Programs tests the files of testdata with this suffix. Every one is a program: a comment per
// line ";; in LITERAL" for each input, ";; out LINE" for each line of output and ";; cost TEXT",
// then the module, which read reads and verifies.
func Programs(t *testing.T, suffix string, read func(src string) ([]*program.Action, Run, error)) {
	files, _ := filepath.Glob("testdata/*" + suffix)
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), suffix), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			actions, run, err := read(string(src))
			if err != nil {
				t.Fatal(err)
			}
			got, cost := printed(run, inputs(t, actions, lines(string(src), ";; in ")))
			if want := strings.Join(lines(string(src), ";; out "), "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if want := lines(string(src), ";; cost "); want != nil && cost.String() != want[0] {
				t.Errorf("cost is %s, want %s", cost, want[0])
			}
		})
	}
}

// lines is what follows the prefix in the lines of src that have it.
func lines(src, prefix string) (out []string) {
	for _, l := range strings.Split(src, "\n") {
		if s, ok := strings.CutPrefix(l, prefix); ok {
			out = append(out, s)
		}
	}
	return out
}

// inputs are the values that actions read.
func inputs(t *testing.T, actions []*program.Action, literals []string) (out []value.Value) {
	t.Helper()
	for _, a := range actions {
		if a.Fn == "" && len(out) < len(literals) {
			v, err := value.NewReader("arg", []byte(literals[len(out)]), value.Num{}).Value(a.Type)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, v)
		}
	}
	return out
}

// printed is the values that a program prints, and the error that stopped it.
func printed(run Run, in []value.Value) (string, interp.Counters) {
	var out []string
	cost, fail := run(in, func(r interp.Result) {
		out = append(out, r.Action.Name+" = "+value.Num{}.Text(r.Value, r.Action.Type))
	})
	if fail != nil {
		out = append(out, fail.Error()+" "+fail.Pos.String())
	}
	return strings.Join(out, "\n"), cost
}
