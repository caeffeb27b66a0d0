package value

// Characters in files and on terminals: UTF-8, and a byte that is not part of
// a well-formed character stands for its own value (DESIGN 12).

import "unicode/utf8"

// AppendChar appends the UTF-8 form of code point c; one that has none (a
// surrogate, out of range) becomes U+FFFD.
func AppendChar(b []byte, c int32) []byte { return utf8.AppendRune(b, c) }

// DecodeChar reads one character at the start of b, which must not be empty,
// and returns it with the number of bytes it takes.
func DecodeChar(b []byte) (int32, int) {
	if b[0] < utf8.RuneSelf {
		return int32(b[0]), 1
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 {
		return int32(b[0]), 1
	}
	return r, n
}

// decodeRune is DecodeChar of a string.
func decodeRune(s string) (int32, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n <= 1 {
		return int32(s[0]), 1
	}
	return r, n
}
