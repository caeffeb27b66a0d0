package main

// What the command does: where it enters the pipeline and where it leaves.

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/golang/glog"

	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/driver/view"
	"nessiec/passes/pass"
	"nessiec/tools/explain/graph"
	"nessiec/tools/heap"
	"nessiec/tools/levels"
	"nessiec/tools/session"
)

// dispatch does what the flags ask for.
func (c *command) dispatch() error {
	c.ctx = pass.NewCtx(c.opts)
	c.ctx.RewriteLimit, c.ctx.Certain = c.limit, !c.warnOnly
	if glog.V(1) {
		c.ctx.Trace = func(pass, format string, args ...any) { glog.Infof(pass+": "+format, args...) }
	}
	if err := c.ses.Choose(c.front, c.files); err != nil {
		return reject("%v", err)
	}
	switch {
	case c.word != nil && c.word.nesl && c.ses.Front() != passes.Fronts()[0].Name:
		return reject("nessiec %s is for programs in NESL", c.word.name)
	case c.word != nil && c.word.do != nil:
		return c.word.do(c)
	case c.expl != "":
		return c.explainCode()
	case c.passes:
		driver.WritePasses(c.stdout, c.pipeline())
		return nil
	case c.explP != "":
		return c.explainPass()
	}
	if c.explF {
		return c.explainFusion()
	}
	if c.explR {
		return c.explainRanks()
	}
	heap.Collect(heap.Rarely)
	heap.Populate()
	d := c.driver()
	p, err := c.enter(d)
	if err != nil {
		return err
	}
	if c.bisect {
		return c.findCulprit(d, p)
	}
	end, err := c.leave(d, p)
	if err != nil {
		return err
	}
	if c.exec {
		in, err := c.someInputs(d, p)
		if err != nil {
			return err
		}
		d.ExecCheck = &driver.ExecSpec{Inputs: in, Compare: driver.KeepsWork(c.opts.Desc())}
	}
	var page *view.View
	if c.html != "" {
		page = view.New(p, c.ses.Files)
		page.Figure = graph.Fusion
		d.Observe = append(d.Observe, page.Observe)
	}
	p, err = c.runPasses(d, p, end)
	c.renderDiagnostics()
	c.after(d)
	if page != nil {
		if err := c.writeHTML(page); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return c.finish(d, p)
}

// runPasses runs the passes up to number end.
func (c *command) runPasses(d *driver.Driver, p driver.Program, end int) (driver.Program, error) {
	if c.exec { // what programs compute is collected as usual
		heap.Collect(heap.AsUsual)
	} else {
		heap.Collect(heap.Rarely)
	}
	return d.Run(c.ctx, p, end)
}

// pipeline is the table of passes for the target.
func (c *command) pipeline() []pass.Pass {
	return c.ses.Pipeline(c.opts.Target)
}

// driver sets up the driver as the flags say.
func (c *command) driver() *driver.Driver {
	d := &driver.Driver{Passes: c.pipeline(), Levels: levels.All(), NoVerify: c.verify == "none",
		Skip: c.skip.Split(), Dir: ".", Now: time.Now}
	d.Observe = append(d.Observe, func(r *driver.Row) {
		c.rows = append(c.rows, r)
		heap.Populate()
	})
	return d
}

// enter makes the first program: a dump with -from, else the source.
func (c *command) enter(d *driver.Driver) (p driver.Program, err error) {
	switch {
	case c.lib || c.python:
		p, err = c.parseLibrary()
	case c.from == "":
		p, err = c.parseSource()
	default:
		p, err = c.readDump(d)
	}
	for _, f := range c.ses.Files {
		d.Files = append(d.Files, f.Name)
	}
	c.ctx.Notes = c.dump != "" || c.dumpTo != "" || c.html != ""
	if c.dump != "" || c.dumpTo != "" {
		c.observeDumps(d)
	}
	return p, err
}

// parseSource parses the program of the command line.
func (c *command) parseSource() (driver.Program, error) {
	src := session.Source{Files: c.files, Front: c.front, Exprs: c.exprs, Entry: c.entry, KeepGoing: c.keepGoing, Report: c.renderList}
	p, err := c.ses.Parse(c.ctx, src)
	if m, ok := p.Module.(*nesl.Module); ok {
		c.forms = m.Forms
	}
	if err == nil && c.entry != "" {
		if err = c.loadArguments(); err == nil {
			if src.Entry, err = c.ses.TypedEntry(c.opts, c.forms, c.entry, c.values); err != nil {
				var bad *session.BadArgument
				hint := ""
				if errors.As(err, &bad) {
					hint = fileHint(bad.Argument)
				}
				err = mistaken("%v%s", err, hint)
			}
		}
	}
	if err != nil || src.Entry == c.entry {
		return p, err
	}
	return c.ses.Parse(c.ctx, src)
}

func (c *command) readDump(d *driver.Driver) (driver.Program, error) {
	b, err := os.ReadFile(c.from)
	if err != nil {
		return driver.Program{}, reject("%v", err)
	}
	h, err := driver.ReadHeader(string(b))
	if err != nil {
		return driver.Program{}, reject("%s:%v", c.from, err)
	}
	target, device := c.opts.Target, c.opts.Device
	c.opts = h.Options // a dump says with which options it was made; what the command line says wins
	if err := c.flagsAgain(); err != nil {
		return driver.Program{}, err
	}
	if !c.given("target") {
		c.opts.Target = target
	}
	if !c.given("device") && h.Options.Device == "" {
		c.opts.Device = device
	}
	c.ctx.Options = c.opts
	c.ses.ChooseFor(h.Language, h.After)
	d.Passes = c.pipeline()
	p, h, err := d.ReadDump(string(b), grammar.All())
	if err != nil {
		return p, reject("%s:%v", c.from, err)
	}
	for _, f := range h.Files {
		c.ses.Files = append(c.ses.Files, diag.File{Name: f})
	}
	return p, nil
}

// leave is the index of the pass before which the pipeline ends.
func (c *command) leave(d *driver.Driver, p driver.Program) (int, error) {
	switch {
	case c.to != "":
		l := grammar.Find(grammar.All(), c.to)
		if l == nil {
			return 0, reject("unknown language %s; nessiec -passes lists them", c.to)
		}
		end := d.Leave(l)
		if end < p.Next {
			return 0, reject("the program is past %s already", c.to)
		}
		return end, nil
	case c.dump != "" || c.dumpTo != "" || c.html != "" || c.exec || c.times || !c.interpreted():
		return len(d.Passes), nil
	case c.from != "":
		return max(p.Next, d.Reach(grammar.NestedElaborated.Language)), nil // the first language that can be executed
	}
	return d.Reach(grammar.NestedElaborated.Language), nil
}

// observeDumps prints or writes programs after passes.
func (c *command) observeDumps(d *driver.Driver) {
	names := strings.Split(c.dump, ",")
	if c.dump == "" {
		names = []string{"all"}
	}
	if c.dumpTo != "" {
		if err := os.MkdirAll(c.dumpTo, 0o777); err != nil {
			fmt.Fprintln(c.stderr, "nessiec:", err)
		}
		d.Observe = append(d.Observe, d.DumpTo(c.dumpTo, names, c.opts, func(err error) { fmt.Fprintln(c.stderr, "nessiec:", err) }))
		return
	}
	d.Observe = append(d.Observe, func(r *driver.Row) {
		for _, n := range names {
			if n == "all" && !r.Unchanged && !r.Skipped || n == r.Pass.Name {
				fmt.Fprintln(c.stdout, driver.WithNotes(d.Show(c.opts, r.Out), r.Notes))
			}
		}
	})
}

// after prints what was measured while passes ran.
func (c *command) after(d *driver.Driver) {
	if c.times {
		driver.WriteTimes(c.stderr, c.rows)
	}
	if c.stats {
		driver.WriteStats(c.stderr, c.ctx.Stats())
	}
}

// renderDiagnostics prints errors and warnings with their source lines, once.
func (c *command) renderDiagnostics() {
	if c.ctx == nil || c.ctx.Diags == nil {
		return
	}
	diag.Render(c.stderr, c.ses.Files, c.ctx.Diags)
	c.ctx.Diags = new(diag.List)
}

// renderList prints diagnostics of forms that are left out.
func (c *command) renderList(d *diag.List) {
	c.mistakes = c.mistakes || d.HasErrors()
	diag.Render(c.stderr, c.ses.Files, d)
}

// given reports whether the flag called name is on the command line.
func (c *command) given(name string) bool {
	found := false
	c.set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}
