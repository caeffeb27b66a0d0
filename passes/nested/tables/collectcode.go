package tables

// The code by which rows go that nobody refers to: rows are marked that somebody does, one after the other (markrows.go), and
// then all move together at once, in their order.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// code is the values vs and the columns of all tables, without rows that vs do not reach. The values of vs, parameters of
// the function, are those of values.
func (k *collector) code(vs, values []*nkl.Var) nkl.Expr {
	var b anf.Block
	var next nkl.Expr = anf.Integer(1)
	for _, t := range k.tables {
		t.from = next
		t.rows = b.Name("rows", types.Int, anf.Op(prim.Sub, anf.Op(prim.Length, t.columns[0]), t.first))
		next = b.Name("from", types.Int, anf.Op(prim.Add, t.from, t.rows))
	}
	ints := types.Seq(types.Int)
	size := b.Name("size", types.Int, anf.Op(prim.Add, next, anf.Integer(1)))
	roots := b.Name("roots", ints, &nkl.Seq{Elem: types.Int})
	for i, v := range vs {
		some := b.Name("roots", ints, k.roots(&b, v.Type, k.regionsOf(v), nkl.Use(values[i])))
		roots = b.Name("roots", ints, anf.Op(prim.Append, roots, some))
	}
	none := b.Name("none", ints, anf.Op(prim.Dist, anf.Integer(0), size))
	marks := b.Name("marks", ints, k.mark(roots, next, put(none, anf.Integer(0), anf.Integer(1))))
	ones := b.Name("ones", ints, each(types.Int, marks, func(_ *anf.Block, x nkl.Expr) nkl.Expr {
		return anf.Op(prim.Btoi, anf.Op(prim.Ne, x, anf.Integer(0)))
	}))
	// A row in four must go, as to move the others costs as much as to make them.
	stay := b.Name("stay", types.Int, anf.Op(prim.Sum, ones))
	most := b.Name("most", types.Int, anf.Op(prim.Sub, next, anf.Op(prim.Shr, next, anf.Integer(2))))
	same := &nkl.Tuple{Elems: nkl.Uses(values)}
	for _, t := range k.tables {
		same.Elems = append(same.Elems, t.columns...)
	}
	return b.In(&nkl.If{Cond: anf.Op(prim.Lt, stay, most), Then: k.moved(vs, values, marks, ones), Else: same})
}

// moved is the values and the columns of all tables, without rows that have no mark.
func (k *collector) moved(vs, values []*nkl.Var, marks, ones nkl.Expr) nkl.Expr {
	var b anf.Block
	before := b.Name("before", types.Seq(types.Int), anf.Op(prim.PlusScan, ones))
	for _, t := range k.tables {
		t.before = b.Name("before", types.Int, anf.Op(prim.Elt, before, t.from))
	}
	var out []nkl.Expr
	m := &moves{k, before}
	for i, v := range vs {
		out = append(out, b.Name(v.Name, rep(v.Type), m.value(&b, v.Type, k.regionsOf(v), nkl.Use(values[i]))))
	}
	for _, t := range k.tables {
		out = append(out, m.columns(&b, t, marks)...)
	}
	return b.In(&nkl.Tuple{Elems: out})
}

// put is s with v at place i.
func put(s, i, v nkl.Expr) nkl.Expr {
	one := func(x nkl.Expr) nkl.Expr { return &nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{x}} }
	return anf.Op(prim.Write, s, one(i), one(v))
}

// roots is the numbers of the rows to which the value v of type t refers, and zeros.
func (k *collector) roots(b *anf.Block, t *types.Type, rs regions, v nkl.Expr) nkl.Expr {
	out := nkl.Expr(&nkl.Seq{Elem: types.Int})
	switch {
	case !k.knows(t, rs):
	case t.Kind == types.KRef:
		n := b.Name("n", types.Int, k.number(b, t, rs, v))
		return &nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{n}}
	case t.Kind == types.KTuple:
		for i, e := range t.Elems {
			if k.knows(e, rs) {
				part := b.Name("part", rep(e), &nkl.Proj{Index: i, Of: v})
				out = anf.Op(prim.Append, out, k.roots(b, e, rs, part))
			}
		}
	case t.Kind == types.KSeq && t.Elem().Kind == types.KRef:
		return each(types.Int, v, func(b *anf.Block, x nkl.Expr) nkl.Expr { return k.number(b, t.Elem(), rs, x) })
	case t.Kind == types.KSeq:
		return anf.Op(prim.Flatten, each(rep(t.Elem()), v, func(b *anf.Block, x nkl.Expr) nkl.Expr { return k.roots(b, t.Elem(), rs, x) }))
	}
	return out
}

// byTable is what of says for the table and the row to which the reference v of type d refers, or other if
// the table is not collected. A reference that nobody looks at may be of no row.
func (k *collector) byTable(b *anf.Block, d *types.Type, rs regions, v, other nkl.Expr, of func(t *collected, c conLayout, row nkl.Expr) nkl.Expr) nkl.Expr {
	l := k.layout(d)
	tag, row := b.Name("tag", types.Int, l.tag(v)), b.Name("row", types.Int, l.row(v))
	out := other
	for _, c := range l.cons {
		if c.table < 0 {
			continue
		}
		if t := k.table(rs[d], c.table); t != nil {
			out = &nkl.If{Cond: anf.Op(prim.Eq, tag, anf.Integer(c.code)), Then: of(t, c, row), Else: out}
		}
	}
	return out
}

// number is the number of the row to which the reference v of type d refers, or 0.
func (k *collector) number(b *anf.Block, d *types.Type, rs regions, v nkl.Expr) nkl.Expr {
	return k.byTable(b, d, rs, v, anf.Integer(0), func(t *collected, _ conLayout, row nkl.Expr) nkl.Expr { return t.number(row) })
}

// number is the number of a row of t, or 0 if the row stays in any case.
func (t *collected) number(row nkl.Expr) nkl.Expr {
	return t.ifMay(row, func(k nkl.Expr) nkl.Expr { return anf.Op(prim.Add, t.from, k) }, anf.Integer(0))
}

// ifMay is what of says if row may go, of the rows that may the one with number k of the table, and other if not.
func (t *collected) ifMay(row nkl.Expr, of func(k nkl.Expr) nkl.Expr, other nkl.Expr) nkl.Expr {
	var b anf.Block
	n := b.Name("k", types.Int, anf.Op(prim.Sub, row, t.first))
	may := anf.Op(prim.And, anf.Op(prim.Ge, n, anf.Integer(0)), anf.Op(prim.Lt, n, t.rows))
	return b.In(&nkl.If{Cond: may, Then: of(n), Else: other})
}

// A moves moves references to where their rows are.
type moves struct {
	*collector
	marked nkl.Expr // by number, how many rows before stay, and one
}

// row is where a row of t is.
func (m *moves) row(t *collected, row nkl.Expr) nkl.Expr {
	return t.ifMay(row, func(k nkl.Expr) nkl.Expr {
		stay := anf.Op(prim.Sub, anf.Op(prim.Elt, m.marked, anf.Op(prim.Add, t.from, k)), t.before)
		return anf.Op(prim.Add, t.first, stay)
	}, row)
}

// value is the value v of type t.
func (m *moves) value(b *anf.Block, t *types.Type, rs regions, v nkl.Expr) nkl.Expr {
	switch {
	case !m.knows(t, rs):
		return v
	case t.Kind == types.KRef:
		return m.byTable(b, t, rs, v, v, func(to *collected, c conLayout, row nkl.Expr) nkl.Expr {
			return m.layout(t).reference(c, m.row(to, row))
		})
	}
	return mapParts(b, t, v, func(b *anf.Block, t *types.Type, v nkl.Expr) nkl.Expr { return m.value(b, t, rs, v) })
}

// columns is those of t with the rows that stay.
func (m *moves) columns(b *anf.Block, t *collected, marks nkl.Expr) (out []nkl.Expr) {
	may := b.Name("may", types.Seq(types.Int), anf.Op(prim.Index, t.rows))
	flags := b.Name("flags", types.Seq(types.Bool), each(types.Int, may, func(_ *anf.Block, i nkl.Expr) nkl.Expr {
		return anf.Op(prim.Ne, anf.Op(prim.Elt, marks, anf.Op(prim.Add, t.from, i)), anf.Integer(0))
	}))
	stay := b.Name("stay", types.Seq(types.Int), anf.Op(prim.Pack, may, flags))
	n := b.Name("n", types.Int, anf.Op(prim.Add, t.first, anf.Op(prim.Length, stay)))
	is := b.Name("is", types.Seq(types.Int), anf.Op(prim.Index, n))
	moved := map[int]func(b *anf.Block, v nkl.Expr) nkl.Expr{}
	for _, f := range t.fields {
		m.field(t, f, moved)
	}
	for i, c := range t.columns {
		typ := m.layout(t.region.of).tables[t.index].columns[i]
		out = append(out, b.Name("column", types.Seq(typ), each(types.Int, is, func(b *anf.Block, i2 nkl.Expr) nkl.Expr {
			var in anf.Block
			from := in.Name("from", types.Int, anf.Op(prim.Add, t.first, anf.Op(prim.Elt, stay, anf.Op(prim.Sub, i2, t.first))))
			v := in.Name("v", typ, anf.Op(prim.Elt, c, from))
			if move := moved[i]; move != nil {
				v = move(&in, v)
			}
			return &nkl.If{Cond: anf.Op(prim.Lt, i2, t.first), Then: anf.Op(prim.Elt, c, i2), Else: in.In(v)}
		})))
	}
	return out
}

// field notes for the columns of a field how what is in them moves.
func (m *moves) field(t *collected, f fieldLayout, moved map[int]func(b *anf.Block, v nkl.Expr) nkl.Expr) {
	rs := m.of[t.region]
	switch {
	case f.elem != nil:
		if elems := m.table(t.region, f.table); elems != nil {
			moved[f.column] = func(_ *anf.Block, v nkl.Expr) nkl.Expr { return m.row(elems, v) }
		}
	case f.typ.Kind == types.KTuple:
		for _, p := range f.parts {
			m.field(t, p, moved)
		}
	case m.knows(f.typ, rs):
		moved[f.column] = func(b *anf.Block, v nkl.Expr) nkl.Expr { return m.value(b, f.typ, rs, v) }
	}
}
