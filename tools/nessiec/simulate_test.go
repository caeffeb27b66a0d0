package main

// -poison and -schedule do what running does, in the worst case and any order.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/passes"
)

func TestSimulate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.nesl")
	const src = "xs = [5, 7, 0, 2, 0, 9];\nsum({100 / x : x in xs | x > LEAST});\n"
	for _, c := range []struct{ least, want string }{
		{"0", "it = 95 : int"},
		{"-1", "RUNTIME ERROR: Divide by zero.\n  at " + file + ":2:10"},
	} {
		if err := os.WriteFile(file, []byte(strings.Replace(src, "LEAST", c.least, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, flags := range []string{"-poison", "-schedule=7", "-schedule=all", "-poison -device=gpu", "-schedule=all -device=gpu",
			"-schedule=7 -ranks=3 -grain=1", "-poison -ranks=2 -grain=1", "-poison -ranks=2 -grain=64 -device=gpu"} {
			var both bytes.Buffer
			status := run(append(strings.Fields(flags), file), strings.NewReader(""), &both, &both)
			if !strings.Contains(both.String(), c.want) || (status == statusGood) != (c.least == "0") {
				t.Errorf("%s: status %d\n%s", flags, status, both.String())
			}
		}
	}
	if status := run([]string{"-schedule=any", file}, strings.NewReader(""), new(bytes.Buffer), new(bytes.Buffer)); status != statusRejected {
		t.Errorf("-schedule=any: status %d", status)
	}
}

// Every pass explains itself with an example that is run.
func TestExplainPass(t *testing.T) {
	for _, p := range passes.Table() {
		if out := nessiec(t, "-explain-pass="+p.Name); !strings.Contains(out, p.Name+": "+p.Doc) || !strings.Contains(out, "\nbecomes\n") {
			t.Errorf("-explain-pass=%s prints\n%s", p.Name, out)
		}
	}
}
