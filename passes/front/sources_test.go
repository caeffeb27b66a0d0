package front_test

import (
	"errors"
	"strings"
	"testing"

	parser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/front"
)

// Loaded forms stand in the place of the command, silent unless print := t
// says otherwise at every level; settings stay what they are.
func TestExpandLoads(t *testing.T) {
	files := map[string]string{
		"a":    `load "b"; x = 1; set print_length 5;`,
		"b":    "y = 2;",
		"loop": `load("loop", print := t);`,
	}
	for _, c := range []struct{ src, want, code string }{
		{`1; load "a"; 2;`, "eval quiet(assign y) quiet(assign x) setprintlength eval", ""},
		{`load("a", print := t);`, "quiet(assign y) assign x setprintlength", ""},
		{`load("b", verbose := t, print := f);`, "quiet(assign y)", ""},
		{`load "missing"; 3;`, "eval", "E0209"},
		{`load "loop";`, "", "E0209"},
		{`load("b", print := 3);`, "quiet(assign y)", "E0209"},
	} {
		var d diag.List
		m := front.ExpandLoads(parser.Parse(0, c.src, &d), func(name string) (*nesl.Module, error) {
			if files[name] == "" {
				return nil, errors.New("no such file")
			}
			return parser.Parse(1, files[name], &d), nil
		}, &d)
		var forms []string
		for _, f := range m.Forms {
			forms = append(forms, name(f))
		}
		if got := strings.Join(forms, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.src, got, c.want)
		}
		if got := d.Sorted(); len(got) != min(len(c.code), 1) || len(got) > 0 && got[0].Code != c.code {
			t.Errorf("%s: diagnostics %v, want %s", c.src, d.String(nil), c.code)
		}
	}
}

// name is the kind of a top-level form, and what it assigns to.
func name(f nesl.Expr) string {
	switch f := f.(type) {
	case *nesl.Quiet:
		return "quiet(" + name(f.Inner) + ")"
	case *nesl.Assign:
		return "assign " + f.Pat.(*nesl.PatVar).Name
	}
	return nesl.Schema[f.Form()].Name
}
