package published

// Words of the notation.

import (
	"strings"

	"nessiec/ir/lcu"
)

// A word is one, "" at the end of the text.
type word struct {
	text string
	line int
}

// A reader reads a program word by word.
type reader struct {
	src  string
	line int
	next word

	module  *lcu.Module
	kernels map[string]*kernel
	scope   map[string]*lcu.Var
	used    map[string]bool // variables of the scope around the thunk at hand; nil outside
}

func newReader(src string) *reader {
	p := &reader{src: src, line: 1, module: &lcu.Module{}, kernels: map[string]*kernel{}}
	p.advance()
	return p
}

// symbols of more than one character.
var symbols = []string{"=>", "->", "==", "!=", "<=", ">=", "&&", "||"}

// advance reads the next word. Comments go from ;; to the end of the line.
func (p *reader) advance() {
	for {
		rest := strings.TrimLeft(p.src, " \t\r\n")
		p.line += strings.Count(p.src[:len(p.src)-len(rest)], "\n")
		p.src = rest
		if !strings.HasPrefix(rest, ";;") {
			break
		}
		line, _, _ := strings.Cut(rest, "\n")
		p.src = rest[len(line):]
	}
	p.word()
}

// word takes the next word off the text.
func (p *reader) word() {
	n := 0
	for n < len(p.src) && isLetter(p.src[n], n) {
		n++
	}
	if n > 0 && p.src[0] >= '0' && p.src[0] <= '9' && n < len(p.src) && p.src[n] == '.' {
		for n++; n < len(p.src) && isLetter(p.src[n], n); n++ {
		}
	}
	for _, s := range symbols {
		if n == 0 && strings.HasPrefix(p.src, s) {
			n = len(s)
		}
	}
	if n == 0 && p.src != "" {
		n = 1
	}
	p.next = word{p.src[:n], p.line}
	p.src = p.src[n:]
}

func isLetter(c byte, at int) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '0' && c <= '9' || at > 0 && c == '\''
}

// take is the next word, which is read.
func (p *reader) take() string {
	w := p.next.text
	p.advance()
	return w
}

// is reads the next word if it is w.
func (p *reader) is(w string) bool {
	if p.next.text != w {
		return false
	}
	p.advance()
	return true
}

// expect reads the word w.
func (p *reader) expect(w string) {
	if !p.is(w) {
		p.fail("expected %s", w)
	}
}

// name reads a name.
func (p *reader) name() string {
	if w := p.next.text; w == "" || !isLetter(w[0], 0) || w[0] >= '0' && w[0] <= '9' {
		p.fail("expected a name")
	}
	return p.take()
}

// list reads items, separated by commas, up to the word end, which is read.
func (p *reader) list(end string, item func()) {
	for first := true; !p.is(end); first = false {
		if !first {
			p.expect(",")
		}
		item()
	}
}
