package flat

// Rows that code reads before and after it adds others are read again: rows stay what they are, so
// nobody holds the columns that there were, which then change in place.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// A view is a map that reads columns: a row that is a sequence, as a rule.
type view struct {
	binds  []*fkl.Var
	of     *fkl.Map
	tables []string // whose columns it and its elements of columns read
}

// look notes that a binding is a view or an element of a column, if it is one.
func (w *tableThreader) look(let *fkl.Let) {
	if a, ok := let.Rhs.(*fkl.At); ok {
		if r, ok := a.Vec.(*fkl.Ref); ok && w.isColumn(r.Var) {
			w.element[let.Binds[0]] = a
		}
	}
	m, ok := let.Rhs.(*fkl.Map)
	if !ok || ir.Any(m.Body, func(e fkl.Expr) bool { return e.Form() == fkl.FormLoop }) {
		return
	}
	var read []string
	for _, v := range fkl.FreeVars(m.Body) {
		if a := w.element[v]; a != nil {
			v = a.Vec.(*fkl.Ref).Var
		}
		if w.isColumn(v) {
			read = append(read, w.column[v].table)
		}
	}
	if len(read) > 0 {
		w.views = append(w.views[:len(w.views):len(w.views)], view{let.Binds, m, read})
	}
}

// forget is the views that read no column of a table.
func (w *tableThreader) forget(table string) {
	w.views = slices.DeleteFunc(slices.Clone(w.views), func(v view) bool { return slices.Contains(v.tables, table) })
}

// after rewrites e, which follows on code that has added rows to the tables called added: what e
// needs of views of these is read again.
func (w *tableThreader) after(added []string, e fkl.Expr, names []string) fkl.Expr {
	changed := func(t string) bool { return slices.Contains(added, t) }
	if !slices.ContainsFunc(w.views, func(v view) bool { return slices.ContainsFunc(v.tables, changed) }) {
		return w.tail(e, names)
	}
	free, before := fkl.FreeVars(e), map[*fkl.Var]fkl.Expr{}
	needed := func(v *fkl.Var) bool { return slices.Contains(free, v) }
	b := &steps{at: ir.At(e.Pos())}
	for _, v := range w.views {
		if !slices.ContainsFunc(v.tables, changed) || !slices.ContainsFunc(v.binds, needed) {
			continue
		}
		l := &fkl.Let{Node: b.at, Rhs: w.again(b, v.of)}
		for _, x := range v.binds {
			before[x] = w.env[x]
			l.Binds = append(l.Binds, types.NewVar(x.Name, x.Type))
		}
		for i, x := range v.binds {
			w.env[x] = &fkl.Ref{Var: l.Binds[i]}
		}
		b.lets = append(b.lets, l)
	}
	out := b.in(w.tail(e, names))
	for x, was := range before {
		w.env[x] = was
	}
	return out
}

// again is a view of the columns as they are now, and of elements in them: where only kernels need
// these, they are read there. How many elements there are the host knows.
func (w *tableThreader) again(b *steps, m *fkl.Map) fkl.Expr {
	env := map[*fkl.Var]fkl.Expr{}
	for _, v := range fkl.FreeVars(m.Body) {
		if a := w.element[v]; a != nil {
			env[v] = b.let(v.Name, v.Type, &fkl.At{Node: a.Node, Vec: w.latest(a.Vec), Idx: w.atom(a.Idx)})
		} else {
			env[v] = w.latest(&fkl.Ref{Var: v})
		}
	}
	return fkl.Freshen(&fkl.Map{Node: m.Node, N: w.atom(m.N), Idx: m.Idx, Body: fkl.Replace(m.Body, env)})
}

// latest is an atom with a column as it is now.
func (w *tableThreader) latest(e fkl.Expr) fkl.Expr {
	if r, ok := e.(*fkl.Ref); ok && w.isColumn(r.Var) {
		c := w.column[r.Var]
		return w.now[c.table].cols[c.index]
	}
	return w.atom(e)
}

func (w *tableThreader) isColumn(v *fkl.Var) bool {
	_, is := w.column[v]
	return is
}
