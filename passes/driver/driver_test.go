package driver

// Running: places, options, errors of users and of passes, dumps.

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nessiec/ir"
	"nessiec/ir/text"
	"nessiec/ir/toy"
	"nessiec/passes/pass"
)

func TestRun(t *testing.T) {
	d := pipeline(row("fold", fold(false)), row("same", same))
	var rows []*Row
	d.Observe = []func(*Row){func(r *Row) { rows = append(rows, r) }}
	d.SelfTest, d.ExecCheck = true, &ExecSpec{}
	p := program(t, d, ";; toy.first\n"+src)
	c := pass.NewCtx(pass.DefaultOptions())
	out, err := d.Run(c, p, len(d.Passes))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := out.Text(text.Options{}), "(func main () () int (prim add (7 (prim add (3 11)))))\n"; got != want {
		t.Errorf("got %s", got)
	}
	if !rows[1].Unchanged || rows[0].Unchanged || rows[0].Rewrites != 4 || out.Lang != last.Language || out.Next != 3 {
		t.Errorf("rows %+v %+v", rows[0], rows[1])
	}
	if s := c.Stats(); len(s) != 1 || s[0] != (pass.Stat{Pass: "fold", Name: "folded", N: 3}) {
		t.Errorf("counters %v", s)
	}
}

func TestTables(t *testing.T) {
	d := pipeline(row("fold", fold(false)), row("same", same))
	ms := time.Millisecond
	to := func(i int) Program { return Program{Lang: d.Passes[i].To} }
	rows := []*Row{
		{Pass: &d.Passes[0], Out: to(0), Run: 3 * ms, Verify: 2 * ms, Wait: ms},
		{Index: 1, Pass: &d.Passes[1], Out: to(1), Run: ms, Unchanged: true},
		{Index: 2, Pass: &d.Passes[2], Out: to(2), Run: 2 * ms, Verify: 2 * ms},
	}
	var b strings.Builder
	WriteTimes(&b, rows)
	WriteStats(&b, []pass.Stat{{Pass: "fold", Name: "folded", N: 3}})
	want := `     pass                         language                      run     verify
  1  fold                         toy.first                3.000 ms   2.000 ms
  2  same                         toy.first                1.000 ms   0.000 ms  unchanged
  3  drop                         toy.last                 2.000 ms   2.000 ms
     total                                                 6.000 ms   4.000 ms  40% verification, 7.000 ms elapsed
fold                         folded                                3
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestOptionalPasses(t *testing.T) {
	d := pipeline(row("fold", fold(false)))
	p := program(t, d, ";; toy.first\n"+src)
	unfolded := "(func main () () int\n  (prim add ((prim add (3 4)) (prim add ((prim add (1 2)) (prim add (5 6)))))))\n"
	run := func(o pass.Options, limit int) string {
		c := pass.NewCtx(o)
		c.RewriteLimit = limit
		out, err := d.Run(c, p, 2)
		if err != nil {
			t.Fatal(err)
		}
		return out.Text(text.Options{})
	}
	o := pass.DefaultOptions()
	if got := run(o, 0); got != unfolded {
		t.Errorf("with limit 0: %s", got)
	}
	if got, want := run(o, 2), strings.Replace(unfolded, "\n  (prim add ((prim add (3 4)) (prim add ((prim add (1 2))", " (prim add ((prim add (3 4)) (prim add (3", 1); got != want {
		t.Errorf("with limit 2: %s", got)
	}
	o.OptLevel = 0
	if got := run(o, -1); got != unfolded {
		t.Errorf("with -O0: %s", got)
	}
	d.Skip = []string{"fold"}
	if got := run(pass.DefaultOptions(), -1); got != unfolded {
		t.Errorf("with -skip=fold: %s", got)
	}
	d.Skip = nil
	if got := run(pass.DefaultOptions(), -1); got != "(func main () () int (prim add (7 (prim add (3 11)))))\n" {
		t.Errorf("without limits: %s", got)
	}
	for name, want := range map[string]string{
		"what": "no pass what; the passes are fold, drop",
		"drop": "pass drop cannot be skipped; the optional passes are fold",
	} {
		d.Skip = []string{name}
		if _, err := d.Run(pass.NewCtx(o), p, 2); err == nil || err.Error() != want {
			t.Errorf("got %v", err)
		}
	}
}

func TestInternalErrors(t *testing.T) {
	crash := func(c *pass.Ctx, m *toy.Module) *toy.Module { panic("oops") }
	bad := func(c *pass.Ctx, m *toy.Module) *toy.Module {
		return rewrite(m, func(e toy.Expr) toy.Expr {
			if _, ok := e.(*toy.Int); ok {
				return &toy.Nop{}
			}
			return e
		})
	}
	mutate := func(c *pass.Ctx, m *toy.Module) *toy.Module {
		m.Funcs[0].Name = "changed"
		return &toy.Module{Funcs: m.Funcs}
	}
	runs := 0
	random := func(c *pass.Ctx, m *toy.Module) *toy.Module {
		runs++
		return rewrite(m, func(e toy.Expr) toy.Expr {
			if _, ok := e.(*toy.Int); ok {
				return &toy.Int{Val: int64(runs)}
			}
			return e
		})
	}
	dangling := func(c *pass.Ctx, m *toy.Module) *toy.Module {
		return m.MapBodies(func(e toy.Expr) toy.Expr { return e.(*toy.Let).Body })
	}
	for _, c := range []struct {
		run  func(*pass.Ctx, *toy.Module) *toy.Module
		want string
	}{
		{crash, "internal error in pass guilty: panic: oops\n"},
		{bad, "internal error in pass guilty: output: toy.first: form nop is not in the language in (nop)\n"},
		{mutate, "internal error in pass guilty: self-test: the pass changed its input: line 1:\n- (func main () ()"},
		{random, "internal error in pass guilty: self-test: the pass makes something else from its input printed and read back: line 2:"},
		{dangling, "internal error in pass guilty: self-test: the output cannot be read back: 1:61: undefined variable ?x\n"},
	} {
		d := pipeline(row("same", same), row("guilty", c.run))
		d.Dir, d.SelfTest = t.TempDir(), true
		p := program(t, d, ";; toy.first\n"+src)
		at, err := d.Run(pass.NewCtx(pass.DefaultOptions()), p, 3)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v\nwant %s", err, c.want)
			continue
		}
		if at.Next != 1 {
			t.Errorf("stopped before pass %d", at.Next)
		}
		var ice *pass.ICE
		errors.As(err, &ice)
		data, _ := os.ReadFile(ice.Repro)
		if p, _, err := d.ReadDump(string(data), langs); err != nil || p.Next != 1 {
			t.Errorf("the reproducer enters at %d: %v\n%s", p.Next, err, data)
		}
	}
}

func TestUserErrors(t *testing.T) {
	for _, fatal := range []bool{false, true} {
		d := pipeline(row("picky", func(c *pass.Ctx, m *toy.Module) *toy.Module {
			if fatal {
				c.Fatalf(ir.Pos{}, "E9999", "unwanted")
			}
			c.Errorf(ir.Pos{}, "E9999", "unwanted")
			return nil
		}))
		c := pass.NewCtx(pass.DefaultOptions())
		if _, err := d.Run(c, program(t, d, ";; toy.first\n"+src), 2); err != ErrRejected || c.Diags.NumErrors() != 1 {
			t.Errorf("got %v with %d diagnostics", err, c.Diags.NumErrors())
		}
	}
}

func TestDumps(t *testing.T) {
	d := pipeline(row("fold", fold(false)), row("same", same))
	d.Files = []string{"a b.nesl"}
	dir := t.TempDir()
	o := pass.DefaultOptions()
	o.Unsafe, o.Seed = true, 7
	d.Observe = []func(*Row){d.DumpTo(dir, []string{"all"}, o, func(err error) { t.Error(err) })}
	p := program(t, d, ";; toy.first\n"+src)
	if _, err := d.Run(pass.NewCtx(o), p, 3); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "02-same.dump"))
	if err != nil {
		t.Fatal(err)
	}
	want := `;; toy.first after same (2/3)
;; unchanged
;; options -int=32 -float=64 -seed=7 -target=ref -device=cpu -O1 -fusion=ilp -unsafe
;; file 0 "a b.nesl"
(func main () () int (let x:int 3 (prim add (7 (prim add (x 11))))))
`
	if string(data) != want {
		t.Errorf("got\n%s", data)
	}
	back, h, err := d.ReadDump(string(data), langs)
	if err != nil || back.Next != 2 || h.Options != o || h.Files[0] != "a b.nesl" {
		t.Errorf("read back %+v %+v %v", back, h, err)
	}
	for src, want := range map[string]string{
		"(func":                             `1:1: expected a first line like ;; nkl.named, found "(func"`,
		";; toy.what\n":                     "1:1: unknown language toy.what; the languages are toy.first, toy.last",
		";; toy.first after what (1/3)\n":   "1:1: no pass what in the table",
		";; toy.last after same (1/3)\n":    "1:1: pass same makes toy.first, not toy.last",
		";; toy.last\n;; options -int=16\n": "2:1: -int=16: expected one of [32 64]",
		";; toy.last\n;; file 1 \"x\"\n":    `2:1: expected file 0 "name", found file 1 "x"`,
		";; toy.last\n(func\n  f)":          "2:1: func has 1 fields, want 5",
		";; toy.last\n" + src:               "toy.last: form let is not in the language in (let x:int",
	} {
		if _, _, err := d.ReadDump(src, langs); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", src, err, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	d := pipeline(row("fold", fold(false)))
	for _, c := range [][2]int{
		{d.Start(first.Language), 0}, {d.Reach(first.Language), 0}, {d.Leave(first.Language), 1},
		{d.Start(last.Language), 2}, {d.Reach(last.Language), 2}, {d.Leave(last.Language), 2},
	} {
		if c[0] != c[1] {
			t.Errorf("got %d, want %d", c[0], c[1])
		}
	}
}
