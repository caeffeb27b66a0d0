// Text to tokens, and the mistakes inside tokens: open comments and strings,
// characters that mean nothing, numbers out of range.

package nesl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
	"nessiec/ir"
	"nessiec/ir/diag"
)

// scan cuts src into tokens and reports mistakes inside them.
func (p *parser) scan(src string) *antlr.CommonTokenStream {
	toks := wordTokens(src)
	for _, t := range toks.GetAllTokens() {
		if p.lexical(t) {
			p.stray = append(p.stray, t.GetTokenIndex())
		}
	}
	return toks
}

// wordTokens cuts src into tokens.
func wordTokens(src string) *antlr.CommonTokenStream {
	toks := tokens(src, false)
	if has(toks, gen.NeslLexerCASE) != has(toks, gen.NeslLexerOF) {
		toks = tokens(src, true)
	}
	return toks
}

// tokens cuts src into tokens; case and of may be names.
func tokens(src string, names bool) *antlr.CommonTokenStream {
	lexer := gen.NewNeslLexer(antlr.NewInputStream(decode(src)))
	lexer.RemoveErrorListeners()
	toks := antlr.NewCommonTokenStream(softLexer{lexer, names}, antlr.TokenDefaultChannel)
	toks.Fill()
	return toks
}

// has reports whether some token has this type.
func has(toks *antlr.CommonTokenStream, tokenType int) bool {
	return slices.ContainsFunc(toks.GetAllTokens(), func(t antlr.Token) bool { return t.GetTokenType() == tokenType })
}

// A softLexer takes case and of for names in texts that have only one of them: the
// language had no such words once.
type softLexer struct {
	*gen.NeslLexer
	names bool
}

// NextToken is the next token.
func (l softLexer) NextToken() antlr.Token {
	t := l.NeslLexer.NextToken()
	if l.names && (t.GetTokenType() == gen.NeslLexerCASE || t.GetTokenType() == gen.NeslLexerOF) {
		return nameToken{t}
	}
	return t
}

// A nameToken is a word that is a name.
type nameToken struct{ antlr.Token }

// GetTokenType is that of names.
func (nameToken) GetTokenType() int { return gen.NeslLexerNAME }

// lexical reports the mistake that t is, if it is one.
func (p *parser) lexical(t antlr.Token) bool {
	switch t.GetTokenType() {
	case gen.NeslLexerOPEN_COMMENT:
		p.report(p.pos(t), 1, "E0101", "this comment is never closed").
			WithHint("comments run from % to the next %; the remainder of a division is rem(a, b)")
	case gen.NeslLexerOPEN_STRING:
		p.report(p.pos(t), 1, "E0102", "this string is never closed").
			WithHint("if it should end here, a string before it was not closed")
	case gen.NeslLexerOPEN_CHAR:
		p.report(p.pos(t), 1, "E0102", "expected a character after the backquote, found the end of the file")
	case gen.NeslLexerSTRAY:
		e := p.report(p.pos(t), width(t), "E0103", "%s means nothing here", spell(t))
		e.Hint = strayHints[t.GetText()]
	default:
		return false
	}
	return true
}

// strayHints says what was probably meant by characters that mean nothing.
var strayHints = map[string]string{
	"!":  "not is a function: not(x); unequal is /=",
	"&":  "the operator is called and",
	"'":  "a character is written with a backquote: `a",
	"’":  "a character is written with a backquote: `a",
	"“":  "strings stand between straight quotes",
	"”":  "strings stand between straight quotes",
	"\\": "an anonymous function is written x => x + 1",
	".":  "parts of a pair are taken with a pattern: let (x, y) = p in x",
	">>": "shifts are the functions lshift and rshift",
	"?":  "a choice is written if c then a else b",
}

// spell names a token for a message.
func spell(t antlr.Token) string {
	const longest = 30
	text := []rune(t.GetText())
	switch {
	case t.GetTokenType() == antlr.TokenEOF:
		return "the end of the file"
	case t.GetTokenType() == gen.NeslLexerSTRING:
		return "a string"
	case len(text) == 1 && isStray(text[0]):
		return fmt.Sprintf("the byte 0x%02X", text[0]-strayBase)
	case len(text) == 1 && !unicode.IsPrint(text[0]):
		return "the character " + strconv.QuoteRuneToASCII(text[0])
	case len(text) == 2 && text[0] == '`' && !unicode.IsPrint(text[1]):
		return "a character"
	case len(text) > longest:
		return "`" + raw(string(text[:longest])) + "...`"
	}
	return "`" + raw(string(text)) + "`"
}

// width is the number of characters of t on its first line.
func width(t antlr.Token) int {
	if t.GetTokenType() == antlr.TokenEOF {
		return 1
	}
	text, _, _ := strings.Cut(t.GetText(), "\n")
	return max(1, utf8.RuneCountInString(text))
}

// pos is the position of the first character of t.
func (p *parser) pos(t antlr.Token) ir.Pos {
	return ir.MakePos(p.file, t.GetLine(), t.GetColumn()+1)
}

// after is the position behind the last character of t.
func (p *parser) after(t antlr.Token) ir.Pos { return p.within(t, len(t.GetText())) }

// within is the position in t behind n bytes of its text.
func (p *parser) within(t antlr.Token, n int) ir.Pos {
	text := t.GetText()[:n]
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		return ir.MakePos(p.file, t.GetLine()+strings.Count(text, "\n"), utf8.RuneCountInString(text[i+1:])+1)
	}
	return ir.MakePos(p.file, t.GetLine(), t.GetColumn()+1+utf8.RuneCountInString(text))
}

// report adds an error that underlines n characters; the form is not kept.
func (p *parser) report(at ir.Pos, n int, code, format string, args ...any) *diag.Diagnostic {
	p.failed = true
	return p.diags.Errorf(at, code, format, args...).Underline(n)
}

// errorf adds an error at t; the form is not kept. The end of the file is shown
// behind the last token.
func (p *parser) errorf(t antlr.Token, code, format string, args ...any) *diag.Diagnostic {
	if last := p.toks.LT(-1); t.GetTokenType() == antlr.TokenEOF && last != nil {
		return p.report(p.after(last), 1, code, format, args...)
	}
	return p.report(p.pos(t), width(t), code, format, args...)
}
