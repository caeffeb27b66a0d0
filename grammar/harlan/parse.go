// Package harlan reads Harlan source text.
//
// The one entry is Parse: text in, data of ir/datum and diagnostics out.
//
//	Harlan.g4, gen/  the grammar and what ANTLR makes of it; nothing else imports gen
//	lex.go           mistakes inside tokens; the values of literals
//	brackets.go      brackets that do not match
//	build.go         the tree of ANTLR to data
package harlan

import (
	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/harlan/gen"
	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/ir/diag"
)

// Parse reads a source file. fileIndex is the index of the file in the file table, for
// positions. Every mistake adds an error to d; there is nothing in the module then.
func Parse(fileIndex int, src string, d *diag.List) *datum.Module {
	p := &parser{file: fileIndex, diags: d}
	before := d.NumErrors()
	toks := p.scan(src)
	if d.NumErrors() == before {
		p.brackets(toks.GetAllTokens())
	}
	if d.NumErrors() > before {
		return &datum.Module{}
	}
	rules := gen.NewHarlanParser(toks)
	rules.RemoveErrorListeners()
	rules.AddErrorListener(&listener{p: p})
	tree := rules.File()
	if d.NumErrors() > before {
		return &datum.Module{}
	}
	m := &datum.Module{Decl: ir.DeclAt(ir.MakePos(fileIndex, 1, 1))}
	for _, x := range tree.AllDatum() {
		m.Forms = append(m.Forms, p.datum(x))
	}
	if d.NumErrors() > before {
		return &datum.Module{}
	}
	return m
}

// parser is the state of one Parse.
type parser struct {
	file  int
	diags *diag.List
}

// A listener reports what the grammar does not accept. Brackets match, so it is a dot or
// a #; in the wrong place.
type listener struct {
	*antlr.DefaultErrorListener
	p *parser
}

func (l *listener) SyntaxError(_ antlr.Recognizer, sym any, line, col int, msg string, _ antlr.RecognitionException) {
	t, ok := sym.(antlr.Token)
	if !ok || l.p.diags.NumErrors() >= diag.MaxErrors {
		return
	}
	switch t.GetTokenType() {
	case gen.HarlanParserDOT:
		l.p.errorf(t, "E0404", "a dot means nothing here").
			WithHint("in a pattern of a macro it stands in front of the last part of a list: (a b . rest)")
	default:
		l.p.errorf(t, "E0404", "expected something in front of %s", spell(t)).
			WithHint("#; leaves out the datum behind it, and a dot is followed by one datum")
	}
}

// pos is the position of the first character of t.
func (p *parser) pos(t antlr.Token) ir.Pos {
	return ir.MakePos(p.file, t.GetLine(), t.GetColumn()+1)
}

// errorf adds an error at t.
func (p *parser) errorf(t antlr.Token, code, format string, args ...any) *diag.Diagnostic {
	return p.diags.Errorf(p.pos(t), code, format, args...).Underline(width(t))
}
