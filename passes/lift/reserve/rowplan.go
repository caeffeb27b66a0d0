package reserve

// Rewriting scalar code so that its rows are reserved before it.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A newRow is row number k of those that one way through the code adds to a table, at most.
// Ways that do not meet share it.
type newRow struct {
	rowKey
	always bool     // every way adds it
	number *nkl.Var // what was reserved
	cond   nkl.Expr // whether it is there
}

// A rowPlan is the rows of a piece of code.
type rowPlan struct {
	sigs    *nkl.Sigs
	rows    []*newRow
	shared  []*types.Type     // values that rows of ways that do not meet share
	place   map[*newRow][]int // which of them are the contents of a row
	columns anf.Block         // that the code reads
	seen    map[tableColumn]*nkl.Var
	number  bool // which rows there are is asked for, not what is in them
}

// A tableColumn is a column of a table with a name.
type tableColumn struct {
	table string
	index int
}

// build is e, which has type t, with its rows.
func (p *rowPlan) build(e nkl.Expr, t *types.Type) nkl.Expr {
	p.seen = map[tableColumn]*nkl.Var{}
	e = p.readBefore(e)
	most, always, _ := ways(e, counts{})
	for _, table := range slices.Sorted(maps.Keys(most)) {
		for k := range most[table] {
			p.rows = append(p.rows, &newRow{rowKey: rowKey{table, k}, always: always[rowKey{table, k}], number: types.NewVar("row", types.Int)})
		}
	}
	p.share(e)
	b := p.columns
	p.reserve(&b, e)
	vs := p.take(&b, types.NewVar("value", t), p.code(e, way{count: counts{}}, t, p.rows), p.rows)
	for _, r := range p.rows {
		b.Let(types.NewVar("stored", types.Bool), &nkl.Store{Node: ir.At(e.Pos()), Table: r.table, Row: nkl.Use(r.number), Cond: r.cond, Vals: vs.what[r]})
	}
	return b.In(vs.value)
}

// reserve adds what reserves the rows of e to b.
func (p *rowPlan) reserve(b *anf.Block, e nkl.Expr) {
	var some []*newRow
	for _, r := range p.rows {
		if !r.always {
			some = append(some, r)
		}
	}
	conds := map[*newRow][]nkl.Expr{}
	if len(some) > 0 {
		which := &rowPlan{sigs: p.sigs, rows: p.rows, number: true}
		code := nkl.Freshen(needed(which.code(e, way{count: counts{}}, nil, some), map[*nkl.Var]bool{}))
		conds = which.take(b, nil, code, some).what
	}
	for _, r := range p.rows {
		if r.cond = anf.Boolean(true); !r.always {
			r.cond = conds[r][0]
		}
		b.Let(r.number, &nkl.Reserve{Node: ir.At(e.Pos()), Table: r.table, Cond: r.cond})
	}
}

// A way is a place in the code: how many rows have been added before, and what is in them.
type way struct {
	count counts
	what  map[*newRow][]nkl.Expr
}

func (w way) with(r *newRow, what []nkl.Expr) way {
	out := way{w.count.plus(counts{r.table: 1}), map[*newRow][]nkl.Expr{}}
	for s, x := range w.what {
		out.what[s] = x
	}
	out.what[r] = what
	return out
}

// types of what is said of a row.
func (p *rowPlan) types(r *newRow) []*types.Type {
	if p.number {
		return []*types.Type{types.Bool}
	}
	return p.sigs.Tables[r.table].Columns
}

// at is which values say what is said of a row: whether it is there, if that is asked for.
func (p *rowPlan) at(r *newRow) []int {
	if p.number {
		return []int{slices.Index(p.rows, r)}
	}
	return p.place[r]
}

func (p *rowPlan) typeOf(i int) *types.Type {
	if p.number {
		return types.Bool
	}
	return p.shared[i]
}

// used is the values that say anything of rows, in order.
func (p *rowPlan) used(rows []*newRow) (out []int) {
	for _, r := range rows {
		out = append(out, p.at(r)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// code is e, which has type t, at the end of a way, with what is said of rows behind its
// value; no value if t is nil.
func (p *rowPlan) code(e nkl.Expr, w way, t *types.Type, rows []*newRow) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		if a, ok := e.Rhs.(*nkl.Alloc); ok {
			r, number := p.next(w, a)
			return p.code(nkl.Replace(e.Body, map[*nkl.Var]nkl.Expr{e.Bind: number}), w.with(r, p.said(a)), t, rows)
		}
		if !ir.Any(e.Rhs, allocates) {
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: p.code(e.Body, w, t, rows)}
		}
		var b anf.Block
		inner := p.inside(e.Rhs, w)
		vs := p.take(&b, e.Bind, p.code(e.Rhs, way{count: w.count}, e.Bind.Type, inner), inner)
		for _, r := range inner {
			w = w.with(r, vs.what[r])
		}
		return b.In(p.code(nkl.Replace(e.Body, map[*nkl.Var]nkl.Expr{e.Bind: vs.value}), w, t, rows))
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: p.code(e.Then, w, t, rows)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: p.code(e.Then, w, t, rows), Else: p.code(e.Else, w, t, rows)}
	case *nkl.Loop:
		return &nkl.Loop{Node: e.Node, Binds: e.Binds, Inits: e.Inits, Body: p.code(e.Body, w, t, rows)}
	case *nkl.Recur:
		return e
	case *nkl.Alloc:
		r, number := p.next(w, e)
		return p.end(number, w.with(r, p.said(e)), t, rows)
	}
	return p.end(e, w, t, rows)
}

// next is the row that a adds, and its number.
func (p *rowPlan) next(w way, a *nkl.Alloc) (*newRow, nkl.Expr) {
	for _, r := range p.rows {
		if r.table == a.Table && r.k == w.count[a.Table] {
			if p.number {
				return r, anf.Integer(0)
			}
			return r, nkl.Use(r.number)
		}
	}
	panic("tables: a row of no plan")
}

// said is what is said of the row that a adds.
func (p *rowPlan) said(a *nkl.Alloc) []nkl.Expr {
	if p.number {
		return []nkl.Expr{anf.Boolean(true)}
	}
	return a.Vals
}

// inside are the rows that e adds behind w.
func (p *rowPlan) inside(e nkl.Expr, w way) (out []*newRow) {
	most, _, _ := ways(e, w.count)
	for _, r := range p.rows {
		if k := r.k - w.count[r.table]; k >= 0 && k < most[r.table] {
			out = append(out, r)
		}
	}
	return out
}

// end is the value e, of type t, with what is said of rows.
func (p *rowPlan) end(e nkl.Expr, w way, t *types.Type, rows []*newRow) nkl.Expr {
	var b anf.Block
	var all []nkl.Expr
	if t != nil {
		all = append(all, b.Name("value", t, e))
	}
	values := map[int]nkl.Expr{}
	for _, r := range rows {
		for k, x := range w.what[r] {
			values[p.at(r)[k]] = x
		}
	}
	for _, i := range p.used(rows) {
		if values[i] == nil {
			values[i] = nkl.Zero(p.typeOf(i))
		}
		all = append(all, values[i])
	}
	if len(all) == 1 {
		return b.In(all[0])
	}
	return b.In(&nkl.Tuple{Node: ir.At(e.Pos()), Elems: all})
}

// take binds code as end has left it, and takes it apart: its value is v, nil if it has none.
func (p *rowPlan) take(b *anf.Block, v *nkl.Var, code nkl.Expr, rows []*newRow) taken {
	var ts []*types.Type
	if v != nil {
		ts = append(ts, v.Type)
	}
	used := p.used(rows)
	for _, i := range used {
		ts = append(ts, p.typeOf(i))
	}
	out := taken{what: map[*newRow][]nkl.Expr{}}
	var all *nkl.Var
	if len(ts) == 1 {
		all = types.NewVar("all", ts[0])
	} else {
		all = types.NewVar("all", types.Tuple(ts...))
	}
	b.Let(all, code)
	i := 0
	part := func(name string) nkl.Expr {
		i++
		if len(ts) == 1 {
			return nkl.Use(all)
		}
		return b.Name(name, ts[i-1], &nkl.Proj{Node: ir.At(code.Pos()), Index: i - 1, Of: nkl.Use(all)})
	}
	if v != nil {
		out.value = part(v.Name)
	}
	parts := map[int]nkl.Expr{}
	for _, i := range used {
		parts[i] = part("part")
	}
	for _, r := range rows {
		for _, i := range p.at(r) {
			out.what[r] = append(out.what[r], parts[i])
		}
	}
	return out
}

// taken is the value of code, and what it says of rows.
type taken struct {
	value nkl.Expr
	what  map[*newRow][]nkl.Expr
}
