package tables

// How fields of rows are read.

import (
	"maps"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A run is where the elements of a sequence are: n rows of a table from start on.
type run struct {
	region   *region
	table    int
	start, n nkl.Expr
}

// A reader reads what belongs to the reference v in region r.
type reader struct {
	*writer
	r *region
	v nkl.Expr
}

// field is the field f of a row.
func (rd *reader) field(b *anf.Block, table int, f fieldLayout, row nkl.Expr) nkl.Expr {
	switch {
	case f.elem != nil:
		return rd.elements(b, *f.elem, rd.run(b, table, f, row))
	case f.typ.Kind == types.KTuple:
		out := &nkl.Tuple{}
		for _, p := range f.parts {
			out.Elems = append(out.Elems, rd.field(b, table, p, row))
		}
		return out
	}
	return rd.read(b, table, f.column, row)
}

// read is column i of a row.
func (rd *reader) read(b *anf.Block, table, i int, row nkl.Expr) nkl.Expr {
	return anf.Op(prim.Elt, rd.column(b, column{rd.r, table, i}, rd.v), row)
}

// run is where the elements of the sequence are that is field f of a row.
func (rd *reader) run(b *anf.Block, table int, f fieldLayout, row nkl.Expr) run {
	return run{rd.r, f.table, b.Name("start", types.Int, rd.read(b, table, f.column, row)), b.Name("n", types.Int, rd.read(b, table, f.column+1, row))}
}

// elements is the sequence whose elements, as f says, are at a place.
func (rd *reader) elements(b *anf.Block, f fieldLayout, at run) nkl.Expr {
	i := types.NewVar("i", types.Int)
	var in anf.Block
	row := in.Name("at", types.Int, anf.Op(prim.Add, at.start, nkl.Use(i)))
	outer := *rd.writer // columns stand before the map
	outer.cols = maps.Clone(rd.cols)
	for _, k := range fieldColumns(rd.r, at.table, f, nil) {
		outer.cols[k] = rd.column(b, k, rd.v)
	}
	elem := (&reader{writer: &outer, r: rd.r, v: rd.v}).field(&in, at.table, f, row)
	return &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{b.Name("is", types.Seq(types.Int), anf.Op(prim.Index, at.n))}, Body: in.In(elem)}
}

// fieldColumns appends the columns of f to out.
func fieldColumns(r *region, table int, f fieldLayout, out []column) []column {
	switch {
	case f.elem != nil:
		out = append(out, column{r, table, f.column}, column{r, table, f.column + 1})
		return fieldColumns(r, f.table, *f.elem, out)
	case f.typ.Kind == types.KTuple:
		for _, p := range f.parts {
			out = fieldColumns(r, table, p, out)
		}
		return out
	}
	return append(out, column{r, table, f.column})
}
