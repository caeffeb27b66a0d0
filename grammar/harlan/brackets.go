package harlan

// Brackets that do not match: found on tokens, where it is known what was meant.

import (
	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/harlan/gen"
)

// maxDepth is how deep brackets may nest.
const maxDepth = 2000

// brackets reports the first bracket that does not match another.
func (p *parser) brackets(toks []antlr.Token) {
	var open []antlr.Token
	for _, t := range toks {
		switch t.GetTokenType() {
		case gen.HarlanParserLPAREN, gen.HarlanParserLBRACKET:
			if open = append(open, t); len(open) > maxDepth {
				p.errorf(t, "E0401", "brackets nest more than %d deep here", maxDepth)
				return
			}
		case gen.HarlanParserRPAREN, gen.HarlanParserRBRACKET:
			if len(open) == 0 {
				p.errorf(t, "E0401", "this %s closes nothing", t.GetText())
				return
			}
			last := open[len(open)-1]
			if (last.GetText() == "(") != (t.GetText() == ")") {
				p.errorf(t, "E0401", "%s is closed by %s", last.GetText(), t.GetText()).
					Note(p.pos(last), 1, "it is opened here")
				return
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		first := open[0]
		e := p.errorf(first, "E0401", "this %s is never closed", first.GetText())
		for _, t := range open[1:] {
			if t.GetColumn() == 0 { // what stands in the first column is hardly meant to be inside
				e.Note(p.pos(t), 1, "this one stands in the first column, so the missing bracket is probably before it")
				break
			}
		}
	}
}
