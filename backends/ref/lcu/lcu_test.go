package lcu

// Programs with their inputs, outputs and costs.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/ir/lcu"
	"nessiec/ir/value"
)

// Every file of testdata is a program: a comment per line ";; in LITERAL" for
// each input and ";; out LINE" for each line of output, then the module.
func TestPrograms(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.lcu")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".lcu"), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, cost := run(t, string(src), lines(string(src), ";; in ")...)
			if want := strings.Join(lines(string(src), ";; out "), "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if want := lines(string(src), ";; cost "); want != nil && cost.String() != want[0] {
				t.Errorf("cost is %s, want %s", cost, want[0])
			}
		})
	}
}

func lines(src, prefix string) (out []string) {
	for _, l := range strings.Split(src, "\n") {
		if s, ok := strings.CutPrefix(l, prefix); ok {
			out = append(out, s)
		}
	}
	return out
}

// run executes the actions of a module and lists the values they print, and
// the error that stopped them.
func run(t *testing.T, src string, args ...string) (string, interp.Counters) {
	t.Helper()
	m, err := lcu.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := lcu.Verify(m); err != nil {
		t.Fatal(err)
	}
	var inputs []value.Value
	for _, a := range m.Actions {
		if a.Fn == "" && len(inputs) < len(args) {
			v, err := value.NewReader("arg", []byte(args[len(inputs)]), value.Num{}).Value(a.Type)
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, v)
		}
	}
	var out []string
	cost, fail := Run(m, value.Num{}, &interp.World{}, inputs, func(r interp.Result) {
		out = append(out, r.Action.Name+" = "+value.Num{}.Text(r.Value, r.Action.Type))
	})
	if fail != nil {
		out = append(out, fail.Error()+" "+fail.Pos.String())
	}
	return strings.Join(out, "\n"), cost
}
