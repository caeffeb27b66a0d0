package tables

// Layouts: the tables of a datatype, and where fields are in them.

import (
	"strconv"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A layout is how values of a recursive datatype are represented.
type layout struct {
	bits   int // of a reference that say which constructor it is
	cons   []conLayout
	tables []tableLayout
}

// A conLayout is one constructor: its number in references, its table, -1 if values
// need no row, and its fields.
type conLayout struct {
	code   int64
	table  int
	fields []fieldLayout
}

// A tableLayout is a table with its columns.
type tableLayout struct {
	name    string
	columns []*types.Type
}

// A fieldLayout is where a value of type typ is in a row: a scalar in a column, a
// tuple in those of its parts; of a sequence the start is in column and the length in
// the next one, and its elements are rows of table, as elem says.
type fieldLayout struct {
	typ    *types.Type
	column int
	parts  []fieldLayout
	table  int
	elem   *fieldLayout
}

// layout is the layout of the datatype t. The numbers of constructors that have no
// recursive fields come first: zero, which is what there is behind a failed check,
// then ends recursions.
func (a *analysis) layout(t *types.Type) *layout {
	if l := a.layouts[t]; l != nil {
		return l
	}
	l := &layout{}
	a.layouts[t] = l
	cons := a.sigs.Cons(t)
	for 1<<l.bits < len(cons) {
		l.bits++
	}
	l.cons = make([]conLayout, len(cons))
	next := int64(0)
	for _, ends := range []bool{true, false} {
		for i, c := range cons {
			if c.Has(types.KRef) == ends {
				continue
			}
			l.cons[i] = l.constructor(t.Name, c)
			l.cons[i].code = next
			next++
		}
	}
	return l
}

// tag is the number of the constructor that the reference v says.
func (l *layout) tag(v nkl.Expr) nkl.Expr {
	if l.bits == 0 {
		return anf.Integer(0)
	}
	return anf.Op(prim.And, v, anf.Integer(1<<l.bits-1))
}

// row is the number of the row that the reference v says.
func (l *layout) row(v nkl.Expr) nkl.Expr {
	if l.bits == 0 {
		return v
	}
	return anf.Op(prim.Shr, v, anf.Integer(int64(l.bits)))
}

// reference is that to a row of the table of constructor c.
func (l *layout) reference(c conLayout, row nkl.Expr) nkl.Expr {
	if l.bits == 0 {
		return row
	}
	return anf.Op(prim.Add, anf.Op(prim.Mul, row, anf.Integer(1<<l.bits)), anf.Integer(c.code))
}

func (l *layout) constructor(datatype string, c *types.Type) conLayout {
	out := conLayout{table: -1}
	at := len(l.tables)
	l.tables = append(l.tables, tableLayout{name: datatype + "." + c.Name})
	for _, f := range c.Elems {
		out.fields = append(out.fields, l.field(at, f))
	}
	if len(l.tables[at].columns) > 0 {
		out.table = at
	} else {
		l.tables = l.tables[:at]
	}
	return out
}

// field makes columns in table at for a value of type t.
func (l *layout) field(at int, t *types.Type) fieldLayout {
	f := fieldLayout{typ: t, column: len(l.tables[at].columns), table: -1}
	switch t.Kind {
	case types.KTuple:
		for _, e := range t.Elems {
			f.parts = append(f.parts, l.field(at, e))
		}
	case types.KSeq:
		l.tables[at].columns = append(l.tables[at].columns, types.Int, types.Int)
		f.table = len(l.tables)
		l.tables = append(l.tables, tableLayout{name: l.tables[at].name + "." + strconv.Itoa(f.column)})
		elem := l.field(f.table, t.Elem())
		if len(l.tables[f.table].columns) == 0 { // elements without contents: nothing is read
			l.tables[f.table].columns = []*types.Type{types.Bool}
		}
		f.elem = &elem
	default:
		l.tables[at].columns = append(l.tables[at].columns, rep(t))
	}
	return f
}
