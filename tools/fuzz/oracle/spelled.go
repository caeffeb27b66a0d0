package oracle

// Programs as source text: what the front end makes of it must do the same.

import (
	"errors"
	"fmt"

	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// Spelled tests a text that should mean what c does: the front end, printing
// and reading back what it has made when it reaches the language l, then
// everything behind it. It returns the case that it made of the text; the
// error is that of Test.
func (o *Oracle) Spelled(c Case, text string, l *grammar.Language) (Case, *Failure, error) {
	q, f := o.elaborate(c, text, l)
	if f != nil {
		return c, f, nil
	}
	made := c
	made.Program = q
	if f := o.alike(c, made, true); f != nil {
		f.Pass = "front"
		return c, f, nil
	}
	f, err := o.Test(made)
	return made, f, err
}

// Text is Spelled for a text of which nothing else is known.
func (o *Oracle) Text(c Case, text string, l *grammar.Language) (Case, *Failure, error) {
	q, f := o.elaborate(c, text, l)
	if f != nil {
		return c, f, nil
	}
	c.Program = q
	f, err := o.Test(c)
	return c, f, err
}

// elaborate runs the front end.
func (o *Oracle) elaborate(c Case, text string, l *grammar.Language) (driver.Program, *Failure) {
	x := pass.NewCtx(c.Options)
	p := driver.Program{Lang: grammar.NeslParsed.Language, Module: neslparser.Parse(0, text, x.Diags)}
	d := &driver.Driver{Passes: o.Passes, SelfTest: o.SelfTest}
	var err error
	if !x.Diags.HasErrors() {
		p, err = d.Run(x, p, d.Reach(l))
	}
	if err == nil && !x.Diags.HasErrors() {
		if p, err = reread(d, c.Options, p); err == nil {
			p, err = d.Run(x, p, d.Reach(grammar.NestedElaborated.Language))
		}
	}
	if err == nil || errors.Is(err, driver.ErrRejected) {
		for _, m := range x.Diags.Sorted() {
			if m.Severity == diag.Error {
				return p, &Failure{Pass: "front", Kind: "rejected", Before: c.Program,
					Msg: fmt.Sprintf("%s %s: %s", m.Pos, m.Code, m.Message)}
			}
		}
	}
	return p, failed(p, err)
}
