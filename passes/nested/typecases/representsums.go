package typecases

// Values of datatypes with alternatives become tuples.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/retype"
	"nessiec/passes/pass"
)

// RepresentSums makes a value of a sum the tuple of its tag and of slots, which
// constructors share by type (ir/types/sum.go); what a constructor leaves unused
// is zero, or a value of a recursive datatype that nobody looks at. A case compares the tag.
//
//	s : sum<shape con<disc float> con<box float float> con<none >>
//	(variant s box (x y))     =>  (tuple 1 x y)
//	(variant s none ())       =>  (tuple 2 0.0 0.0)
//	(case s ((arm (disc) (r:float) a) (arm (box none) () b)))
//	=> (let tag:int (proj 0 s) (if (prim eq (tag 0)) (let r:float (proj 1 s) a) b))
//
// Two values are equal if their tuples are, so equality, hashing, zeros and files
// need no code for sums: in a program that compares sums with recursive slots, these have zeros, too.
// Their text does (structural.go): it is made here. Actions keep the source type. Values of recursive
// datatypes stay.
func RepresentSums(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	t := newTypeCases(m)
	r := &sumTuples{t, t.looksAtSlots(m)}
	m = t.with(m.MapBodies(t.texts))
	r.typer = anf.NewTyper(m)
	return retype.Module(m, (*types.Type).Tagged, r.expr)
}

// sumTuples rewrites expressions; types are those of sums until all are rewritten.
type sumTuples struct {
	*typeCases
	compared bool // the program looks at all slots of sums that have recursive ones
}

// looksAtSlots reports whether m applies a primitive to sums with slots of recursive datatypes that
// looks at all slots, whatever the constructor.
func (c *typeCases) looksAtSlots(m *nkl.Module) bool {
	looks := false
	m.EachBody(func(e nkl.Expr) {
		looks = looks || ir.Any(e, func(e nkl.Expr) bool {
			p, ok := e.(*nkl.Prim)
			return ok && p.Op.Class == prim.Generic && !isText(p.Op.Code) && slices.ContainsFunc(p.Args, func(a nkl.Expr) bool {
				return c.recursiveSlots(c.typer.Of(a), map[*types.Type]bool{})
			})
		})
	})
	return looks
}

// recursiveSlots reports whether a value of type t may have a sum in it with slots of recursive
// datatypes; types in seen have been looked at.
func (c *typeCases) recursiveSlots(t *types.Type, seen map[*types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if t.Kind == types.KSum && t.Tagged().Has(types.KRef) {
		return true
	}
	parts := t.Elems
	if t.Kind == types.KSum || t.Kind == types.KRef {
		parts = c.typer.Cons(t)
	}
	return slices.ContainsFunc(parts, func(p *types.Type) bool { return c.recursiveSlots(p, seen) })
}

func (r *sumTuples) expr(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Variant:
		if e.Type.Kind == types.KSum {
			return r.variant(e)
		}
	case *nkl.Case:
		if r.typer.Of(e.Of).Kind == types.KSum {
			return r.caseOf(e)
		}
	}
	return e.MapChildren(r.expr)
}

// variant makes the tuple of a value.
func (r *sumTuples) variant(e *nkl.Variant) nkl.Expr {
	var b anf.Block
	tag := e.Type.Tag(e.Con)
	var leaves []nkl.Expr
	for i, f := range e.Type.Cons()[tag].Elems {
		leaves = r.leaves(leaves, &b, f, r.used(&b, f, r.expr(e.Args[i])))
	}
	whole := e.Type.Tagged()
	if whole == types.Int {
		return b.In(&nkl.Int{Node: e.Node, Val: int64(tag)})
	}
	parts := make([]nkl.Expr, len(whole.Elems))
	parts[0] = anf.Integer(int64(tag))
	for k, slot := range e.Type.Slots(tag) {
		parts[slot] = leaves[k]
	}
	for k, t := range whole.Elems {
		if parts[k] == nil {
			parts[k] = r.unused(t)
		}
	}
	return b.In(&nkl.Tuple{Node: e.Node, Elems: parts})
}

// unused is what an unused slot of type t has. It costs a row to make a value of a recursive
// datatype, so none is made where nobody looks.
func (r *sumTuples) unused(t *types.Type) nkl.Expr {
	if t.Kind == types.KRef && !r.compared {
		return &nkl.Unused{Type: t}
	}
	return r.expr(r.zero(t))
}

// used is x, a value of type t, bound to a variable if t has no leaves: nothing else would
// use x then, and functions list the variables that their bodies use.
func (r *sumTuples) used(b *anf.Block, t *types.Type, x nkl.Expr) nkl.Expr {
	if len(r.leaves(nil, &anf.Block{}, t, x)) > 0 {
		return x
	}
	v := types.NewVar("field", t)
	b.Let(v, x)
	return nkl.Use(v)
}

// leaves appends the leaves of x, a value of type t, to es.
func (r *sumTuples) leaves(es []nkl.Expr, b *anf.Block, t *types.Type, x nkl.Expr) []nkl.Expr {
	switch t.Kind {
	case types.KTuple:
		if tuple, ok := x.(*nkl.Tuple); ok {
			for i, u := range t.Elems {
				es = r.leaves(es, b, u, tuple.Elems[i])
			}
			return es
		}
		x = b.Name("field", t, x)
		for i, u := range t.Elems {
			es = r.leaves(es, b, u, &nkl.Proj{Index: i, Of: x})
		}
		return es
	case types.KData:
		return r.leaves(es, b, t.Elems[0], &nkl.Uncon{Of: x})
	case types.KSum:
		return r.leaves(es, b, t.Tagged(), x)
	}
	return append(es, b.Name("field", t, x))
}

// caseOf makes a chain of conditionals; the last arm needs none.
func (r *sumTuples) caseOf(e *nkl.Case) nkl.Expr {
	var b anf.Block
	t := r.typer.Of(e.Of)
	if len(e.Arms) == 1 { // nothing else may use the value, which a lambda lists as free
		v := types.NewVar("v", t)
		b.Let(v, r.expr(e.Of))
		return b.In(r.arm(t, nkl.Use(v), e.Arms[0].(*nkl.Arm)))
	}
	v := b.Name("v", t, r.expr(e.Of))
	tag := v
	if t.Tagged() != types.Int {
		tag = &nkl.Proj{Index: 0, Of: v}
	}
	tag = b.Name("tag", types.Int, tag)
	last := len(e.Arms) - 1
	out := r.arm(t, v, e.Arms[last].(*nkl.Arm))
	for i := last - 1; i >= 0; i-- {
		arm := e.Arms[i].(*nkl.Arm)
		out = &nkl.If{Node: e.Node, Cond: isOne(t, tag, arm.Cons), Then: r.arm(t, v, arm), Else: out}
	}
	return b.In(out)
}

// isOne is whether tag is that of one of the constructors.
func isOne(t *types.Type, tag nkl.Expr, cons []string) (cond nkl.Expr) {
	for _, name := range cons {
		one := anf.Op(prim.Eq, tag, anf.Integer(int64(t.Tag(name))))
		if cond == nil {
			cond = one
		} else {
			cond = anf.Op(prim.Or, cond, one)
		}
	}
	return cond
}

// arm is the body of an arm, with its variables bound to parts of v, a value of
// type t.
func (r *sumTuples) arm(t *types.Type, v nkl.Expr, arm *nkl.Arm) nkl.Expr {
	var b anf.Block
	if len(arm.Binds) > 0 {
		slots := t.Slots(t.Tag(arm.Cons[0]))
		next := func() nkl.Expr {
			slot := slots[0]
			slots = slots[1:]
			return &nkl.Proj{Index: slot, Of: v}
		}
		for _, x := range arm.Binds {
			b.Let(x, fromLeaves(x.Type, next))
		}
	}
	return b.In(r.expr(arm.Body))
}

// fromLeaves is the value of type t with the leaves that next yields.
func fromLeaves(t *types.Type, next func() nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KTuple:
		es := make([]nkl.Expr, len(t.Elems))
		for i, u := range t.Elems {
			es[i] = fromLeaves(u, next)
		}
		return &nkl.Tuple{Elems: es}
	case types.KData:
		return &nkl.Con{Type: t, Of: fromLeaves(t.Elems[0], next)}
	case types.KSum:
		return fromLeaves(t.Tagged(), next)
	}
	return next()
}

// texts makes calls of the texts of values with sums in them.
func (c *typeCases) texts(e nkl.Expr) nkl.Expr {
	if p, ok := e.(*nkl.Prim); ok && isText(p.Op.Code) {
		if t := c.typer.Of(p.Args[0]); t.HasSum() || t.Has(types.KRef) {
			return c.at(p.Pos(), p.Op.Code, t, c.texts(p.Args[0]))
		}
	}
	return e.MapChildren(c.texts)
}

// textOfSum is the text of a, an atom of t, a sum or a recursive datatype: a
// constructor and what it holds, of which a last tuple has no parentheses of its own.
func (c *typeCases) textOfSum(as prim.Code, t *types.Type, a nkl.Expr) nkl.Expr {
	out := &nkl.Case{Of: a}
	for _, con := range c.typer.Cons(t) {
		arm := &nkl.Arm{Cons: []string{con.Name}, Body: &nkl.Str{Val: con.Name}}
		for _, f := range con.Elems {
			arm.Binds = append(arm.Binds, types.NewVar("x", f))
		}
		if len(arm.Binds) > 0 {
			arm.Body = c.listed(as, con.Name, con.Elems, func(i int) nkl.Expr { return nkl.Use(arm.Binds[i]) })
		}
		out.Arms = append(out.Arms, arm)
	}
	return out
}
