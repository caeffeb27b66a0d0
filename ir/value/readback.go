package value

// Printed results as input: NAME = VALUE : TYPE, on lines of their own, is accepted
// where a value is. What definitions answer before it is skipped.

import (
	"bytes"

	"nessiec/ir/types"
)

// Printed reads one value of type t as Value does, or as the top level printed it.
func (r *Reader) Printed(t *types.Type) (v Value, err error) {
	defer r.recover(&err)
	name, bound := r.binding()
	for bound && r.defined(name) {
		r.line()
		name, bound = r.binding()
	}
	v = r.value(t)
	if bound && r.next() == ':' {
		r.line()
	}
	return v, nil
}

// defined reports whether what follows NAME = answers a definition: fn, or, of a
// constructor that holds nothing, NAME itself.
func (r *Reader) defined(name string) bool {
	r.blanks()
	w := r.word()
	return w == "fn" || w == name
}

// binding skips NAME = if it is here.
func (r *Reader) binding() (name string, ok bool) {
	r.blanks()
	start, name := r.pos, r.word()
	if name == "" || isDigit(name[0]) {
		return "", false
	}
	r.pos += len(name)
	if r.next() != '=' {
		r.pos = start
		return "", false
	}
	r.pos++
	return name, true
}

// line skips the rest of the line.
func (r *Reader) line() {
	if i := bytes.IndexByte(r.text[r.pos:], '\n'); i >= 0 {
		r.pos += i
	} else {
		r.pos = len(r.text)
	}
}
