package pass

import (
	"fmt"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/toy"
)

var (
	fam = grammar.NewFamily("toy", grammar.Ops[*toy.Module, toy.Expr]{Schema: toy.Schema, Parse: toy.Parse})
	a   = grammar.Base[*toy.Module](fam, "toy.a", "a", grammar.Add(toy.FormInt))
	b   = a.Extend("toy.b", "b", grammar.Add(toy.FormTuple))
)

func same(c *Ctx, m *toy.Module) *toy.Module { return m }

func TestCheckTable(t *testing.T) {
	ok := New("first-pass", "do it", a, b, same)
	for _, c := range []struct {
		want string
		ps   []Pass
	}{
		{"<nil>", []Pass{ok, New("second", "and then", b, b, same, Opts{Optional: true, Level: 2, After: []After{{"first-pass", "it must"}}})}},
		{"pass first-pass appears twice", []Pass{ok, ok}},
		{"pass other takes toy.a but follows first-pass, which makes toy.b", []Pass{ok, New("other", "x", a, b, same)}},
		{"pass Other: the name is not in kebab-case", []Pass{New("Other", "x", a, b, same)}},
		{"pass x: it changes the language and cannot be optional", []Pass{New("x", "x", a, b, same, Opts{Optional: true})}},
		{"pass x: it is not optional and cannot depend on options", []Pass{New("x", "x", a, b, same, Opts{Level: 1})}},
		{"pass x: it needs a one-line Doc without a final dot", []Pass{New("x", "Does it.", a, b, same)}},
		{"pass x: it must come after y: of z", []Pass{New("x", "x", a, b, same, Opts{After: []After{{"y", "of z"}}})}},
		{"pass x: it comes after first-pass for no reason given", []Pass{ok, New("x", "x", b, b, same, Opts{After: []After{{"first-pass", ""}}})}},
	} {
		if got := fmt.Sprint(CheckTable(c.ps)); got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	o := DefaultOptions()
	o.IntBits, o.FloatBits, o.Seed, o.Unsafe, o.OptLevel, o.CheckAll, o.LineInfo = 64, 32, -5, true, 0, true, true
	o.Target, o.Device, o.Fusion = "opencl", "gpu", "none"
	back, err := ParseOptions(o.String())
	if err != nil || back != o {
		t.Errorf("%s reads as %s, %v", o, back, err)
	}
	if d, err := ParseOptions(""); err != nil || d != DefaultOptions() {
		t.Errorf("nothing reads as %s", d)
	}
	for _, s := range []string{"-int=16", "-float=x", "-seed=x", "-device=tpu", "-O3", "-fusion=all", "-what"} {
		if _, err := ParseOptions(s); err == nil {
			t.Errorf("%s is accepted", s)
		}
	}
}

func TestWanted(t *testing.T) {
	p := New("x", "x", a, a, same, Opts{Optional: true, Level: 1, When: func(o Options) bool { return o.Device == "gpu" }})
	o := DefaultOptions()
	if p.Wanted(o) {
		t.Error("a pass for gpu runs on cpu")
	}
	o.Device = "gpu"
	if !p.Wanted(o) {
		t.Error("a pass for gpu does not run on gpu")
	}
	o.OptLevel = 0
	if p.Wanted(o) {
		t.Error("an optional pass of level 1 runs at -O0")
	}
}

func TestCtx(t *testing.T) {
	c := NewCtx(DefaultOptions())
	var trace []string
	c.Trace = func(pass, f string, args ...any) { trace = append(trace, pass+": "+fmt.Sprintf(f, args...)) }
	c.RewriteLimit = 2
	made := 0
	p := New("count", "x", a, a, func(c *Ctx, m *toy.Module) *toy.Module {
		for i := range 4 {
			if c.Rewrite(fmt.Sprint("r", i)) {
				made++
			}
		}
		c.Count("seen", 3)
		c.Count("seen", 1)
		return m
	})
	f := c.Fork()
	p.Run(c, &toy.Module{})
	if made != 2 || c.LastRewrite() != (Rewrite{2, "count", "r1"}) {
		t.Errorf("%d rewrites, last %v", made, c.LastRewrite())
	}
	if s := c.Stats(); len(s) != 1 || s[0] != (Stat{"count", "seen", 4}) {
		t.Errorf("stats %v", s)
	}
	if len(trace) != 2 || trace[1] != "count: rewrite 2: r1" {
		t.Errorf("trace %q", trace)
	}
	p.Run(f, &toy.Module{})
	if made != 4 || len(c.Stats()) != 1 || len(trace) != 2 {
		t.Error("a fork does not start where it was made, or tells")
	}
}

func TestKeep(t *testing.T) {
	c, m := NewCtx(DefaultOptions()), &toy.Module{}
	c.Keep(m, "found")
	if got := c.Fork().Kept(m); got != nil {
		t.Errorf("a fork has %v", got)
	}
	if got := c.Kept(&toy.Module{}); got != nil {
		t.Errorf("another module has %v", got)
	}
	if first, second := c.Kept(m), c.Kept(m); first != "found" || second != nil {
		t.Errorf("%v, then %v", first, second)
	}
}

func TestNames(t *testing.T) {
	n := NewNames("f", "f.1")
	if x, y, z := n.Fresh("f"), n.Fresh("f"), n.Fresh("g"); x != "f.2" || y != "f.3" || z != "g" {
		t.Errorf("%s %s %s", x, y, z)
	}
}
