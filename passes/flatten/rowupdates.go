package flatten

// Updates of rows that have one length, which are written in place.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// writeRows is a write on the host that replaces a few rows in data of rows of one length, or
// nil if e is none or moving rows is dear: rows that are in this data are copied only if
// nothing needs the old ones, so that the new ones are in their place.
func (t *translator) writeRows(b *emit.Block, e *nkl.Prim, args []rep.Value) rep.Value {
	if e.Op.Code != prim.Write {
		return nil
	}
	d, idx, vals := args[0].(rep.Seq), args[1].(rep.Seq), args[2].(rep.Seq)
	from := &emit.Space{N: idx.N}
	row := rep.TypeOf(e.Args[0]).Elem()
	if rep.Few(from) == 0 || rep.Nodes(row) == 0 || !rep.SameSizes(row, rep.TypeOf(e.Args[2]).Elem()) || !rep.RegularDeep(b, d.Elems) {
		return nil
	}
	if t.usedLater(e.Args[0]) && rep.IsWithin(b, d.Elems, vals.Elems) {
		return nil
	}
	new := rep.WithRegularDeep(b, from.N, row, vals.Elems)
	if new == nil {
		return nil
	}
	rep.Force(b, new)
	dest := rep.DropOverwritten(b, rep.Vec(b, idx.Elems), from, rep.Few(from))
	return rep.Seq{Elems: rep.StoreRows(b, d.Elems, dest, from, new), N: d.N}
}

// makeRows makes those rows of the sequences of e, which nothing else needs, that the body of e
// uses for all elements: then nobody but e reads the sequences, element by element, and its
// result may take their place.
//
//	{{x - y : x in r; y in m[k]} : r in m}    =>    row = m[k]; {{x - y : x in r; y in row} : r in m}
func (t *translator) makeRows(b *emit.Block, s *scope, e *nkl.EachCaptured, seqs []rep.Seq) {
	for _, v := range nkl.FreeVars(e.Body) {
		row, ok := s.vars[v].(rep.Seq)
		if !ok || row.Of == nil {
			continue
		}
		for i, u := range seqs {
			m, ok := u.Elems.(*rep.Nested)
			if ok && m.Packed != nil && rep.SameData(row.Of.Data, m.Data) && !t.usedLater(e.Seqs[i]) {
				rep.Force(b, row.Elems)
			}
		}
	}
}

// before translates by f host code that body follows.
func (t *translator) before(body nkl.Expr, f func() rep.Value) rep.Value {
	t.after = &rep.Continuation{Body: body, Up: t.after}
	r := f()
	t.after = t.after.Up
	return r
}

// usedLater reports whether what follows the code that is translated uses the variable e.
func (t *translator) usedLater(e nkl.Expr) bool {
	x, ok := e.(*nkl.Ref)
	for c := t.after; ok && c != nil; c = c.Up {
		for _, v := range nkl.FreeVars(c.Body) {
			if v == x.Var {
				return true
			}
		}
	}
	return !ok
}
