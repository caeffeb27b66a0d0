package value

// Characters. A char is a byte, in memory, in files and on terminals: text in
// UTF-8 passes through as its bytes. In strings, those of programs and those read
// as data, a backslash begins an escape:
//
//	\n \t   newline, tab
//	\xNN    the byte with this code, two hexadecimal digits
//	\c      c itself, whatever else it is, as in NESL

import "unicode/utf8"

// BadEscape is what is wrong with an escape that is none.
const BadEscape = `expected two hexadecimal digits after \x`

// Escape reads the escape at the start of s, which is a backslash and more: its
// byte and how many bytes of s it takes. It is not ok if digits are missing.
func Escape[S ~string | ~[]byte](s S) (c byte, taken int, ok bool) {
	switch s[1] {
	case 'n':
		return '\n', 2, true
	case 't':
		return '\t', 2, true
	case 'x':
		if len(s) < 4 {
			return 0, 2, false
		}
		high, low := hexDigit(s[2]), hexDigit(s[3])
		return byte(high<<4 | low), 4, high >= 0 && low >= 0
	}
	return s[1], 2, true
}

// hexDigit is the value of a hexadecimal digit, -1 for another byte.
func hexDigit(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// runeLen is the number of bytes of the first character of text, in UTF-8; a
// byte that begins none counts for itself.
func runeLen(text []byte) int {
	_, n := utf8.DecodeRune(text)
	return n
}
