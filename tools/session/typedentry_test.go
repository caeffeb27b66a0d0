package session

import (
	"testing"

	"nessiec/passes/pass"
)

// A polymorphic entry could not get a file: its type was to be written, though the columns say it.
func TestTypedEntry(t *testing.T) {
	for _, c := range []struct {
		program, entry, table, want string
		broken                      bool // the file
	}{
		{"function main(rows) = #rows;", "main", "x,s\n1,a\n2,b\n", "main : ([(int, [char])]) -> (int)", false},
		{"function main(rows) = #rows;", "main : [int] -> int", "x\n1\n", "main : [int] -> int", false},
		{"function main(rows) = sum({x : (x, y) in rows}) + 0.5;", "main", "x,y\n0.5,a\n", "main : ([(float, [char])]) -> (float)", false},
		{"function main(v) : [float] -> float = sum(v);", "main", "x\n1\n", "main", false},
		{"function main(rows) = {(y, x) : (x, y) in rows};", "main", "x,y\n1,2.5\n", "main : ([(int, float)]) -> ([(float, int)])", false},
		{"function main(rows) = sum({x * y : (x, y) in rows});", "main", "x,y\n1,2.5\n", "main", false}, // a product of an int and a float
		{"function main(rows) = #rows;", "main", "1,2\n", "main", true},                                 // no header
	} {
		s := inMemory(map[string]string{"a.nesl": c.program})
		args := []Argument{{From: "table.csv", Data: []byte(c.table), File: true}}
		all := forms(t, s, Source{Files: []string{"a.nesl"}, Entry: c.entry})
		if got, err := s.TypedEntry(pass.DefaultOptions(), all, c.entry, args); got != c.want || (err != nil) != c.broken {
			t.Errorf("%s gets %q: %q %v, not %q", c.program, c.table, got, err, c.want)
		}
	}
	s := inMemory(map[string]string{"a.nesl": "function main(v, k) = {x * k : x in v};"})
	args := []Argument{{Param: "k", From: "k", Data: []byte("2.5")}, {Param: "v", From: "v.csv", Data: []byte("x\n1.5\n"), File: true}}
	all := forms(t, s, Source{Files: []string{"a.nesl"}, Entry: "main"})
	if got, _ := s.TypedEntry(pass.DefaultOptions(), all, "main", args); got != "main : (([float]), (float)) -> ([float])" {
		t.Errorf("with a literal: %q", got)
	}
	if got, _ := s.TypedEntry(pass.DefaultOptions(), all, "main", args[:1]); got != "main" {
		t.Errorf("without the file: %q", got)
	}
}
