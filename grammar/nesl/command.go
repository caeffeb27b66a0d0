// Commands of the interpreter, at the start of a form: load and set have a
// meaning in a program, the others have none.

package nesl

import (
	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// command reads the form as a command; ok is false if it is none.
func (p *parser) command(c gen.IStatementContext) (cmd nesl.Expr, ok bool) {
	first := c.GetStart()
	if op := c.BARASSIGN(); op != nil {
		p.foreign(op.GetSymbol(), "file variables (`|=`) are")
		return nil, true
	}
	if op := c.AMPASSIGN(); op != nil {
		p.foreign(op.GetSymbol(), "background jobs (`&=`) are")
		return nil, true
	}
	if first.GetTokenType() != gen.NeslParserNAME || !nesl.IsCommand(name(first)) {
		return nil, false
	}
	args := p.flat(c.Expr(0))
	args.next++
	switch {
	case c.EQUALS() != nil:
		p.errorf(first, "E0105", "%s begins a command and cannot be defined here", spell(first))
	case name(first) == "load":
		return p.load(first, args), true
	case name(first) == "set":
		return p.set(first, args), true
	default:
		e := p.foreign(first, "the command "+spell(first)+" is")
		if !args.done() {
			if _, call := args.item().(*gen.ParenContext); call {
				e.Hint = "a call of the function " + name(first) + " at the start of a form is in parentheses: (" + name(first) + "(...))"
			}
		}
	}
	return nil, true
}

// load reads load "file" and load("file", verbose := t).
func (p *parser) load(first antlr.Token, args *list) nesl.Expr {
	at := ir.At(p.pos(first))
	usage := func() nesl.Expr {
		p.errorf(first, "E0128", "expected load \"file\" or load(\"file\", verbose := t, print := t)")
		return nil
	}
	if args.done() {
		return usage()
	}
	var parts []nesl.Expr
	for rest := args.loadArgument(); rest != nil; {
		pair, ok := rest.(*nesl.Pair)
		if !ok {
			parts = append(parts, rest)
			break
		}
		parts = append(parts, pair.Left)
		rest = pair.Right
	}
	if p.failed {
		return nil
	}
	if !args.done() || !names(parts[0]) {
		return usage()
	}
	for _, o := range parts[1:] {
		if k, ok := o.(*nesl.Keyword); !ok || k.Name != "verbose" && k.Name != "print" {
			return usage()
		}
	}
	return &nesl.Load{Node: at, File: parts[0], Options: parts[1:]}
}

// names reports whether e can be the name of a file.
func names(e nesl.Expr) bool {
	switch e := e.(type) {
	case *nesl.String, *nesl.Id:
		return true
	case *nesl.Binary:
		return e.Op == "++" && names(e.Left) && names(e.Right)
	}
	return false
}

// loadArgument reads the name of a file, or the parentheses of a load.
func (l *list) loadArgument() nesl.Expr {
	if c, ok := l.item().(*gen.ParenContext); ok && l.next == len(l.items)-1 {
		l.next++
		return l.parenthesised(c, "expression", l.argument)
	}
	return l.level(nesl.LevelExpr)
}

// set reads set print_length n and set arg_check on|off.
func (p *parser) set(first antlr.Token, args *list) nesl.Expr {
	at := ir.At(p.pos(first))
	var words []antlr.Token
	for _, it := range args.items[1:] {
		words = append(words, it.GetStart())
	}
	if len(words) == 0 || words[0].GetTokenType() != gen.NeslParserNAME {
		p.errorf(first, "E0128", "expected set print_length NUMBER or set arg_check on|off")
		return nil
	}
	switch option := name(words[0]); {
	case option == "print_length" && len(words) == 2 && words[1].GetTokenType() == gen.NeslParserINT:
		return &nesl.SetPrintLength{Node: at, Val: p.integer(words[1])}
	case option == "arg_check" && len(words) == 2 && (name(words[1]) == "on" || name(words[1]) == "off"):
		return &nesl.SetArgCheck{Node: at, On: name(words[1]) == "on"}
	case option == "print_length":
		p.errorf(words[0], "E0128", "expected set print_length NUMBER")
	case option == "arg_check":
		p.errorf(words[0], "E0128", "expected set arg_check on or set arg_check off")
	default:
		p.foreign(words[0], "the setting "+spell(words[0])+" is")
	}
	return nil
}

// foreign rejects what only the interactive system has.
func (p *parser) foreign(t antlr.Token, what string) *diag.Diagnostic {
	return p.errorf(t, "E0127", "%s part of the interactive system, not of a program", what)
}
