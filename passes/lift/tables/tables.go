// Package tables makes update blocks possible of loops that replace elements of rows one by
// one. Such a loop carries the elements of all rows in one sequence: where rows begin and
// how long they are does not change. Tables of tables lose one level at a time. Rows to which a loop adds
// elements are buckets (buckets.go).
//
//	(loop (t i) (rows 0) (if .. t .. (let r (elt t i) .. (write t (i) ((write r (j) (v)))))))
//	=> (let data (flatten rows)
//	   (let new (update (s) (data) (loop (d i) (s 0) (if .. d .. (put d (start + j) v))))
//	   (partition new lengths)))
package tables

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A table is a sequence of sequences that a loop carries. The lengths of its rows stay, or they are buckets: the loop
// adds elements to rows.
type table struct {
	rows            nkl.Expr // how many; at first, if it grows
	starts, lengths nkl.Expr // of the rows, in data; not of buckets, which carry them
	elem            *types.Type
	buckets         bool
	grows           bool // buckets of which the loop adds some
}

// A part is what became of a value that has to do with tables.
type part struct {
	of      *table   // of which the value is a version, or a row
	data    *nkl.Var // the elements of all rows
	row     nkl.Expr // its index; nil if the value is a whole table
	base    *nkl.Var // the elements of all rows where the row was read
	start   nkl.Expr // of the row, in data
	length  nkl.Expr // of the row
	changed bool     // the row of a bucket is to have this length, and then more elements
	more    []nkl.Expr
	literal []part // the value is a sequence of these rows
	elems   []part // the value is a tuple
	ended   bool   // there is no value: another iteration begins
}

// plain reports whether the value has nothing to do with tables.
func (p part) plain() bool {
	return p.of == nil && p.literal == nil && !slices.ContainsFunc(p.elems, func(p part) bool { return !p.plain() })
}

// Carries reports whether a loop carries a table.
func Carries(l *nkl.Loop) bool {
	return slices.ContainsFunc(l.Binds, func(v *nkl.Var) bool { return isTable(v.Type) })
}

// isTable reports whether t is of rows, whose elements are scalars or rows in their turn.
func isTable(t *types.Type) bool {
	return t.Kind == types.KSeq && t.Elem().Kind == types.KSeq && (t.Elem().Elem().IsScalar() || t.Elem().Elem().Kind == types.KSeq)
}

// A Loop is a loop that carries the elements of tables in place of them.
type Loop struct {
	Inner  *nkl.Loop
	before anf.Block
	result part
	pos    ir.Pos
}

// Of is l with elements in place of tables, at pos in the program; nil if it carries none,
// or does more with tables than to replace elements, or to make rows longer if rowsStay is not set. Variables of
// which the loop changes the lengths stay as they are.
func Of(l *nkl.Loop, pos ir.Pos, changes func(v *nkl.Var) bool, rowsStay bool) *Loop {
	if out := loopOf(l, pos, changes, table{}); out != nil || rowsStay {
		return out
	}
	return loopOf(l, pos, changes, table{buckets: true})
}

// Growing is l with buckets in place of tables; nil if it carries none, or does more with them than to replace elements
// and to add elements and rows.
func Growing(l *nkl.Loop, pos ir.Pos) *Loop {
	return loopOf(l, pos, func(*nkl.Var) bool { return false }, table{buckets: true, grows: true})
}

// loopOf is Of with tables of one kind, but for tables of tables.
func loopOf(l *nkl.Loop, pos ir.Pos, changes func(v *nkl.Var) bool, kind table) *Loop {
	t := &tables{vars: map[*nkl.Var]part{}, literals: map[*nkl.Var]*nkl.Seq{}, runs: map[*nkl.Var]nkl.Expr{}, fills: map[*nkl.Var][]nkl.Expr{}, columns: map[*nkl.Var][]nkl.Expr{}, pos: pos}
	out, inits := &Loop{pos: pos}, slices.Clone(l.Inits)
	for i, v := range l.Binds {
		if isTable(v.Type) && !changes(v) {
			inits[i] = t.enter(&out.before, v, l.Inits[i], kind)
		}
	}
	if len(t.vars) == 0 {
		return nil
	}
	out.Inner, out.result = t.loop(&nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: inits, Body: l.Body})
	if t.bad {
		return nil
	}
	if !kind.buckets {
		return out
	}
	if out.Inner = anf.LoopParts(&out.before, out.Inner); out.Inner == nil {
		return nil // tables of tables are none
	}
	out.Inner = withoutRows(out.Inner).(*nkl.Loop)
	return out
}

// Around is the value of the loop, made of block, which is that of the inner one.
func (l *Loop) Around(sigs *nkl.Sigs, block nkl.Expr) nkl.Expr {
	b := &l.before
	val := b.Take(block)
	if l.result.plain() {
		return b.In(val)
	}
	typ := sigs.TypeOf(l.Inner)
	out, _ := rebuilt(b, b.Name("tables", typ, val), typ, l.result, l.pos)
	return b.In(out)
}

// rebuilt is a value of type t with its tables made of their elements, and its type then.
func rebuilt(b *anf.Block, e nkl.Expr, t *types.Type, p part, pos ir.Pos) (nkl.Expr, *types.Type) {
	switch {
	case p.of != nil && p.of.buckets:
		return p.of.rowsOf(b, e, pos), types.Seq(types.Seq(p.of.elem))
	case p.of != nil:
		return nkl.Op(pos, prim.Partition, e, p.of.lengths), types.Seq(t)
	case p.plain():
		return e, t
	}
	out, ts := &nkl.Tuple{Node: ir.At(pos)}, make([]*types.Type, len(p.elems))
	for i, c := range p.elems {
		x := b.Name("part", t.Elems[i], &nkl.Proj{Node: ir.At(pos), Index: i, Of: e})
		x, ts[i] = rebuilt(b, x, t.Elems[i], c, pos)
		if !c.plain() {
			x = b.Name("table", ts[i], x)
		}
		out.Elems = append(out.Elems, x)
	}
	return out, types.Tuple(ts...)
}

// enter makes the table of a variable that a loop carries of its rows, and returns what the loop carries instead.
func (t *tables) enter(b *anf.Block, v *nkl.Var, rows nkl.Expr, kind table) nkl.Expr {
	pos, r := t.pos, types.NewVar("row", v.Type.Elem())
	ints := types.Seq(types.Int)
	of := &table{elem: v.Type.Elem().Elem()}
	if of.elem.IsScalar() {
		of.buckets, of.grows = kind.buckets, kind.grows
	}
	of.rows = b.Name("rows", types.Int, nkl.Op(pos, prim.Length, rows))
	of.lengths = b.Name("lengths", ints, &nkl.Each{Node: ir.At(pos), Binds: []*nkl.Var{r}, Seqs: []nkl.Expr{rows}, Body: nkl.Op(pos, prim.Length, nkl.Use(r))})
	of.starts = b.Name("starts", ints, nkl.Op(pos, prim.PlusScan, of.lengths))
	data := types.NewVar("data", v.Type.Elem())
	b.Let(data, nkl.Op(pos, prim.Flatten, rows))
	if of.buckets {
		all := types.NewVar("buckets", of.carried())
		b.Let(all, &nkl.Tuple{Elems: []nkl.Expr{nkl.Use(data), of.starts, of.lengths, of.lengths}})
		data = all
	}
	t.vars[data] = part{of: of, data: data}
	return nkl.Use(data)
}
