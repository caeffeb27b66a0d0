package nesl

// Tokens for those who lay out source text.

import (
	"strings"

	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
)

// A TokenKind tells what a token is.
type TokenKind uint8

// The kinds of tokens.
const (
	Sign    TokenKind = iota // operators and brackets
	Word                     // of the language, such as if and and
	Name                     //
	Literal                  // numbers, characters, strings, t and f
	Comment                  // with its signs
)

// A Token is a part of a source text.
type Token struct {
	Kind   TokenKind
	Text   string // as in the source
	Breaks int    // ends of lines before it
}

// Tokens cuts a source text without mistakes into tokens, comments included.
func Tokens(src string) (out []Token) {
	end := 0
	text := []rune(decode(src))
	for _, t := range wordTokens(src).GetAllTokens() {
		if t.GetTokenType() == antlr.TokenEOF {
			break
		}
		gap := string(text[end:t.GetStart()])
		out = append(out, Token{kindOf(t), raw(t.GetText()), strings.Count(gap, "\n")})
		end = t.GetStop() + 1
	}
	return out
}

func kindOf(t antlr.Token) TokenKind {
	switch k := t.GetTokenType(); {
	case t.GetChannel() != antlr.TokenDefaultChannel:
		return Comment
	case k == gen.NeslLexerNAME:
		return Name
	case k == gen.NeslLexerBOOL || k == gen.NeslLexerINT || k == gen.NeslLexerFLOAT || k == gen.NeslLexerCHAR || k == gen.NeslLexerSTRING:
		return Literal
	case k >= gen.NeslLexerIF && k <= gen.NeslLexerRESERVED:
		return Word
	}
	return Sign
}
