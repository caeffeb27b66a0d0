package harlan

// The tree of ANTLR to data.

import (
	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/harlan/gen"
	"nessiec/ir"
	"nessiec/ir/datum"
)

// datum is the datum that x is.
func (p *parser) datum(x gen.IDatumContext) datum.Expr {
	l := x.List()
	if l == nil {
		return p.literal(x.GetStart())
	}
	items := l.Items()
	var elems []datum.Expr
	dotted := false
	for _, c := range items.GetChildren() {
		switch c := c.(type) {
		case gen.IDatumContext:
			elems = append(elems, p.datum(c))
		case antlr.TerminalNode:
			dotted = true
		}
	}
	at := ir.At(p.pos(x.GetStart()))
	switch {
	case dotted && len(elems) == 1:
		p.errorf(x.GetStart(), "E0404", "a dot needs something in front of it in a list")
	case dotted:
		last := len(elems) - 1
		return &datum.Dotted{Node: at, Elems: elems[:last:last], Tail: elems[last]}
	}
	return &datum.List{Node: at, Elems: elems}
}
