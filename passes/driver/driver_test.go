package driver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/text"
	"nessiec/ir/toy"
	"nessiec/passes/pass"
)

// A small pipeline on the toy family: fold folds additions, one rewrite each,
// and gets 3 + 4 wrong; drop removes lets of literals.
var (
	fam = grammar.NewFamily("toy", grammar.Ops[*toy.Module, toy.Expr]{Schema: toy.Schema, Parse: toy.Parse, Show: toy.Show,
		EachType: toy.EachType, EachPrim: toy.EachPrim})
	first = grammar.Base[*toy.Module](fam, "toy.first", "with lets",
		grammar.Add(toy.FormRef, toy.FormInt, toy.FormLet, toy.FormPrim, toy.FormTuple))
	last  = first.Extend("toy.last", "without lets", grammar.Remove(toy.FormLet))
	langs = []*grammar.Language{first.Language, last.Language}
)

func rewrite(m *toy.Module, f func(toy.Expr) toy.Expr) *toy.Module {
	var rec func(toy.Expr) toy.Expr
	rec = func(e toy.Expr) toy.Expr { return f(e.MapChildren(rec)) }
	return m.MapBodies(rec)
}

func fold(wrong bool) func(*pass.Ctx, *toy.Module) *toy.Module {
	return func(c *pass.Ctx, m *toy.Module) *toy.Module {
		return rewrite(m, func(e toy.Expr) toy.Expr {
			p, ok := e.(*toy.Prim)
			if !ok || p.Op.Name != "add" {
				return e
			}
			x, ok1 := p.Args[0].(*toy.Int)
			y, ok2 := p.Args[1].(*toy.Int)
			if !ok1 || !ok2 || !c.Rewrite(toy.Show(p)) {
				return e
			}
			c.Count("folded", 1)
			sum := x.Val + y.Val
			if wrong && sum == 7 {
				sum = 8
			}
			return &toy.Int{Node: ir.At(p.Pos()), Val: sum}
		})
	}
}

func drop(c *pass.Ctx, m *toy.Module) *toy.Module {
	return rewrite(m, func(e toy.Expr) toy.Expr {
		if let, ok := e.(*toy.Let); ok {
			return toy.Replace(let.Body, map[*toy.Var]toy.Expr{let.Bind: let.Rhs})
		}
		return e
	})
}

func same(c *pass.Ctx, m *toy.Module) *toy.Module { return m }

func row(name string, run func(*pass.Ctx, *toy.Module) *toy.Module) pass.Pass {
	return pass.New(name, "a pass", first, first, run, pass.Opts{Optional: true, Level: 1})
}

func pipeline(ps ...pass.Pass) *Driver {
	return &Driver{Passes: append(ps, pass.New("drop", "drop lets", first, last, drop)), Levels: []Level{NewLevel(fam, eval)}}
}

// eval prints the value of the last function.
func eval(o pass.Options, m *toy.Module, in Input) Outcome {
	f := m.Funcs[len(m.Funcs)-1]
	work := int64(0)
	var rec func(e toy.Expr, env map[*toy.Var]int64) int64
	rec = func(e toy.Expr, env map[*toy.Var]int64) int64 {
		work++
		switch e := e.(type) {
		case *toy.Int:
			return e.Val
		case *toy.Ref:
			return env[e.Var]
		case *toy.Let:
			env[e.Bind] = rec(e.Rhs, env)
			return rec(e.Body, env)
		case *toy.Prim:
			return rec(e.Args[0], env) + rec(e.Args[1], env)
		}
		panic("no rule")
	}
	v := rec(f.Body, map[*toy.Var]int64{})
	return Outcome{Output: fmt.Sprintf("it = %d : int\n", v), Cost: []Counter{{"work", work}}}
}

const src = "(func main () () int (let x:int (prim add (1 2)) (prim add ((prim add (3 4)) (prim add (x (prim add (5 6))))))))"

func program(t *testing.T, d *Driver, src string) Program {
	t.Helper()
	p, _, err := d.ReadDump(src, langs)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRun(t *testing.T) {
	d := pipeline(row("fold", fold(false)), row("same", same))
	var rows []*Row
	d.Observe = []func(*Row){func(r *Row) { rows = append(rows, r) }}
	tick := time.Time{}
	d.Now = func() time.Time { tick = tick.Add(time.Millisecond); return tick }
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
	var b strings.Builder
	WriteTimes(&b, rows)
	WriteStats(&b, c.Stats())
	want := `     pass                         language                      run     verify
  1  fold                         toy.first                1.000 ms   1.000 ms
  2  same                         toy.first                1.000 ms   1.000 ms  unchanged
  3  drop                         toy.last                 1.000 ms   1.000 ms
     total                                                 3.000 ms   3.000 ms  50% verification
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

func TestExecCheck(t *testing.T) {
	d := pipeline(row("same", same), row("fold", fold(true)))
	d.ExecCheck = &ExecSpec{}
	p := program(t, d, ";; toy.first\n"+src)
	_, err := d.Run(pass.NewCtx(pass.DefaultOptions()), p, 3)
	want := "internal error in pass fold: execution: the output changes: line 1:\n- it = 21 : int\n+ it = 22 : int"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	d = pipeline(row("fold", fold(false)))
	d.ExecCheck = &ExecSpec{Compare: func(p *pass.Pass, before, after Outcome) error {
		if after.Counter("work") < before.Counter("work") {
			return fmt.Errorf("%s saves work", p.Name)
		}
		return nil
	}}
	if _, err = d.Run(pass.NewCtx(pass.DefaultOptions()), p, 2); err == nil || !strings.HasSuffix(err.Error(), "fold saves work") {
		t.Errorf("got %v", err)
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

func TestBisect(t *testing.T) {
	d := pipeline(row("same", same), row("fold", fold(true)))
	p := program(t, d, ";; toy.first\n"+src)
	bad := func(p Program) bool {
		out, _ := d.Exec(pass.DefaultOptions(), p, Input{})
		return !strings.Contains(out.Output, "21")
	}
	want := "pass fold, rewrite 4: (prim add (3 4)) (the last good one is -bisect-limit=3)"
	f, err := d.Bisect(pass.DefaultOptions(), p, 3, bad)
	if err != nil || f.String() != want {
		t.Errorf("got %v, %v", f, err)
	}
	if bad(f.Before) || !bad(f.After) {
		t.Errorf("before %s after %s", f.Before.Text(text.Options{}), f.After.Text(text.Options{}))
	}
	f, err = d.BisectLimit(pass.DefaultOptions(), p, 3, bad)
	if err != nil || f.String() != want {
		t.Errorf("got %v, %v", f, err)
	}
	never := func(Program) bool { return false }
	if _, err = d.Bisect(pass.DefaultOptions(), p, 3, never); err == nil {
		t.Error("bisected a good program")
	}
	d = pipeline(pass.New("spoil", "adds one", first, first, func(c *pass.Ctx, m *toy.Module) *toy.Module {
		return rewrite(m, func(e toy.Expr) toy.Expr {
			if i, ok := e.(*toy.Int); ok && i.Val == 6 {
				return &toy.Int{Val: 7}
			}
			return e
		})
	}), row("fold", fold(false)))
	f, err = d.Bisect(pass.DefaultOptions(), p, 3, bad)
	if err != nil || f.String() != "pass spoil" {
		t.Errorf("got %v, %v", f, err)
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

func TestSameMeaning(t *testing.T) {
	for _, c := range []struct {
		a, b string
		tol  float64
		same bool
	}{
		{"it = [1, 2] : [int]\n", "it = [1, 2] : [int]\n", 0, true},
		{"it = 1.0", "it = 1.0000000000000002", 0, false},
		{"it = [1.0, 2.5e10]", "it = [1.0000000000000002, 2.5000000000000004e10]", 1e-12, true},
		{"it = 1.0", "it = 1.1", 1e-12, false},
		{"it = 100000000000000", "it = 100000000000001", 1e-12, false},
		{"it = [1.0]", "it = [1.0, 1.0]", 1e-12, false},
	} {
		if err := SameMeaning(Outcome{Output: c.a}, Outcome{Output: c.b}, c.tol); (err == nil) != c.same {
			t.Errorf("%s %s: %v", c.a, c.b, err)
		}
	}
	if SameMeaning(Outcome{}, Outcome{Error: "index"}, 1) == nil {
		t.Error("success becomes failure")
	}
}
