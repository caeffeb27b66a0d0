package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A row says that an expression of another language and one of NESL give a value.
type row struct {
	line                int
	there, here, result string
}

var rowPattern = regexp.MustCompile("^\\| (.+) \\| `([^`]+)` \\| `([^`]+)` \\|$")

// tableRows are the rows of a page with an expression and a value in their last columns.
func tableRows(page string) (rows []row) {
	for i, line := range strings.Split(page, "\n") {
		if m := rowPattern.FindStringSubmatch(line); m != nil {
			plain := func(s string) string { return strings.ReplaceAll(s, `\|`, "|") }
			rows = append(rows, row{i + 1, plain(m[1]), plain(m[2]), m[3]})
		}
	}
	return rows
}

// What the tables of pages for users of other languages say: NESL gives the value, on the
// reference interpreter and in the process, and so does NumPy.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		page string
		rows int
	}{{"from-numpy.md", 55}, {"from-futhark.md", 25}} {
		t.Run(c.page, func(t *testing.T) {
			page, err := os.ReadFile(filepath.Join("..", "..", "docs", c.page))
			if err != nil {
				t.Fatal(err)
			}
			rows := tableRows(string(page))
			if len(rows) < c.rows {
				t.Fatalf("only %d rows with values", len(rows))
			}
			setup := map[string]string{}
			for _, f := range fences(t, c.page, string(page)) {
				setup[f.info] = f.text
			}
			t.Chdir(t.TempDir())
			var tests, theirs strings.Builder
			tests.WriteString(setup["nesl setup.nesl"])
			theirs.WriteString(setup["python setup.py"] + spelled)
			for _, r := range rows {
				fmt.Fprintf(&tests, "%% test: %s = %s %%\n", r.here, r.result)
				fmt.Fprintf(&theirs, "print(spelled(%s))\n", strings.Trim(r.there, "`"))
			}
			write(t, "rows.nesl", tests.String())
			for _, target := range []string{"ref", "wasm"} {
				if out, errors, status := invoke("test", "-target="+target, "rows.nesl"); status != 0 {
					t.Errorf("%s%s", out, errors)
				}
			}
			if setup["python setup.py"] == "" {
				return
			}
			write(t, "rows.py", theirs.String())
			said, err := exec.Command(python(t), "rows.py").CombinedOutput()
			values := strings.Split(strings.TrimSpace(string(said)), "\n")
			if err != nil || len(values) != len(rows) {
				t.Fatalf("%v\n%s", err, said)
			}
			for i, r := range rows {
				if values[i] != r.result {
					t.Errorf("%s:%d: %s gives %s, not %s", c.page, r.line, r.there, values[i], r.result)
				}
			}
		})
	}
}

// spelled spells values of NumPy as NESL does.
const spelled = `
def spelled(x):
    x = x.tolist() if hasattr(x, "tolist") else x
    if isinstance(x, bool):
        return "t" if x else "f"
    if isinstance(x, list):
        return "[" + ", ".join(map(spelled, x)) + "]"
    if isinstance(x, tuple):
        return "(" + ", ".join(map(spelled, x)) + ")"
    return repr(x)
`

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
