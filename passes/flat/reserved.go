package flat

// How rows of tables are reserved, and filled later.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
)

// reserve counts rows.
func (w *tableThreader) reserve(let *fkl.Let, e *fkl.Reserve, names []string) fkl.Expr {
	s := *w.now[e.Table]
	w.env[let.Binds[0]] = s.used
	b := &steps{at: e.Node}
	s.used = b.prim(prim.AddSize, s.used, w.atom(e.N))
	w.now[e.Table] = &s
	return b.in(w.tail(let.Body, names))
}

// store fills rows that were reserved, and goes on behind the stores that follow each other
// from let on, but for what is computed between and behind them without tables: that comes
// first, in one region with what was computed before, then there is room for all, so nothing
// comes between what is stored.
func (w *tableThreader) store(let *fkl.Let, names []string) fkl.Expr {
	b := &steps{at: ir.At(let.Rhs.Pos())}
	var all []*fkl.Store
	rest := fkl.Expr(let)
	for more := true; more; {
		var next *fkl.Let
		if next, more = rest.(*fkl.Let); !more {
			break
		}
		if e, ok := next.Rhs.(*fkl.Store); ok {
			all, rest = append(all, e), next.Body
			w.env[next.Binds[0]] = &fkl.Bool{Val: true}
		} else if more = computes(next.Rhs); more {
			b.lets, rest = append(b.lets, &fkl.Let{Node: next.Node, Binds: next.Binds, Rhs: w.renamed(next.Rhs)}), next.Body
		}
	}
	var added []string
	for _, e := range all {
		added = append(added, e.Table)
		w.roomy(b, e.Table)
	}
	for _, e := range all {
		s := *w.now[e.Table]
		s.cols = slices.Clone(s.cols)
		rows, vals := w.atom(e.Rows), w.atoms(e.Vals)
		for i, c := range s.cols {
			if c != nil {
				s.cols[i] = b.let("column", typesOfAtoms(s.cols[i : i+1])[0], &fkl.Scatter{Node: e.Node, Op: prim.RSet, Into: c, Idx: rows, Vals: vals[i]})
			}
		}
		w.now[e.Table] = &s
	}
	return b.in(w.after(added, rest, names))
}

// computes reports whether an operation has no effects and knows no tables.
func computes(e fkl.Expr) bool {
	switch e := e.(type) {
	case *fkl.Map, *fkl.SegMap, *fkl.Offsets, *fkl.At, *fkl.Length:
		return true
	case *fkl.Prim:
		return e.Op.Class == prim.Scalar
	}
	return false
}

// roomy makes room in a table for all rows that it has.
func (w *tableThreader) roomy(b *steps, table string) {
	end := w.now[table].used
	w.now[table] = w.now[table].fit(b, table, end, end)
}
