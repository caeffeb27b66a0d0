// Flat lists of operands and operators to trees: a Pratt parser over what
// ANTLR has found, with the binding powers of ir/nesl.

package nesl

import (
	"strings"

	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
	"nessiec/ir"
	"nessiec/ir/nesl"
)

// list is a flat list that is being read, as an expression or as a type. After
// a mistake it is at its end.
type list struct {
	*parser
	items  []antlr.ParserRuleContext // of gen: Atom, Operator, Paren, Bracket, Brace; Conditional, Local and Choice at the end
	next   int
	thing  string // "expression" or "type", for messages
	broken bool   // a mistake was found in it
}

// flat lists the items of an expression.
func (p *parser) flat(e gen.IExprContext) *list {
	l := &list{parser: p, thing: "expression", items: make([]antlr.ParserRuleContext, 0, e.GetChildCount())}
	for _, c := range e.GetChildren() {
		if item, ok := c.(*gen.ItemContext); ok {
			c = item.GetChild(0)
		}
		l.items = append(l.items, c.(antlr.ParserRuleContext))
	}
	return l
}

// expr reads a whole expression, commas included. Keyword arguments may not
// stand in it.
func (p *parser) expr(e gen.IExprContext) nesl.Expr {
	return p.noKeyword(p.argument(e))
}

// argument reads the argument of a function or the parameters of one: an
// expression that may be or contain keyword arguments.
func (p *parser) argument(e gen.IExprContext) nesl.Expr {
	return p.flat(e).level(nesl.LevelExpr)
}

// noKeyword checks that e is no keyword argument and no tuple with one.
func (p *parser) noKeyword(e nesl.Expr) nesl.Expr {
	for rest := e; ; {
		pair, ok := rest.(*nesl.Pair)
		if !ok {
			p.rejectKeyword(rest)
			return e
		}
		p.rejectKeyword(pair.Left)
		rest = pair.Right
	}
}

func (p *parser) rejectKeyword(e nesl.Expr) {
	if k, ok := e.(*nesl.Keyword); ok {
		p.report(k.Pos(), len([]rune(k.Name)), "E0124", "a keyword argument may stand only in the parentheses of a function")
	}
}

// ---- the list

func (l *list) done() bool { return l.next >= len(l.items) }

// fail stops the reading after a mistake.
func (l *list) fail() nesl.Expr {
	l.failed, l.broken = true, true
	l.next = len(l.items)
	return &nesl.Id{}
}

// item is the next item, nil at the end.
func (l *list) item() antlr.ParserRuleContext {
	if l.done() {
		return nil
	}
	return l.items[l.next]
}

// op is the next item as an operator, "" if it is none.
func (l *list) op() string {
	if op, ok := l.item().(*gen.OperatorContext); ok {
		return strings.ToLower(op.GetStart().GetText())
	}
	return ""
}

// at is the position of the next item.
func (l *list) at() ir.Pos {
	if l.done() {
		return ir.Pos{}
	}
	return l.pos(l.item().GetStart())
}

// ---- Pratt

// level reads operands and operators as long as these bind to the left with
// more than power.
func (l *list) level(power int) nesl.Expr {
	if l.depth++; l.depth > maxDepth {
		l.report(l.at(), 1, "E0126", "the expression nests more than %d deep here", maxDepth)
		return l.fail()
	}
	defer func() { l.depth-- }()
	start := l.at()
	left := l.operand()
	for !l.done() {
		op := l.op()
		infix, ok := nesl.Infix[op]
		switch {
		case !ok:
			left = l.apply(start, left)
		case infix.Left <= power:
			return left
		default:
			left = l.infix(start, left, op, infix.Right)
		}
	}
	return left
}

// infix reads an operator and its right operand.
func (l *list) infix(start ir.Pos, left nesl.Expr, op string, power int) nesl.Expr {
	at := l.at()
	l.next++
	right := l.level(power)
	switch op {
	case ",":
		return &nesl.Pair{Node: ir.At(start), Left: left, Right: right}
	case "=>":
		return &nesl.Lambda{Node: ir.At(start), Pat: l.pattern(left), Body: l.noKeyword(right)}
	case ":=":
		id, ok := left.(*nesl.Id)
		if !ok {
			l.report(at, 2, "E0124", "expected a name on the left of `:=`")
			return l.fail()
		}
		return &nesl.Keyword{Node: ir.At(start), Name: id.Name, Arg: l.noKeyword(right)}
	}
	return &nesl.Binary{Node: ir.At(at), Op: op, Left: left, Right: right}
}

// apply reads the argument or the index of left: the item behind it starts an
// operand.
func (l *list) apply(start ir.Pos, left nesl.Expr) nesl.Expr {
	before := l.items[l.next-1].GetStop()
	switch c := l.item().(type) {
	case *gen.BracketContext:
		l.next++
		return &nesl.Index{Node: ir.At(l.pos(c.GetStart())), Seq: left, At: l.index(c)}
	case *gen.ParenContext:
		l.applicable(left, before, c.GetStart())
		l.next++
		return &nesl.Apply{Node: ir.At(start), Fn: left, Arg: l.parenthesised(c, "expression", l.argument)}
	default:
		l.applicable(left, before, c.GetStart())
		return &nesl.Apply{Node: ir.At(start), Fn: left, Arg: l.operand()}
	}
}

// applicable rejects the application of a literal to what begins with arg: as
// a rule, something is missing between the two.
func (l *list) applicable(fn nesl.Expr, before, arg antlr.Token) {
	hint := ""
	switch fn := fn.(type) {
	case *nesl.Int, *nesl.Float:
		switch hint = elsewhere[arg.GetText()]; {
		case hint != "":
		case arg.GetTokenType() != gen.NeslParserFLOAT:
			hint = "multiplication is written *"
		case strings.HasSuffix(before.GetText(), ".") && strings.HasPrefix(arg.GetText(), "."):
			hint = "the numbers from a to b - 1 are [a:b]"
		}
	case *nesl.Char:
		if fn.Val == '\\' {
			hint = "there are no escapes: newline, tab and space are constants"
		}
	case *nesl.Bool:
		l.reservedBool(fn)
		return
	case *nesl.String, *nesl.Seq, *nesl.Empty, *nesl.Range, *nesl.RangeStep:
	default:
		return
	}
	if l.after(before).Line() < arg.GetLine() {
		hint = "is a ; missing at the end of the line before?"
	}
	e := l.errorf(arg, "E0117", "what stands before %s is not a function", spell(arg))
	if !l.noteHidden(e, arg) {
		e.Hint = hint
	}
}

// operand reads an operand with its prefix operators.
func (l *list) operand() nesl.Expr {
	switch c := l.item().(type) {
	case nil:
		return l.noRight()
	case *gen.OperatorContext:
		return l.prefix(c)
	case *gen.AtomContext:
		l.next++
		return l.atom(c.GetStart())
	case *gen.ParenContext:
		l.next++
		return l.parenthesised(c, "expression", l.expr)
	case *gen.BracketContext:
		l.next++
		return l.sequence(c)
	case *gen.BraceContext:
		l.next++
		return l.each(c)
	case *gen.ConditionalContext:
		l.next++
		return l.conditional(c)
	case *gen.LocalContext:
		l.next++
		return l.local(c)
	case *gen.ChoiceContext:
		l.next++
		return l.choice(c)
	default:
		panic(c)
	}
}

// prefix reads a prefix operator and its operand.
func (l *list) prefix(c *gen.OperatorContext) nesl.Expr {
	op := l.op()
	if !nesl.IsPrefix(op) {
		return l.noLeft(c)
	}
	at := l.at()
	l.next++
	return &nesl.Unary{Node: ir.At(at), Op: op, Arg: l.level(nesl.PowerPrefix)}
}

// elsewhere is what operators and functions of other languages are here.
var elsewhere = map[string]string{
	"**":  "a power is written a ^ b",
	"//":  "the division of ints is written a / b",
	"<>":  "unequal is written a /= b",
	"mod": "the remainder of a division is rem(a, b)",
	"rem": "the remainder of a division is rem(a, b)",
	"div": "the division of ints is written a / b",
}

// noLeft rejects an operator where an operand was expected.
func (l *list) noLeft(c *gen.OperatorContext) nesl.Expr {
	if l.next > 0 {
		if before, ok := l.items[l.next-1].(*gen.OperatorContext); ok {
			e := l.errorf(c.GetStart(), "E0112", "expected an expression after %s, found %s", spell(before.GetStart()), spell(c.GetStart()))
			if before.GetStop().GetStop()+1 == c.GetStart().GetStart() {
				e.Hint = elsewhere[before.GetText()+c.GetText()]
			}
			return l.fail()
		}
	}
	e := l.errorf(c.GetStart(), "E0112", "expected an expression before %s", spell(c.GetStart()))
	if l.alone() && l.op() != "," {
		e.Hint = "an operator as a function is written (a, b) => a " + l.op() + " b"
	}
	return l.fail()
}

// alone reports whether nothing but a comma follows the next item.
func (l *list) alone() bool {
	return l.next+1 >= len(l.items) || l.items[l.next+1].GetStart().GetTokenType() == gen.NeslParserCOMMA
}

// noRight rejects the end of a list behind an operator.
func (l *list) noRight() nesl.Expr {
	last := l.items[len(l.items)-1].GetStart()
	switch {
	case l.broken:
	case last.GetTokenType() == gen.NeslParserCOMMA:
		l.errorf(last, "E0113", "expected %s after the comma", article(l.thing))
	default:
		l.errorf(last, "E0112", "expected %s after %s", article(l.thing), spell(last))
	}
	return l.fail()
}
