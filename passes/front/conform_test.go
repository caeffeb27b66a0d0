package front_test

// The recorded answers of the original system (tools/conformance).

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// A recorded case: forms to enter first, the form whose answer counts.
type recorded struct {
	ID   string
	Defs []string
	In   string
	Kind string
	Out  string
}

// readDifferent reads the cases that differ on purpose.
func readDifferent(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("../../tools/conformance/different.txt")
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		if id, reason, _ := strings.Cut(line, " "); id != "" && id != "#" {
			ids[id] = reason != ""
		}
	}
	return ids
}

// tooDeep is ten million calls that are not tail calls, which take longer than all other cases.
const tooDeep = "13-015"

// TestConformance compares the answers of all cases; in short, without the deep one.
func TestConformance(t *testing.T) {
	cases, different := readRecorded(t), readDifferent(t)
	good, bad := map[string]int{}, 0
	for _, c := range cases {
		if testing.Short() && c.ID == tooDeep {
			continue
		}
		got := run(t, strings.Join(append(c.Defs, c.In), ";\n")+";", nil)
		if agrees(c, got) {
			good[c.Kind]++
			if different[c.ID] {
				t.Errorf("%s is listed as different, but agrees", c.ID)
			}
			continue
		}
		if !different[c.ID] {
			bad++
			t.Errorf("%s %v %s\n want %s %s\n got  %s %s%s%s", c.ID, c.Defs, c.In, c.Kind, c.Out, got.kind, got.last, got.fail, got.diags)
		}
	}
	t.Logf("%d disagree, %d on purpose, of %d; these agree: %v", bad, len(different), len(cases), good)
}

func readRecorded(t *testing.T) (cases []recorded) {
	t.Helper()
	f, err := os.Open("../../tools/conformance/nesl.jsonl")
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

// agrees compares an outcome with what was recorded.
func agrees(c recorded, got outcome) bool {
	if got.kind != c.Kind {
		return false
	}
	switch c.Kind {
	case "value":
		return sameText(c.Out, got.out[max(0, len(got.out)-len(got.last)-1):]) || sameText(c.Out, got.last) || sameText(c.Out, got.out)
	case "runtime":
		return got.fail == c.Out
	}
	return strings.Contains(got.diags, "test.nesl:")
}

// sameText compares what is left when white space is collapsed; numbers may
// differ in the last digits.
func sameText(a, b string) bool {
	as, bs := tokens(a), tokens(b)
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		x, err1 := strconv.ParseFloat(as[i], 64)
		y, err2 := strconv.ParseFloat(bs[i], 64)
		close := err1 == nil && err2 == nil && math.Abs(x-y) <= 1e-12*math.Max(math.Abs(x), math.Abs(y))
		if as[i] != bs[i] && !close {
			return false
		}
	}
	return true
}

// tokens splits text at white space and around the marks of sequences and
// tuples.
func tokens(s string) []string {
	return strings.FieldsFunc(strings.NewReplacer("[", " [ ", "]", " ] ", ",", " , ", "(", " ( ", ")", " ) ").Replace(s), unicode.IsSpace)
}
