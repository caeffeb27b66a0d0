package main

import (
	"bytes"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const program = `
function loop(v, k) : ([int], int) -> [int] = if k == 0 then v else loop({x + k : x in v}, k - 1);
function main(n) : int -> int = sum(loop(index(n), n));
`

// The sums of a program are the same every time, differ between devices and levels,
// and survive writing and reading.
func TestSums(t *testing.T) {
	s := &sums{measured(written("p", program), settings(true))}
	if again := measured(written("p", program), settings(true)); !reflect.DeepEqual(s.rows, again) {
		t.Fatal("the sums differ when they are made again")
	}
	emitted := map[string]bool{}
	for _, r := range s.rows {
		emitted[r.emitted] = true
		if len(r.after) != len(r.passes) || r.passes[0] != "source" {
			t.Errorf("%d sums for %d passes", len(r.after), len(r.passes))
		}
	}
	if len(s.rows) != 6 || len(emitted) < 4 {
		t.Errorf("%d rows, %d texts", len(s.rows), len(emitted))
	}
	file := filepath.Join(t.TempDir(), "sums")
	if err := writeFile(file, s); err != nil {
		t.Fatal(err)
	}
	if back, err := readFile(file); err != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("%v: what is read back differs", err)
	}
}

// What the front end rejects has a row, too.
func TestRejected(t *testing.T) {
	rows := measured(written("p", "x + ;"), settings(true))
	if len(rows) != 1 || rows[0].emitted != "rejected" {
		t.Errorf("%v", rows)
	}
}

// The first pass whose output differs is named, whatever comes after it and however
// the table of passes has changed.
func TestCompare(t *testing.T) {
	passes := []string{"source", "infer", "lower", "legalise"}
	old := &sums{[]row{
		{"a", "-O1", "e1", []string{"1", "2", "3", "4"}, passes},
		{"b", "-O1", "e2", []string{"1", "2", "=", "4"}, passes},
		{"c", "-O1", "e3", []string{"1", "2", "3", "4"}, passes},
		{"d", "-O1", "e4", []string{"1", "2", "3", "4"}, passes},
		{"gone", "-O1", "e5", nil, nil},
		{"f", "-O1", "e6", []string{"1", "2"}, passes[:2]},
	}}
	own := &sums{[]row{
		{"a", "-O1", "e1", []string{"1", "2", "9", "4"}, passes}, // emits the same
		{"b", "-O1", "x2", []string{"1", "2", "=", "=", "9"}, []string{"source", "infer", "new", "lower", "legalise"}},
		{"c", "-O1", "x3", []string{"1", "9", "9", "9"}, passes},
		{"d", "-O1", "x4", []string{"1", "2", "3", "4"}, passes},
		{"f", "-O1", "fails-in-lower", []string{"1", "2"}, passes[:2]},
	}}
	want := []difference{{"b", "-O1", "legalise"}, {"c", "-O1", "infer"}, {"d", "-O1", "emission"},
		{"f", "-O1", "fails-in-lower instead of e6"}, {"gone", "-O1", "only in the old sums"}}
	if got := compare(old, own); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	var b bytes.Buffer
	if report(&b, old, own) != 1 || !strings.Contains(b.String(), "5 of 5 sums differ") || !strings.Contains(b.String(), "1 × infer") {
		t.Error(b.String())
	}
	b.Reset()
	if report(&b, old, old) != 0 || !strings.Contains(b.String(), "all 6 sums of 6 programs agree") {
		t.Error(b.String())
	}
}

// The corpus has every kind of program, and no name twice.
func TestCorpus(t *testing.T) {
	c := config{root: "../..", seeds: 3}
	all, err := c.corpus()
	if err != nil {
		t.Fatal(err)
	}
	seen, kinds := map[string]bool{}, map[string]bool{}
	for _, s := range all {
		if seen[s.name] {
			t.Errorf("%s is there twice", s.name)
		}
		seen[s.name], kinds[filepath.Dir(s.name)] = true, true
	}
	for _, dir := range []string{"examples", "examples/bench", "case", "nested", "scaled"} {
		if !kinds[dir] {
			t.Errorf("there are no programs of %s", dir)
		}
	}
}

// A file that is none is an error.
func TestBadFile(t *testing.T) {
	if _, err := (config{}).run([]string{"yardstick_test.go", "main.go"}, &bytes.Buffer{}); err == nil {
		t.Error("a source file is read as sums")
	}
}
