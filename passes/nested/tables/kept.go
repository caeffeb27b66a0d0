package tables

// Values of recursive datatypes that one action hands to another.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// keepsData reports whether an action yields or gets values of recursive datatypes.
func keepsData(f *nkl.Func) bool {
	return f.Result.Has(types.KRef) || slices.ContainsFunc(f.Params, func(v *nkl.Var) bool { return v.Type.Has(types.KRef) })
}

// keptType is the type of what an action hands on for a value of type t: with the value go
// all columns of the datatypes in it.
func (a *analysis) keptType(t *types.Type) *types.Type {
	if t == nil || !t.Has(types.KRef) {
		return t
	}
	parts := []*types.Type{rep(t)}
	a.eachColumn(t, func(_ *types.Type, _, _ int, c *types.Type) { parts = append(parts, types.Seq(c)) })
	if len(parts) == 1 {
		return parts[0]
	}
	return types.Tuple(parts...)
}

// eachColumn calls f for the columns of the datatypes in values of type t: a datatype, the
// number of a table, that of a column, and its type.
func (a *analysis) eachColumn(t *types.Type, f func(d *types.Type, table, index int, c *types.Type)) {
	for _, d := range a.reached(t) {
		for i, table := range a.layout(d).tables {
			for k, c := range table.columns {
				f(d, i, k, c)
			}
		}
	}
}

// kept is actions with the types of what they hand on.
func (a *analysis) kept(actions []*program.Action) []*program.Action {
	out := slices.Clone(actions)
	for i, act := range out {
		if act.Type != nil && act.Type.Has(types.KRef) {
			b := *act
			b.Type = a.keptType(act.Type)
			out[i] = &b
		}
	}
	return out
}

// A keeper is the writer of a function that actions call, with what came with its
// parameters.
type keeper struct {
	*writer
	outer, block anf.Block // before the scopes of tables, and in them
	came         map[column]nkl.Expr
	rows         map[*region]bool // its tables begin with these columns, and get more rows
	sources      map[*region][]*source
}

// A source is a parameter whose values have rows in a region, with their columns.
type source struct {
	columns [][]nkl.Expr // of each table
	before  []nkl.Expr   // for each table, how many rows it has from the sources before; nil if none
}

// unpack takes what came for parameters apart: the value is the parameter, and the regions
// have the columns. Where the function adds rows, its tables begin with copies of the
// columns; where values of several actions meet, columns are joined (merge.go).
func (k *keeper) unpack(params []*nkl.Var) []*nkl.Var {
	var out []*nkl.Var
	k.sources, k.rows = map[*region][]*source{}, map[*region]bool{}
	values := make([]nkl.Expr, len(params))
	of := make([]map[*types.Type]*source, len(params))
	var order []*region
	for i, p := range params {
		if !p.Type.Has(types.KRef) {
			out = append(out, p)
			continue
		}
		all := types.NewVar(p.Name, k.keptType(p.Type))
		out = append(out, all)
		part := func(i int) nkl.Expr {
			if all.Type.Kind != types.KTuple || i == 0 && all.Type == rep(p.Type) {
				return nkl.Use(all)
			}
			return &nkl.Proj{Index: i, Of: nkl.Use(all)}
		}
		values[i] = k.outer.Name("value", rep(p.Type), part(0))
		n := 0
		of[i] = map[*types.Type]*source{}
		k.eachColumn(p.Type, func(d *types.Type, table, index int, c *types.Type) {
			n++
			x := of[i][d]
			if x == nil {
				x = &source{columns: make([][]nkl.Expr, len(k.layout(d).tables))}
				of[i][d] = x
				r := k.fn.params[i][d].root()
				if len(k.sources[r]) == 0 {
					order = append(order, r)
				}
				k.sources[r] = append(k.sources[r], x)
			}
			x.columns[table] = append(x.columns[table], k.outer.Name("column", types.Seq(c), part(n)))
		})
	}
	for _, r := range order {
		k.count(k.sources[r])
	}
	for i, p := range params {
		if values[i] != nil {
			m := &mover{k, of[i]}
			k.outer.Let(p, m.value(&k.outer, p.Type, values[i]))
			m.columns(p.Type)
		}
	}
	for _, r := range order {
		k.join(r)
	}
	return out
}

// pack is a value of type t with all columns that may have its rows.
func (k *keeper) pack(t *types.Type, value nkl.Expr) nkl.Expr {
	if !t.Has(types.KRef) {
		return value
	}
	v := k.block.Name("value", rep(t), value)
	parts := []nkl.Expr{v}
	k.eachColumn(t, func(d *types.Type, table, index int, c *types.Type) {
		r := k.fn.result[d].root()
		col := column{r, table, index}
		var e nkl.Expr = &nkl.Seq{Elem: c}
		switch p := k.places[r]; {
		case k.came[col] != nil && !k.rows[r]:
			e = k.came[col]
		case p != nil && p.tables[table] != "":
			e = &nkl.Column{Table: p.tables[table], Index: index, Exact: true, After: []nkl.Expr{v}}
		}
		parts = append(parts, k.block.Name("column", types.Seq(c), e))
	})
	if len(parts) == 1 {
		return v
	}
	return &nkl.Tuple{Elems: parts}
}

// madeHere are the regions in the interface of the function whose tables it makes: no rows
// came, or it adds more.
func (k *keeper) madeHere() (out []*region) {
	for _, r := range k.fn.shared {
		if (len(k.sources[r]) == 0 || k.rows[r]) && len(r.uses) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// first is the rows that table number i of a region begins with.
func (k *keeper) first(r *region, i int) (rows []nkl.Expr) {
	if k.rows[r] {
		for c := range k.layout(r.of).tables[i].columns {
			rows = append(rows, k.came[column{r, i, c}])
		}
	}
	return rows
}
