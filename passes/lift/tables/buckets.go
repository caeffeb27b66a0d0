package tables

// Rows to which a loop adds elements: buckets. All lie in one sequence that grows. Each has room for some
// elements behind its own; where that ends, the bucket moves behind all others and has room for as many again. Rows that the loop
// adds lie behind all others, too.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// The columns of buckets: the elements, and for each bucket where it begins, how many elements it has and how many
// it has room for.
const (
	elementsOf = iota
	startsOf
	countsOf
	roomsOf
)

// carried is the type of what a loop carries for buckets.
func (t *table) carried() *types.Type {
	ints := types.Seq(types.Int)
	return types.Tuple(types.Seq(t.elem), ints, ints, ints)
}

// columnsOf names the columns of new buckets, as one of them may change before another one is needed.
func (t *tables) columnsOf(b *anf.Block, data *nkl.Var) {
	var cols []nkl.Expr
	for k, typ := range data.Type.Elems {
		cols = append(cols, b.Name("column", typ, anf.Part(k, nkl.Use(data))))
	}
	t.columns[data] = cols
}

// with is buckets with some other columns.
func (t *tables) with(b *anf.Block, data *nkl.Var, columns map[int]nkl.Expr) nkl.Expr {
	out := &nkl.Tuple{Elems: slices.Clone(t.columns[data])}
	for k, typ := range data.Type.Elems {
		if columns[k] != nil {
			out.Elems[k] = b.Name("column", typ, columns[k])
		}
	}
	return out
}

// elements is those of all rows.
func (t *tables) elements(p part) nkl.Expr {
	if p.of.buckets {
		return t.columns[p.data][elementsOf]
	}
	return nkl.Use(p.data)
}

// changedRow is a row with a literal behind it, or its first elements.
func (t *tables) changedRow(e *nkl.Prim, p part) (nkl.Expr, part) {
	var r *nkl.Ref
	if len(e.Args) > 1 {
		r, _ = e.Args[1].(*nkl.Ref)
	}
	switch {
	case r == nil:
		return t.fail()
	case e.Op.Code == prim.Append && t.literals[r.Var] != nil:
		p.more = t.literals[r.Var].Elems
	case e.Op.Code == prim.Get && t.runs[r.Var] != nil:
		p.length = t.runs[r.Var]
	default:
		return t.fail()
	}
	p.changed = true
	return nkl.Use(p.data), p
}

// literalRows is the row at the only one of places where it becomes the only one of rows, a literal; nil if it is none.
func (t *tables) literalRows(b *anf.Block, p part, places []nkl.Expr, rows *nkl.Seq) []part {
	if rows == nil || len(rows.Elems) != 1 || len(places) != 1 {
		return nil
	}
	r, isVar := rows.Elems[0].(*nkl.Ref)
	if !isVar || t.literals[r.Var] == nil {
		return nil
	}
	start := b.Name("start", types.Int, nkl.Op(t.pos, prim.Elt, t.columns[p.data][startsOf], places[0]))
	return []part{{of: p.of, data: p.data, base: p.data, row: places[0], start: start, length: anf.Integer(0), changed: true, more: t.literals[r.Var].Elems}}
}

// added is buckets with a changed row.
func (t *tables) added(b *anf.Block, row part) nkl.Expr {
	of, k, cols := row.of, int64(len(row.more)), t.columns[row.data]
	op := func(b *anf.Block, typ *types.Type, code prim.Code, args ...nkl.Expr) nkl.Expr {
		return b.Name(code.Prim().Name, typ, nkl.Op(t.pos, code, args...))
	}
	one := func(b *anf.Block, typ *types.Type, e ...nkl.Expr) nkl.Expr {
		return b.Name("one", types.Seq(typ), &nkl.Seq{Node: ir.At(t.pos), Elem: typ, Elems: e})
	}
	set := func(b *anf.Block, column int, e nkl.Expr) nkl.Expr {
		return nkl.Op(t.pos, prim.Write, cols[column], one(b, types.Int, row.row), one(b, types.Int, e))
	}
	if k == 0 {
		return t.with(b, row.data, map[int]nkl.Expr{countsOf: set(b, countsOf, row.length)})
	}
	n := op(b, types.Int, prim.Add, row.length, anf.Integer(k))
	room := op(b, types.Int, prim.Elt, cols[roomsOf], row.row)
	fits := op(b, types.Bool, prim.Le, n, room)
	var here, moved anf.Block
	end := op(&here, types.Int, prim.Add, row.start, row.length)
	places := []nkl.Expr{end}
	for i := int64(1); i < k; i++ {
		places = append(places, op(&here, types.Int, prim.Add, end, anf.Integer(i)))
	}
	put := nkl.Op(t.pos, prim.Write, cols[elementsOf], one(&here, types.Int, places...), one(&here, of.elem, row.more...))
	inPlace := here.In(t.with(&here, row.data, map[int]nkl.Expr{elementsOf: put, countsOf: set(&here, countsOf, n)}))

	data := cols[elementsOf]
	at := op(&moved, types.Int, prim.Length, data)
	more := op(&moved, types.Int, prim.Add, n, n)
	copied := t.appending(&moved, of, data, anf.Integer(0), row.length, func(b *anf.Block, d, i nkl.Expr) nkl.Expr {
		return op(b, of.elem, prim.Elt, d, op(b, types.Int, prim.Add, row.start, i))
	})
	all := op(&moved, types.Seq(of.elem), prim.Append, copied, one(&moved, of.elem, row.more...))
	none := moved.Zero(of.elem)
	filled := t.appending(&moved, of, all, n, more, func(*anf.Block, nkl.Expr, nkl.Expr) nkl.Expr { return none })
	elsewhere := moved.In(t.with(&moved, row.data, map[int]nkl.Expr{elementsOf: filled, startsOf: set(&moved, startsOf, at), countsOf: set(&moved, countsOf, n), roomsOf: set(&moved, roomsOf, more)}))
	return &nkl.If{Cond: fits, Then: inPlace, Else: elsewhere}
}

// moreRows is buckets with rows behind, which have room for what they hold.
func (t *tables) moreRows(e *nkl.Prim, p part, b *anf.Block) (nkl.Expr, part) {
	rows := t.literals[nkl.VarOf(e.Args[1])]
	if rows == nil {
		return t.fail()
	}
	for _, row := range rows.Elems {
		v, cols := nkl.VarOf(t.plain(row)), t.columns[p.data]
		data := cols[elementsOf]
		start := b.Name("start", types.Int, nkl.Op(t.pos, prim.Length, data))
		var n, all nkl.Expr
		switch {
		case t.literals[v] != nil:
			n, all = anf.Integer(int64(len(t.literals[v].Elems))), nkl.Op(t.pos, prim.Append, data, row)
		case t.fills[v] != nil:
			n = t.fills[v][1]
			all = t.appending(b, p.of, data, anf.Integer(0), n, func(*anf.Block, nkl.Expr, nkl.Expr) nkl.Expr { return t.fills[v][0] })
		default:
			n = b.Name("n", types.Int, nkl.Op(t.pos, prim.Length, row))
			all = t.appending(b, p.of, data, anf.Integer(0), n, func(b *anf.Block, _, i nkl.Expr) nkl.Expr {
				return b.Name("elem", p.of.elem, nkl.Op(t.pos, prim.Elt, row, i))
			})
		}
		behind := func(column int, x nkl.Expr) nkl.Expr {
			one := b.Name("one", types.Seq(types.Int), &nkl.Seq{Node: ir.At(t.pos), Elem: types.Int, Elems: []nkl.Expr{x}})
			return nkl.Op(t.pos, prim.Append, cols[column], one)
		}
		p.data = t.version(b, p, t.with(b, p.data, map[int]nkl.Expr{
			elementsOf: all, startsOf: behind(startsOf, start), countsOf: behind(countsOf, n), roomsOf: behind(roomsOf, n)}))
	}
	return nkl.Use(p.data), p
}

// appending is data with an element appended for each i from this one on, below another one.
func (t *tables) appending(b *anf.Block, of *table, data, from, to nkl.Expr, elem func(b *anf.Block, d, i nkl.Expr) nkl.Expr) nkl.Expr {
	typ := types.Seq(of.elem)
	d, i := types.NewVar("data", typ), types.NewVar("i", types.Int)
	var head, step anf.Block
	end := head.Name("end", types.Bool, nkl.Op(t.pos, prim.Eq, nkl.Use(i), to))
	x := elem(&step, nkl.Use(d), nkl.Use(i))
	one := step.Name("one", typ, &nkl.Seq{Node: ir.At(t.pos), Elem: of.elem, Elems: []nkl.Expr{x}})
	more := step.Name("data", typ, nkl.Op(t.pos, prim.Append, nkl.Use(d), one))
	next := step.Name("next", types.Int, nkl.Op(t.pos, prim.Add, nkl.Use(i), anf.Integer(1)))
	return b.Name("data", typ, &nkl.Loop{Node: ir.At(t.pos), Binds: []*nkl.Var{d, i}, Inits: []nkl.Expr{data, from},
		Body: head.In(&nkl.If{Cond: end, Then: nkl.Use(d), Else: step.In(&nkl.Recur{Args: []nkl.Expr{more, next}})})})
}

// rowsOf is the rows of buckets e.
func (t *table) rowsOf(b *anf.Block, e nkl.Expr, pos ir.Pos) nkl.Expr {
	all := types.NewVar("buckets", t.carried())
	b.Let(all, e)
	column := func(k int) nkl.Expr {
		return b.Name("column", all.Type.Elems[k], anf.Part(k, nkl.Use(all)))
	}
	data := column(elementsOf)
	start, n := types.NewVar("start", types.Int), types.NewVar("n", types.Int)
	var one anf.Block
	body := one.In(nkl.Op(pos, prim.Get, data, anf.Run(&one, nkl.Use(start), nkl.Use(n))))
	return b.Name("rows", types.Seq(types.Seq(t.elem)), &nkl.Each{Node: ir.At(pos), Binds: []*nkl.Var{start, n}, Seqs: []nkl.Expr{column(startsOf), column(countsOf)}, Body: body})
}

// withoutRows is e without rows, and literals of them, that nothing needs any more.
func withoutRows(e nkl.Expr) nkl.Expr {
	e = e.MapChildren(withoutRows)
	if let, ok := e.(*nkl.Let); ok {
		s, literal := let.Rhs.(*nkl.Seq)
		if (literal && !s.Elem.IsScalar() || anf.IsOp(let.Rhs, prim.Dist)) && !slices.Contains(nkl.FreeVars(let.Body), let.Bind) {
			return let.Body
		}
	}
	return e
}
