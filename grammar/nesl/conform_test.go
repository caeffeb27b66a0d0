// The recorded programs of tools/conformance: what the original system accepts
// or runs must parse, and what only a parser can reject must be rejected.

package nesl

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestConformancePrograms(t *testing.T) {
	f, err := os.Open("../../tools/conformance/nesl.jsonl")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var c struct {
			ID, In, Kind string
			Defs         []string
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		src := strings.Join(append(c.Defs, c.In), ";\n") + ";\n"
		m, errs := parseText(src)
		switch {
		case c.Kind == "reject" && errs == "":
			t.Logf("%s is left to later passes: %s", c.ID, src)
		case c.Kind != "reject" && errs != "":
			t.Errorf("%s is rejected:\n%s\n%s", c.ID, src, errs)
		case c.Kind != "reject" && len(m.Forms) != len(c.Defs)+1:
			t.Errorf("%s has %d forms, want %d:\n%s", c.ID, len(m.Forms), len(c.Defs)+1, src)
		case c.Kind != "reject":
			roundTrip(t, m)
		}
	}
	if n < 100 {
		t.Errorf("only %d programs", n)
	}
}
