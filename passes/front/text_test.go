package front_test

// Programs and what becomes of them, in testdata/*.txt: a line "=== title", the
// program, a line "---", and what it prints: the answers of the top level, the
// run-time error with its position, or diagnostics. NESSIEC_UPDATE=1 rewrites
// what is behind the "---".

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	parser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
)

func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { programs(t, file) })
	}
}

func programs(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(data), "=== ")
	out := head
	for _, one := range strings.Split(rest, "\n=== ") {
		title, body, _ := strings.Cut(one, "\n")
		program, want, _ := strings.Cut(body+"\n", "\n---\n")
		want = strings.TrimRight(want, "\n")
		got := strings.TrimRight(answer(t, program), "\n")
		if got != want {
			t.Logf("%s: %s\ngot\n%s\nwant\n%s", file, title, got, want)
			if os.Getenv("NESSIEC_UPDATE") == "" {
				t.Fail()
			}
		}
		out += "=== " + title + "\n" + program + "\n---\n" + got + "\n\n"
	}
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(strings.TrimRight(out, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// answer runs a program. A first line "entry: NAME [: TYPE] | ARGUMENT ..."
// calls its entry with arguments between bars.
func answer(t *testing.T, program string) string {
	var entry nesl.Expr
	var args []string
	if line, rest, ok := strings.Cut(program, "\n"); ok && strings.HasPrefix(line, "entry: ") {
		parts := strings.Split(strings.TrimPrefix(line, "entry: "), "|")
		name, typ, typed := strings.Cut(parts[0], ":")
		name = strings.TrimSpace(name)
		entry = names.EntryForm(name, nil)
		if typed {
			var d diag.List
			m := parser.Parse(1, "function "+name+"(x) : "+typ+";", &d)
			entry = names.EntryForm(name, m.Forms[0].(*nesl.Stub))
		}
		program, args = "\n"+rest, parts[1:]
	}
	o := run(t, program, entry, args...)
	switch o.kind {
	case "runtime":
		return o.diags + o.out + o.where + " " + o.fail
	case "reject":
		return o.diags
	}
	return o.diags + o.out
}
