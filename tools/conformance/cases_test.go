package conformance

// The cases, and what an answer must be to agree.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/value"
)

// A recorded case: forms to enter first, and the form whose answer counts.
type recorded struct {
	ID   string
	Defs []string
	In   string
	Kind string // value, runtime or reject
	Out  string
}

// source is the program of a case.
func (c recorded) source() string {
	return strings.Join(append(append([]string(nil), c.Defs...), c.In), ";\n") + ";\n"
}

// An answer is what became of a case.
type answer struct {
	kind string
	text string // what was printed, the run-time error, or the diagnostics
}

// readCases reads all cases, in the order of the file.
func readCases(t *testing.T) (cases []recorded) {
	t.Helper()
	f, err := os.Open("nesl.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c recorded
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// sameOnPurpose reads the cases of the given kinds that must agree.
func sameOnPurpose(t *testing.T, kinds ...string) (cases []recorded) {
	t.Helper()
	different := readDifferent(t)
	for _, c := range readCases(t) {
		if slices.Contains(kinds, c.Kind) && different[c.ID] == "" {
			cases = append(cases, c)
		}
	}
	return cases
}

// readDifferent reads the cases that differ on purpose: id, blank, reason.
func readDifferent(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("different.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, l := range strings.Split(string(data), "\n") {
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		id, reason, _ := strings.Cut(l, " ")
		if strings.TrimSpace(reason) == "" {
			t.Errorf("different.txt: %s has no reason", id)
		}
		out[id] = reason
	}
	return out
}

// agrees compares an answer with what was recorded: text with white space
// collapsed, numbers to a relative 1e-12, the message of a run-time error, a
// rejection with a position.
func agrees(c recorded, a answer) bool {
	if a.kind != c.Kind {
		return false
	}
	switch c.Kind {
	case "value":
		return value.CloseText(collapse(c.Out), tail(collapse(a.text), collapse(c.Out)), 1e-12)
	case "runtime":
		return strings.TrimPrefix(strings.TrimSpace(a.text), "RUNTIME ERROR: ") == c.Out
	}
	return a.text != ""
}

func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// tail cuts what the definitions before the last form printed.
func tail(got, want string) string {
	name, _, ok := strings.Cut(want, " = ")
	if !ok {
		return got
	}
	if i := strings.LastIndex(got, name+" = "); i > 0 {
		return got[i:]
	}
	return got
}

// A tally counts the cases of one target.
type tally struct {
	t              *testing.T
	target         string
	passed, failed int
}

// add counts a case and shows it when it disagrees.
func (y *tally) add(c recorded, a answer) {
	if agrees(c, a) {
		y.passed++
		return
	}
	y.failed++
	y.t.Errorf("%s: %s %q\n%s\nwant %s: %s\ngot  %s: %s", y.target, c.ID, c.Defs, c.In, c.Kind, c.Out, a.kind, a.text)
}

// long reports whether long tests are asked for.
func long() bool { return os.Getenv("NESSIEC_LONG") != "" }

// report prints the line that tells how many agree.
func (y *tally) report() {
	fmt.Printf("%s: %d passed, %d failed\n", y.target, y.passed, y.failed)
}
