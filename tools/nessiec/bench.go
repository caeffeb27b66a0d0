package main

// nessiec bench: the expressions in comments, measured on any target.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"

	"nessiec/backends/ref/interp"
	"nessiec/ir/program"
	"nessiec/ir/target"
	"nessiec/ir/value"
	"nessiec/passes/driver"
	"nessiec/tools/levels"
	"nessiec/tools/session"
)

// A measurement is what an expression takes, in seconds. Elements are those of its
// result.
type measurement struct {
	Expr                   string
	Min, Median, Max, Cold float64
	Runs, Elements         int
}

// startBench takes arguments for files. What is written is no program.
func (c *command) startBench(args []string) error {
	c.page, c.out = c.out, ""
	c.chooseTarget()
	switch {
	case c.runs < 1:
		return reject("-runs needs a positive number")
	case c.interpreted() || c.against == target.Ref.Name:
		return reject("the reference interpreter is not measured: it is there to be right")
	}
	return c.startFiles(args)
}

// benchmark measures and prints a table.
func (c *command) benchmark() error {
	if _, err := c.enter(c.driver()); err != nil {
		return err
	}
	benches := c.ses.Benches(c.ctx.Diags)
	switch {
	case c.ctx.Diags.HasErrors():
		return driver.ErrRejected
	case len(benches) == 0:
		return reject("there is no comment such as %% bench: f(10000) %%")
	}
	old, err := c.earlier(benches)
	if err != nil {
		return err
	}
	now, err := c.measure(benches)
	if err != nil {
		return err
	}
	c.table(now, old)
	if c.page == "" {
		return nil
	}
	b, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(c.page, append(b, '\n'), 0o666)
}

// earlier is what -against says: measurements of another target, or those of a file.
func (c *command) earlier(benches []session.Bench) (old []measurement, err error) {
	switch {
	case c.against == "":
		return nil, nil
	case slices.Contains(session.TargetNames(), c.against):
		other := *c
		other.opts.Target = c.against
		return other.measure(benches)
	}
	b, err := os.ReadFile(c.against)
	if err != nil {
		return nil, reject("-against: %v; the targets are %s", err, strings.Join(session.TargetNames(), ", "))
	}
	if err := json.Unmarshal(b, &old); err != nil {
		return nil, reject("-against: %s was not written by nessiec bench: %v", c.against, err)
	}
	return old, nil
}

// measure compiles the definitions with all expressions and measures these.
func (c *command) measure(benches []session.Bench) (out []measurement, err error) {
	forms := session.Definitions(c.forms)
	for _, b := range benches {
		forms = append(forms, b.Expr)
	}
	p, err := c.compileForms(forms)
	if err != nil {
		return nil, err
	}
	var said bytes.Buffer
	var results []interp.Result
	other := *c
	other.bench, other.stderr = benchFlag{c.runs, "it"}, &said
	if c.inProcess() {
		results, err = other.measureModule(p)
	} else {
		results, err = other.measureProgram(p)
	}
	if err != nil {
		return nil, err
	}
	return measurements(benches, said.String(), results)
}

// measureModule runs a program in this process.
func (c *command) measureModule(p driver.Program) (results []interp.Result, err error) {
	run, err := c.moduleRunner(p)
	if err != nil {
		return nil, err
	}
	w := interp.NewWorld()
	w.Stdin, w.Stdout, w.Seed = c.stdin, io.Discard, c.opts.Seed
	_, failed := run(c.opts, w, nil, func(r interp.Result) { results = append(results, r) })
	if failed != nil {
		return nil, errors.New(failed.Error())
	}
	return results, nil
}

// measureProgram compiles a program with the compiler of the system and runs it.
func (c *command) measureProgram(p driver.Program) (results []interp.Result, err error) {
	dir, exe, err := c.buildProgram(c.backend(), p, openCache("host"))
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var printed bytes.Buffer
	cmd := exec.Command(exe, "-bench="+c.bench.String())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.stdin, &printed, c.stderr
	err = cmd.Run()
	if err != nil {
		msg, _, _ := strings.Cut(c.stderr.(*bytes.Buffer).String(), "\n")
		return nil, environment("%s", cmp.Or(msg, err.Error()))
	}
	readBack(printed.Bytes(), levels.ActionsOf(p.Module), c.opts.Num(), func(r interp.Result) { results = append(results, r) })
	return results, nil
}

// measurements reads what was said of the expressions, in their order.
func measurements(benches []session.Bench, said string, results []interp.Result) ([]measurement, error) {
	var out []measurement
	for line := range strings.Lines(said) {
		rest, ok := strings.CutPrefix(line, "bench it ")
		if !ok || len(out) == len(benches) {
			continue
		}
		m := measurement{Expr: benches[len(out)].Text}
		if _, err := fmt.Sscanf(rest, "runs %d min %g median %g max %g cold %g", &m.Runs, &m.Min, &m.Median, &m.Max, &m.Cold); err != nil && !strings.HasPrefix(rest, "is not run again") {
			return nil, fmt.Errorf("unexpected %q", line)
		}
		out = append(out, m)
	}
	if len(out) != len(benches) {
		return nil, fmt.Errorf("%d of %d expressions were measured", len(out), len(benches))
	}
	results = slices.DeleteFunc(results, func(r interp.Result) bool { return r.Action.Kind != program.Eval || r.Action.Name != "it" })
	for i := range out {
		if i < len(results) {
			out[i].Elements = elements(results[i].Value)
		}
	}
	return out, nil
}

// elements is how many scalars there are in the sequences of a value.
func elements(v value.Value) (n int) {
	switch v := v.(type) {
	case value.Tuple:
		for _, x := range v {
			n += elements(x)
		}
	case value.Ints, value.Floats, value.Bools, value.Chars:
		n = v.(value.Seq).Len()
	case value.Seq:
		for i := range v.Len() {
			n += max(elements(v.At(i)), 1)
		}
	}
	return n
}

// table prints measurements, and their ratio to old ones of the same expressions.
func (c *command) table(now, old []measurement) {
	w := tabwriter.NewWriter(c.stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	head := "median ms\t+/- %\tcold ms\telements/s\t"
	if c.against != "" {
		head += "/ " + c.against + "\t"
	}
	fmt.Fprintln(w, head+" ")
	for _, m := range now {
		if m.Runs == 0 {
			fmt.Fprintf(w, "-\t-\t-\t-\t%s %s: it has effects, so it is not run again\n", strings.Repeat("-\t", min(1, len(c.against))), m.Expr)
			continue
		}
		rate := "-"
		if m.Elements > 0 {
			rate = fmt.Sprintf("%.3g", float64(m.Elements)/m.Median)
		}
		fmt.Fprintf(w, "%.3f\t%.0f\t%.3f\t%s\t", m.Median*1e3, 50*(m.Max-m.Min)/m.Median, m.Cold*1e3, rate)
		if c.against != "" {
			i := slices.IndexFunc(old, func(o measurement) bool { return o.Expr == m.Expr && o.Runs > 0 })
			if i < 0 {
				fmt.Fprint(w, "-\t")
			} else {
				fmt.Fprintf(w, "%.2f\t", m.Median/old[i].Median)
			}
		}
		fmt.Fprintln(w, " "+m.Expr)
	}
	w.Flush()
}
