// Package session is what the playground asks of the compiler: what is wrong with a
// program, what it does, and what becomes of it. The page calls it through
// tools/playground/compiler; nothing here knows of browsers.
//
//	Check    the mistakes of a program, while it is typed
//	Run      compiles and runs it (run.go)
//	Picture  a result that can be seen (picture.go)
//	Explain  what becomes of it, pass by pass (explain.go)
//	Costs    what it costs as each pass leaves it (costs.go)
package session

import (
	"nessiec/grammar"
	neslparser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// fileName is what places in the program are called by.
const fileName = "program"

// A Mark is a mistake of the program, or a warning. Lines and columns count from 1,
// columns in characters; both are 0 if there is no place for it.
type Mark struct {
	Line, Col, Width int
	Severity         string
	Code             string
	Message          string
	Notes            []Note `json:",omitempty"`
	Hint             string `json:",omitempty"`
}

// A Note is another place that has to do with a mistake.
type Note struct {
	Line, Col int
	Message   string
}

// A compilation is a program on its way through the passes.
type compilation struct {
	*pass.Ctx
	*driver.Driver
	files diag.Files
	at    driver.Program
}

// begin parses a program that is to be compiled for a target.
func begin(src, target string) *compilation {
	o := pass.DefaultOptions()
	o.Target = target
	c := &compilation{Ctx: pass.NewCtx(o), Driver: &driver.Driver{Passes: passes.Table()}, files: diag.Files{{Name: fileName, Source: src}}}
	c.Driver.Files = []string{fileName}
	c.at = driver.Program{Lang: grammar.NeslParsed.Language, Module: neslparser.Parse(0, src, c.Diags)}
	return c
}

// through runs the passes up to number end. ok is false if the program has mistakes;
// an error is one of the compiler.
func (c *compilation) through(end int) (ok bool, err error) {
	if c.Diags.HasErrors() {
		return false, nil
	}
	c.at, err = c.Run(c.Ctx, c.at, end)
	if err == driver.ErrRejected {
		return false, nil
	}
	return err == nil, err
}

// marks is the mistakes and warnings so far.
func (c *compilation) marks() []Mark {
	out := []Mark{}
	for _, d := range c.Diags.Sorted() {
		m := Mark{Line: d.Pos.Line(), Col: d.Pos.Col(), Width: max(d.Width, 1), Severity: d.Severity.String(), Code: d.Code, Message: d.Message, Hint: d.Hint}
		for _, n := range d.Notes {
			m.Notes = append(m.Notes, Note{n.Pos.Line(), n.Pos.Col(), n.Message})
		}
		out = append(out, m)
	}
	return out
}

// Check is the mistakes of a program that can be told from its source, and warnings.
// An error is one of the compiler.
func Check(src string) ([]Mark, error) {
	c := begin(src, "wasm")
	_, err := c.through(c.Reach(grammar.NestedElaborated.Language))
	return c.marks(), err
}
