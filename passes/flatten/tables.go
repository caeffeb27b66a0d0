package flatten

// Tables of rows: one for all elements, which add rows together.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// scope evaluates its body with an empty table; elements share it.
func (t *translator) scope(b *block, s *scope, e *nkl.Scope, ty *types.Type) rep {
	in := b.nested()
	r := t.expr(in, s, e.Body, ty)
	lifted := !uniform(r)
	vs := b.letN("s", leafTypes(ty, lifted), &fkl.Scope{Node: ir.At(e.Pos()), Table: e.Table, Body: in.ret(in.leaves(r, lifted, s.sp)...)})
	return fromLeaves(b, ty, lifted, vs)
}

// alloc adds a row on the host, or one for each element, in their order: the rows of
// the elements follow one another.
func (t *translator) alloc(b *block, s *scope, e *nkl.Alloc) rep {
	vals := make([]rep, len(e.Vals))
	for i, v := range e.Vals {
		vals[i] = t.expr(b, s, v, nil)
	}
	b.setPos(e)
	x := &fkl.Extend{Node: ir.At(e.Pos()), Table: e.Table}
	if s.host() {
		x.N = num(1)
		for _, v := range vals {
			a := v.(hostScalar).a
			elem := atomType(a)
			x.Vals = append(x.Vals, b.let("row", types.Vec(elem), &fkl.Vec{Node: ir.At(e.Pos()), Elem: elem, Vals: []fkl.Expr{a}}))
		}
		return hostScalar{b.let("row", types.Int, x)}
	}
	for i := range vals {
		vals[i] = b.lift(vals[i], s.sp)
	}
	x.N, x.Vals = s.sp.n, b.vecs(vals...)
	first := b.let("row", types.Int, x)
	return &delayed{t: types.Int, pos: b.pos, sp: s.sp, gen: func(eb *block, _, idx fkl.Expr) fkl.Expr { return eb.add(first, idx) }}
}

// allocAll adds the elements of sequences, those of an element of the scope after those
// of the one before.
func (t *translator) allocAll(b *block, s *scope, e *nkl.AllocAll) rep {
	x := &fkl.Extend{Node: ir.At(e.Pos()), Table: e.Table}
	if s.host() {
		var seqs []uniformSeq
		for _, v := range e.Seqs {
			seqs = append(seqs, t.expr(b, s, v, nil).(uniformSeq))
		}
		x.N = seqs[0].n
		var elems []rep
		for _, u := range seqs {
			elems = append(elems, u.elems)
		}
		x.Vals = b.vecs(elems...)
		return hostScalar{b.let("row", types.Int, x)}
	}
	sp, elems := t.generators(b, s, e.Seqs)
	for i := range elems {
		elems[i] = b.lift(elems[i], sp)
	}
	x.N, x.Vals = sp.n, b.vecs(elems...)
	first, starts := b.let("row", types.Int, x), b.starts(sp.sd)
	return &delayed{t: types.Int, pos: b.pos, sp: s.sp, reads: true, gen: func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		return eb.add(first, readOwn(eb, vector{starts, types.Int}, seg, idx))
	}}
}

// column is a column as it is, the same for all elements.
func (t *translator) column(b *block, e *nkl.Column) rep {
	elem := t.tables[e.Table].Columns[e.Index]
	v := b.let("column", types.Vec(elem), &fkl.Column{Node: ir.At(e.Pos()), Table: e.Table, Index: e.Index})
	return uniformSeq{elems: vector{v, elem}, n: b.length(v)}
}
