package lift

// Tables in update blocks. A loop that replaces elements of rows one by one carries the
// elements of all rows in one sequence: where rows begin and how long they are does not
// change.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A table is a sequence of sequences that a loop carries.
type table struct {
	rows            nkl.Expr // how many
	starts, lengths *nkl.Var // of the rows, in data
}

// A part is what became of a value that has to do with tables.
type part struct {
	of      *table   // of which the value is a version, or a row
	data    *nkl.Var // the elements of all rows
	row     nkl.Expr // its index; nil if the value is a whole table
	base    *nkl.Var // the elements of all rows where the row was read
	start   nkl.Expr // of the row, in data
	length  nkl.Expr // of the row
	literal []part   // the value is a sequence of these rows
	elems   []part   // the value is a tuple
	ended   bool     // there is no value: another iteration begins
}

// plain reports whether the value has nothing to do with tables.
func (p part) plain() bool {
	return p.of == nil && p.literal == nil && !slices.ContainsFunc(p.elems, func(p part) bool { return !p.plain() })
}

// carriesTables reports whether the variables of a loop are those of an update block but
// for tables, of which there are some.
func carriesTables(l *nkl.Loop) bool {
	some := false
	for _, v := range l.Binds {
		some = some || isTable(v.Type)
		if !v.Type.IsScalar() && !isTable(v.Type) && !(v.Type.Kind == types.KSeq && v.Type.Elem().IsScalar()) {
			return false
		}
	}
	return some
}

// isTable reports whether t is of rows, whose elements are scalars or rows in their turn.
func isTable(t *types.Type) bool {
	return t.Kind == types.KSeq && t.Elem().Kind == types.KSeq && (t.Elem().Elem().IsScalar() || t.Elem().Elem().Kind == types.KSeq)
}

// tableBlock is the update block of a loop that carries tables, or nil. Tables of tables
// lose one level at a time.
//
//	(loop (t i) (rows 0) (if .. t .. (let r (elt t i) .. (write t (i) ((write r (j) (v)))))))
//	=> (let data (flatten rows)
//	   (let new (update (s) (data) (loop (d i) (s 0) (if .. d .. (put d (start + j) v))))
//	   (partition new lengths)))
func (u *updates) tableBlock(l *nkl.Loop) nkl.Expr {
	if !carriesTables(l) || u.nodes(l.Body) < 0 {
		return nil
	}
	t := &tables{vars: map[*nkl.Var]part{}, literals: map[*nkl.Var]*nkl.Seq{}}
	var before []step
	pos, inits := positionOf(l), slices.Clone(l.Inits)
	for i, v := range l.Binds {
		if isTable(v.Type) {
			inits[i] = t.enter(&before, v, l.Inits[i], pos)
		}
	}
	body, result := t.loop(u.inline(&nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: inits, Body: l.Body}).(*nkl.Loop))
	if t.bad {
		return nil
	}
	block := u.written(body)
	if block == nil {
		return nil
	}
	for s, rest := cut(block); rest != nil; s, rest = cut(block) {
		before, block = append(before, s), rest
	}
	if result.plain() {
		return join(before, block)
	}
	val := types.NewVar("tables", u.sigs.TypeOf(body))
	before = append(before, step{bind: val, expr: block})
	return join(before, rebuilt(&before, ref(val), val.Type, result, pos))
}

// rebuilt is a value with its tables made of their elements.
func rebuilt(steps *[]step, e nkl.Expr, t *types.Type, p part, pos ir.Pos) nkl.Expr {
	switch {
	case p.of != nil:
		return apply(pos, prim.Partition, e, ref(p.of.lengths))
	case p.plain():
		return e
	}
	out := &nkl.Tuple{Node: ir.At(pos)}
	for i, c := range p.elems {
		v := types.NewVar("part", t.Elems[i])
		*steps = append(*steps, step{bind: v, expr: &nkl.Proj{Node: ir.At(pos), Index: i, Of: e}})
		x := rebuilt(steps, ref(v), v.Type, c, pos)
		if c.of != nil {
			whole := types.NewVar("table", types.Seq(v.Type))
			*steps = append(*steps, step{bind: whole, expr: x})
			x = ref(whole)
		}
		out.Elems = append(out.Elems, x)
	}
	return out
}

// positionOf is where the first operation of a loop is in the program.
func positionOf(l *nkl.Loop) (pos ir.Pos) {
	ir.Walk(nkl.Expr(l), func(e nkl.Expr) bool {
		if !pos.IsValid() {
			pos = e.Pos()
		}
		return !pos.IsValid()
	})
	return pos
}

func apply(pos ir.Pos, op prim.Code, args ...nkl.Expr) nkl.Expr {
	return &nkl.Prim{Node: ir.At(pos), Op: op.Prim(), Args: args}
}

// enter makes the table of a variable that a loop carries of its rows, and returns their elements.
func (t *tables) enter(steps *[]step, v *nkl.Var, rows nkl.Expr, pos ir.Pos) nkl.Expr {
	let := func(name string, typ *types.Type, e nkl.Expr) *nkl.Var {
		x := types.NewVar(name, typ)
		*steps = append(*steps, step{bind: x, expr: e})
		return x
	}
	r := types.NewVar("row", v.Type.Elem())
	of := &table{rows: ref(let("rows", types.Int, apply(pos, prim.Length, rows)))}
	of.lengths = let("lengths", types.Seq(types.Int), &nkl.Each{Node: ir.At(pos), Binds: []*nkl.Var{r}, Seqs: []nkl.Expr{rows}, Body: apply(pos, prim.Length, ref(r))})
	of.starts = let("starts", types.Seq(types.Int), apply(pos, prim.PlusScan, ref(of.lengths)))
	data := let("data", v.Type.Elem(), apply(pos, prim.Flatten, rows))
	t.vars[data] = part{of: of, data: data}
	return ref(data)
}
