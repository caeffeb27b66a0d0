// What stands between operators: literals, brackets, if and let.

package nesl

import (
	"strconv"
	"strings"

	"github.com/antlr4-go/antlr/v4"

	"nessiec/grammar/nesl/gen"
	"nessiec/ir"
	"nessiec/ir/nesl"
)

// ---- names and literals

// name is the name that t spells.
func name(t antlr.Token) string { return raw(strings.ToLower(t.GetText())) }

// atom reads a single token; time takes the parentheses behind it too.
func (l *list) atom(t antlr.Token) nesl.Expr {
	at := ir.At(l.pos(t))
	switch t.GetTokenType() {
	case gen.NeslParserNAME:
		return &nesl.Id{Node: at, Name: name(t)}
	case gen.NeslParserINT:
		return &nesl.Int{Node: at, Val: l.integer(t)}
	case gen.NeslParserFLOAT:
		return &nesl.Float{Node: at, Val: l.float(t)}
	case gen.NeslParserBOOL:
		return &nesl.Bool{Node: at, Val: name(t) == "t"}
	case gen.NeslParserCHAR:
		return &nesl.Char{Node: at, Val: l.char(t)}
	case gen.NeslParserSTRING:
		return &nesl.String{Node: at, Val: l.text(t)}
	case gen.NeslParserTIME:
		return l.time(t)
	}
	panic(t)
}

// integer is the value of an integer literal. One more than the largest int of
// 64 bits is read as the least, of which it may be a part.
func (p *parser) integer(t antlr.Token) int64 {
	n, err := strconv.ParseUint(t.GetText(), 10, 64)
	if err != nil || n > 1<<63 {
		p.errorf(t, "E0104", "this integer does not fit into 64 bits")
	}
	return int64(n)
}

func (p *parser) float(t antlr.Token) float64 {
	x, err := strconv.ParseFloat(t.GetText(), 64)
	mantissa, _, _ := strings.Cut(name(t), "e")
	switch {
	case err != nil:
		p.errorf(t, "E0104", "this number is too large for a float")
	case x == 0 && strings.Trim(mantissa, "0.") != "":
		p.errorf(t, "E0104", "this number is too small for a float")
	}
	return x
}

// time reads the parentheses behind the word time.
func (l *list) time(t antlr.Token) nesl.Expr {
	c, ok := l.item().(*gen.ParenContext)
	if !ok {
		l.reservedName(t).WithHint("the time that an expression takes is time(e)")
		return l.fail()
	}
	l.next++
	return &nesl.Time{Node: ir.At(l.pos(t)), Arg: l.parenthesised(c, "expression", l.expr)}
}

// ---- brackets

// parenthesised reads the thing that stands in parentheses.
func (p *parser) parenthesised(c *gen.ParenContext, thing string, read func(gen.IExprContext) nesl.Expr) nesl.Expr {
	if c.Expr() == nil {
		e := p.report(p.pos(c.GetStart()), 1, "E0114", "expected %s between `(` and `)`", article(thing))
		if thing == "expression" {
			e.Hint = "there is no empty tuple, and every function takes an argument"
		}
		return &nesl.Id{}
	}
	return read(c.Expr())
}

// index reads the brackets behind an operand.
func (p *parser) index(c *gen.BracketContext) nesl.Expr {
	switch parts := c.AllExpr(); len(parts) {
	case 0:
		p.errorf(c.GetStop(), "E0110", "expected an index, found `]`")
		return &nesl.Id{}
	case 1:
		return p.expr(parts[0])
	}
	p.report(p.pos(c.GetStart()), 1, "E0116", "a sequence is indexed by one number, not by a range").
		WithHint("a part of a sequence is a -> [i:j] or subseq(a, i, j)")
	return &nesl.Id{}
}

// sequence reads brackets that begin an operand, and the type behind [].
func (l *list) sequence(c *gen.BracketContext) nesl.Expr {
	at := ir.At(l.pos(c.GetStart()))
	parts := c.AllExpr()
	switch len(parts) {
	case 0:
		return &nesl.Empty{Node: at, Elem: l.elemType(c)}
	case 1:
		return &nesl.Seq{Node: at, Elems: l.flat(parts[0]).elems()}
	case 2:
		return &nesl.Range{Node: at, Lo: l.bound(parts[0]), Hi: l.bound(parts[1])}
	}
	return &nesl.RangeStep{Node: at, Lo: l.bound(parts[0]), Hi: l.bound(parts[1]), Step: l.bound(parts[2])}
}

// elems reads expressions between commas.
func (l *list) elems() []nesl.Expr {
	var es []nesl.Expr
	for {
		es = append(es, l.noKeyword(l.level(nesl.LevelElem)))
		if l.done() {
			return es
		}
		l.next++ // only a comma ends that level
	}
}

// bound reads a bound of a range.
func (p *parser) bound(e gen.IExprContext) nesl.Expr {
	l := p.flat(e)
	x := l.noKeyword(l.level(nesl.LevelElem))
	if !l.done() {
		l.errorf(l.item().GetStart(), "E0116", "a range is [low : high] or [low : high : step], without commas")
	}
	return x
}

// elemType reads the type behind [].
func (l *list) elemType(c *gen.BracketContext) nesl.Expr {
	switch l.item().(type) {
	case *gen.AtomContext, *gen.ParenContext, *gen.BracketContext:
		return l.typeOperand()
	}
	l.report(l.pos(c.GetStart()), 2, "E0115", "expected a type after `[]`").
		WithHint("the empty sequence names the type of its elements: [] int, [] (int, char)")
	return l.fail()
}

// ---- apply-to-each

// each reads a comprehension.
func (p *parser) each(c *gen.BraceContext) nesl.Expr {
	at := ir.At(p.pos(c.GetStart()))
	head := p.flat(c.GetHead())
	serial := head.op() == "*" && len(head.items) > 1
	if serial {
		head.next++
	}
	body := p.noKeyword(head.level(nesl.LevelExpr))
	var gens []nesl.Expr
	if c.COLON() == nil {
		gens = append(gens, p.generator(body, c.GetSource()))
	}
	for _, g := range c.AllGenerator() {
		gens = append(gens, p.generator(p.expr(g.Pattern().Expr()), g.Expr()))
	}
	var cond nesl.Expr
	if c.GetFilter() != nil {
		cond = p.expr(c.GetFilter())
	}
	switch {
	case serial && cond != nil:
		return &nesl.SerialIf{Node: at, Gens: gens, Cond: cond, Body: body}
	case serial:
		return &nesl.Serial{Node: at, Gens: gens, Body: body}
	case cond != nil:
		return &nesl.EachIf{Node: at, Gens: gens, Cond: cond, Body: body}
	}
	return &nesl.Each{Node: at, Gens: gens, Body: body}
}

// generator makes a generator of a pattern, given as an expression, and the
// sequence behind in; without one the pattern is a bare name.
func (p *parser) generator(pat nesl.Expr, seq gen.IExprContext) nesl.Expr {
	if seq != nil {
		return &nesl.Gen{Node: ir.At(pat.Pos()), Pat: p.pattern(pat), Seq: p.expr(seq)}
	}
	id, ok := pat.(*nesl.Id)
	if !ok {
		p.report(pat.Pos(), 1, "E0125", "expected a name, or a pattern with in and a sequence")
		return &nesl.GenName{}
	}
	return &nesl.GenName{Node: ir.At(id.Pos()), Name: id.Name}
}

// ---- if and let

func (p *parser) conditional(c *gen.ConditionalContext) nesl.Expr {
	return &nesl.If{Node: ir.At(p.pos(c.GetStart())), Cond: p.expr(c.Expr(0)), Then: p.expr(c.Expr(1)), Else: p.expr(c.Expr(2))}
}

func (p *parser) local(c *gen.LocalContext) nesl.Expr {
	let := &nesl.Let{Node: ir.At(p.pos(c.GetStart()))}
	for _, b := range c.AllBinding() {
		let.Binds = append(let.Binds, &nesl.Bind{
			Node: ir.At(p.pos(b.GetStart())),
			Pat:  p.pattern(p.expr(b.Pattern().Expr())),
			Rhs:  p.expr(b.Expr()),
		})
	}
	let.Body = p.expr(c.Expr())
	return let
}
