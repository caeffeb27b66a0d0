package main

// What the command says about itself: diagnostics, passes, and the guilty pass.

import (
	"fmt"
	"strings"

	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/text"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/explain"
	"nessiec/tools/explain/division"
	"nessiec/tools/levels"
	"nessiec/tools/session"
)

// explainCode prints the page of a diagnostic code.
func (c *command) explainCode() error {
	page, ok := diag.Explain(strings.ToUpper(c.expl))
	if !ok {
		return reject("no diagnostic has the code %s", c.expl)
	}
	fmt.Fprint(c.stdout, page)
	if !strings.HasSuffix(page, "\n") {
		fmt.Fprintln(c.stdout)
	}
	return nil
}

// explainPass prints what a pass is, and what its languages say.
func (c *command) explainPass() error {
	d := c.driver()
	i := d.Find(c.explP)
	if i < 0 {
		var names []string
		for _, p := range d.Passes {
			names = append(names, p.Name)
		}
		return reject("no pass %s; the passes are %s", c.explP, strings.Join(names, ", "))
	}
	p := d.Passes[i]
	fmt.Fprintf(c.stdout, "%s: %s\n  pass %d of %d, from %s to %s\n", p.Name, p.Doc, i+1, len(d.Passes), p.From, p.To)
	if p.Optional {
		fmt.Fprintf(c.stdout, "  optional, runs from -O%d on; -skip=%s leaves it out\n", p.Level, p.Name)
	}
	for _, a := range p.After {
		fmt.Fprintf(c.stdout, "  after %s: %s\n", a.Pass, a.Reason)
	}
	if p.From != p.To {
		fmt.Fprintln(c.stdout)
		p.To.WriteDelta(c.stdout)
	}
	return c.example(d, i)
}

// example runs pass i on its shortest golden case and prints both sides.
func (c *command) example(d *driver.Driver, i int) error {
	e, ok := passes.ExampleOf(d.Passes[i].Name, session.Cases()...)
	if !ok {
		return nil
	}
	o := pass.DefaultOptions()
	o.OptLevel = 2
	for _, f := range strings.Fields(e.Options) {
		if err := o.Set(f); err != nil {
			return reject("%v", err)
		}
	}
	from := d.Passes[i].From
	m, err := from.Family.Parse(e.In)
	if err != nil {
		return err
	}
	ctx := pass.NewCtx(o)
	in := driver.Program{Lang: from, Module: m, Next: i}
	run := driver.Driver{Passes: d.Passes}
	out, err := run.Run(ctx, in, i+1)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\nExample: %s\n\n%s\nbecomes\n\n%s", e.What, in.Text(text.Options{}), out.Text(text.Options{}))
	for n, s := range ctx.Stats() {
		if n == 0 {
			fmt.Fprintln(c.stdout)
		}
		fmt.Fprintf(c.stdout, "%s: %d\n", s.Name, s.N)
	}
	return nil
}

// explainFusion prints what fusion made of the program, by line. Without a target, the
// plan is that of -target=wasm.
func (c *command) explainFusion() error {
	if c.interpreted() || c.byDefault {
		c.opts.Target = target.Wasm.Name
	}
	c.opts.Profile = true // kernels of different lines stay apart
	c.ctx.Options = c.opts
	f, _, err := c.observeFusion()
	if err != nil {
		return err
	}
	r := f.Report(c.ses.Files)
	if r == nil {
		return reject("-explain-fusion needs a program from before the kernels are planned")
	}
	r.Write(c.stdout)
	return nil
}

// explainRanks prints what ranks do with the launches of the program. Without a target, these
// are those of OpenCL.
func (c *command) explainRanks() error {
	if c.byDefault {
		c.opts.Target = target.OpenCL.Name
	}
	if !c.ranks.on {
		c.optionFlags = append(c.optionFlags, "-ranks")
	}
	c.opts.Ranks = true
	c.ctx.Options = c.opts
	d := c.driver()
	p, err := c.enter(d)
	if err != nil {
		return err
	}
	p, err = c.runPasses(d, p, len(d.Passes))
	c.renderDiagnostics()
	if err != nil {
		return err
	}
	division.Of(p.Module.(*kir.Module), c.opts.Num(), c.opts.Desc()).Write(c.stdout, c.ses.Files)
	return nil
}

// findCulprit finds the pass, and the rewrite in it, that changes what the
// program does.
func (c *command) findCulprit(d *driver.Driver, p driver.Program) error {
	first := d.Reach(grammar.NestedElaborated.Language)
	if p.Next < first {
		var err error
		if p, err = d.Run(c.ctx, p, first); err != nil {
			return err
		}
	}
	ins, err := c.someInputs(d, p)
	if err != nil {
		return err
	}
	good := make([]driver.Outcome, len(ins))
	for i, in := range ins {
		var ok bool
		if good[i], ok = d.Exec(c.opts, p, in); !ok {
			return reject("programs in %s cannot be executed", p.Lang)
		}
	}
	end := p.Next
	for i := p.Next; i < len(d.Passes); i++ {
		if levels.CanRun(d.Passes[i].To.Family) {
			end = i + 1
		}
	}
	finding, err := d.Bisect(c.opts, p, end, func(q driver.Program) bool {
		for i, in := range ins {
			out, ok := d.Exec(c.opts, q, in)
			if ok && driver.SameMeaning(good[i], out, driver.Tolerance(c.opts, true)) != nil {
				return true
			}
		}
		return false
	})
	if err != nil {
		return reject("%v", err)
	}
	fmt.Fprintln(c.stdout, "the result changes in", finding)
	return nil
}

// flagsAgain applies the options of the command line once more, over those of
// a dump.
func (c *command) flagsAgain() error {
	for _, flag := range c.optionFlags {
		if err := c.opts.Set(flag); err != nil {
			return reject("%v", err)
		}
	}
	return nil
}

// observeFusion compiles the program and returns what passes have decided of fusion, and
// the program in its last language.
func (c *command) observeFusion() (*explain.Fusion, driver.Program, error) {
	f := &explain.Fusion{}
	d := c.driver()
	p, err := c.enter(d)
	if err != nil {
		return f, p, err
	}
	c.ctx.Notes = true
	d.Observe = append(d.Observe, f.Observe)
	p, err = c.runPasses(d, p, len(d.Passes))
	c.renderDiagnostics()
	return f, p, err
}
