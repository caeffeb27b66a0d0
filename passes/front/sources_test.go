package front_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	parser "nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
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
		{`dir = "b"; load dir;`, "assign dir quiet(assign y)", ""},
		{`dir = "x/"; dir = ""; load(dir ++ "a", print := t);`, "assign dir assign dir quiet(assign y) assign x setprintlength", ""},
		{`n = 3; load n ++ "b";`, "assign n", "E0209"},
		{`load @3;`, "", "E0128"},
	} {
		var d diag.List
		m := names.ExpandLoads(parser.Parse(0, c.src, &d), func(_ ir.Pos, name string) (*nesl.Module, error) {
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

// Files are looked for beside the file that loads them, which the position of
// the command tells.
func TestLoadsKnowTheirFile(t *testing.T) {
	var d diag.List
	var loads []string
	texts := []string{`load "sub/a"; load "d";`, `load "b"; load "c";`, "1;", "2;", "3;"}
	names.ExpandLoads(parser.Parse(0, texts[0], &d), func(from ir.Pos, name string) (*nesl.Module, error) {
		loads = append(loads, fmt.Sprint(from.File(), " ", name))
		return parser.Parse(len(loads), texts[len(loads)], &d), nil
	}, &d)
	if got := strings.Join(loads, ", "); got != "0 sub/a, 1 b, 1 c, 0 d" || d.HasErrors() {
		t.Errorf("loads are %s %s", got, d.String(nil))
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
