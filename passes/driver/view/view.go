// Package view makes the page of a compilation: one self-contained HTML file
// with the source, and a column for every pass that changed something. Lines
// that a pass made, and those that the next pass removes, are marked; a click
// on a name or on a line of the source shows it in all columns; figures and
// counters stand with the pass that they belong to.
//
//	View    collects columns while passes run (this file)
//	lines   text with the source positions of its lines (lines.go)
//	page    the file: data for page.js, which makes the columns (page.go)
package view

import (
	"fmt"
	"slices"

	"nessiec/ir/diag"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// A View collects columns; its Observe goes into driver.Driver.Observe.
type View struct {
	Figure func(*driver.Row) string // SVG to show with a pass, "" for most; may be nil

	sources diag.Files
	columns []*column
	cost    []driver.Counter // of the last program that was executed
}

// A column is a program, as page.js reads it.
type column struct {
	Title  string
	Pass   string // "" of the first
	Lang   string
	Doc    string
	Same   []string // passes after it that changed nothing
	Said   []string // by the pass, about its decisions
	Counts []count  // by the pass
	Costs  []cost   // of an execution, where one was asked for
	Figure string
	Lines  []line
	Time   string
}

// A count is a statistic of a pass.
type count struct {
	Name string
	N    int64
}

// A cost is a counter of the program before, if it was counted there, and after.
type cost struct {
	Name   string
	Before *int64 `json:",omitempty"`
	After  int64
}

// New starts with the program before the first pass, made from sources.
func New(p driver.Program, sources diag.Files) *View {
	return &View{sources: sources, columns: []*column{{Title: "input", Lang: p.Lang.Name, Doc: p.Lang.Doc, Lines: lines(p)}}}
}

// Observe adds a column.
func (v *View) Observe(r *driver.Row) {
	last := v.columns[len(v.columns)-1]
	switch {
	case r.Skipped:
		last.Same = append(last.Same, r.Pass.Name+" (skipped)")
		return
	case r.Unchanged:
		last.Same = append(last.Same, r.Pass.Name)
		return
	}
	c := &column{Title: fmt.Sprintf("%d %s", r.Index+1, r.Pass.Name), Pass: r.Pass.Name, Lang: r.Out.Lang.Name, Doc: r.Pass.Doc,
		Lines: lines(r.Out)}
	if r.Run+r.Verify > 0 {
		c.Time = fmt.Sprintf("%.2f ms, verified in %.2f ms", r.Run.Seconds()*1e3, r.Verify.Seconds()*1e3)
	}
	if v.Figure != nil {
		c.Figure = v.Figure(r)
	}
	if len(r.Outcomes) > 0 {
		c.Costs = v.costs(r.Outcomes[0].Cost)
	}
	for _, n := range r.Notes {
		c.Said = append(c.Said, n.Lines...)
	}
	mark(last.Lines, c.Lines)
	v.columns = append(v.columns, c)
}

// costs compares with the last program that was executed.
func (v *View) costs(now []driver.Counter) (out []cost) {
	for _, c := range now {
		x := cost{Name: c.Name, After: c.N}
		if i := slices.IndexFunc(v.cost, func(b driver.Counter) bool { return b.Name == c.Name && b.N != 0 }); i >= 0 {
			x.Before = &v.cost[i].N
		}
		if x.Before != nil || c.N != 0 {
			out = append(out, x)
		}
	}
	v.cost = now
	return out
}

// count puts the statistics of passes into their columns.
func (v *View) count(stats []pass.Stat) {
	for _, c := range v.columns {
		c.Counts = nil
		for _, s := range stats {
			if s.Pass == c.Pass && c.Pass != "" {
				c.Counts = append(c.Counts, count{s.Name, s.N})
			}
		}
	}
}
