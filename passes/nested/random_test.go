package nested_test

// Random well-typed programs go through all passes of this package, verified
// after each, and must do the same at the end as at the beginning. After
// insert-checks no primitive may be applied outside its checks, until
// hoist-invariants evaluates some for nothing.

import (
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	eval "nessiec/backends/ref/nkl"
	"nessiec/ir/nkl"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/fuzz/gen"
)

// table is the passes of this package, in order.
func table() (ps []pass.Pass) {
	for _, p := range passes.Table() {
		if p.Name == "monomorphise" || len(ps) > 0 && ps[len(ps)-1].Name != "hoist-invariants" {
			ps = append(ps, p)
		}
	}
	return ps
}

// outcome executes a module; primitives outside their checks do what guard says.
func outcome(o pass.Options, guard eval.Guard, m *nkl.Module) (text string, fails bool) {
	num := o.Num()
	var b strings.Builder
	emit := func(r interp.Result) {
		if r.Value != nil {
			b.WriteString(value.Printer{Num: num, Limit: -1}.Top(r.Action.Name, r.Value, r.Action.Type) + "\n")
		}
	}
	w := &interp.World{Stdout: &b, Files: interp.MemFiles{}, Seed: o.Seed}
	out := eval.Eval(m, eval.Options{Num: num, World: w, Guard: guard, Emit: emit, MaxWork: 20_000_000}, nil)
	if out.Err != nil {
		b.WriteString(out.Err.Error())
	}
	return b.String(), out.Err != nil
}

// options of the program with this number.
func options(n uint64) pass.Options {
	o := pass.DefaultOptions()
	o.OptLevel = int(n % 3)
	if n%5 == 3 {
		o.IntBits = 64
	}
	if n%7 == 4 {
		o.FloatBits = 32
	}
	o.Unsafe = n%11 == 10
	return o
}

const (
	programs = 400
	limit    = "The limit on work" // in the message of a program that takes too long
)

func TestRandomPrograms(t *testing.T) {
	ps := table()
	maker := gen.NewMaker(ps[0].From)
	good, failing := 0, 0
	for seed := range uint64(programs) {
		p := maker.Seeded(seed)
		o := options(seed)
		if o.Unsafe && p.Risk != gen.Safe {
			continue
		}
		if err := ps[0].From.Verify(p.Module); err != nil {
			t.Logf("seed %d: %v", seed, err)
			continue
		}
		want, fails := outcome(o, eval.Raise, p.Module)
		if strings.Contains(want, limit) {
			continue
		}
		same(t, seed, o, p, want, fails)
		if good++; fails {
			failing++
		}
	}
	t.Logf("%d programs, %d of them fail", good, failing)
}

// same runs the passes and executes after the last two that may differ.
func same(t *testing.T, seed uint64, o pass.Options, p gen.Program, want string, fails bool) {
	t.Helper()
	d := &driver.Driver{Passes: table(), SelfTest: seed%8 == 0}
	d.Observe = []func(*driver.Row){func(r *driver.Row) {
		guard := eval.Total
		switch r.Pass.Name {
		case "insert-checks", "batch-calls":
			if !o.Unsafe {
				guard = eval.Assert
			}
		case "hoist-invariants":
		default:
			return
		}
		got, failed := outcome(o, guard, r.Out.Module.(*nkl.Module))
		if fails && failed && p.Risk == gen.Risky && !strings.Contains(got, "internal") {
			return // which of several failures comes first is not specified
		}
		if got != want && !strings.Contains(got, limit) {
			t.Fatalf("seed %d %v: before: %s\nafter %s: %s", seed, o, want, r.Pass.Name, got)
		}
	}}
	in := driver.Program{Lang: d.Passes[0].From, Module: p.Module}
	if _, err := d.Run(pass.NewCtx(o), in, len(d.Passes)); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, p.Module)
	}
}
