package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/prim/prelude"
	"nessiec/tools/library"
)

const twice = `% All elements
  twice. Longs are not ints.
  cost: work n, span 1
  see: sum, map %
% test: twice([1, 2]) = [2, 4] %
function twice(v) = {2 * x : x in v};
% not about it %

function plain(x) = x;
% The older one. %
function sum(v) = 0;
% Nothing but this. %
function sum(v, w) : (int, int) -> int = v;
1 / 0;
`

// What is printed of a few names, of the library and of a file.
func TestDoc(t *testing.T) {
	t.Chdir(files(t, map[string]string{"twice.nesl": twice, "bad.nesl": "% a %\nfunction g(y) = y + z;\n"}))
	for _, c := range []struct {
		args        string
		out, errors string // all of it, part of it
		status      int
	}{
		{"doc rem", `rem : (int, int) -> int
  The remainder of a / b, with the sign of a.
  cost:     work 1, span 1
  fails:    Divide by zero in function REM.
  example:  rem(-7, 2) = -1
  example:  rem(1, 0) fails "Divide by zero in function REM."
  see also: mod, /
`, "", 0},
		{"doc SORT_BY if", `sort_by : (c -> b, [c]) -> [c] :: (a in any; b in ordered; c in any)
  The elements in ascending order of their keys; those with equal keys keep
  their order.
  cost:     work n log n and the keys, span log n and that of key
  example:  sort_by((s => #s), ["abc", "", "ab"]) = ["", "ab", "abc"]
  see also: sort, rank

if
  One of two values, of which only that one is computed.
  cost:     that of the condition and of the part that is chosen
  example:  if 1 < 2 then 10 / 1 else 1 / 0 = 10
  see also: select
`, "", 0},
		{"doc twice.nesl", "  twice  All elements twice\n  sum    Nothing but this\n", "", 0},
		{"doc twice.nesl twice plain sum pi", `twice : [int] -> [int]
  All elements twice. Longs are not ints.
  cost:     work n, span 1
  example:  twice([1, 2]) = [2, 4]
  see also: sum, map

plain : a -> a :: (a in any)

sum : (int, int) -> int
  Nothing but this.

pi : float
  The circumference of a circle of diameter 1.
  example:  pi = 3.141592653589793
  see also: sin, cos
`, "", 0},
		{"doc sortt", "", "nothing is called sortt; did you mean sort?", 2},
		{"doc twice.nesl sum twicee", "", "nothing is called twicee; did you mean twice?", 2},
		{"doc qqqqqq", "", "nothing is called qqqqqq (nessiec doc lists all names)", 2},
		{"doc __add", "", "nothing is called __add", 2},
		{"doc bad.nesl", "", "z is not defined", 2},
		{"doc none.nesl", "", "none.nesl", 2},
		{"doc -o x.md sum", "", "takes no file and no name", 2},
	} {
		out, errors, status := invoke(strings.Fields(c.args)...)
		if status != c.status || out != c.out || !strings.Contains(errors, c.errors) || c.errors == "" && errors != "" {
			t.Errorf("%s: status %d\n%s%s", c.args, status, out, errors)
		}
	}
	out, _, _ := invoke("doc")
	for _, line := range []string{"Operators and forms\n", "  [s:e:d]           The ints s, s + d, ... that are below e; [s:e] has steps of 1\n", "  median              The element in the middle"} {
		if !strings.Contains(out, line) {
			t.Errorf("doc does not list %q", line)
		}
	}
}

// Every name that programs see has an entry with a text, an example of it, a cost, and
// names that there are.
func TestLibraryEntries(t *testing.T) {
	groups, err := library.Builtins()
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]library.Entry{}
	for _, g := range groups {
		for _, e := range g.Entries {
			if _, twice := entries[e.Name]; twice {
				t.Errorf("%s has two entries", e.Name)
			}
			entries[e.Name] = e
		}
	}
	for _, d := range prelude.Definitions {
		if _, ok := entries[d.Name]; ok == strings.HasPrefix(d.Name, "__") {
			t.Errorf("%s: whether there is an entry: %v", d.Name, ok)
		}
	}
	for _, g := range groups {
		for _, e := range g.Entries {
			used := slices.ContainsFunc(e.Examples, func(x string) bool { return strings.Contains(x, e.Name) })
			switch {
			case e.Text == "" || e.Examples == nil:
				t.Errorf("%s has no text or no example", e.Name)
			case !used && regexp.MustCompile(`^\w+$`).MatchString(e.Name):
				t.Errorf("%s does not occur in its examples", e.Name)
			case e.Cost == "" && e.Type == "" || e.Cost == "work 1, span 1" && strings.Contains(e.Type, "[a]") && !constantTime[e.Name]:
				t.Errorf("%s : %s has the cost %q", e.Name, e.Type, e.Cost)
			}
			for _, name := range e.See {
				if _, ok := entries[name]; !ok || name == e.Name {
					t.Errorf("%s: see %s", e.Name, name)
				}
			}
		}
	}
}

// constantTime are the functions of sequences that look at one element, or at none.
var constantTime = map[string]bool{"length": true, "elt": true, "#": true, "a[i]": true, "vpair": true, "vsep": true}

// The reference is what the generator writes, and all its examples hold.
func TestLibraryPage(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if _, errors, status := invoke("doc", "-o", "library.md"); status != 0 {
		t.Fatal(errors)
	}
	if page, err := os.ReadFile("library.md"); err != nil || string(page) != string(b) {
		t.Error("docs/library.md is not up to date: run make gen")
	}
	var tests strings.Builder
	for _, f := range fences(t, "docs/library.md", string(b)) {
		for example := range strings.Lines(f.text) {
			tests.WriteString("% test: " + strings.TrimSpace(example) + " %\n")
		}
	}
	if n := strings.Count(tests.String(), "\n"); n < 250 {
		t.Errorf("there are only %d examples", n)
	}
	if err := os.WriteFile("examples.nesl", []byte(tests.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, errors, status := invoke("test", "-target=ref", "examples.nesl"); status != 0 {
		t.Errorf("%s%s", out, errors)
	}
}
