package oracle

// Programs in Harlan. The evaluator of that family, which runs programs as soon as they
// have types, is what all else is compared with.

import (
	"errors"
	"fmt"

	"nessiec/grammar"
	harlanreader "nessiec/grammar/harlan"
	"nessiec/ir/diag"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// Harlan tests a text: its front end up to types, printing and reading back what comes of
// it, then everything behind it. The options are those of c. It returns the case that it
// made of the text; the error is that of Test.
func (o *Oracle) Harlan(c Case, text string) (Case, *Failure, error) {
	q, f := o.typed(c.Options, text)
	if f != nil {
		return c, f, nil
	}
	c.Program, c.Prints = q, true
	f, err := o.Test(c)
	return c, f, err
}

// typed runs the passes that find types.
func (o *Oracle) typed(opts pass.Options, text string) (driver.Program, *Failure) {
	x := pass.NewCtx(opts)
	p := driver.Program{Lang: grammar.HarlanRead.Language, Module: harlanreader.Parse(0, text, x.Diags)}
	d := &driver.Driver{Passes: o.Passes, SelfTest: o.SelfTest}
	var err error
	if !x.Diags.HasErrors() {
		p, err = d.Run(x, p, d.Reach(grammar.HarlanTyped.Language))
	}
	if err == nil && !x.Diags.HasErrors() {
		p, err = reread(d, opts, p)
	}
	if err == nil || errors.Is(err, driver.ErrRejected) {
		for _, m := range x.Diags.Sorted() {
			if m.Severity == diag.Error {
				return p, &Failure{Pass: "front", Kind: "rejected", Msg: fmt.Sprintf("%s %s: %s", m.Pos, m.Code, m.Message)}
			}
		}
	}
	return p, failed(p, err)
}
