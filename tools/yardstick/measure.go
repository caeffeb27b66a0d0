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
		start := stage{program: p, chain: &chain{}}
		start.add("source", sumOf(p.Text(text.Options{Positions: true}))[:6])
		start.program.Next = (&driver.Driver{Passes: passes.Table()}).Start(p.Lang)
		all := start.run(set.options, passes.Table(), "share-tables")
		flat := map[bool]stage{} // by whether launches cost nothing
		for _, dev := range devices {
			o := set.on(dev)
			serial := o.Desc().Serial()
			if _, known := flat[serial]; !known {
				flat[serial] = all.run(o, passes.Table(), "choose-strategies")
			}
			last := flat[serial].run(o, append(passes.Table(), dev.backend.Passes...), "")
			out = append(out, row{s.name, set.name + "," + dev.name, last.emitted(o, dev), last.sums, last.names})
		}
	}
	return out
}

// A stage is a program on its way, with the sums of what it was.
type stage struct {
	program driver.Program
	*chain
	err error // why it came no further
}

// run executes the passes of a table from where s is, those before the pass called until, or all.
func (s stage) run(o pass.Options, table []pass.Pass, until string) stage {
	if s.err != nil {
		return s
	}
	s.chain = s.copy()
	d := &driver.Driver{Passes: table, NoVerify: true, Observe: []func(*driver.Row){s.observe}}
	end := len(table)
	if until != "" {
		end = d.Find(until)
	}
	s.program, s.err = d.Run(pass.NewCtx(o), s.program, end)
	return s
}

// emitted is the sum of the text for a device, or why there is none.
func (s stage) emitted(o pass.Options, dev device) string {
	if s.err != nil {
		return failure(s.err)
	}
	all := ""
	for _, f := range dev.backend.Emit(pass.NewCtx(o), s.program.Module.(*kir.Module), nil) {
		all += f.Name + "\n" + f.Text
	}
	return sumOf(all)
}

// failure says in a word why there is no text.
func failure(err error) string {
	var ice *pass.ICE
	if errors.As(err, &ice) {
		return "fails-in-" + ice.Pass
	}
	return "rejected"
}
