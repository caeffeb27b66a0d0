// Characters and strings: source text is bytes, mostly UTF-8, and so are the
// values of literals. The lexer needs characters: a byte that is not UTF-8 is one
// from the end of Unicode meanwhile.

package nesl

import (
	"strings"
	"unicode/utf8"

	"github.com/antlr4-go/antlr/v4"

	"nessiec/ir/value"
)

// Byte b, at least 0x80, stands for the lexer as the character strayBase + b. So
// do all bytes of such a character, should the source have one.
const strayBase = utf8.MaxRune - 0xFF

func isStray(r rune) bool { return r >= strayBase+0x80 }

// decode makes src valid UTF-8; raw undoes it.
func decode(src string) string {
	if utf8.ValidString(src) && strings.IndexFunc(src, isStray) < 0 {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRuneInString(src[i:])
		if isStray(r) || r == utf8.RuneError && n == 1 {
			for _, c := range []byte(src[i : i+n]) {
				b.WriteRune(strayBase + rune(c))
			}
		} else {
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// raw is the bytes of the source that decode made s of.
func raw(s string) string {
	if strings.IndexFunc(s, isStray) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isStray(r) {
			b.WriteByte(byte(r - strayBase))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// char is the value of a character literal, which is one byte.
func (p *parser) char(t antlr.Token) byte {
	c := raw(t.GetText()[1:])
	if len(c) > 1 {
		p.errorf(t, "E0106", "a char is one byte, and `%s` is %d bytes in UTF-8", c, len(c)).
			WithHint("write a string, which is a sequence of bytes: \"" + c + "\"")
	}
	return c[0]
}

// text is the value of a string literal, which may have escapes.
func (p *parser) text(t antlr.Token) string {
	literal := t.GetText()
	s := literal[1 : len(literal)-1]
	if !strings.Contains(s, `\`) {
		return raw(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		next := strings.IndexByte(s[i:], '\\')
		if next < 0 {
			next = len(s) - i
		}
		b.WriteString(raw(s[i : i+next]))
		if i += next; i == len(s) {
			break
		}
		c, n, ok := value.Escape(s[i:])
		switch {
		case !ok:
			p.report(p.within(t, 1+i), 2, "E0107", value.BadEscape).
				WithHint("a backslash is written \\\\")
		case c >= utf8.RuneSelf && n == 2: // the first byte of a character, which stands for itself
			n--
		default:
			b.WriteByte(c)
		}
		i += n
	}
	return b.String()
}
