package harlan

// Text to tokens, the mistakes inside tokens, and the values of literals.

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/harlan/gen"
	"nessiec/ir"
	"nessiec/ir/datum"
)

// scan cuts src into tokens and reports mistakes inside them.
func (p *parser) scan(src string) *antlr.CommonTokenStream {
	if i := invalid(src); i >= 0 {
		line := 1 + strings.Count(src[:i], "\n")
		col := utf8.RuneCountInString(src[strings.LastIndexByte(src[:i], '\n')+1:i]) + 1
		p.diags.Errorf(ir.MakePos(p.file, line, col), "E0403", "the byte 0x%02X is not UTF-8", src[i])
		src = src[:i]
	}
	lexer := gen.NewHarlanLexer(antlr.NewInputStream(src))
	lexer.RemoveErrorListeners()
	toks := antlr.NewCommonTokenStream(lexer, antlr.TokenDefaultChannel)
	toks.Fill()
	for _, t := range toks.GetAllTokens() {
		switch t.GetTokenType() {
		case gen.HarlanLexerOPEN_COMMENT:
			p.errorf(t, "E0402", "this comment is never closed").WithHint("it ends with |#, and comments nest")
		case gen.HarlanLexerOPEN_STRING:
			p.errorf(t, "E0402", "this string is never closed").WithHint("if it should end here, a string before it was not closed")
		case gen.HarlanLexerSTRAY:
			e := p.errorf(t, "E0403", "%s means nothing here", spell(t))
			e.Hint = strayHints[t.GetText()]
		}
	}
	return toks
}

// strayHints says what was probably meant by characters that mean nothing.
var strayHints = map[string]string{
	"'": "there is no quote: symbols and lists are not data of programs",
	"`": "there is no quasiquote: a macro has a pattern and a template",
	"{": "brackets are ( ) and [ ]",
	"}": "brackets are ( ) and [ ]",
	"#": "what begins with # is #t, #f, #\\a, #| ... |# or #;",
}

// invalid is the offset of the first byte that is not UTF-8, -1 if there is none.
func invalid(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// spell names a token for a message.
func spell(t antlr.Token) string {
	const longest = 30
	if t.GetTokenType() == antlr.TokenEOF {
		return "the end of the file"
	}
	if text := []rune(t.GetText()); len(text) > longest {
		return string(text[:longest]) + "..."
	}
	return t.GetText()
}

// width is the number of characters of t on its first line.
func width(t antlr.Token) int {
	if t.GetTokenType() == antlr.TokenEOF {
		return 1
	}
	text, _, _ := strings.Cut(t.GetText(), "\n")
	return max(1, utf8.RuneCountInString(text))
}

// integer is the datum of a number without a point.
func (p *parser) integer(t antlr.Token) datum.Expr {
	at, s := ir.At(p.pos(t)), t.GetText()
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return &datum.Int{Node: at, Val: i}
	}
	u, err := strconv.ParseUint(strings.TrimPrefix(s, "+"), 10, 64)
	if err != nil {
		p.errorf(t, "E0403", "the number %s is out of range", spell(t)).WithHint("u64 goes up to 18446744073709551615")
	}
	return &datum.Wide{Node: at, Bits: int64(u)}
}

// charNames are the names of characters that are not written as they are.
var charNames = map[string]byte{
	"space": ' ', "newline": '\n', "linefeed": '\n', "tab": '\t', "return": '\r', "nul": 0, "null": 0,
	"backspace": 8, "delete": 127, "escape": 27, "alarm": 7,
}

// char is the value of a literal of a character, which is one byte.
func (p *parser) char(t antlr.Token) byte {
	name := t.GetText()[2:]
	if c, ok := charNames[name]; ok {
		return c
	}
	switch {
	case len(name) == 1:
		return name[0]
	case utf8.RuneCountInString(name) == 1:
		p.errorf(t, "E0403", "a char is one byte, and %s is %d bytes in UTF-8", name, len(name)).WithHint("write a text, which is bytes: \"" + name + "\"")
	default:
		p.errorf(t, "E0403", "no character is called %s", name).WithHint("the names are space, newline, tab, return and nul")
	}
	return 0
}

// escapes are the characters behind a backslash in a string.
var escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', '"': '"', '\\': '\\', '0': 0, 'a': 7}

// text is the value of a literal of a text.
func (p *parser) text(t antlr.Token) string {
	s := t.GetText()
	s = s[1 : len(s)-1]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		c, ok := escapes[s[i]]
		if !ok {
			p.errorf(t, "E0403", "this string has an escape that does not exist: \\%c", s[i]).
				WithHint("the escapes are \\n \\t \\r \\0 \\a \\\" and \\\\")
		}
		b.WriteByte(c)
	}
	return b.String()
}

// literal is the datum of a token.
func (p *parser) literal(t antlr.Token) datum.Expr {
	at := ir.At(p.pos(t))
	switch t.GetTokenType() {
	case gen.HarlanParserINT:
		return p.integer(t)
	case gen.HarlanParserFLOAT:
		f, err := strconv.ParseFloat(t.GetText(), 64)
		if err != nil {
			p.errorf(t, "E0403", "the number %s is out of range", spell(t))
		}
		return &datum.Float{Node: at, Val: f}
	case gen.HarlanParserBOOL:
		return &datum.Bool{Node: at, Val: t.GetText() == "#t"}
	case gen.HarlanParserCHAR:
		return &datum.Char{Node: at, Val: p.char(t)}
	case gen.HarlanParserSTRING:
		return &datum.String{Node: at, Val: p.text(t)}
	}
	return &datum.Sym{Node: at, Name: t.GetText()}
}
