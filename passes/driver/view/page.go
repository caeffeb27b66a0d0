package view

// The file: a frame, the data, and the script that makes columns of it.

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"nessiec/passes/pass"
)

//go:embed page.css
var css string

//go:embed page.js
var script string

const frame = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<header><b>%s</b> <span id="what">click a name, or a line of the source</span>
<span class="key"><i class="new">made by the pass</i> <i class="gone">gone after the next</i> <i class="here">from the same place of the source</i></span></header>
<main></main>
<script type="application/json" id="data">%s</script>
<script>
%s</script>
</body>
</html>
`

// data is what the script reads. Lines are numbers into Texts, for most are in
// many columns.
type data struct {
	Texts   []string
	Sources []source
	Columns []shown
}

type source struct {
	Name  string
	File  int
	Lines []int
}

type shown struct {
	*column
	Lines []shownLine
}

type shownLine struct {
	T    int
	Pos  []string `json:",omitempty"`
	New  bool     `json:",omitempty"`
	Gone bool     `json:",omitempty"`
}

// Write writes the page; stats are the counters of the passes.
func (v *View) Write(w io.Writer, title string, stats []pass.Stat) error {
	text, err := v.JSON(stats) // which leaves no < in it
	if err != nil {
		return err
	}
	name := html.EscapeString(title)
	_, err = fmt.Fprintf(w, frame, name, css, name, text, script)
	return err
}

// JSON is what the script of a page reads; stats are the counters of the passes.
func (v *View) JSON(stats []pass.Stat) ([]byte, error) {
	v.count(stats)
	d, number := data{}, map[string]int{}
	intern := func(s string) int {
		n, ok := number[s]
		if !ok {
			n = len(d.Texts)
			number[s] = n
			d.Texts = append(d.Texts, s)
		}
		return n
	}
	for i, f := range v.sources {
		if f.Source == "" {
			continue
		}
		s := source{Name: f.Name, File: i}
		for _, l := range strings.Split(strings.TrimSuffix(f.Source, "\n"), "\n") {
			s.Lines = append(s.Lines, intern(l))
		}
		d.Sources = append(d.Sources, s)
	}
	for _, c := range v.columns {
		s := shown{column: c}
		for _, l := range c.Lines {
			s.Lines = append(s.Lines, shownLine{intern(l.Text), l.Pos, l.New, l.Gone})
		}
		d.Columns = append(d.Columns, s)
	}
	return json.Marshal(d)
}
