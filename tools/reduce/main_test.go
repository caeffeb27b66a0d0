package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/oracle"
	"nessiec/tools/reduce/shrink"
)

const good = `;; nkl.structural
;; options -int=64 -O0
(func main () () int (prim @0:1:1 add (1 2)))
(action eval it int int main () it 0)
`

func TestStatus(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]int{good: 1, "no dump": 2} {
		name := filepath.Join(dir, "a.dump")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := reduce(passes.Table(), name, "", time.Second, io.Discard); got != want {
			t.Errorf("status %d for\n%s", got, text)
		}
	}
	if got := reduce(passes.Table(), filepath.Join(dir, "none.dump"), "", 0, io.Discard); got != 2 {
		t.Errorf("status %d for a file that does not exist", got)
	}
}

// Findings are numbered cases of the guilty pass.
func TestGolden(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := oracle.ReadCase(passes.Table(), good)
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"one", "two"} {
		if err := writeGolden(c, &oracle.Failure{Pass: "thread-random"}, what); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("passes/testdata/thread-random/fuzz-002.txtar")
	if err != nil || !strings.HasPrefix(string(got), "two\n-- options --\n-int=64 ") || !strings.Contains(string(got), "-- in --\n(func main () () int (prim @0:1:1 add (1 2)))\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

// planted is the table with a pass that takes maxima for sums.
func planted() []pass.Pass {
	ps := passes.Table()
	i := slices.IndexFunc(ps, func(p pass.Pass) bool { return p.To == grammar.NestedNamed.Language }) + 1
	run := func(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
		var f func(nkl.Expr) nkl.Expr
		f = func(e nkl.Expr) nkl.Expr {
			e = e.MapChildren(f)
			if p, ok := e.(*nkl.Prim); ok && p.Op.Code == prim.Sum {
				return &nkl.Prim{Node: p.Node, Op: prim.MaxVal.Prim(), Args: p.Args}
			}
			return e
		}
		return m.MapBodies(f)
	}
	return slices.Insert(ps, i, pass.New("planted", "do something wrong", grammar.NestedNamed, grammar.NestedNamed, run, pass.Opts{Optional: true}))
}

// A program of 200 lines that goes wrong becomes one of 25 or fewer, in less
// than a minute, and goes wrong in the same way.
func TestReduceWrong(t *testing.T) {
	ps := planted()
	o := &oracle.Oracle{Passes: ps, MaxWork: 100000}
	mk := gen.NewMaker(grammar.NestedStructural.Language)
	d := &driver.Driver{Passes: ps}
	file := filepath.Join(t.TempDir(), "a.dump")
	for seed := uint64(1); ; seed++ {
		c := oracle.Case{Options: pass.DefaultOptions(), Program: driver.Program{Lang: grammar.NestedStructural.Language,
			Module: mk.Seeded(seed).Module, Next: d.Start(grammar.NestedStructural.Language)}}
		if shrink.Lines(c.Program) < 200 {
			continue
		}
		if f, err := o.Test(c); err == nil && f != nil && f.Key() == "planted: value" {
			if err := os.WriteFile(file, []byte(c.Dump(ps, "")), 0o666); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	var out bytes.Buffer
	if status := reduce(ps, file, "", time.Minute, &out); status != 0 {
		t.Fatalf("status %d", status)
	}
	c, err := oracle.ReadCase(ps, out.String())
	if err != nil {
		t.Fatal(err)
	}
	f, err := o.Test(c)
	if n := shrink.Lines(c.Program); n > 25 || err != nil || f == nil || f.Key() != "planted: value" {
		t.Errorf("%d lines: %v %v\n%s", n, f, err, out.String())
	}
}
