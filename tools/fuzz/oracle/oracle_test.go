package oracle

import (
	"slices"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// planted is the table up to the flat languages with one more pass.
func planted(run func(*pass.Ctx, *nkl.Module) *nkl.Module) []pass.Pass {
	ps := passes.Table()
	i := slices.IndexFunc(ps, func(p pass.Pass) bool { return p.To == grammar.NestedNamed.Language }) + 1
	bad := pass.New("planted", "do something wrong", grammar.NestedNamed, grammar.NestedNamed, run, pass.Opts{Optional: true})
	return slices.Insert(ps, i, bad)
}

// subForAdd replaces additions, each with permission.
func subForAdd(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	var f func(nkl.Expr) nkl.Expr
	f = func(e nkl.Expr) nkl.Expr {
		e = e.MapChildren(f)
		if p, ok := e.(*nkl.Prim); ok && p.Op.Name == "add" && c.Rewrite("sub for add") {
			return &nkl.Prim{Node: p.Node, Op: prim.Sub.Prim(), Args: p.Args}
		}
		return e
	}
	return m.MapBodies(f)
}

const incrementer = `;; nkl.structural
;; options -int=32 -O0
(func main () (xs:[int]) [int] (each @0:1:1 (x:int) (xs) (prim @0:2:1 add (x 1))))
(func input () () [int] (seq int (1 2)))
(action eval "" "[int]" [int] input () xs 0)
(action eval it "[int]" [int] main (xs) it 0)
`

func test(t *testing.T, ps []pass.Pass, src string) (Case, *Failure) {
	t.Helper()
	c, err := ReadCase(ps, src)
	if err != nil {
		t.Fatal(err)
	}
	f, err := (&Oracle{Passes: ps}).Test(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, f
}

func TestGood(t *testing.T) {
	if _, f := test(t, passes.Table(), incrementer); f != nil {
		t.Error(f)
	}
}

// Wrong passes are named, with what is wrong and the guilty rewrite.
func TestPlanted(t *testing.T) {
	for _, c := range []struct {
		want string
		run  func(*pass.Ctx, *nkl.Module) *nkl.Module
	}{
		{"planted: value: result 2: [0]: 2, not 0", subForAdd},
		{"planted: panic: oh", func(*pass.Ctx, *nkl.Module) *nkl.Module { panic("oh") }},
		{"planted: output: nkl.named: action 1: there is no function input", func(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
			return &nkl.Module{Actions: m.Actions}
		}},
	} {
		ps := planted(c.run)
		got, f := test(t, ps, incrementer)
		if f == nil || !strings.HasPrefix(f.String(), c.want) {
			t.Errorf("got %v, want %s", f, c.want)
			continue
		}
		if f.Before.Lang != grammar.NestedNamed.Language {
			t.Errorf("%s: the program before is in %s", c.want, f.Before.Lang)
		}
		rewrite := (&Oracle{Passes: ps}).Rewrite(got, f)
		if strings.Contains(c.want, "value") != strings.Contains(rewrite, "pass planted") {
			t.Errorf("%s: to blame is %q", c.want, rewrite)
		}
	}
}

// Where several checks may fail, only the fact counts.
func TestLoose(t *testing.T) {
	swap := func(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
		var f func(nkl.Expr) nkl.Expr
		f = func(e nkl.Expr) nkl.Expr {
			if k, ok := e.(*nkl.Check); ok {
				return &nkl.Check{Node: k.Node, Cond: k.Cond, Error: "other", Then: k.Then}
			}
			return e.MapChildren(f)
		}
		return m.MapBodies(f)
	}
	src := strings.Replace(incrementer, "add (x 1)", "div (x 0)", 1)
	if _, f := test(t, planted(swap), src); f == nil || f.Key() != "planted: error" {
		t.Errorf("got %v", f)
	}
	if _, f := test(t, planted(swap), ";; nkl.structural\n;; loose"+strings.TrimPrefix(src, ";; nkl.structural")); f != nil {
		t.Errorf("loosely, got %v", f)
	}
}

// A case is the same when it was written and read.
func TestDump(t *testing.T) {
	ps := passes.Table()
	c, _ := test(t, ps, incrementer)
	c.Skip, c.Loose = []string{"simplify-nkl", "batch-calls"}, true
	c.Options.Seed = 7
	d, err := ReadCase(ps, c.Dump(ps, "flatten: value\nof two lines"))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Dump(ps, "flatten: value\nof two lines"); got != c.Dump(ps, "flatten: value\nof two lines") {
		t.Errorf("got\n%s", got)
	}
	if strings.Join(d.Skip, " ") != "simplify-nkl batch-calls" || !d.Loose || d.Options.Seed != 7 {
		t.Errorf("got %v", d)
	}
}

// Programs of later languages are made by passes and read back.
func TestPrepare(t *testing.T) {
	ps := passes.Table()
	c, _ := test(t, ps, incrementer)
	for _, l := range []*grammar.Language{grammar.FlatOffsets.Language, grammar.DeviceLegal.Language} {
		p, err := Prepare(ps, c.Options, c.Program, l)
		if err != nil {
			t.Fatal(err)
		}
		f, err := (&Oracle{Passes: ps}).Test(Case{Program: p, Options: c.Options})
		if p.Lang != l || f != nil || err != nil {
			t.Errorf("%s: %v %v", p.Lang, f, err)
		}
	}
	if _, err := Prepare(ps, c.Options, driver.Program{Lang: grammar.DeviceLegal.Language, Next: len(ps)}, grammar.NestedMono.Language); err == nil {
		t.Error("a device program becomes nested")
	}
}

// What the nested evaluator shares is as long in flat programs as it is written.
func TestTooBig(t *testing.T) {
	src := `;; nkl.structural
;; options -int=32 -O0
(func main () (n:int) [[[int]]] (let xs:[int] (prim @0:1:1 index (n))
  (let ys:[[int]] (each @0:3:1 (x:int) (xs) xs) (each @0:4:1 (y:int) (xs) ys))))
(func input () () int 60)
(action eval "" "int" int input () n 0)
(action eval it "[[[int]]]" [[[int]]] main (n) it 0)
`
	for _, most := range []int64{300, 300_000} {
		c, err := ReadCase(passes.Table(), src)
		if err != nil {
			t.Fatal(err)
		}
		ps := passes.Table()[:(&driver.Driver{Passes: passes.Table()}).Reach(grammar.FlatUnzipped.Language)]
		f, err := (&Oracle{Passes: ps, MaxWork: most}).Test(c)
		if f != nil || (err == nil) != (most > 300) {
			t.Errorf("at most %d steps: %v, %v", most, f, err)
		}
	}
}
