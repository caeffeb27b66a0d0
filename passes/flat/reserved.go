package flat

// How rows of tables are reserved, and filled later.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
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
// from let on, but for maps: first there is room for all, so nothing comes between what is
// stored.
func (w *tableThreader) store(let *fkl.Let, names []string) fkl.Expr {
	b := &steps{at: ir.At(let.Rhs.Pos())}
	var all []*fkl.Store
	rest := fkl.Expr(let)
	for more := true; more; {
		var next *fkl.Let
		if next, more = rest.(*fkl.Let); !more {
			break
		}
		switch e := next.Rhs.(type) {
		case *fkl.Map, *fkl.SegMap:
			b.lets, rest = append(b.lets, &fkl.Let{Node: next.Node, Binds: next.Binds, Rhs: w.renamed(e)}), next.Body
		case *fkl.Store:
			all, rest = append(all, e), next.Body
			w.env[next.Binds[0]] = &fkl.Bool{Val: true}
		default:
			more = false
		}
	}
	for _, e := range all {
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
	return b.in(w.tail(rest, names))
}

// roomy makes room in a table for all rows that it has.
func (w *tableThreader) roomy(b *steps, table string) {
	s := *w.now[table]
	var olds []fkl.Expr
	for _, c := range s.cols {
		if c != nil {
			olds = append(olds, c)
		}
	}
	if len(olds) == 0 {
		return
	}
	room := b.let("room", types.Int, &fkl.Length{Node: b.at, Vec: olds[0]})
	fits := b.primOf(types.Bool, prim.Le, s.used, room)
	grown := b.letN(table, typesOfAtoms(olds), &fkl.If{Node: b.at, Cond: fits, Then: &fkl.Ret{Node: b.at, Vals: olds}, Else: longer(b.at, room, s.used, olds)})
	s.cols = slices.Clone(s.cols)
	for i, c := range s.cols {
		if c != nil {
			s.cols[i], grown = grown[0], grown[1:]
		}
	}
	w.now[table] = &s
}

// longer is olds, which have room elements, with room for rows and as many again.
func longer(at ir.Node, room, rows fkl.Expr, olds []fkl.Expr) fkl.Expr {
	b, i := &steps{at: at}, types.NewVar("i", types.Int)
	n := b.prim(prim.AddSize, b.prim(prim.AddSize, rows, rows), &fkl.Int{Val: slack})
	ts := typesOfAtoms(olds)
	in, none := &steps{at: at}, &steps{at: at}
	var old, zeros []fkl.Expr
	for k, v := range olds {
		old = append(old, in.let("e", ts[k].Elem(), &fkl.At{Node: at, Vec: v, Idx: &fkl.Ref{Var: i}}))
		zeros = append(zeros, fkl.Zero(ts[k].Elem()))
	}
	body := &steps{at: at}
	is := body.primOf(types.Bool, prim.Lt, &fkl.Ref{Var: i}, room)
	m := &fkl.Map{Node: at, N: n, Idx: i, Body: body.in(&fkl.If{Node: at, Cond: is, Then: in.ret(old...), Else: none.ret(zeros...)})}
	return b.ret(b.letN("column", ts, m)...)
}
