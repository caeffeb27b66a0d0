// The extent of a form, found from its brackets and words alone: how deep it
// nests, before ANTLR recurses into it, and where it ends, after a mistake.

package nesl

import (
	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
)

// maxDepth is how deep brackets, ifs, lets and cases may nest in a form, and how deep
// its expressions may. Everything behind the parser recurses over the tree.
const maxDepth = 2000

// endsForm reports whether a form ends before or with t, whatever is open,
// unless t separates bindings.
func endsForm(t antlr.Token) bool {
	switch t.GetTokenType() {
	case gen.NeslParserSEMI, gen.NeslParserFUNCTION, gen.NeslParserDATATYPE, antlr.TokenEOF:
		return true
	}
	return false
}

// outline is what is open at a place in a form.
type outline struct {
	open    []opening
	depth   int  // brackets, ifs, lets and cases around this place
	context bool // between :: and =
}

// opening is a bracket or a let without its other half, and the depth around it.
type opening struct {
	kind  int // token type
	depth int
}

// extent finds the token that ends the form which begins with the token start:
// its terminator, the next function or datatype, or the end of the file. In a
// form without mistakes that is its true end. deepest is the token at which
// maxDepth is passed, nil if it is not.
func (p *parser) extent(start int) (end int, deepest antlr.Token) {
	var o outline
	all := p.toks.GetAllTokens()
	for i := start; ; i++ {
		t := all[i]
		if t.GetChannel() != antlr.TokenDefaultChannel {
			continue
		}
		if endsForm(t) && i > start {
			if t.GetTokenType() != gen.NeslParserSEMI || o.semicolon(all[i+1:]) {
				return i, deepest
			}
			continue
		}
		if o.step(t.GetTokenType()); o.depth > maxDepth && deepest == nil {
			deepest = t
		}
	}
}

// step enters and leaves brackets and words.
func (o *outline) step(kind int) {
	switch kind {
	case gen.NeslParserLPAREN, gen.NeslParserLBRACK, gen.NeslParserLBRACE, gen.NeslParserLET:
		o.open = append(o.open, opening{kind, o.depth})
		o.depth++
	case gen.NeslParserIF, gen.NeslParserCASE:
		o.depth++
	case gen.NeslParserRPAREN:
		o.close(gen.NeslParserLPAREN)
	case gen.NeslParserRBRACK:
		o.close(gen.NeslParserLBRACK)
	case gen.NeslParserRBRACE:
		o.close(gen.NeslParserLBRACE)
	case gen.NeslParserIN:
		o.in()
	case gen.NeslParserCOLONCOLON:
		o.context = true
	case gen.NeslParserEQUALS:
		o.context = false
	}
}

// close leaves the innermost bracket of a kind, and what is open inside it.
func (o *outline) close(kind int) {
	for i := len(o.open) - 1; i >= 0; i-- {
		if o.open[i].kind == kind {
			o.depth = o.open[i].depth
			o.open = o.open[:i]
			return
		}
	}
}

// in ends the bindings of a let; after a generator it changes nothing.
func (o *outline) in() {
	if o.context {
		return
	}
	o.unclosed()
	if n := len(o.open) - 1; n >= 0 && o.open[n].kind == gen.NeslParserLET {
		o.open = o.open[:n]
	}
}

// unclosed forgets the parentheses and square brackets that have lost their
// other half: neither ';' nor 'in' may stand directly in them.
func (o *outline) unclosed() {
	for n := len(o.open) - 1; n >= 0; n-- {
		if k := o.open[n].kind; k != gen.NeslParserLPAREN && k != gen.NeslParserLBRACK {
			return
		}
		o.open = o.open[:n]
	}
}

// semicolon reports whether a ';' ends the form: not in a let, in braces or
// before another item of a context, which the tokens behind it show.
func (o *outline) semicolon(rest []antlr.Token) bool {
	if o.context && startsBound(rest) {
		return false
	}
	o.unclosed()
	if len(o.open) == 0 {
		return true
	}
	o.depth = o.open[len(o.open)-1].depth + 1
	return false
}

// startsBound reports whether the tokens begin with NAME in.
func startsBound(toks []antlr.Token) bool {
	want := []int{gen.NeslParserNAME, gen.NeslParserIN}
	for _, t := range toks {
		if t.GetChannel() != antlr.TokenDefaultChannel {
			continue
		}
		if t.GetTokenType() != want[0] {
			return false
		}
		if want = want[1:]; len(want) == 0 {
			return true
		}
	}
	return false
}
