package session

// Programs with mistakes: a form with a mistake is left out, and the others are read on,
// as the interactive system of the original does.

import (
	"slices"

	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// Accepted is forms without those that have a mistake. A form that uses what is left
// out has a mistake, too, unless there is an older definition. What is in the
// diagnostics of c, and then the mistakes of each round, is told to report; mistakes of
// the whole program stay in c.
func (s *Session) Accepted(c *pass.Ctx, forms []nesl.Expr, report func(*diag.List)) []nesl.Expr {
	d := s.Driver(c.Options.Target)
	first := d.Reach(grammar.NestedElaborated.Language)
	for {
		report(c.Diags)
		c.Diags = new(diag.List)
		trial := pass.NewCtx(c.Options)
		p := driver.Program{Lang: grammar.NeslParsed.Language, Module: &nesl.Module{Forms: forms}}
		if _, err := d.Run(trial, p, first); err == nil || !trial.Diags.HasErrors() {
			return forms
		}
		bad := map[int]bool{}
		for _, d := range trial.Diags.Sorted() {
			if d.Severity != diag.Error { // warnings come again
				continue
			}
			c.Diags.Add(d)
			if i := formAt(forms, d.Pos); i >= 0 {
				bad[i] = true
			}
		}
		if len(bad) == 0 { // a mistake of the whole program
			return forms
		}
		var good []nesl.Expr
		for i, f := range forms {
			if !bad[i] {
				good = append(good, f)
			}
		}
		forms = good
	}
}

// formAt is the number of the form in which p is; -1 if in none.
func formAt(forms []nesl.Expr, p ir.Pos) int {
	best, at := -1, ir.Pos{}
	for i, f := range forms {
		if start := startOf(f); start.File() == p.File() && !before(p, start) && (best < 0 || before(at, start)) {
			best, at = i, start
		}
	}
	return best
}

// startOf is the first position in a form.
func startOf(f nesl.Expr) ir.Pos {
	var all []ir.Pos
	ir.Walk(f, func(e nesl.Expr) bool {
		if e.Pos().IsValid() {
			all = append(all, e.Pos())
		}
		return true
	})
	if all == nil {
		return f.Pos()
	}
	return slices.MinFunc(all, func(a, b ir.Pos) int {
		if before(a, b) {
			return -1
		}
		return 1
	})
}

func before(a, b ir.Pos) bool {
	return a.Line() < b.Line() || a.Line() == b.Line() && a.Col() < b.Col()
}
