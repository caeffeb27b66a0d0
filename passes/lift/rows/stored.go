package rows

// Sequences that are stored, element by element: those that filters keep, and others whose elements must be
// there before a sequence changes that they are computed from.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// find notes the definitions in e, and which sequences are stored.
func (r *rows) find(e nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Each:
		for _, v := range nkl.FreeVars(e.Body) {
			r.need(v)
		}
		return
	case *nkl.Let:
		r.defs[e.Bind] = e.Rhs
	case *nkl.Ref:
		r.handed[e.Var] = true
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Elt, prim.Get:
			r.need(nkl.VarOf(e.Args[0]))
		case prim.Append:
			r.need(nkl.VarOf(e.Args[0]))
			r.settle(nkl.VarOf(e.Args[1]))
		case prim.Write:
			r.need(nkl.VarOf(e.Args[0]))
			if !r.isLiteral(e.Args[1]) {
				r.settle(nkl.VarOf(e.Args[1]))
				r.settle(nkl.VarOf(e.Args[2]))
			}
		}
		return
	}
	e.Children(func(_ int, c nkl.Expr) { r.find(c) })
}

// need notes that v is stored, if it is what a filter keeps of a row, or a map over one.
func (r *rows) need(v *nkl.Var) {
	if r.filter(v) != nil {
		r.stored[v] = true
	}
}

// settle notes what of v is stored, so that its elements need no sequence that changes.
func (r *rows) settle(v *nkl.Var) {
	switch e := r.made(v).(type) {
	case *nkl.Each:
		if scalars.ReadsElements(e.Body) || slices.ContainsFunc(e.Seqs, r.changes) {
			r.stored[v] = true
			return
		}
		for _, s := range e.Seqs {
			r.settle(nkl.VarOf(s))
		}
	case *nkl.Prim:
		r.stored[v] = r.stored[v] || e.Op.Code == prim.Pack
	}
}

// changes reports whether a sequence is there, and may be one that the loop changes.
func (r *rows) changes(e nkl.Expr) bool {
	v := nkl.VarOf(e)
	return r.inside[v] && !r.stored[v] && r.made(v) == nil && !anf.IsOp(r.defs[v], prim.Elt)
}

// isFew reports whether a sequence, or an int, is known to have few elements, or to be small.
func (r *rows) isFew(of nkl.Expr) bool {
	if v := nkl.VarOf(of); v != nil {
		return r.few[v] || r.isLiteral(of) || r.assume(v)
	}
	return of.(*nkl.Int).Val <= growing.MostSerial
}

// store puts the elements of v into memory, one by one if they are few.
func (r *rows) store(b *anf.Block, v *nkl.Var) nkl.Expr {
	made, acc, t := r.madeAs(v), types.NewVar("acc", v.Type), v.Type.Elem()
	none := b.Name("none", v.Type, &nkl.Seq{Elem: t})
	delete(r.stored, v)
	out := r.through(b, v, acc, none, func(b *anf.Block, _, x nkl.Expr) nkl.Expr {
		one := b.Name("one", v.Type, &nkl.Seq{Elem: t, Elems: []nkl.Expr{x}})
		return anf.OpAt(made.Pos(), prim.Append, nkl.Use(acc), one)
	}, func(b *anf.Block) nkl.Expr { return r.whole(b, v, made) })
	r.stored[v], r.used[v] = true, false
	_, r.few[v] = out.(*nkl.Loop)
	r.bad = r.bad || r.handed[v] && !r.few[v] && !r.moves[v] // what the step becomes of it is no work of one work-item
	return out
}
