package passtest

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/toy"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

var (
	fam = grammar.NewFamily("toy", grammar.Ops[*toy.Module, toy.Expr]{Schema: toy.Schema, Parse: toy.Parse, Show: toy.Show})
	// Tuples is a language of tuples of integers.
	tuples = grammar.Base[*toy.Module](fam, "toy.tuples", "tuples of integers", grammar.Add(toy.FormInt, toy.FormTuple))
)

// pipeline has one pass, which maps every tuple by f.
func pipeline(name string, f func(*pass.Ctx, *toy.Tuple) toy.Expr) *driver.Driver {
	run := func(c *pass.Ctx, m *toy.Module) *toy.Module {
		var rec func(toy.Expr) toy.Expr
		rec = func(e toy.Expr) toy.Expr {
			e = e.MapChildren(rec)
			if t, ok := e.(*toy.Tuple); ok {
				return f(c, t)
			}
			return e
		}
		return m.MapBodies(rec)
	}
	return &driver.Driver{
		Passes: []pass.Pass{pass.New(name, "changes tuples", tuples, tuples, run, pass.Opts{Optional: true, Level: 1})},
		Levels: []driver.Level{driver.NewLevel(fam, sum)},
	}
}

func swap(c *pass.Ctx, t *toy.Tuple) toy.Expr {
	return &toy.Tuple{Node: t.Node, Elems: []toy.Expr{t.Elems[1], t.Elems[0]}}
}

// sum prints the sum of all integers of the module plus its arguments.
func sum(o pass.Options, m *toy.Module, in driver.Input) driver.Outcome {
	total, nodes := int64(len(in.Args)), int64(0)
	var rec func(int, toy.Expr)
	rec = func(_ int, e toy.Expr) {
		nodes++
		if i, ok := e.(*toy.Int); ok {
			total += i.Val
		}
		e.Children(rec)
	}
	m.EachBody(func(e toy.Expr) { rec(0, e) })
	out := driver.Outcome{Output: fmt.Sprintf("it = %d : int\n", total), Cost: []driver.Counter{{Name: "nodes", N: nodes}}}
	if total > 100 {
		out.Output, out.Error = "", "too large"
	}
	return out
}

func TestTable(t *testing.T) { Table(t, pipeline("swap", swap), "testdata/passes") }

func TestReject(t *testing.T) {
	Reject(t, []*grammar.Language{tuples.Language}, "testdata/rejected")
}

// run runs a case and returns what the archive becomes, or the error.
func run(d *driver.Driver, src string) string {
	a := parseArchive(src)
	if err := runCase(d, 0, a); err != nil {
		return err.Error()
	}
	return a.String()
}

func TestCases(t *testing.T) {
	drop := func(c *pass.Ctx, t *toy.Tuple) toy.Expr { return t.Elems[0] }
	nest := func(c *pass.Ctx, t *toy.Tuple) toy.Expr { return &toy.Tuple{Elems: []toy.Expr{t.Elems[0]}} }
	picky := func(c *pass.Ctx, t *toy.Tuple) toy.Expr {
		c.Errorf(t.Pos(), "E0999", "a tuple of %d", len(t.Elems))
		return t
	}
	crash := func(c *pass.Ctx, t *toy.Tuple) toy.Expr { panic("oops") }
	const in = "words\n-- in --\n(func f () () int (tuple @0:1:2 1 2))\n"
	for _, c := range []struct {
		f         func(*pass.Ctx, *toy.Tuple) toy.Expr
		src, want string
	}{
		{swap, in, in + "-- out --\n(func f () () int (tuple 2 1))\n"},
		{swap, in + "-- args --\n7\n8\n", in + "-- args --\n7\n8\n-- out --\n(func f () () int (tuple 2 1))\n-- want --\nit = 5 : int\n"},
		{swap, in + "-- cost --\n", in + "-- cost --\nnodes 3 -> 3\n-- out --\n(func f () () int (tuple 2 1))\n-- want --\nit = 3 : int\n"},
		{swap, strings.Replace(in, " 2)", " 200)", 1) + "-- want --\n",
			strings.Replace(in, " 2)", " 200)", 1) + "-- want --\nRUNTIME ERROR: too large\n-- out --\n(func f () () int (tuple 200 1))\n"},
		{drop, in + "-- want --\n", "the pass changes the meaning: the output changes: line 1:\n- it = 3 : int\n+ it = 1 : int"},
		{nest, in, in + "-- out --\n(func f () () int (tuple 1))\n"},
		{picky, in + "-- err --\n", in + "-- err --\nerror[E0999] @0:1:2: a tuple of 2\n"},
		{picky, in, "the program was rejected\nerror[E0999] @0:1:2: a tuple of 2\n"},
		{crash, in + "-- err --\n", in + "-- err --\ninternal error in pass p: panic: oops\n"},
		{swap, in + "-- err --\n", "the pass succeeds, but there is a section err"},
		{swap, in + "-- options --\n-O0\n", "the pass does not run with -int=32 -float=64 -seed=0 -target=ref -device=cpu -O0 -fusion=ilp"},
		{swap, in + "-- options --\n-what\n", "section options: unknown option -what"},
		{swap, "words\n-- in --\n(func f () () int x)\n", "section in: 3:19: undefined variable x"},
		{swap, "words\n-- in --\n(func f () () int (nop))\n",
			"section in is not a program of toy.tuples: toy.tuples: form nop is not in the language in (nop)"},
	} {
		if got := run(pipeline("p", c.f), c.src); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestArchive(t *testing.T) {
	const src = "a comment\nof two lines\n-- in --\nx\n-- empty --\n-- out --\ny\n"
	a := parseArchive(src)
	if a.String() != src || a.get("in") != "x\n" || a.get("none") != "" || a.find("empty") == nil || a.source("out") != "\n\n\n\n\n\ny\n" {
		t.Errorf("got %q", a)
	}
	a.set("in", "z")
	a.set("new", "w")
	if want := strings.Replace(src, "x", "z", 1) + "-- new --\nw\n"; a.String() != want {
		t.Errorf("got %q", a)
	}
}
