// Package format lays out NESL programs in one style. Ends of lines stay where they
// are, as in Go's; blanks and the beginnings of lines are those of the style.
//
//	Source    a text in the style (this file)
//	blank     whether tokens stand apart (blanks.go)
//	open      what is open at a place, and where its lines begin (layout.go)
package format

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nessiec/grammar/nesl"
	"nessiec/ir/diag"
)

// Source is a program in the style. Mistakes of the program go to d, with positions in
// this file, and the result is then src. An error is one of the formatter: the program
// would mean something else.
func Source(file int, src string, d *diag.List) (string, error) {
	before := d.NumErrors()
	m := nesl.Parse(file, src, d)
	if d.NumErrors() > before {
		return src, nil
	}
	out := layOut(nesl.Tokens(src))
	var again diag.List
	n := nesl.Parse(file, out, &again)
	if again.HasErrors() || m.String() != n.String() {
		return src, fmt.Errorf("the formatter would change what the program means; please report it")
	}
	return out, nil
}

// layOut writes tokens in the style: once to see how wide the names of bindings are, and
// once more.
func layOut(ts []nesl.Token) string {
	first := write(ts, nil)
	return write(ts, first.padding()).text.String()
}

// write writes tokens, with blanks more before some of them.
func write(ts []nesl.Token, pad map[int]int) *writer {
	w := &writer{pad: pad, layout: layout{tight: tightColons(ts)}}
	for i, t := range ts {
		breaks := min(t.Breaks, 2)
		if i == 0 {
			breaks = 0
		}
		w.text.WriteString(strings.Repeat("\n", breaks))
		w.line += breaks
		var prev *nesl.Token
		if i > 0 {
			prev = &ts[i-1]
		}
		w.token(i, prev, t, breaks > 0 || i == 0, i+1 < len(ts) && ts[i+1].Breaks > 0)
	}
	if len(ts) > 0 {
		w.text.WriteByte('\n')
	}
	return w
}

// A writer writes tokens one after another.
type writer struct {
	text   strings.Builder
	line   int
	column int         // of the next character
	indent int         // of this line
	code   *nesl.Token // the last token that is no comment
	pad    map[int]int
	equals []equals
	layout
}

// token writes number i, which may be the first and the last of its line.
func (w *writer) token(i int, prev *nesl.Token, t nesl.Token, first, last bool) {
	if t.Kind != nesl.Comment {
		w.close(t)
	}
	if first {
		w.indent = w.begin(t)
		w.column = w.indent
		w.text.WriteString(strings.Repeat(" ", w.indent))
	} else if w.blank(prev, t, i) {
		n := 1 + w.pad[i]
		w.text.WriteString(strings.Repeat(" ", n))
		w.column += n
	}
	at := w.column
	w.text.WriteString(t.Text)
	if i := strings.LastIndexByte(t.Text, '\n'); i >= 0 {
		w.column = utf8.RuneCountInString(t.Text[i+1:])
		w.line += strings.Count(t.Text, "\n")
	} else {
		w.column += utf8.RuneCountInString(t.Text)
	}
	if t.Kind == nesl.Comment {
		return
	}
	w.see(at)
	if let := w.binding(t); let != nil {
		w.equals = append(w.equals, equals{token: i, line: w.line, let: let.id, width: at - let.content})
	}
	w.open(t, w.code, at, w.indent, last)
	w.code = &t
}

// equals is the = of a binding of a let.
type equals struct{ token, line, let, width int }

// farthest is how much wider names may be than others whose = is below theirs.
const farthest = 8

// padding is the blanks that bring the = of bindings on successive lines below each other.
func (w *writer) padding() map[int]int {
	pad, on := map[int]int{}, map[int]int{}
	for _, e := range w.equals {
		on[e.line]++
	}
	alone := slices.DeleteFunc(w.equals, func(e equals) bool { return on[e.line] > 1 })
	for len(alone) > 0 {
		n, first := 1, alone[0]
		least, most := first.width, first.width
		for n < len(alone) && alone[n].let == first.let && alone[n].line == first.line+n {
			least, most = min(least, alone[n].width), max(most, alone[n].width)
			n++
		}
		for _, e := range alone[:n] {
			if most-least <= farthest {
				pad[e.token] = most - e.width
			}
		}
		alone = alone[n:]
	}
	return pad
}
