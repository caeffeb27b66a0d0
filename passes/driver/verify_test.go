package driver

// Verification beside the next passes: who is to blame, and what observers are told.

import (
	"errors"
	"os"
	"slices"
	"testing"

	"nessiec/ir/toy"
	"nessiec/passes/pass"
)

// A program that is wrong is the fault of the pass that made it, whatever the next pass
// does with it.
func TestWrongOutput(t *testing.T) {
	wrong := func(c *pass.Ctx, m *toy.Module) *toy.Module {
		return m.MapBodies(func(toy.Expr) toy.Expr { return &toy.Nop{} })
	}
	for name, next := range map[string]func(*pass.Ctx, *toy.Module) *toy.Module{
		"same":   same,
		"panics": func(*pass.Ctx, *toy.Module) *toy.Module { panic("oops") },
		"rejects": func(c *pass.Ctx, m *toy.Module) *toy.Module {
			c.Fatalf(m.Funcs[0].Body.Pos(), "E9999", "no")
			return nil
		},
		"is wrong": wrong,
	} {
		d := pipeline(row("same", same), row("guilty", wrong), row("next", next))
		d.Dir = t.TempDir()
		var told []string
		d.Observe = []func(*Row){func(r *Row) { told = append(told, r.Pass.Name) }}
		at, err := d.Run(pass.NewCtx(pass.DefaultOptions()), program(t, d, ";; toy.first\n"+src), 4)
		var ice *pass.ICE
		if !errors.As(err, &ice) || ice.Pass != "guilty" || ice.Stage != "output" || at.Next != 1 || !slices.Equal(told, []string{"same"}) {
			t.Errorf("%s: %v before pass %d, observers know %v", name, err, at.Next, told)
		}
		if files, _ := os.ReadDir(d.Dir); len(files) != 1 {
			t.Errorf("%s: %d reproducers", name, len(files))
		}
	}
}

// The output of the last pass is verified, too.
func TestWrongAtLast(t *testing.T) {
	d := pipeline(row("same", same))
	d.Passes[1] = pass.New("drop", "drop no lets", first, last, same)
	if _, err := d.Run(pass.NewCtx(pass.DefaultOptions()), program(t, d, ";; toy.first\n"+src), 2); err == nil {
		t.Error("a let is a form of toy.last")
	}
}
