package harlan

import (
	"strings"
	"testing"

	"nessiec/ir/datum"
	"nessiec/ir/diag"
	"nessiec/ir/text"
)

// What is read, in a list, as the text form of data; mistakes are in tools/conformance/harlan.
func TestParse(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"a b->c let* x? <= ...", "a\n(sym \"b->c\")\nlet*\nx?\n(sym \"<=\")\n(sym \"...\")"},
		{"1 -2 +3 4294967296 18446744073709551615", "1\n-2\n3\n4294967296\n(wide -1)"},
		{"1.5 -2.5e3 1e9 .5 2.", "1.5\n-2500.0\n1e+09\n0.5\n2.0"},
		{"#t #f true", "true\nfalse\n(sym true)"},
		{`#\a #\0 #\( #\space #\newline`, "char:97\nchar:48\nchar:40\nchar:32\nchar:10"},
		{`"a b" "\n\t\"\\" ""`, "\"a b\"\n\"\\n\\t\\\"\\\\\"\n\"\""},
		{"(a [b ()] c)", "(list a (list b (list)) c)"},
		{"(a . b) (a b . (c))", "(dotted b a)\n(dotted (list c) a b)"},
		{"a ; b\n#| c #| d |# e |# f #;(g h) i #;#;j k l", "a\nf\ni\nl"},
		{"#| a ** | # |# b", "b"},
		{"(+ 1+ 1a)", "(list + (sym \"1+\") (sym \"1a\"))"},
	} {
		var d diag.List
		m := Parse(0, "("+c.source+"\n)", &d)
		if d.HasErrors() {
			t.Errorf("%s: %s", c.source, d.String(diag.Files{{Name: "test", Source: c.source}}))
			continue
		}
		out := m.Text(text.Options{})
		if got := strings.Join(strings.Fields(out), " "); got != "(list "+strings.Join(strings.Fields(c.want), " ")+")" {
			t.Errorf("%s: got\n%s\nwant\n%s", c.source, out, c.want)
		}
		back, err := datum.Parse(out)
		if err != nil || back.Text(text.Options{}) != out {
			t.Errorf("%s: the text form does not read back: %v", c.source, err)
		}
	}
}

// A form has the position of its first character.
func TestPositions(t *testing.T) {
	var d diag.List
	m := Parse(3, "a\n  (b\n é c)", &d)
	l := m.Forms[1].(*datum.List)
	for _, c := range []struct {
		e    datum.Expr
		want string
	}{{m.Forms[0], "@3:1:1"}, {l, "@3:2:3"}, {l.Elems[0], "@3:2:4"}, {l.Elems[2], "@3:3:4"}} {
		if got := c.e.Pos().String(); got != c.want {
			t.Errorf("%s is at %s, not %s", datum.Show(c.e), got, c.want)
		}
	}
}

// Any bytes are read or rejected.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"(a . b)", "#|", "\"\\", "#\\", "[)", "#;", "'\xff", "((((", "1e999", "#;#;a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		var d diag.List
		m := Parse(0, source, &d)
		if d.HasErrors() != (len(m.Forms) == 0) && d.HasErrors() {
			t.Errorf("forms of a text with mistakes")
		}
	})
}
