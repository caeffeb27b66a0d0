package profile

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"nessiec/ir/diag"
	"nessiec/tools/explain"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// What the page shows, as its script takes it.
type (
	pageData struct {
		Total    float64      `json:"total"`
		Tiles    []pageTile   `json:"-"`
		Files    []pageFile   `json:"files"`
		Kernels  []pageKernel `json:"kernels"`
		Timeline []pageSpan   `json:"timeline"`
		Memory   []Point      `json:"memory"`
		Peak     int64        `json:"peak"`
	}
	pageTile struct{ Value, What string }
	pageFile struct {
		Name  string     `json:"name"`
		Lines []pageLine `json:"lines"`
	}
	pageLine struct {
		Text     string   `json:"text"`
		Time     float64  `json:"time"`
		Part     float64  `json:"part"` // of the time of all lines
		Wait     float64  `json:"wait"`
		Launches int      `json:"launches"`
		Bytes    int64    `json:"bytes"`
		Peak     int64    `json:"peak"`
		Rank     int      `json:"rank"` // by time, from 1; 0: it takes none
		Say      []string `json:"say"`
	}
	pageKernel struct {
		Name     string  `json:"name"`
		Time     float64 `json:"time"`
		Launches int     `json:"launches"`
		Shares   []Share `json:"shares"`
	}
	pageSpan struct {
		Kind   string  `json:"kind"`
		Start  float64 `json:"start"`
		End    float64 `json:"end"`
		Busy   float64 `json:"busy"` // of it, if several spans are one
		Count  int     `json:"count"`
		Kernel string  `json:"kernel"`
		File   int     `json:"file"`
		Line   int     `json:"line"`
	}
)

// Page is a page with the source, what each line took, a timeline, memory over time, and
// what fusion made of the lines. It needs nothing but a browser.
func (r *Report) Page(name, target string, why *explain.Report) ([]byte, error) {
	d := pageData{Total: r.Total, Timeline: r.merged(), Memory: r.thinned(), Peak: r.Peak}
	d.Tiles = []pageTile{{Seconds(r.Total), "in all"}, {Seconds(r.Kernels), "kernels, " + diag.Count(r.Launches, "launch", "launches")},
		{Seconds(r.Waits), "the host waits"}, {Bytes(r.Peak), "most memory in use"}}
	if r.Host > 0 {
		d.Tiles = slices.Insert(d.Tiles, 2, pageTile{Seconds(r.Host), "the host works"})
	}
	for i, f := range r.Files {
		d.Files = append(d.Files, r.file(i, f.Source, why))
	}
	for _, k := range r.ByKernel {
		d.Kernels = append(d.Kernels, pageKernel{k.Name, k.Time, k.Launches, k.Shares})
	}
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	var tiles strings.Builder
	for _, t := range d.Tiles {
		fmt.Fprintf(&tiles, "<div><dt>%s</dt><dd>%s</dd></div>", html.EscapeString(t.Value), html.EscapeString(t.What))
	}
	// no template: html/template takes 9 MB of the command, as it calls methods by name
	page := strings.NewReplacer("{{name}}", html.EscapeString(name), "{{target}}", html.EscapeString(target), "{{tiles}}", tiles.String(),
		"{{style}}", pageStyle, "{{script}}", pageScript, "{{data}}", string(data)).Replace(pageText)
	return []byte(page), nil
}

// file is the lines of a file; of one that no line of which took anything, none.
func (r *Report) file(n int, source string, why *explain.Report) pageFile {
	f := pageFile{Name: r.Files[n].Name}
	sum, any := 0.0, false
	for _, l := range r.Lines {
		sum += l.Time
		any = any || l.File == n
	}
	if !any {
		return f
	}
	for _, text := range strings.Split(strings.TrimRight(source, "\n"), "\n") {
		f.Lines = append(f.Lines, pageLine{Text: strings.TrimRight(text, "\r")})
	}
	for i, l := range r.Lines {
		if l.File != n || l.Line > len(f.Lines) {
			continue
		}
		to := &f.Lines[l.Line-1]
		to.Time, to.Wait, to.Launches, to.Bytes, to.Peak = l.Time, l.Wait, l.Launches, l.Bytes, l.Peak
		to.Part = percent(l.Time, sum) / 100
		if l.Time > 0 {
			to.Rank = i + 1
		}
	}
	if why != nil {
		for _, l := range why.Lines {
			if l.File == n && l.Line <= len(f.Lines) {
				f.Lines[l.Line-1].Say = why.Say(l)
			}
		}
	}
	return f
}

// Limits of what the page draws.
const (
	mostSpans  = 2000
	mostPoints = 2000
)

// merged is the timeline with spans of one line, close to each other, as one, so that
// there are not too many to draw.
func (r *Report) merged() []pageSpan {
	gap := r.Total / mostSpans
	last := map[string]*pageSpan{}
	var out []*pageSpan
	for _, s := range r.Timeline {
		lane := string(s.Kind)
		if l := last[lane]; l != nil && len(r.Timeline) > mostSpans && l.Line == s.Line && l.File == s.File && s.Start-l.End < gap {
			l.End = max(l.End, s.End)
			l.Busy += s.End - s.Start
			l.Count++
			continue
		} else if l != nil && len(r.Timeline) > 10*mostSpans && s.End-l.Start < gap { // too short to be seen
			l.End = max(l.End, s.End)
			l.Busy += s.End - s.Start
			l.Count++
			continue
		}
		last[lane] = &pageSpan{lane, s.Start, s.End, s.End - s.Start, 1, s.Kernel, s.File, s.Line}
		out = append(out, last[lane])
	}
	all := make([]pageSpan, len(out))
	for i, s := range out {
		all[i] = *s
	}
	return all
}

// thinned is the memory over time, the most of every part of it.
func (r *Report) thinned() []Point {
	if len(r.Memory) <= mostPoints {
		return r.Memory
	}
	var out []Point
	each := r.Total / mostPoints
	for i := 0; i < len(r.Memory); {
		j := i
		for j < len(r.Memory) && (j == i || r.Memory[j].At-r.Memory[i].At < each) {
			j++
		}
		most := slices.MaxFunc(r.Memory[i:j], func(a, b Point) int { return cmp.Compare(a.Bytes, b.Bytes) })
		out = append(out, Point{r.Memory[i].At, most.Bytes})
		i = j
	}
	return append(out, r.Memory[len(r.Memory)-1])
}
