// Package vcode reads VCODE source text, and writes it.
//
// The entries are Parse, text in, functions of ir/vcode and diagnostics out; and Format,
// the other way round.
//
//	lex.go       words, strings, comments
//	parse.go     functions and the structure of IF, ELSE and ENDIF
//	instr.go     instructions and what stands behind them
//	constant.go  constants
//	format.go    programs as text
//
// VCODE is a sequence of words, so a grammar of its own would say no more than this.
package vcode

import (
	"slices"
	"unicode/utf8"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/vcode"
)

// Parse reads a source file. fileIndex is the index of the file in the file table, for
// positions. Every mistake adds an error to d; there is nothing in the module then.
func Parse(fileIndex int, src string, d *diag.List) *vcode.Module {
	p := &parser{lexer: lexer{file: fileIndex, rest: src, line: 1, col: 1, diags: d}}
	before := d.NumErrors()
	p.advance()
	m := &vcode.Module{}
	defined := map[string]ir.Pos{}
	for p.tok.text != "" || p.tok.str {
		f := p.function()
		if f == nil {
			break
		}
		if first, twice := defined[f.Name]; twice {
			d.Errorf(f.P, "E0506", "the function %s is defined twice", f.Name).Underline(len(f.Name)).
				Note(first, len(f.Name), "it is defined here, too")
		} else {
			defined[f.Name] = f.P
		}
		m.Funcs = append(m.Funcs, f)
	}
	if len(m.Funcs) == 0 && d.NumErrors() == before {
		d.Errorf(p.pos(p.tok), "E0505", "the file has no function").WithHint("a program is functions: FUNC MAIN CONST INT 1 RET")
	}
	if d.NumErrors() > before {
		return &vcode.Module{}
	}
	return m
}

// maxDepth is how deep IF may nest.
const maxDepth = 1000

// A parser is the state of one Parse; tok is the token in front of which it stands.
type parser struct {
	lexer
	tok   token
	depth int
}

func (p *parser) advance() token {
	t := p.tok
	p.tok = p.lexer.next()
	return t
}

// is reports whether the next token is the word w.
func (p *parser) is(w string) bool { return p.tok.text == w && !p.tok.str }

// fail adds an error at t.
func (p *parser) fail(t token, code, format string, args ...any) *diag.Diagnostic {
	return p.diags.Errorf(p.pos(t), code, format, args...).Underline(max(1, utf8.RuneCountInString(t.text)))
}

// spell names a token for a message.
func (t token) spell() string {
	const longest = 30
	switch {
	case t.str:
		return "a string"
	case t.text == "":
		return "the end of the file"
	case len(t.text) > longest:
		return t.text[:longest] + "..."
	}
	return t.text
}

// function reads FUNC name instructions RET; nil if nothing behind it can be read.
func (p *parser) function() *vcode.Func {
	if !p.is("FUNC") {
		p.fail(p.tok, "E0505", "expected FUNC, found %s", p.tok.spell()).WithHint("a file is a list of functions: FUNC name ... RET")
		p.skipTo("FUNC")
		if p.tok.text == "" {
			return nil
		}
	}
	start := p.advance()
	name := p.tok
	if name.str || name.text == "" || name.text == "(" || name.text == ")" {
		p.fail(name, "E0503", "expected the name of a function behind FUNC, found %s", name.spell())
	} else {
		p.advance()
	}
	f := &vcode.Func{Name: name.text, Inputs: vcode.Unknown, Outputs: vcode.Unknown}
	f.P = p.pos(name)
	f.Body = p.block(start)
	switch {
	case p.is("RET"):
		p.advance()
	case p.is("ELSE"), p.is("ENDIF"):
		p.fail(p.tok, "E0505", "this %s belongs to no IF", p.tok.text)
		p.skipTo("FUNC")
	case p.tok.text == "" && p.diags.HasErrors(): // what is missing may be in what was not understood
	default:
		p.fail(p.tok, "E0505", "the function %s has no RET in front of %s", name.text, p.tok.spell()).
			Note(p.pos(start), len(start.text), "it begins here")
	}
	return f
}

// skipTo goes to the next word w, or to the end.
func (p *parser) skipTo(w string) {
	for !p.is(w) && (p.tok.text != "" || p.tok.str) {
		p.advance()
	}
}

// ends are the words that end a list of instructions.
var ends = []string{"RET", "ELSE", "ENDIF", "FUNC"}

// block reads instructions up to a word that ends them.
func (p *parser) block(start token) *vcode.Block {
	b := &vcode.Block{Node: ir.At(p.pos(start))}
	for (p.tok.text != "" || p.tok.str) && (p.tok.str || !slices.Contains(ends, p.tok.text)) && p.diags.NumErrors() < diag.MaxErrors {
		var e vcode.Expr
		if p.is("IF") {
			e = p.branch()
		} else {
			e = p.instruction()
		}
		if e != nil {
			b.Code = append(b.Code, e)
		}
	}
	return b
}

// branch reads IF ... ELSE ... ENDIF.
func (p *parser) branch() vcode.Expr {
	start := p.advance()
	if p.depth++; p.depth > maxDepth {
		if p.depth == maxDepth+1 {
			p.fail(start, "E0505", "IF nests more than %d deep here", maxDepth)
		}
		for p.tok.text != "" || p.tok.str {
			p.advance()
		}
		return nil
	}
	defer func() { p.depth-- }()
	out := &vcode.Branch{Node: ir.At(p.pos(start)), Then: p.block(start)}
	els := &vcode.Block{Node: ir.At(p.pos(start))}
	if p.is("ELSE") {
		els = p.block(p.advance())
	}
	out.Else = els
	if p.is("ENDIF") {
		p.advance()
		return out
	}
	d := p.fail(start, "E0505", "this IF has no ENDIF in front of %s", p.tok.spell())
	if p.is("ELSE") {
		d.Message = "this IF has more than one ELSE"
		d.Note(p.pos(p.tok), len("ELSE"), "this is one too many")
		p.advance()
		p.block(start)
		if p.is("ENDIF") {
			p.advance()
		}
	}
	return out
}
