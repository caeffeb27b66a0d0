// Package nesl reads NESL source text.
//
// The one entry is Parse: text in, a module of ir/nesl and diagnostics out.
//
//	Nesl.g4, gen/  the grammar and what ANTLR makes of it; nothing else imports gen
//	lex.go         text to tokens; mistakes inside tokens
//	chars.go       bytes and characters; the values of strings
//	match.go       running ANTLR over one form
//	forms.go       where a form ends, how deep it nests; used before and after mistakes
//	syntax.go      mistakes that the grammar finds, in words
//	build.go       top-level forms
//	expr.go        flat lists of operands and operators to trees (Pratt)
//	primary.go     what stands between operators: literals, brackets, if, let
//	pattern.go     expressions read as patterns
//	types.go       flat lists read as types
//	command.go     load and set
package nesl

import (
	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// Parse reads a source file. fileIndex is the index of the file in the file
// table, for positions. Every mistake adds an error to d; the module then holds
// the forms without one. src may be any bytes: a byte that is not UTF-8 stands
// for itself in strings and characters. Reading stops after diag.MaxErrors errors.
func Parse(fileIndex int, src string, d *diag.List) *nesl.Module {
	p := &parser{file: fileIndex, diags: d}
	p.toks = p.scan(src)
	p.rules = newRules(p)
	m := &nesl.Module{}
	for {
		for p.peek(0).GetTokenType() == gen.NeslParserSEMI {
			p.toks.Consume()
		}
		if p.peek(0).GetTokenType() == antlr.TokenEOF || d.NumErrors() >= diag.MaxErrors {
			return m
		}
		if f := p.form(); f != nil {
			m.Forms = append(m.Forms, f)
		}
	}
}

// parser is the state of one Parse.
type parser struct {
	file  int
	diags *diag.List
	toks  *antlr.CommonTokenStream
	stray []int // indexes of tokens that are mistakes, in order
	rules *gen.NeslParser

	// Of the form that is being read:
	failed bool
	depth  int // of nested calls of level
}

// peek returns the n-th token from here.
func (p *parser) peek(n int) antlr.Token { return p.toks.LT(n + 1) }

// form reads one form up to its terminator. It returns nil after a mistake, at
// the place from where to read on.
func (p *parser) form() nesl.Expr {
	p.failed, p.depth = false, 0
	start := p.peek(0).GetTokenIndex()
	end, deepest := p.extent(start)
	if deepest != nil {
		p.toks.Seek(end)
		p.errorf(deepest, "E0126", "brackets, ifs, lets and cases nest more than %d deep here", maxDepth)
		return nil
	}
	tree, bad := p.match()
	if bad >= 0 {
		p.resume(start, end, bad)
		return nil
	}
	if p.strayIn(start, p.peek(0).GetTokenIndex()) {
		return nil
	}
	if f := p.buildForm(tree); !p.failed {
		return f
	}
	return nil
}

// resume goes on behind a form with a mistake at token bad: to its end as far
// as its brackets show it, or to a ';' before that which is followed by a token
// in the first column.
func (p *parser) resume(start, end, bad int) {
	p.toks.Seek(bad)
	for {
		t := p.peek(0)
		if t.GetTokenType() == antlr.TokenEOF || endsForm(t) && t.GetTokenIndex() > start &&
			(t.GetTokenIndex() >= end || t.GetTokenType() != gen.NeslParserSEMI || p.peek(1).GetColumn() == 0) {
			return
		}
		p.toks.Consume()
	}
}

// strayIn reports whether a token from start up to end is a mistake.
func (p *parser) strayIn(start, end int) bool {
	for len(p.stray) > 0 && p.stray[0] < start {
		p.stray = p.stray[1:]
	}
	return len(p.stray) > 0 && p.stray[0] < end
}
