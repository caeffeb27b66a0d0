package main

// The sums of a program: of its text after every pass, and of what is emitted.

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"nessiec/ir/kir"
	"nessiec/ir/text"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/parallel"
)

// A row is the sums of a program under a setting.
type row struct {
	program, setting string
	emitted          string   // the sum of the emitted text, or why there is none
	after            []string // the sums of the program as it enters and after every pass; "=" if the pass changed nothing
	passes           []string // their names: "source", then those of the passes
}

// A chain is a row that grows.
type chain struct {
	names, sums []string
}

func (c *chain) add(name, sum string) {
	c.names, c.sums = append(c.names, name), append(c.sums, sum)
}

func (c *chain) copy() *chain {
	return &chain{append([]string(nil), c.names...), append([]string(nil), c.sums...)}
}

// observe adds what a pass makes.
func (c *chain) observe(r *driver.Row) {
	sum := "="
	if !r.Unchanged && !r.Skipped {
		sum = sumOf(r.Out.Text(text.Options{Positions: true}))[:6]
	}
	c.add(r.Pass.Name, sum)
}

// sumOf is sixteen digits of a text.
func sumOf(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:8])
}

// measure makes the sums of the corpus, several programs at a time.
func (c config) measure() (*sums, error) {
	all, err := c.corpus()
	if err != nil {
		return nil, err
	}
	rows := make([][]row, len(all))
	parallel.Each(len(all), c.workers, func(i int) { rows[i] = measured(all[i], settings(c.quick)) })
	out := &sums{}
	for _, r := range rows {
		out.rows = append(out.rows, r...)
	}
	return out, nil
}

// measured is the rows of a program.
func measured(s subject, settings []setting) (out []row) {
	for _, set := range settings {
		p, ok := s.make()
		if !ok {
			return append(out, row{program: s.name, setting: set.name, emitted: "rejected"})
		}
		d := &driver.Driver{Passes: passes.Table(), NoVerify: true}
		p.Next = d.Start(p.Lang)
		front := &chain{}
		front.add("source", sumOf(p.Text(text.Options{Positions: true}))[:6])
		d.Observe = []func(*driver.Row){front.observe}
		p, err := d.Run(pass.NewCtx(set.options), p, shared(d.Passes))
		for _, dev := range devices {
			r := row{program: s.name, setting: set.name + "," + dev.name, emitted: failure(err)}
			c := front.copy()
			if err == nil {
				r.emitted = emitted(set, dev, p, c)
			}
			r.passes, r.after = c.names, c.sums
			out = append(out, r)
		}
	}
	return out
}

// emitted lowers p for a device and is the sum of the text for it.
func emitted(set setting, dev device, p driver.Program, c *chain) string {
	o := set.on(dev)
	d := &driver.Driver{Passes: append(passes.Table(), dev.backend.Passes...), NoVerify: true}
	d.Observe = []func(*driver.Row){c.observe}
	ctx := pass.NewCtx(o)
	p, err := d.Run(ctx, p, len(d.Passes))
	if err != nil {
		return failure(err)
	}
	all := ""
	for _, f := range dev.backend.Emit(ctx, p.Module.(*kir.Module), nil) {
		all += f.Name + "\n" + f.Text
	}
	return sumOf(all)
}

// failure says in a word why there is no text.
func failure(err error) string {
	var ice *pass.ICE
	switch {
	case err == nil:
		return ""
	case errors.As(err, &ice):
		return "fails-in-" + ice.Pass
	}
	return "rejected"
}
