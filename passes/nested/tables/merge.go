package tables

// Values of recursive datatypes of several actions that meet: the rows of one stand behind
// those of the others, and its references move with them.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// count notes, for the sources of one region, how many rows come before theirs.
func (k *keeper) count(sources []*source) {
	for i, x := range sources {
		x.before = make([]nkl.Expr, len(x.columns))
		if i == 0 {
			continue
		}
		up := sources[i-1]
		for t := range x.columns {
			n := anf.Op(prim.Length, up.columns[t][0])
			if up.before[t] != nil {
				n = anf.Op(prim.Add, up.before[t], n)
			}
			x.before[t] = k.outer.Name("rows", types.Int, n)
		}
	}
}

// join makes the columns of a region from those of its sources.
func (k *keeper) join(r *region) {
	k.rows[r] = r.allocates
	for t, table := range k.layout(r.of).tables {
		if r.allocates {
			r.uses[t] = true
		}
		for i, c := range table.columns {
			all := k.sources[r][0].columns[t][i]
			for _, x := range k.sources[r][1:] {
				all = k.outer.Name("column", types.Seq(c), anf.Op(prim.Append, all, x.columns[t][i]))
			}
			k.came[column{r, t, i}] = all
		}
	}
}

// A mover moves the references of one parameter to where its rows are.
type mover struct {
	*keeper
	of map[*types.Type]*source // by datatype
}

// moves reports whether a reference in a value of type t changes.
func (m *mover) moves(t *types.Type) bool {
	for _, d := range m.reached(t) {
		if x := m.of[d]; x != nil {
			for _, n := range x.before {
				if n != nil {
					return true
				}
			}
		}
	}
	return false
}

// value is the value v of type t with its references moved.
func (m *mover) value(b *anf.Block, t *types.Type, v nkl.Expr) nkl.Expr {
	switch {
	case !m.moves(t):
		return v
	case t.Kind == types.KRef:
		return m.reference(b, t, v)
	}
	return mapParts(b, t, v, m.value)
}

// reference is the reference v to a row of the datatype t moved: by as many rows as the
// table of its constructor has before.
func (m *mover) reference(b *anf.Block, t *types.Type, v nkl.Expr) nkl.Expr {
	l, x := m.layout(t), m.of[t]
	tag := b.Name("tag", types.Int, l.tag(v))
	var by nkl.Expr = anf.Integer(0)
	for _, c := range l.cons {
		if c.table >= 0 && x.before[c.table] != nil {
			by = &nkl.If{Cond: anf.Op(prim.Eq, tag, anf.Integer(c.code)), Then: x.before[c.table], Else: by}
		}
	}
	return anf.Op(prim.Add, v, anf.Op(prim.Mul, by, anf.Integer(1<<l.bits)))
}

// columns moves the references in the columns of the datatypes in values of type t.
func (m *mover) columns(t *types.Type) {
	for _, d := range m.reached(t) {
		x := m.of[d]
		if x == nil {
			continue // no column
		}
		for _, c := range m.layout(d).cons {
			for _, f := range c.fields {
				if c.table >= 0 {
					m.field(x, c.table, f)
				}
			}
		}
	}
}

// field moves the references in the columns of field f of a table, and the places of its
// sequences.
func (m *mover) field(x *source, table int, f fieldLayout) {
	move := func(by func(b *anf.Block, v nkl.Expr) nkl.Expr) {
		c := &x.columns[table][f.column]
		*c = m.outer.Name("column", types.Seq(types.Int), each(types.Int, *c, by))
	}
	switch {
	case f.elem != nil:
		if n := x.before[f.table]; n != nil {
			move(func(_ *anf.Block, v nkl.Expr) nkl.Expr { return anf.Op(prim.Add, v, n) })
		}
		m.field(x, f.table, *f.elem)
	case f.typ.Kind == types.KTuple:
		for _, p := range f.parts {
			m.field(x, table, p)
		}
	case f.typ.Kind == types.KRef && m.moves(f.typ):
		move(func(b *anf.Block, v nkl.Expr) nkl.Expr { return m.value(b, f.typ, v) })
	}
}

// mapParts is the value v of type t, a tuple or a sequence, with what f makes of its parts.
func mapParts(b *anf.Block, t *types.Type, v nkl.Expr, f func(b *anf.Block, t *types.Type, v nkl.Expr) nkl.Expr) nkl.Expr {
	if t.Kind == types.KSeq {
		return each(rep(t.Elem()), v, func(b *anf.Block, x nkl.Expr) nkl.Expr { return f(b, t.Elem(), x) })
	}
	out := &nkl.Tuple{}
	for i, e := range t.Elems {
		out.Elems = append(out.Elems, f(b, e, b.Name("part", rep(e), &nkl.Proj{Index: i, Of: v})))
	}
	return out
}

// each is f of the elements of vs, which have type t, as ints are where f does not say else.
func each(t *types.Type, vs nkl.Expr, f func(b *anf.Block, x nkl.Expr) nkl.Expr) nkl.Expr {
	x := types.NewVar("x", t)
	var in anf.Block
	out := f(&in, nkl.Use(x))
	return &nkl.Each{Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{vs}, Body: in.In(out)}
}
