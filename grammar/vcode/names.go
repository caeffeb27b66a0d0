package vcode

import (
	"nessiec/ir"
	"nessiec/ir/diag"
)

// A Name is a place where a text names a function.
type Name struct {
	Name string
	Def  bool // after FUNC; else after CALL
	Pos  ir.Pos
}

// Names is where a text names functions, in the order of the text. It reads words only: an editor asks
// for names while the text has mistakes. Names in comments and strings are none.
func Names(file int, src string) (out []Name) {
	l := &lexer{file: file, rest: src, line: 1, col: 1, diags: new(diag.List)}
	for before := (token{}); ; {
		t := l.next()
		if t.text == "" && !t.str {
			return out
		}
		keyword := !before.str && (before.text == "FUNC" || before.text == "CALL")
		if keyword && !t.str && wordByte(t.text[0]) {
			out = append(out, Name{Name: t.text, Def: before.text == "FUNC", Pos: l.pos(t)})
			t = token{}
		}
		before = t
	}
}

// IsName reports whether a text is a word, as names of functions are.
func IsName(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i]) {
			return false
		}
	}
	return s != ""
}
