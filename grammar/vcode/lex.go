package vcode

// Text to words, and the mistakes inside them.

import (
	"strings"
	"unicode/utf8"

	"nessiec/ir"
	"nessiec/ir/diag"
)

// A token is a word, a bracket or a string; text is "" at the end of the file.
type token struct {
	text      string
	str       bool // a string: text is what is between the quotes
	line, col int
}

// A lexer cuts a text into tokens.
type lexer struct {
	file      int
	rest      string
	line, col int
	diags     *diag.List
}

// next is the next token.
func (l *lexer) next() token {
	l.blanks()
	t := token{line: l.line, col: l.col}
	if l.rest == "" {
		return t
	}
	switch c := l.rest[0]; {
	case c == '(' || c == ')':
		t.text = l.take(1)
	case c == '"':
		return l.str(t)
	case wordByte(c):
		n := 1
		for n < len(l.rest) && wordByte(l.rest[n]) {
			n++
		}
		t.text = l.take(n)
	default:
		r, n := utf8.DecodeRuneInString(l.rest)
		if r == utf8.RuneError && n == 1 {
			l.errorf(t, 1, "the byte 0x%02X is not UTF-8", c)
		} else if d := l.errorf(t, 1, "%s means nothing here", string(r)); c == '}' {
			d.Hint = "comments are { ... } and do not nest"
		}
		l.take(n)
		return l.next()
	}
	return t
}

// blanks skips white space and comments.
func (l *lexer) blanks() {
	for {
		n := len(l.rest) - len(strings.TrimLeft(l.rest, " \t\r\n\f\v"))
		l.take(n)
		if !strings.HasPrefix(l.rest, "{") {
			return
		}
		end := strings.IndexByte(l.rest, '}')
		if end < 0 {
			l.errorf(token{line: l.line, col: l.col}, 1, "this comment is never closed").WithHint("it ends with }")
			end = len(l.rest) - 1
		}
		l.take(end + 1)
	}
}

// str is the string that starts here; strings have no escapes, and may have several lines.
func (l *lexer) str(t token) token {
	end := strings.IndexByte(l.rest[1:], '"')
	if end < 0 {
		l.errorf(t, 1, "this string is never closed").WithHint("if it should end here, a string before it was not closed")
		t.text, t.str = l.take(len(l.rest))[1:], true
		return t
	}
	s := l.take(end + 2)
	t.text, t.str = s[1:len(s)-1], true
	return t
}

// take goes on by n bytes.
func (l *lexer) take(n int) string {
	s := l.rest[:n]
	l.rest = l.rest[n:]
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		l.line += strings.Count(s, "\n")
		l.col = 1 + utf8.RuneCountInString(s[i+1:])
	} else {
		l.col += utf8.RuneCountInString(s)
	}
	return s
}

// wordByte reports whether c may be in a word.
func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("+-*/%<=>!._", c) >= 0
}

func (l *lexer) errorf(t token, width int, format string, args ...any) *diag.Diagnostic {
	return l.diags.Errorf(l.pos(t), "E0501", format, args...).Underline(width)
}

func (l *lexer) pos(t token) ir.Pos { return ir.MakePos(l.file, t.line, t.col) }
