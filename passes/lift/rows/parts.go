package rows

// Parts of sequences from outside of a loop that a step goes through: of a text, to compare them with a word. They are not
// made: their elements are read of the whole.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/nested/anf"
)

// GoesThroughParts reports whether a step of l goes through parts of sequences from outside, as to compare them.
func GoesThroughParts(l *nkl.Loop) bool {
	r := newRows(nil, value.Num{}, nil)
	r.inside = nkl.BoundVars(l)
	r.define(l.Body)
	return ir.Any(l.Body, func(e nkl.Expr) bool {
		let, ok := e.(*nkl.Let)
		return ok && r.isPart(let) && r.successive(let.Rhs.(*nkl.Prim).Args[1])
	})
}

// isPart reports whether e binds a part of a sequence from outside of the loop, whose elements alone are needed.
func (r *rows) isPart(e *nkl.Let) bool {
	return anf.IsOp(e.Rhs, prim.Get) && r.isOutside(nkl.VarOf(e.Rhs.(*nkl.Prim).Args[0])) && anf.OnlyElements(e.Body, e.Bind)
}

// isOutside reports whether v is a sequence from outside of the loop, or a part of one.
func (r *rows) isOutside(v *nkl.Var) bool {
	if r.views[v] != nil {
		return true
	}
	of := r.root(nkl.Use(v))
	return of != nil && !r.inside[of]
}

// viewed is the part that e binds as a map over its places, of which other code reads single elements, too.
func (r *rows) viewed(e *nkl.Let) nkl.Expr {
	part := e.Rhs.(*nkl.Prim)
	out := r.gathered(part)
	r.views[e.Bind], r.changed = part, true
	r.used[e.Bind], r.used[nkl.VarOf(part.Args[1])] = true, true
	return out
}

// gathered is the part e of a sequence as a map over its places.
func (r *rows) gathered(e *nkl.Prim) nkl.Expr {
	i := types.NewVar("i", types.Int)
	var b anf.Block
	return &nkl.Each{Node: e.Node, Binds: []*nkl.Var{i}, Seqs: e.Args[1:], Body: b.In(r.read(&b, e, e.Args[0], nkl.Use(i)))}
}

// read is what operation e yields, element i of a sequence; that of a part of a sequence from outside is read of the whole.
func (r *rows) read(b *anf.Block, e *nkl.Prim, of, i nkl.Expr) nkl.Expr {
	for part := r.views[nkl.VarOf(of)]; part != nil; part = r.views[nkl.VarOf(of)] {
		i = b.Name("at", types.Int, r.element(b, nkl.VarOf(part.Args[1]), i))
		of = part.Args[0]
	}
	return anf.OpAt(e.P, prim.Elt, of, i)
}
