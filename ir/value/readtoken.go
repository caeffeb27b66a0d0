package value

// The tokens of read.go, blanks and errors.

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// at is the byte at offset i from here, or 0 at the end.
func (r *Reader) at(i int) byte {
	if r.pos+i < len(r.text) {
		return r.text[r.pos+i]
	}
	return 0
}

// next skips blanks and returns the byte that follows, or 0 at the end.
func (r *Reader) next() byte {
	r.blanks()
	return r.at(0)
}

func (r *Reader) blanks() {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case ' ', '\t', '\n', '\r', '\f':
			r.pos++
		case '%':
			r.comment()
		default:
			return
		}
	}
}

func (r *Reader) comment() {
	for i := r.pos + 1; i < len(r.text); i++ {
		if r.text[i] == '%' {
			r.pos = i + 1
			return
		}
	}
	r.fail("unclosed comment")
}

func (r *Reader) want(c byte) {
	if r.next() != c {
		r.expected("`" + string(c) + "`")
	}
	r.pos++
}

// int reads an optional sign and digits, in the range of int.
func (r *Reader) int() int64 {
	i, neg := 0, r.at(0) == '-'
	if neg {
		i = 1
	}
	if !isDigit(r.at(i)) {
		r.expected("an int")
	}
	limit := uint64(r.num.MaxInt())
	if neg {
		limit++
	}
	x := uint64(0)
	for ; isDigit(r.at(i)); i++ {
		d := uint64(r.at(i) - '0')
		if x > (limit-d)/10 {
			r.fail("int out of range")
		}
		x = 10*x + d
	}
	if isWordByte(r.at(i)) {
		r.expected("an int")
	}
	r.pos += i
	if neg {
		return -int64(x)
	}
	return int64(x)
}

// float reads a float or int literal with an optional sign, inf, -inf or nan.
func (r *Reader) float() float64 {
	n, mant, exp, ok := r.scanFloat()
	if isWordByte(r.at(n)) || n == 0 {
		if x, ok := r.specialFloat(); ok {
			return x
		}
		r.expected("a float")
	}
	var x float64
	if ok {
		x, ok = r.num.exact(mant, exp)
	}
	if !ok {
		x, _ = strconv.ParseFloat(string(r.text[r.pos:r.pos+n]), r.num.FloatBits())
		if math.IsInf(x, 0) && !r.saturate {
			r.fail("float out of range")
		}
	} else if r.at(0) == '-' {
		x = -x
	}
	r.pos += n
	return x
}

// scanFloat finds the length of a float literal, 0 if there is none. When ok,
// its magnitude is mant * 10^exp.
func (r *Reader) scanFloat() (n int, mant uint64, exp int, ok bool) {
	i, digits, point := 0, 0, -1
	if r.at(0) == '-' {
		i = 1
	}
	for ; ; i++ {
		if c := r.at(i); isDigit(c) {
			digits++
			if digits <= 19 {
				mant = 10*mant + uint64(c-'0')
			}
		} else if c == '.' && point < 0 {
			point = digits
		} else {
			break
		}
	}
	if digits == 0 {
		return 0, 0, 0, false
	}
	if point >= 0 {
		exp = point - digits
	}
	if r.at(i)|0x20 == 'e' {
		j, neg := i+1, r.at(i+1) == '-'
		if neg || r.at(j) == '+' {
			j++
		}
		e := 0
		if !isDigit(r.at(j)) {
			return i, mant, exp, digits <= 19
		}
		for ; isDigit(r.at(j)); j++ {
			e = min(10*e+int(r.at(j)-'0'), 1<<20)
		}
		if neg {
			e = -e
		}
		exp, i = exp+e, j
	}
	return i, mant, exp, digits <= 19
}

// exact computes mant * 10^exp when one rounding gives the nearest float.
func (n Num) exact(mant uint64, exp int) (float64, bool) {
	if n.Float32 {
		if mant > 1<<24 || exp < -10 || exp > 10 {
			return 0, false
		}
		if exp < 0 {
			return float64(float32(mant) / float32(pow10[-exp])), true
		}
		return float64(float32(mant) * float32(pow10[exp])), true
	}
	if mant > 1<<53 || exp < -22 || exp > 22 {
		return 0, false
	}
	if exp < 0 {
		return float64(mant) / pow10[-exp], true
	}
	return float64(mant) * pow10[exp], true
}

var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

func (r *Reader) specialFloat() (float64, bool) {
	sign := 1
	start := r.pos
	if r.at(0) == '-' {
		sign = -1
		r.pos++
	}
	w := strings.ToLower(r.word())
	r.pos += len(w)
	switch w {
	case "inf":
		return math.Inf(sign), true
	case "nan":
		return math.NaN(), true
	}
	r.pos = start
	return 0, false
}

func (r *Reader) bool() bool {
	c := r.at(0) | 0x20
	if c != 't' && c != 'f' || isWordByte(r.at(1)) {
		r.expected("a bool (t or f)")
	}
	r.pos++
	return c == 't'
}

// char reads a backquote and one raw byte.
func (r *Reader) char() byte {
	if r.at(0) != '`' || r.pos+1 >= len(r.text) {
		r.expected("a char")
	}
	if n := runeLen(r.text[r.pos+1:]); n > 1 {
		r.fail(fmt.Sprintf("a char is one byte, found `%s`, which is %d bytes in UTF-8", r.text[r.pos+1:r.pos+1+n], n))
	}
	r.pos += 2
	return r.text[r.pos-1]
}

// string reads a string in quotes, with its escapes (char.go).
func (r *Reader) string() Chars {
	out := Chars{}
	for i := r.pos + 1; i < len(r.text); {
		c, n, ok := r.text[i], 1, true
		switch {
		case c == '"':
			r.pos = i + 1
			return out
		case c == '\\' && i+1 < len(r.text):
			c, n, ok = Escape(r.text[i:])
		}
		if !ok {
			r.pos = i
			r.fail(BadEscape)
		}
		out, i = append(out, c), i+n
	}
	r.fail("unclosed string")
	return nil
}

func isDigit(c byte) bool { return c-'0' < 10 }

// isWordByte reports whether c may be inside a name or a number.
func isWordByte(c byte) bool {
	return isDigit(c) || c|0x20-'a' < 26 || c == '_' || c == '.' || c == '~' || c >= 0x80
}

// word is the name or number that starts here.
func (r *Reader) word() string {
	i := 0
	for isWordByte(r.at(i)) {
		i++
	}
	return string(r.text[r.pos : r.pos+i])
}

// found describes what is here for an error: a word, cut after 20 bytes, or
// one character.
func (r *Reader) found() string {
	if r.pos >= len(r.text) {
		return "end of input"
	}
	w := r.word()
	if w == "" {
		return "`" + string(rune(r.text[r.pos])) + "`"
	}
	return "`" + w[:min(len(w), 20)] + "`"
}

func (r *Reader) expected(what string) { r.fail("expected " + what + ", found " + r.found()) }

// fail raises an error at the current position.
func (r *Reader) fail(msg string) {
	e := &InputError{File: r.file, Line: 1, Col: 1, Msg: msg}
	for _, c := range r.text[:r.pos] {
		if c == '\n' {
			e.Line, e.Col = e.Line+1, 1
		} else if c&0xC0 != 0x80 {
			e.Col++
		}
	}
	panic(e)
}
