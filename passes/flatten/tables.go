package flatten

// Tables of rows: one for all elements, which add rows together.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// scope evaluates its body with a table; elements share it.
func (t *translator) scope(b *emit.Block, s *scope, e *nkl.Scope, ty *types.Type) rep.Value {
	rows := t.rows(b, s, e)
	in := b.Nested()
	r := t.expr(in, s, e.Body, ty)
	lifted := !rep.Uniform(r)
	vs := b.LetN("s", rep.LeafTypes(ty, lifted), &fkl.Scope{Node: ir.At(e.Pos()), Table: e.Table, Rows: rows, Body: in.Ret(rep.Leaves(in, r, lifted, s.sp)...)})
	return rep.FromLeaves(b, ty, lifted, vs)
}

// rows is the rows that the table of a scope has at first.
func (t *translator) rows(b *emit.Block, s *scope, e *nkl.Scope) []fkl.Expr {
	if len(e.Rows) == 0 {
		return nil
	}
	_, columns := t.hostColumns(b, s, e.Rows)
	return columns
}

// hostColumns is sequences of the host, of one length, as that and vectors.
func (t *translator) hostColumns(b *emit.Block, s *scope, seqs []nkl.Expr) (n fkl.Expr, columns []fkl.Expr) {
	var elems []rep.Value
	for _, v := range seqs {
		u := t.expr(b, s, v, nil).(rep.Seq)
		if n == nil {
			n = u.N
		}
		elems = append(elems, u.Elems)
	}
	return n, rep.Vecs(b, elems...)
}

// alloc adds a row on the host, or one for each element, in their order: the rows of
// the elements follow one another.
func (t *translator) alloc(b *emit.Block, s *scope, e *nkl.Alloc) rep.Value {
	vals := make([]rep.Value, len(e.Vals))
	for i, v := range e.Vals {
		vals[i] = t.expr(b, s, v, nil)
	}
	b.SetPos(e)
	x := &fkl.Extend{Node: ir.At(e.Pos()), Table: e.Table}
	if s.host() {
		x.N = emit.Num(1)
		for _, v := range vals {
			a := v.(rep.Scalar).Atom
			elem := rep.AtomType(a)
			x.Vals = append(x.Vals, b.Let("row", types.Vec(elem), &fkl.Vec{Node: ir.At(e.Pos()), Elem: elem, Vals: []fkl.Expr{a}}))
		}
		return rep.Scalar{Atom: b.Let("row", types.Int, x)}
	}
	for i := range vals {
		vals[i] = rep.Lift(b, vals[i], s.sp)
	}
	x.N, x.Vals = s.sp.N, rep.Vecs(b, vals...)
	first := b.Let("row", types.Int, x)
	return &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: s.sp, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr { return eb.Add(first, idx) }}
}

// reserve adds a row for each element whose condition holds, in their order.
func (t *translator) reserve(b *emit.Block, s *scope, e *nkl.Reserve) rep.Value {
	cond := t.expr(b, s, e.Cond, types.Bool)
	b.SetPos(e)
	rows := func(n fkl.Expr) fkl.Expr {
		return b.Let("row", types.Int, &fkl.Reserve{Node: ir.At(e.Pos()), Table: e.Table, N: n})
	}
	if s.host() {
		return rep.Scalar{Atom: rows(one(b, cond.(rep.Scalar).Atom, emit.Num(1), emit.Num(0)))}
	}
	cond = rep.Lift(b, cond, s.sp)
	before := before(b, s.sp, func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return one(eb, rep.ReadOwn(eb, cond, seg, idx), emit.Num(1), emit.Num(0))
	})
	first := rows(b.At(types.Int, before, s.sp.N))
	return &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: s.sp, Reads: true, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return eb.Add(first, rep.ReadOwn(eb, rep.Vector{Vec: before, Type: types.Int}, seg, idx))
	}}
}

// before is the sum of what count makes of the elements of sp before each, and behind it that
// of all.
func before(b *emit.Block, sp *emit.Space, count func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr) fkl.Expr {
	counts := rep.MapOver(b, sp, []*types.Type{types.Int}, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		return []fkl.Expr{count(eb, seg, idx)}
	})
	return b.Let("before", types.Vec(types.Int), &fkl.Offsets{Node: ir.At(b.Pos), Op: prim.RSize, Vec: counts[0]})
}

// one is yes if cond holds, and no otherwise.
func one(b *emit.Block, cond, yes, no fkl.Expr) fkl.Expr {
	return b.Prim(prim.Select, types.Int, cond, yes, no)
}

// store fills the rows that elements have reserved.
func (t *translator) store(b *emit.Block, s *scope, e *nkl.Store) rep.Value {
	vals := []rep.Value{t.storedRow(b, s, e)}
	for _, v := range e.Vals {
		vals = append(vals, t.expr(b, s, v, nil))
	}
	b.SetPos(e)
	var vecs []fkl.Expr
	if s.host() {
		for _, v := range vals {
			a := v.(rep.Scalar).Atom
			elem := rep.AtomType(a)
			vecs = append(vecs, b.Let("row", types.Vec(elem), &fkl.Vec{Node: ir.At(e.Pos()), Elem: elem, Vals: []fkl.Expr{a}}))
		}
	} else {
		for i := range vals {
			vals[i] = rep.Lift(b, vals[i], s.sp)
		}
		vecs = rep.Vecs(b, vals...)
	}
	return rep.Scalar{Atom: b.Let("stored", types.Bool, &fkl.Store{Node: ir.At(e.Pos()), Table: e.Table, Rows: vecs[0], Vals: vecs[1:]})}
}

// storedRow is the row that e fills, -1 for elements that have none.
func (t *translator) storedRow(b *emit.Block, s *scope, e *nkl.Store) rep.Value {
	row, cond := t.expr(b, s, e.Row, types.Int), t.expr(b, s, e.Cond, types.Bool)
	if s.host() {
		return rep.Scalar{Atom: one(b, cond.(rep.Scalar).Atom, row.(rep.Scalar).Atom, emit.Num(-1))}
	}
	row, cond = rep.Lift(b, row, s.sp), rep.Lift(b, cond, s.sp)
	return &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: s.sp, Reads: true, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return one(eb, rep.ReadOwn(eb, cond, seg, idx), rep.ReadOwn(eb, row, seg, idx), emit.Num(-1))
	}}
}

// allocAll adds the elements of sequences, those of an element of the scope after those
// of the one before.
func (t *translator) allocAll(b *emit.Block, s *scope, e *nkl.AllocAll) rep.Value {
	x := &fkl.Extend{Node: ir.At(e.Pos()), Table: e.Table}
	if s.host() {
		x.N, x.Vals = t.hostColumns(b, s, e.Seqs)
		return rep.Scalar{Atom: b.Let("row", types.Int, x)}
	}
	sp, elems := t.generators(b, s, e.Seqs)
	for i := range elems {
		elems[i] = rep.Lift(b, elems[i], sp)
	}
	x.N, x.Vals = sp.N, rep.Vecs(b, elems...)
	first, starts := b.Let("row", types.Int, x), b.Starts(sp.Sd)
	return &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: s.sp, Reads: true, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		return eb.Add(first, rep.ReadOwn(eb, rep.Vector{Vec: starts, Type: types.Int}, seg, idx))
	}}
}

// column is a column as it is, the same for all elements.
func (t *translator) column(b *emit.Block, e *nkl.Column) rep.Value {
	elem := t.tables[e.Table].Columns[e.Index]
	v := b.Let("column", types.Vec(elem), &fkl.Column{Node: ir.At(e.Pos()), Table: e.Table, Index: e.Index, Exact: e.Exact})
	return rep.Seq{Elems: rep.Vector{Vec: v, Type: elem}, N: b.Length(v)}
}
