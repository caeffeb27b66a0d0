// Top-level forms.

package nesl

import (
	"nessiec/grammar/nesl/gen"
	"nessiec/ir"
	"nessiec/ir/nesl"
)

// buildForm makes a form of the tree that ANTLR has found.
func (p *parser) buildForm(c *gen.FormContext) nesl.Expr {
	switch {
	case c.Function() != nil:
		return p.function(c.Function())
	case c.Datatype() != nil:
		return p.datatype(c.Datatype())
	}
	return p.statement(c.Statement())
}

func (p *parser) function(c gen.IFunctionContext) nesl.Expr {
	id := c.NAME().GetSymbol()
	at := ir.At(p.pos(id))
	param := p.headerParam(c.Parameter())
	sig, doc := p.header(c)
	if c.Expr() != nil {
		return &nesl.Function{Node: at, Name: name(id), Param: param, Sig: sig, Doc: doc, Body: p.expr(c.Expr())}
	}
	if _, ok := sig.(*nesl.Signature); !ok || doc != "" {
		p.errorf(id, "E0123", "function %s has no body", spell(id)).
			WithHint("a body follows =; a function that is defined later needs its type: function f(x) : int -> int;")
	}
	return &nesl.Stub{Node: at, Name: name(id), Param: param, Sig: sig}
}

// headerParam reads the parameter of a function.
func (p *parser) headerParam(c gen.IParameterContext) nesl.Expr {
	if id := c.NAME(); id != nil {
		return &nesl.PatVar{Node: ir.At(p.pos(id.GetSymbol())), Name: name(id.GetSymbol())}
	}
	return p.parameter(p.parenthesised(c.Paren().(*gen.ParenContext), "expression", p.argument))
}

// header reads the signature and the doc string of a function.
func (p *parser) header(c gen.IFunctionContext) (sig nesl.Expr, doc string) {
	s := c.Signature()
	if s == nil {
		if c.STRING() != nil {
			doc = p.text(c.STRING().GetSymbol())
		}
		return &nesl.Untyped{Node: ir.At(p.pos(c.NAME().GetSymbol()))}, doc
	}
	if s.STRING() != nil {
		doc = p.text(s.STRING().GetSymbol())
	}
	return &nesl.Signature{
		Node:    ir.At(p.pos(s.Type_().GetStart())),
		Type:    p.typeOf(s.Type_().Expr()),
		Context: p.context(s.Context()),
	}, doc
}

// context reads the classes of type variables.
func (p *parser) context(c gen.IContextContext) (bounds []nesl.Expr) {
	if c == nil {
		return nil
	}
	for _, b := range c.AllBound() {
		v, class := b.NAME(0).GetSymbol(), b.NAME(1).GetSymbol()
		bounds = append(bounds, &nesl.Bound{Node: ir.At(p.pos(v)), Var: name(v), Class: name(class)})
	}
	return bounds
}

func (p *parser) datatype(c gen.IDatatypeContext) nesl.Expr {
	id := c.NAME().GetSymbol()
	if c.EQUALS() != nil {
		return p.sum(c)
	}
	if c.Type_() == nil {
		p.report(p.after(id), 1, "E0110", "expected a type or `=` behind the name of a datatype").
			WithHint("what a datatype holds follows its name: datatype point(float, float), or datatype shape = disc(float) | box(float, float)")
		return nil
	}
	return &nesl.Datatype{
		Node:    ir.At(p.pos(id)),
		Name:    name(id),
		Type:    p.typeOf(c.Type_().Expr()),
		Context: p.context(c.Context()),
	}
}

// statement reads an assignment, a command or an expression.
func (p *parser) statement(c gen.IStatementContext) nesl.Expr {
	at := ir.At(p.pos(c.GetStart()))
	if cmd, ok := p.command(c); ok {
		return cmd
	}
	if c.EQUALS() != nil {
		return &nesl.Assign{Node: at, Pat: p.pattern(p.expr(c.Expr(0))), Rhs: p.expr(c.Expr(1))}
	}
	return &nesl.Eval{Node: at, Body: p.expr(c.Expr(0))}
}
