package main

import (
	"regexp"
	"strings"
	"testing"
)

// Benchmarks in comments are measured, compared with an earlier run and with a target,
// and whatever cannot be measured is said.
func TestBench(t *testing.T) {
	t.Chdir(files(t, map[string]string{
		"b.nesl":   "keys = {rem(i * 7919, 101) : i in [0:100]};\n% bench: sort(keys) %\n% bench: sum(keys) %\n% bench: rand(10) %\nprint_string(\"no\");\n",
		"bad.nesl": "% bench: 1 + t %", "none.nesl": "1;", "two.nesl": "% bench: 1; 2 %", "fails.nesl": "% bench: [1][3] %", "no.json": "{",
	}))
	for _, c := range []struct {
		args        string
		out, errors string // a regular expression, a part
		status      int
	}{
		{"b.nesl -runs=2 -o old.json", `(?s)median ms.*\d e\+?0?\d+ sort|sort\(keys\)\n.* - +sum\(keys\)\n.*rand\(10\): it has effects`, "", 0},
		{"b.nesl -runs=2 -against=old.json", `(?s)/ old\.json.*\d\.\d\d +sort\(keys\)`, "", 0},
		{"b.nesl -runs=2 -against=opencl", `(?s)/ opencl.*\d\.\d\d +sort\(keys\)`, "", 0},
		{"b.nesl -runs=2 -target=opencl", `(?s)sort\(keys\)\n.*sum\(keys\)`, "", 0},
		{"b.nesl -runs=0", "", "-runs needs a positive number", 2},
		{"b.nesl -target=ref", "", "the reference interpreter is not measured", 2},
		{"b.nesl -against=nothing", "", "the targets are ref, c, cuda", 2},
		{"b.nesl -against=no.json", "", "was not written by nessiec bench", 2},
		{"none.nesl", "", "there is no comment such as % bench: f(10000) %", 2},
		{"bad.nesl", "", "error[E0301]", 2},
		{"two.nesl", "", "error[E0129]: expected an expression", 2},
		{"fails.nesl", "", "out of bounds", 2},
	} {
		out, errors, status := invoke(append([]string{"bench"}, strings.Fields(c.args)...)...)
		if !regexp.MustCompile(c.out).MatchString(out) || !strings.Contains(errors, c.errors) || status != c.status || c.errors == "" && errors != "" {
			t.Errorf("bench %s: status %d\n%s%s", c.args, status, out, errors)
		}
	}
}
