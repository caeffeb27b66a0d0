package lsp

// Documents in chunks, one for each form at top level or a few, so that an edit parses
// one of them again. Where chunks end is guessed from semicolons, or `$`, outside of all
// brackets and lets. Of a form that this cuts in two, all but the first piece have mistakes;
// then they are one.

import (
	"strings"
	"unicode/utf8"

	neslparser "nessiec/grammar/nesl"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// A chunk is a piece of a document, which begins in its first line.
type chunk struct {
	text  string // with as many blanks before it as there are characters before it in its line
	forms []nesl.Expr
	diags *diag.List

	moved int         // the line at which the chunk begins in moves
	moves []nesl.Expr // forms, as those of the first file of a program

	types map[[2]int]string // of names, by line and column in the chunk, as they were when it was checked last
}

// A placed chunk is one that begins at a line, from 1.
type placed struct {
	*chunk
	line int
}

// cut is the pieces of a text, and the offsets where they begin.
func cut(s string) (pieces []string) {
	var open []byte // brackets, and 'l' for let
	start := 0
	end := func(i int) {
		pieces = append(pieces, s[start:i])
		start, open = i, open[:0]
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '%':
			if n := strings.IndexByte(s[i+1:], '%'); n >= 0 {
				i += n + 1
			}
		case c == '"':
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case c == '`':
			i++
		case strings.IndexByte("([{", c) >= 0:
			open = append(open, c)
		case strings.IndexByte(")]}", c) >= 0:
			if n := len(open); n > 0 {
				open = open[:n-1]
			}
		case (c == ';' || c == '$') && len(open) == 0:
			end(i + 1)
		case c >= 0x80 || isName(rune(c)):
			n := i
			for n < len(s) && (s[n] >= 0x80 || isName(rune(s[n]))) {
				n++
			}
			word := strings.ToLower(s[i:n])
			switch {
			case (word == "function" || word == "datatype") && (i == 0 || s[i-1] == '\n') && i > start && len(open) > 0:
				end(i) // whatever is open before it is a mistake
			case word == "let":
				open = append(open, 'l')
			case word == "in" && len(open) > 0 && open[len(open)-1] == 'l':
				open = open[:len(open)-1]
			}
			i = n
			continue
		}
		i++
	}
	if strings.TrimSpace(s[min(start, len(s)):]) != "" || len(pieces) == 0 {
		end(len(s))
	}
	return pieces
}

// A parser remembers chunks by their text.
type parser struct {
	known  map[string]*chunk
	parsed int // how many chunks were not known
}

// parse is the chunks of a text. What no text has any more is forgotten.
func (p *parser) parse(s string) (out []placed) {
	before := p.known
	p.known = map[string]*chunk{}
	first, joined := 0, "" // of the last chunk without mistakes, and those after it: its number, their text
	join := func() {
		if first+1 < len(out) {
			if whole := p.chunk(joined, before); !whole.diags.HasErrors() { // the mistakes were of the cuts
				out = append(out[:first], placed{whole, out[first].line})
			}
		}
	}
	line, col := 1, 0
	for _, piece := range cut(s) {
		text := strings.Repeat(" ", col) + piece
		c := p.chunk(text, before)
		if c.diags.HasErrors() && len(out) > 0 {
			joined += piece
		} else {
			join()
			first, joined = len(out), text
		}
		out = append(out, placed{c, line})
		if n := strings.Count(piece, "\n"); n > 0 {
			line, col = line+n, 0
		}
		col += utf8.RuneCountInString(piece[strings.LastIndexByte(piece, '\n')+1:])
	}
	join()
	return out
}

// chunk is the chunk of a text, parsed if it was not known before.
func (p *parser) chunk(text string, before map[string]*chunk) *chunk {
	c := before[text]
	if c == nil {
		c = &chunk{text: text, diags: new(diag.List)}
		c.forms = neslparser.Parse(0, text, c.diags).Forms
		p.parsed++
	}
	p.known[text] = c
	return c
}

// shifted is a form of a chunk as one of a file, where the chunk begins at a line.
func shifted(e nesl.Expr, file, line int) nesl.Expr {
	if file == 0 && line == 1 {
		return e
	}
	var move func(e nesl.Expr) nesl.Expr
	move = func(e nesl.Expr) nesl.Expr {
		e = e.MapChildren(move)
		if p := e.Pos(); p.IsValid() {
			e = e.MovedTo(moved(p, file, line))
		}
		return e
	}
	return move(e)
}

func moved(p ir.Pos, file, line int) ir.Pos {
	if !p.IsValid() {
		return p
	}
	return ir.MakePos(file, p.Line()+line-1, p.Col())
}
