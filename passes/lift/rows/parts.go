package rows

// Parts of sequences that a step goes through: of a text, to compare them with a word. They are not made: their elements are
// read where they lie.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// GoesThroughParts reports whether a step of l goes through parts of sequences from outside, as to compare them.
func GoesThroughParts(l *nkl.Loop) bool {
	r := newRows(nil, value.Num{}, nil)
	r.inside = nkl.BoundVars(l)
	r.define(l.Body)
	return ir.Any(l.Body, func(e nkl.Expr) bool {
		let, ok := e.(*nkl.Let)
		return ok && anf.IsOp(let.Rhs, prim.Get) && r.isPart(let) && r.successive(let.Rhs.(*nkl.Prim).Args[1])
	})
}

// isPart reports whether e binds a part of a sequence, whose elements alone are needed: one from outside of the loop, or a map that does little more
// than to read them.
func (r *rows) isPart(e *nkl.Let) bool {
	switch part := e.Rhs.(type) {
	case *nkl.Prim:
		return part.Op.Code == prim.Get && r.isOutside(nkl.VarOf(part.Args[0])) && anf.OnlyElements(e.Body, e.Bind)
	case *nkl.Each:
		return readsCheaply(part.Body) && r.code.OK(part.Body) && anf.OnlyElements(e.Body, e.Bind)
	}
	return false
}

// readsCheaply reports whether e, code of an element, reads elements, and does so little that it may be done wherever the element is needed.
func readsCheaply(e nkl.Expr) bool {
	all, end := steps.Of(e)
	cost := 0
	for _, s := range append(all, steps.Step{Expr: end}) {
		n, scalar := anf.ScalarCost(s.Expr)
		switch {
		case s.Check != nil:
			return false
		case anf.IsOp(s.Expr, prim.Elt):
			n = 1
		case !scalar && s.Expr.Form() != nkl.FormRef && s.Expr.Form() != nkl.FormTuple:
			return false
		}
		cost += n
	}
	return cost < anf.Expensive && scalars.ReadsElements(e)
}

// isOutside reports whether v is a sequence from outside of the loop, or a part of one.
func (r *rows) isOutside(v *nkl.Var) bool {
	if r.views[v] {
		return true
	}
	of := r.root(nkl.Use(v))
	return of != nil && !r.inside[of]
}

// viewed is the part that e binds as a map, of which other code reads single elements, too.
func (r *rows) viewed(e *nkl.Let) nkl.Expr {
	r.views[e.Bind], r.used[e.Bind], r.changed = true, true, true
	if part, ok := e.Rhs.(*nkl.Prim); ok {
		return r.gathered(part)
	}
	return e.Rhs
}

// gathered is the part e of a sequence as a map over its places.
func (r *rows) gathered(e *nkl.Prim) nkl.Expr {
	i := types.NewVar("i", types.Int)
	var b anf.Block
	return &nkl.Each{Node: e.Node, Binds: []*nkl.Var{i}, Seqs: e.Args[1:], Body: b.In(r.read(&b, e, nkl.Use(i)))}
}

// read is element i of the first operand of e; that of a part is read where it lies.
func (r *rows) read(b *anf.Block, e *nkl.Prim, i nkl.Expr) nkl.Expr {
	if v := nkl.VarOf(e.Args[0]); r.views[v] {
		return r.element(b, v, i)
	}
	return anf.OpAt(e.P, prim.Elt, e.Args[0], i)
}
