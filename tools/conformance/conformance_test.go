package conformance

// Answers of the evaluator of the first typed language, and what all tests of
// cases compile them with.

import (
	"errors"
	"testing"

	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

func TestConformance(t *testing.T) {
	y := tally{t: t, target: "ref"}
	for _, c := range sameOnPurpose(t, "value", "runtime", "reject") {
		y.add(c, evaluate(t, c, "ref", grammar.NestedElaborated.Language))
	}
	y.report()
}

// A case that is listed as different must differ.
func TestDifferent(t *testing.T) {
	different := readDifferent(t)
	for _, c := range readCases(t) {
		if different[c.ID] != "" && agrees(c, evaluate(t, c, "ref", grammar.NestedElaborated.Language)) {
			t.Errorf("%s is listed as different, but agrees", c.ID)
		}
		delete(different, c.ID)
	}
	for id := range different {
		t.Errorf("different.txt: there is no case %s", id)
	}
}

// tooDeep is ten million calls that are not tail calls; the simulator has them
// on the stack of Go and stops before.
const tooDeep = "13-015"

// evaluate answers a case by executing it in language l.
func evaluate(t *testing.T, c recorded, target string, l *grammar.Language) answer {
	t.Helper()
	o := pass.DefaultOptions()
	o.Target = target
	p, a := compile(t, o, passes.Table(), c.source(), l)
	if a.kind != "" {
		return a
	}
	return execute(o, p)
}

// compile runs the passes ps on a source text until it is in l. The answer has
// a kind if it does not get there.
func compile(t *testing.T, o pass.Options, ps []pass.Pass, src string, l *grammar.Language) (driver.Program, answer) {
	t.Helper()
	c, d := pass.NewCtx(o), &driver.Driver{Passes: ps}
	return compileForms(c, d, neslparser.Parse(0, src, c.Diags), d.Reach(l))
}

// compileForms runs the passes up to number end on what was parsed in c.
func compileForms(c *pass.Ctx, d *driver.Driver, m *nesl.Module, end int) (driver.Program, answer) {
	p := driver.Program{Lang: grammar.NeslParsed.Language, Module: m}
	var err error = driver.ErrRejected
	if !c.Diags.HasErrors() {
		p, err = d.Run(c, p, end)
	}
	switch {
	case err == nil:
		return p, answer{}
	case !errors.Is(err, driver.ErrRejected):
		return p, answer{"internal error", err.Error()}
	}
	for _, d := range c.Diags.Sorted() {
		if d.Severity == diag.Error && d.Pos.IsValid() {
			return p, answer{"reject", d.Message}
		}
	}
	return p, answer{"reject without a position", c.Diags.String(diag.Files{{Name: "case.nesl"}})}
}
