// Codes are explained, lists are printed in order.

package diag

import (
	"regexp"
	"strings"
	"testing"

	"nessiec/ir"
)

func TestCodesAreUniqueAndExplained(t *testing.T) {
	form := regexp.MustCompile(`^[EW]\d{4}$`)
	seen := map[string]bool{}
	for _, c := range Codes() {
		if !form.MatchString(c.ID) || seen[c.ID] {
			t.Errorf("code %q is malformed or used twice", c.ID)
		}
		seen[c.ID] = true
		if c.Title == "" || strings.HasSuffix(c.Title, ".") || strings.Contains(c.Title, "\n") {
			t.Errorf("%s: title %q is not one line without a final dot", c.ID, c.Title)
		}
		if len(c.Text) < 80 || !strings.Contains(c.Text, "\n") {
			t.Errorf("%s has no real explanation", c.ID)
		}
		for _, line := range strings.Split(c.Text, "\n") {
			if len(line) > 80 {
				t.Errorf("%s: a line is longer than 80 characters: %s", c.ID, line)
			}
		}
	}
}

func TestExplain(t *testing.T) {
	text, ok := Explain("e0113")
	if !ok || !strings.HasPrefix(text, "E0113: nothing follows a comma\n\nA comma stands") || !strings.HasSuffix(text, "mistake:\n\n    [1, 2, 3,];\n") {
		t.Errorf("Explain(e0113) = %q, %v", text, ok)
	}
	if _, ok := Explain("E9999"); ok {
		t.Error("E9999 is explained")
	}
}

func TestRender(t *testing.T) {
	files := Files{{"a.nesl", "x = (1;\n\tf(\x80, b)\n"}, {"b.nesl", "last line"}}
	var l List
	l.Warnf(ir.Pos{}, "E0101", "no position")
	l.Errorf(ir.MakePos(1, 1, 6), "E0110", "second file").Underline(99)
	l.Errorf(ir.MakePos(0, 2, 7), "E0105", "behind a tab and a bad byte")
	l.Errorf(ir.MakePos(0, 1, 7), "E0111", "expected `)`, found `;`").
		Note(ir.MakePos(0, 1, 5), 1, "it would close this `(`").Note(ir.Pos{}, 0, "remark").WithHint("close it")
	l.Errorf(ir.MakePos(0, 1, 7), "E0111", "the same once more")
	want := "a.nesl:1:7: error[E0111]: expected `)`, found `;`\n" +
		"    1 | x = (1;\n" +
		"      |       ^\n" +
		"note: a.nesl:1:5: it would close this `(`\n" +
		"    1 | x = (1;\n" +
		"      |     -\n" +
		"note: remark\n" +
		"hint: close it\n" +
		"a.nesl:2:7: error[E0105]: behind a tab and a bad byte\n" +
		"    2 | \tf(\ufffd, b)\n" +
		"      | \t     ^\n" +
		"b.nesl:1:6: error[E0110]: second file\n" +
		"    1 | last line\n" +
		"      |      ^^^^\n" +
		"warning[E0101]: no position\n"
	if got := l.String(files); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if l.NumErrors() != 3 {
		t.Errorf("%d errors, want 3", l.NumErrors())
	}
}

func TestLongLineIsCut(t *testing.T) {
	files := Files{{"a.nesl", strings.Repeat("a + ", 200) + "\x1b[31m"}}
	var l List
	l.Errorf(ir.MakePos(0, 1, 401), "E0110", "here")
	got := strings.Split(l.String(files), "\n")
	if len(got[1]) != len("    1 | ")+maxExcerpt || strings.IndexByte(got[2], '^') != len("    1 | ")+maxExcerpt/2 {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	l = List{}
	l.Errorf(ir.MakePos(0, 1, 801), "E0110", "escape")
	if strings.Contains(l.String(files), "\x1b") {
		t.Error("a control character reaches the terminal")
	}
}

func TestListIsCapped(t *testing.T) {
	var l List
	for i := range MaxErrors + 7 {
		l.Errorf(ir.MakePos(0, i+1, 1), "E0110", "x")
	}
	if len(l.Sorted()) != MaxErrors || l.Dropped() != 7 || !strings.HasSuffix(l.String(nil), "\n7 more not shown\n") {
		t.Errorf("%d kept, %d dropped", len(l.Sorted()), l.Dropped())
	}
}
