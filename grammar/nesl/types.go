// Flat lists read as types.

package nesl

import (
	"nessiec/grammar/nesl/gen"
	"nessiec/ir"
	"nessiec/ir/nesl"
)

// typeOf reads a whole type.
func (p *parser) typeOf(e gen.IExprContext) nesl.Expr {
	return p.flatType(e).typeLevel(nesl.LevelExpr)
}

// flatType lists the items of a type.
func (p *parser) flatType(e gen.IExprContext) *list {
	l := p.flat(e)
	l.thing = "type"
	return l
}

// typeLevel is level for types, which have the operators -> and comma.
func (l *list) typeLevel(power int) nesl.Expr {
	if l.depth++; l.depth > maxDepth {
		l.report(l.at(), 1, "E0126", "the type nests more than %d deep here", maxDepth)
		return l.fail()
	}
	defer func() { l.depth-- }()
	start := ir.At(l.at())
	left := l.typeOperand()
	for !l.done() {
		op := l.op()
		if op != "->" && op != "," {
			return l.notType()
		}
		infix := nesl.Infix[op]
		if infix.Left <= power {
			return left
		}
		l.next++
		right := l.typeLevel(infix.Right)
		if op == "," {
			left = &nesl.TyPair{Node: start, Left: left, Right: right}
		} else {
			left = &nesl.TyFun{Node: start, Arg: left, Result: right}
		}
	}
	return left
}

// typeOperand reads a name, a datatype with parameters, [type] or (type).
func (l *list) typeOperand() nesl.Expr {
	at := ir.At(l.at())
	switch c := l.item().(type) {
	case nil:
		return l.noRight()
	case *gen.AtomContext:
		if isWord(c.GetStart()) {
			l.reservedName(c.GetStart())
			return l.fail()
		}
		if c.NAME() == nil {
			return l.notType()
		}
		return l.namedType()
	case *gen.ParenContext:
		l.next++
		return l.parenthesised(c, "type", l.typeOf)
	case *gen.BracketContext:
		if len(c.AllExpr()) != 1 {
			return l.notType()
		}
		l.next++
		return &nesl.TySeq{Node: at, Elem: l.seqType(c)}
	}
	return l.notType()
}

// namedType reads a name and the parameters behind it.
func (l *list) namedType() nesl.Expr {
	at := ir.At(l.at())
	id := name(l.item().GetStart())
	l.next++
	args, ok := l.item().(*gen.ParenContext)
	if !ok {
		return &nesl.TyName{Node: at, Name: id}
	}
	l.next++
	ty := &nesl.TyData{Node: at, Name: id}
	l.parenthesised(args, "type", func(e gen.IExprContext) nesl.Expr {
		ty.Args = l.flatType(e).typeElems()
		return ty
	})
	return ty
}

// typeElems reads types between commas.
func (l *list) typeElems() []nesl.Expr {
	var ts []nesl.Expr
	for {
		ts = append(ts, l.typeLevel(nesl.LevelElem))
		if l.done() {
			return ts
		}
		l.next++ // only a comma ends that level
	}
}

// seqType reads the type of the elements of a sequence.
func (p *parser) seqType(c *gen.BracketContext) nesl.Expr {
	l := p.flatType(c.Expr(0))
	t := l.typeLevel(nesl.LevelElem)
	if !l.done() {
		l.errorf(l.item().GetStart(), "E0119", "a sequence has one type of element").
			WithHint("a sequence of pairs is [(int, float)]")
	}
	return t
}

// notType rejects the next item.
func (l *list) notType() nesl.Expr {
	t := l.item().GetStart()
	if t.GetTokenType() == gen.NeslParserSTRING && l.next > 0 {
		l.errorf(t, "E0122", "a doc string may not follow a type").
			WithHint("it may follow the parameters, or a context: :: (a in number)")
	} else {
		l.errorf(t, "E0119", "expected a type, found %s", spell(t))
	}
	return l.fail()
}
