package lsp

// Positions: those of the protocol count lines from 0 and UTF-16 units, those of the
// compiler lines from 1 and characters.

import (
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"nessiec/ir"
)

// A text is a document by lines, without their ends.
type text struct {
	all   string
	lines []string
}

func newText(s string) *text {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return &text{s, lines}
}

// line is a line by its number from 1; "" if there is none.
func (t *text) line(n int) string {
	if n < 1 || n > len(t.lines) {
		return ""
	}
	return t.lines[n-1]
}

// units is how many UTF-16 units a character takes.
func units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// position is that of the protocol for a line and a column, which may be behind the end.
func (t *text) position(line, col int) protocol.Position {
	at := 0
	for i, r := range []rune(t.line(line)) {
		if i >= col-1 {
			break
		}
		at += units(r)
	}
	return protocol.Position{Line: uint32(max(line-1, 0)), Character: uint32(at)}
}

// place is the line and column of a position, which may be anywhere.
func (t *text) place(p protocol.Position) (line, col int) {
	at, col := 0, 1
	for _, r := range t.line(int(p.Line) + 1) {
		if at >= int(p.Character) {
			break
		}
		at += units(r)
		col++
	}
	return int(p.Line) + 1, col
}

// offset is the byte of a position, that of the end if it is behind that.
func (t *text) offset(p protocol.Position) int {
	at := 0
	for i := 0; i < int(p.Line); i++ {
		end := strings.IndexByte(t.all[at:], '\n')
		if end < 0 {
			return len(t.all)
		}
		at += end + 1
	}
	n := uint32(0)
	for at < len(t.all) && n < p.Character && t.all[at] != '\n' {
		r, size := utf8.DecodeRuneInString(t.all[at:])
		at += size
		n += uint32(units(r))
	}
	return at
}

// span is a range of so many characters from a position of the compiler.
func (t *text) span(pos ir.Pos, width int) protocol.Range {
	return protocol.Range{Start: t.position(pos.Line(), pos.Col()), End: t.position(pos.Line(), pos.Col()+max(width, 1))}
}

// end is the position behind the last character.
func (t *text) end() protocol.Position {
	n := len(t.lines)
	return t.position(n, utf8.RuneCountInString(t.line(n))+1)
}

// isName reports whether a character may be in a name (Nesl.g4).
func isName(r rune) bool {
	return r == '_' || r == '~' || '0' <= r && r <= '9' || r < 0x80 && 'a' <= r|0x20 && r|0x20 <= 'z' || r > 0xA0 && r != 0xFEFF
}

// nameAt is the name that begins at a column, "" if none does.
func (t *text) nameAt(line, col int) string {
	s := t.line(line)
	for ; col > 1 && s != ""; col-- {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	if n := strings.IndexFunc(s, func(r rune) bool { return !isName(r) }); n >= 0 {
		return s[:n]
	}
	return s
}

// nameAround is the name at a column or right before it, and where it begins.
func (t *text) nameAround(line, col int) (name string, start int) {
	rs := []rune(t.line(line))
	start = min(col, len(rs)+1)
	for start > 1 && isName(rs[start-2]) {
		start--
	}
	return t.nameAt(line, start), start
}
