// Datatypes with alternatives, and case.

package nesl

import (
	"nessiec/grammar/nesl/gen"
	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/types"
)

// sum reads a datatype with alternatives.
func (p *parser) sum(c gen.IDatatypeContext) nesl.Expr {
	id := c.NAME().GetSymbol()
	s := &nesl.Sum{Node: ir.At(p.pos(id)), Name: name(id)}
	declared := p.context(c.Context())
	if c.Type_() != nil {
		s.Context = p.typeParams(p.typeOf(c.Type_().Expr()), declared)
	} else if len(declared) > 0 {
		p.noParam(declared[0].(*nesl.Bound))
	}
	for _, a := range c.AllAlternative() {
		id := a.NAME().GetSymbol()
		con := &nesl.Constructor{Node: ir.At(p.pos(id)), Name: name(id), Type: &nesl.Untyped{Node: ir.At(p.pos(id))}}
		if a.Paren() != nil {
			con.Type = p.parenthesised(a.Paren().(*gen.ParenContext), "type", p.typeOf)
		}
		s.Cons = append(s.Cons, con)
	}
	return s
}

// typeParams makes a bound of every parameter in t: what is declared of it, or
// any class.
func (p *parser) typeParams(t nesl.Expr, declared []nesl.Expr) (bounds []nesl.Expr) {
	classes := map[string]nesl.Expr{}
	for _, b := range declared {
		classes[b.(*nesl.Bound).Var] = b
	}
	add := func(t nesl.Expr) {
		n, ok := t.(*nesl.TyName)
		switch {
		case !ok:
			p.report(t.Pos(), 1, "E0130", "expected a type variable").
				WithHint("the parameters of a datatype with alternatives are names: datatype opt(a) = none | some(a)")
		case classes[n.Name] != nil:
			bounds = append(bounds, classes[n.Name])
			delete(classes, n.Name)
		default:
			bounds = append(bounds, &nesl.Bound{Node: n.Node, Var: n.Name, Class: types.Any.String()})
		}
	}
	for pair, ok := t.(*nesl.TyPair); ok; pair, ok = t.(*nesl.TyPair) {
		add(pair.Left)
		t = pair.Right
	}
	add(t)
	for _, b := range declared {
		if b := b.(*nesl.Bound); classes[b.Var] == b {
			p.noParam(b)
		}
	}
	return bounds
}

// noParam rejects a bound of what is no parameter.
func (p *parser) noParam(b *nesl.Bound) {
	p.report(b.Pos(), len([]rune(b.Var)), "E0130", "%s is not a parameter of the datatype", b.Var).
		WithHint("parameters stand behind the name: datatype opt(a) = none | some(a)")
}

func (p *parser) choice(c *gen.ChoiceContext) nesl.Expr {
	out := &nesl.Case{Node: ir.At(p.pos(c.GetStart())), Of: p.expr(c.Expr())}
	for _, a := range c.AllArm() {
		out.Arms = append(out.Arms, &nesl.Arm{Node: ir.At(p.pos(a.GetStart())), Pat: p.armPattern(a), Body: p.expr(a.Expr())})
	}
	return out
}

// armPattern reads a constructor, with what it holds, or a name.
func (p *parser) armPattern(a gen.IArmContext) nesl.Expr {
	id := a.NAME().GetSymbol()
	at := ir.At(p.pos(id))
	if a.Paren() == nil {
		return &nesl.PatVar{Node: at, Name: name(id)}
	}
	return &nesl.PatData{Node: at, Con: name(id), Arg: p.pattern(p.parenthesised(a.Paren().(*gen.ParenContext), "pattern", p.expr))}
}
