package session

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

const shared = `base = sum([1, 2]);
other = base + 1;
function twice(x) : int -> int = 2 * x + base;
% All of them twice. %
function all_twice(v) : [int] -> [int] = {twice(x) : x in v};
function twice_and(x, y) : (int, float) -> (int, float) = (twice(x) + other, y);
function same(x) = x;
function maker(x) : int -> (int -> int) = twice;
base = 7;
function again(x) : int -> int = twice(x) + base;
`

func library(t *testing.T, entries ...string) (driver.Program, []string, error) {
	t.Helper()
	s, c := inMemory(map[string]string{"a.nesl": shared}), pass.NewCtx(pass.DefaultOptions())
	p, l, err := s.Library(c, Source{Files: []string{"a.nesl"}}, "lib", entries)
	if err != nil {
		return p, nil, errors.Join(err, errors.New(c.Diags.String(s.Files)))
	}
	var out []string
	for _, e := range l.Entries {
		out = append(out, e.Name+"("+strings.Join(e.Params, ", ")+") "+e.Type()+" "+e.Doc)
	}
	return p, out, nil
}

// What entries share is there once: functions, and values that they need.
func TestLibrary(t *testing.T) {
	p, entries, err := library(t, "all_twice", "twice_and", "again", "same : int -> int")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"all_twice(v) [int] -> [int] All of them twice.",
		"twice_and(x, y) (int, float) -> (int, float) ",
		"again(x) int -> int ",
		"same(x) int -> int ",
	}
	if !slices.Equal(entries, want) {
		t.Errorf("entries\n%s", strings.Join(entries, "\n"))
	}
	m := p.Module.(*nkl.Module)
	funcs := map[string]int{}
	for _, f := range m.Funcs {
		funcs[f.Name]++
	}
	values := 0
	for _, a := range m.Actions {
		if a.Kind == program.Eval && a.Name != "it" {
			values++
		}
	}
	if funcs["twice"] != 1 || values != 3 {
		t.Errorf("twice is there %d times, and there are %d values", funcs["twice"], values)
	}
}

func TestNoLibrary(t *testing.T) {
	for entry, want := range map[string]string{
		"same":  "the entry same is polymorphic",
		"maker": "the entry maker has values of type int -> int, which other programs cannot have",
		"nope":  "nope is not defined",
		"base":  "the entry base is not a function",
	} {
		if _, _, err := library(t, "all_twice", entry); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", entry, err)
		}
	}
}
