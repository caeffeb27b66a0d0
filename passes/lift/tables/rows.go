package tables

// Tables in update blocks: operations on tables and rows.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// atom is what became of an operand.
func (t *tables) atom(e nkl.Expr) (nkl.Expr, part) {
	if r, ok := e.(*nkl.Ref); ok {
		if p := t.vars[r.Var]; p.data != nil {
			return nkl.Use(p.data), p
		} else if !p.plain() {
			return e, p
		}
	}
	return e, part{}
}

// operation is what became of an operation on atoms, behind steps of b.
func (t *tables) operation(e nkl.Expr, b *anf.Block) (nkl.Expr, part) {
	switch e := e.(type) {
	case *nkl.Ref, *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return t.atom(e)
	case *nkl.Tuple:
		out, p := &nkl.Tuple{Node: e.Node}, part{}
		for _, x := range e.Elems {
			x, q := t.atom(x)
			if q.row != nil || q.literal != nil {
				return t.fail()
			}
			out.Elems, p.elems = append(out.Elems, x), append(p.elems, part{of: q.of, elems: q.elems})
		}
		return out, p
	case *nkl.Proj:
		of, p := t.atom(e.Of)
		if p.elems == nil {
			return e, part{}
		}
		return &nkl.Proj{Node: e.Node, Index: e.Index, Of: of}, p.elems[e.Index]
	case *nkl.Seq:
		return t.seq(e)
	case *nkl.Str:
		return e, part{}
	case *nkl.Each:
		for _, v := range nkl.FreeVars(e) {
			t.plain(nkl.Use(v))
		}
		return e, part{}
	case *nkl.Prim:
		return t.prim(e, b)
	}
	return t.fail()
}

// seq is a literal, of rows or of scalars.
func (t *tables) seq(e *nkl.Seq) (nkl.Expr, part) {
	var rows []part
	for _, x := range e.Elems {
		if _, p := t.atom(x); p.row != nil {
			rows = append(rows, p)
		} else {
			t.plain(x)
		}
	}
	if rows != nil && len(rows) != len(e.Elems) {
		return t.fail()
	}
	return e, part{literal: rows}
}

func (t *tables) prim(e *nkl.Prim, b *anf.Block) (nkl.Expr, part) {
	if len(e.Args) == 0 {
		return t.fail()
	}
	_, p := t.atom(e.Args[0])
	if p.plain() {
		for _, a := range e.Args[1:] {
			t.plain(a)
		}
		return e, part{}
	}
	pos := e.Pos()
	switch {
	case p.of == nil:
		return t.fail()
	case e.Op.Code == prim.Length && p.row == nil && p.of.grows:
		return nkl.Op(pos, prim.Length, t.columns[p.data][startsOf]), part{}
	case e.Op.Code == prim.Length && p.row == nil:
		return p.of.rows, part{}
	case e.Op.Code == prim.Append && p.row == nil && p.of.grows:
		return t.moreRows(e, p, b)
	case p.changed:
		return t.fail()
	case e.Op.Code == prim.Length:
		return p.length, part{}
	case e.Op.Code == prim.Elt && p.row == nil:
		i := t.plain(e.Args[1])
		row := part{of: p.of, data: p.data, base: p.data, row: i}
		starts, lengths := p.of.starts, p.of.lengths
		if p.of.buckets {
			starts, lengths = t.columns[p.data][startsOf], t.columns[p.data][countsOf]
		}
		row.start = b.Name("start", types.Int, nkl.Op(pos, prim.Elt, starts, i))
		row.length = b.Name("length", types.Int, nkl.Op(pos, prim.Elt, lengths, i))
		return nkl.Use(p.data), row
	case e.Op.Code == prim.Elt:
		return nkl.Op(pos, prim.Elt, t.elements(p), t.place(pos, p, t.plain(e.Args[1]), b)), part{}
	case e.Op.Code == prim.Write && p.row == nil:
		return t.writeRow(e, p, b)
	case e.Op.Code == prim.Write:
		r, ok := e.Args[1].(*nkl.Ref)
		if !ok || t.literals[r.Var] == nil {
			return t.fail()
		}
		places := &nkl.Seq{Node: e.Node, Elem: types.Int}
		for _, j := range t.literals[r.Var].Elems {
			places.Elems = append(places.Elems, t.place(pos, p, j, b))
		}
		all := b.Name("places", types.Seq(types.Int), places)
		written := nkl.Op(pos, prim.Write, t.elements(p), all, t.plain(e.Args[2]))
		if p.of.buckets {
			written = t.with(b, p.data, map[int]nkl.Expr{elementsOf: written})
		}
		p.data = t.version(b, p, written)
		return nkl.Use(p.data), p
	case p.row != nil && p.of.buckets && p.data == p.base:
		return t.changedRow(e, p)
	}
	return t.fail()
}

// version names the data of a table, a new version of p's.
func (t *tables) version(b *anf.Block, p part, e nkl.Expr) *nkl.Var {
	data := types.NewVar("data", p.data.Type)
	b.Let(data, e)
	if p.of.buckets {
		t.columnsOf(b, data)
	}
	return data
}

// place is where element i of a row is.
func (t *tables) place(pos ir.Pos, row part, i nkl.Expr, b *anf.Block) nkl.Expr {
	for _, p := range t.places {
		if anf.SameAtom(p.start, row.start) && anf.SameAtom(p.index, i) {
			return p.at
		}
	}
	at := b.Name("place", types.Int, nkl.Op(pos, prim.Add, row.start, i))
	t.places = append(t.places, place{row.start, i, at})
	return at
}

// writeRow is a table of which a row is replaced by what it has become.
func (t *tables) writeRow(e *nkl.Prim, p part, b *anf.Block) (nkl.Expr, part) {
	is, ok := e.Args[1].(*nkl.Ref)
	vs, also := e.Args[2].(*nkl.Ref)
	if !ok || !also || t.literals[is.Var] == nil {
		return t.fail()
	}
	places, rows := t.literals[is.Var].Elems, t.vars[vs.Var].literal
	if rows == nil && p.of.buckets {
		rows = t.literalRows(b, p, places, t.literals[vs.Var])
	}
	if len(places) != 1 || len(rows) != 1 {
		return t.fail()
	}
	row := rows[0]
	if row.of != p.of || row.base != p.data || !anf.SameAtom(row.row, places[0]) {
		return t.fail()
	}
	if row.changed {
		data := t.version(b, p, t.added(b, row))
		return nkl.Use(data), part{of: p.of, data: data}
	}
	return nkl.Use(row.data), part{of: p.of, data: row.data}
}
