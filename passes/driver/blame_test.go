package driver

// Execution around passes, and which pass or rewrite is to blame.

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir/text"
	"nessiec/ir/toy"
	"nessiec/passes/pass"
)

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
