package driver

// Passes that only report, beside others.

import (
	"testing"

	"nessiec/ir"
	"nessiec/ir/toy"
	"nessiec/passes/pass"
)

// What such a pass finds counts, whatever comes after it: an error rejects the program.
func TestReports(t *testing.T) {
	for name, c := range map[string]struct {
		report func(*pass.Ctx)
		next   func(*pass.Ctx, *toy.Module) *toy.Module
		bad    bool
	}{
		"nothing":             {func(*pass.Ctx) {}, same, false},
		"a warning":           {func(c *pass.Ctx) { c.Warnf(ir.Pos{}, "E9999", "odd") }, same, false},
		"an error":            {func(c *pass.Ctx) { c.Errorf(ir.Pos{}, "E9999", "wrong") }, same, true},
		"an error, explained": {func(c *pass.Ctx) { c.Fatalf(ir.Pos{}, "E9999", "wrong") }, func(*pass.Ctx, *toy.Module) *toy.Module { panic("oops") }, true},
	} {
		report := pass.New("report", "mistakes are reported", first, first, func(x *pass.Ctx, m *toy.Module) *toy.Module { c.report(x); return m }, pass.Opts{Reports: true})
		d := pipeline(row("same", same), report, row("next", c.next))
		var rows []*Row
		d.Observe = []func(*Row){func(r *Row) { rows = append(rows, r) }}
		x := pass.NewCtx(pass.DefaultOptions())
		p, err := d.Run(x, program(t, d, ";; toy.first\n"+src), 4)
		if (err == ErrRejected) != c.bad || !c.bad && err != nil || c.bad && p.Next != 1 {
			t.Errorf("%s: %v before pass %d", name, err, p.Next)
		}
		if found := len(x.Diags.Sorted()); (found > 0) != (name != "nothing") {
			t.Errorf("%s: %d diagnostics", name, found)
		}
		if !c.bad && (len(rows) != 4 || rows[1].Pass.Name != "report" || !rows[1].Unchanged) {
			t.Errorf("%s: observers know %d passes", name, len(rows))
		}
	}
}
