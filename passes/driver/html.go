package driver

// The HTML view of a compilation: one column per pass that changed something,
// lines that are new since the column before it marked.

import (
	"fmt"
	"html"
	"io"
	"strings"

	"nessiec/ir/text"
)

// A View collects the columns; its Observe goes into Driver.Observe.
type View struct{ columns []column }

type column struct {
	title, note string
	unchanged   []string // passes after it that changed nothing
	lines       []string
}

// NewView starts with the program before the first pass.
func NewView(p Program) *View {
	return &View{[]column{{title: "input", note: p.Lang.Name, lines: lines(p.Text(text.Options{}))}}}
}

// Observe adds a column.
func (v *View) Observe(r *Row) {
	last := &v.columns[len(v.columns)-1]
	switch {
	case r.Skipped:
		last.unchanged = append(last.unchanged, r.Pass.Name+" (skipped)")
	case r.Unchanged:
		last.unchanged = append(last.unchanged, r.Pass.Name)
	default:
		v.columns = append(v.columns, column{title: fmt.Sprintf("%d %s", r.Index+1, r.Pass.Name),
			note: r.Out.Lang.Name + " -- " + r.Pass.Doc, lines: lines(r.Out.Text(text.Options{}))})
	}
}

const htmlHead = `<!DOCTYPE html>
<meta charset="utf-8">
<title>%s</title>
<style>
body { margin: 0; font: 13px sans-serif; }
main { display: flex; align-items: flex-start; }
section { border-right: 1px solid #ccc; padding: 0 8px; }
section.folded pre, section.folded p { display: none; }
h2 { font-size: 14px; margin: 6px 0; cursor: pointer; white-space: nowrap; }
p { margin: 2px 0; color: #555; }
pre { font: 12px monospace; }
.new { background: #e2f4e2; }
</style>
<main>
`

// Write writes the page.
func (v *View) Write(w io.Writer, title string) error {
	var b strings.Builder
	fmt.Fprintf(&b, htmlHead, html.EscapeString(title))
	old := map[string]int{}
	for i, c := range v.columns {
		c.write(&b, old, i == 0)
		old = map[string]int{}
		for _, l := range c.lines {
			old[strings.TrimSpace(l)]++
		}
	}
	b.WriteString("</main>\n<script>\nfor (const h of document.querySelectorAll('h2')) h.onclick = () => h.parentNode.classList.toggle('folded');\n</script>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes a column; lines that are not in old are new.
func (c column) write(b *strings.Builder, old map[string]int, first bool) {
	fmt.Fprintf(b, "<section>\n<h2>%s</h2>\n<p>%s</p>\n", html.EscapeString(c.title), html.EscapeString(c.note))
	if c.unchanged != nil {
		fmt.Fprintf(b, "<p>unchanged: %s</p>\n", html.EscapeString(strings.Join(c.unchanged, ", ")))
	}
	b.WriteString("<pre>\n")
	for _, l := range c.lines {
		key, text := strings.TrimSpace(l), html.EscapeString(l)
		if !first && old[key] == 0 {
			text = `<span class="new">` + text + `</span>`
		} else {
			old[key]--
		}
		b.WriteString(text + "\n")
	}
	b.WriteString("</pre>\n</section>\n")
}
