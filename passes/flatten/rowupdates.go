package flatten

// Updates of rows that are of one length: the elements of the new rows take the places of
// those of the old ones, and the descriptor stays.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// writeRows is a write on the host that replaces a few rows in data of rows of one length, or
// nil if e is none or moving rows is dear: rows that are in this data are copied only if
// nothing needs the old ones, so that the new ones are in their place.
func (t *translator) writeRows(b *block, e *nkl.Prim, args []rep) rep {
	if e.Op.Code != prim.Write {
		return nil
	}
	d, idx, vals := args[0].(uniformSeq), args[1].(uniformSeq), args[2].(uniformSeq)
	from := &indexSpace{n: idx.n}
	row := typeOf(e.Args[0]).Elem()
	if from.few() == 0 || nodes(row) == 0 || !sameSizes(row, typeOf(e.Args[2]).Elem()) || !b.regularDeep(d.elems) {
		return nil
	}
	if t.usedLater(e.Args[0]) && b.isWithin(d.elems, vals.elems) {
		return nil
	}
	new := b.withRegularDeep(from.n, row, vals.elems)
	if new == nil {
		return nil
	}
	b.force(new)
	dest := b.dropOverwritten(b.vec(idx.elems), from, from.few())
	return uniformSeq{elems: b.storeRows(d.elems, dest, from, new), n: d.n}
}

// storeRows is d with element dest[j] replaced by element j of vals, for the places of from;
// sequences are regular and replace their elements.
func (b *block) storeRows(d rep, dest fkl.Expr, from *indexSpace, vals rep) rep {
	switch d := d.(type) {
	case tuple:
		out := make(tuple, len(d))
		for i, c := range d {
			out[i] = b.storeRows(c, dest, from, vals.(tuple)[i])
		}
		return out
	case *nestedSeq:
		v, each := vals.(*nestedSeq), d.packed.each
		off := b.starts(v.packed.sd)
		places := b.mapOver(v.packed, []*types.Type{types.Int}, func(eb *block, seg, i fkl.Expr) []fkl.Expr {
			at := eb.at(types.Int, dest, seg)
			p := eb.add(eb.prim(prim.Mul, types.Int, at, each), eb.sub(i, eb.at(types.Int, off, seg)))
			return []fkl.Expr{eb.prim(prim.Select, types.Int, eb.prim(prim.Lt, types.Bool, at, num(0)), num(-1), p)}
		})[0]
		return &nestedSeq{packed: d.packed, data: b.storeRows(d.data, places, &indexSpace{n: v.packed.n}, v.data)}
	}
	return b.store(d, dest, vals)
}

// appendRows is an append on the host of rows of one length that are regular on one side, or nil if
// e is none: all of them are regular.
func (b *block) appendRows(e *nkl.Prim, args []rep, ty *types.Type) rep {
	if e.Op.Code != prim.Append || nodes(ty) < 2 {
		return nil
	}
	x, y, row := args[0].(uniformSeq), args[1].(uniformSeq), ty.Elem()
	if !b.lengthsKnown(row) || !b.regularDeep(x.elems) && !b.regularDeep(y.elems) {
		return nil
	}
	xs, ys := b.withRegularDeep(x.n, row, x.elems), b.withRegularDeep(y.n, row, y.elems)
	if xs == nil || ys == nil {
		return nil
	}
	n := b.add(x.n, y.n)
	return uniformSeq{elems: b.appendRegular(n, row, xs, ys), n: n}
}

// appendRegular is the n elements of type t of x, then those of y, with regular descriptors at every depth.
func (b *block) appendRegular(n fkl.Expr, t *types.Type, x, y rep) rep {
	switch x := x.(type) {
	case tuple:
		out := make(tuple, len(x))
		for i, c := range x {
			out[i] = b.appendRegular(n, t.Elems[i], c, y.(tuple)[i])
		}
		return out
	case *nestedSeq:
		sp := b.regularSpace(n, b.lengthOf(t.Sizes[0]))
		return &nestedSeq{packed: sp, data: b.appendRegular(sp.n, t.Elem(), x.data, y.(*nestedSeq).data)}
	}
	return b.appendElems(x, y)
}

// makeRows makes those rows of the sequences of e, which nothing else needs, that the body of e
// uses for all elements: then nobody but e reads the sequences, element by element, and its
// result may take their place.
//
//	{{x - y : x in r; y in m[k]} : r in m}    =>    row = m[k]; {{x - y : x in r; y in row} : r in m}
func (t *translator) makeRows(b *block, s *scope, e *nkl.EachCaptured, seqs []uniformSeq) {
	for _, v := range nkl.FreeVars(e.Body) {
		row, ok := s.vars[v].(uniformSeq)
		if !ok || row.of == nil {
			continue
		}
		for i, u := range seqs {
			m, ok := u.elems.(*nestedSeq)
			if ok && m.packed != nil && sameData(row.of.data, m.data) && !t.usedLater(e.Seqs[i]) {
				b.force(row.elems)
			}
		}
	}
}

// sameSizes reports whether the sequences of types t and u have the same lengths, at every depth.
func sameSizes(t, u *types.Type) bool {
	switch t.Kind {
	case types.KTuple:
		for i, c := range t.Elems {
			if !sameSizes(c, u.Elems[i]) {
				return false
			}
		}
	case types.KSeq:
		return len(t.Sizes) == 1 && len(u.Sizes) == 1 && t.Sizes[0] == u.Sizes[0] && sameSizes(t.Elem(), u.Elem())
	}
	return true
}

// regularDeep reports whether the sequences in r are regular, at every depth.
func (b *block) regularDeep(r rep) bool {
	switch r := r.(type) {
	case tuple:
		for _, c := range r {
			if !b.regularDeep(c) {
				return false
			}
		}
	case *nestedSeq:
		return r.packed != nil && r.packed.regular && r.packed.each != nil && b.regularDeep(r.data)
	}
	return true
}

// withRegularDeep is r, count values of type t, with regular descriptors at every depth; nil if a
// length is not known.
func (b *block) withRegularDeep(count fkl.Expr, t *types.Type, r rep) rep {
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			if out[i] = b.withRegularDeep(count, t.Elems[i], c); out[i] == nil {
				return nil
			}
		}
		return out
	case *nestedSeq:
		v := b.withRegular(count, t, r).(*nestedSeq)
		if v.packed == nil || !v.packed.regular {
			return nil
		}
		data := b.withRegularDeep(v.packed.n, t.Elem(), v.data)
		if data == nil {
			return nil
		}
		return &nestedSeq{packed: v.packed, data: data}
	}
	return r
}

// isWithin reports whether sequences in vals are parts of the data of those in d.
func (b *block) isWithin(d, vals rep) bool {
	ds, vs := parts(d), parts(vals)
	for i, c := range ds {
		v, ok := c.(*nestedSeq)
		if !ok {
			continue
		}
		if w, ok := b.within(v.data, vs[i]).(*nestedSeq); ok && sameData(w.data, v.data) {
			return true
		}
	}
	return false
}

// A continuation is what follows the host code that is translated, innermost first.
type continuation struct {
	body nkl.Expr
	up   *continuation
}

// before translates by f host code that body follows.
func (t *translator) before(body nkl.Expr, f func() rep) rep {
	t.after = &continuation{body, t.after}
	r := f()
	t.after = t.after.up
	return r
}

// usedLater reports whether what follows the code that is translated uses the variable e.
func (t *translator) usedLater(e nkl.Expr) bool {
	x, ok := e.(*nkl.Ref)
	for c := t.after; ok && c != nil; c = c.up {
		for _, v := range nkl.FreeVars(c.body) {
			if v == x.Var {
				return true
			}
		}
	}
	return !ok
}
