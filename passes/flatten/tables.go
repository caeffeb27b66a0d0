package flatten

// Tables of rows: one for all elements, which add rows together.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// scope evaluates its body with a table; elements share it.
func (t *translator) scope(b *block, s *scope, e *nkl.Scope, ty *types.Type) rep {
	rows := t.rows(b, s, e)
	in := b.nested()
	r := t.expr(in, s, e.Body, ty)
	lifted := !uniform(r)
	vs := b.letN("s", leafTypes(ty, lifted), &fkl.Scope{Node: ir.At(e.Pos()), Table: e.Table, Rows: rows, Body: in.ret(in.leaves(r, lifted, s.sp)...)})
	return fromLeaves(b, ty, lifted, vs)
}

// rows is the rows that the table of a scope has at first.
func (t *translator) rows(b *block, s *scope, e *nkl.Scope) []fkl.Expr {
	if len(e.Rows) == 0 {
		return nil
	}
	_, columns := t.hostColumns(b, s, e.Rows)
	return columns
}

// hostColumns is sequences of the host, of one length, as that and vectors.
func (t *translator) hostColumns(b *block, s *scope, seqs []nkl.Expr) (n fkl.Expr, columns []fkl.Expr) {
	var elems []rep
	for _, v := range seqs {
		u := t.expr(b, s, v, nil).(uniformSeq)
		if n == nil {
			n = u.n
		}
		elems = append(elems, u.elems)
	}
	return n, b.vecs(elems...)
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
		x.N, x.Vals = t.hostColumns(b, s, e.Seqs)
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
	v := b.let("column", types.Vec(elem), &fkl.Column{Node: ir.At(e.Pos()), Table: e.Table, Index: e.Index, Exact: e.Exact})
	return uniformSeq{elems: vector{v, elem}, n: b.length(v)}
}
