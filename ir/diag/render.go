// Printing diagnostics with the source lines they speak about.

package diag

import (
	"fmt"
	"io"
	"strings"

	"nessiec/ir"
)

// File is one source file of a compilation.
type File struct {
	Name   string // as the user wrote it
	Source string
}

// Files is the file table; ir.Pos.File is an index into it.
type Files []File

// Position prints pos as file:line:col, or "" if it is not valid.
func (fs Files) Position(pos ir.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	name := fmt.Sprintf("file %d", pos.File())
	if pos.File() < len(fs) {
		name = fs[pos.File()].Name
	}
	return fmt.Sprintf("%s:%d:%d", name, pos.Line(), pos.Col())
}

// line returns the text of the line of pos, without its end.
func (fs Files) line(pos ir.Pos) (string, bool) {
	if !pos.IsValid() || pos.File() >= len(fs) {
		return "", false
	}
	rest := fs[pos.File()].Source
	for n := pos.Line(); n > 1; n-- {
		i := strings.IndexByte(rest, '\n')
		if i < 0 {
			return "", false
		}
		rest = rest[i+1:]
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(line, "\r"), true
}

// Render writes the diagnostics of l in order:
//
//	qs.nesl:3:9: error[E0102]: expected an expression, found `)`
//	   3 | qs(a, );
//	     |       ^
//	note: qs.nesl:3:3: the `(` is here
//	hint: ...
func Render(w io.Writer, fs Files, l *List) {
	for _, d := range l.Sorted() {
		d.render(w, fs)
	}
	if l.dropped > 0 {
		fmt.Fprintf(w, "%d more not shown\n", l.dropped)
	}
}

// String renders l; see Render.
func (l *List) String(fs Files) string {
	var b strings.Builder
	Render(&b, fs, l)
	return b.String()
}

func (d *Diagnostic) render(w io.Writer, fs Files) {
	if at := fs.Position(d.Pos); at != "" {
		fmt.Fprintf(w, "%s: ", at)
	}
	fmt.Fprintf(w, "%s[%s]: %s\n", d.Severity, d.Code, d.Message)
	fs.excerpt(w, d.Pos, d.Width, '^')
	for _, n := range d.Notes {
		if at := fs.Position(n.Pos); at != "" {
			fmt.Fprintf(w, "note: %s: %s\n", at, n.Message)
			fs.excerpt(w, n.Pos, n.Width, '-')
		} else {
			fmt.Fprintf(w, "note: %s\n", n.Message)
		}
	}
	if d.Hint != "" {
		fmt.Fprintf(w, "hint: %s\n", d.Hint)
	}
}

// maxExcerpt is the longest part of a source line that is shown, in characters.
const maxExcerpt = 120

// excerpt writes the line of pos and a line that marks width characters of it.
// Control characters are shown as blanks, so that a program cannot control the
// terminal; a long line is cut around the mark.
func (fs Files) excerpt(w io.Writer, pos ir.Pos, width int, mark rune) {
	text, ok := fs.line(pos)
	if !ok {
		return
	}
	chars := []rune(text)
	for i, c := range chars {
		if c < ' ' && c != '\t' || c >= 0x7f && c < 0xa0 {
			chars[i] = ' '
		}
	}
	from := min(pos.Col()-1, len(chars))
	width = max(1, min(width, len(chars)-from))
	start := 0
	if from+width > maxExcerpt {
		start = max(0, from-maxExcerpt/2)
	}
	end := min(len(chars), start+maxExcerpt)
	width = max(1, min(width, end-from))
	indent := make([]rune, from-start)
	for i := range indent {
		if indent[i] = ' '; chars[start+i] == '\t' {
			indent[i] = '\t'
		}
	}
	fmt.Fprintf(w, "%5d | %s\n", pos.Line(), string(chars[start:end]))
	fmt.Fprintf(w, "      | %s%s\n", string(indent), strings.Repeat(string(mark), width))
}

// Count is a number of things with their name, which is one for 1 and many for others.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
