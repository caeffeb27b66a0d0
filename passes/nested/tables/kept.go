package tables

// Values of recursive datatypes that one action hands to another.

import (
	"slices"

	"nessiec/ir"
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

// A keeper is the writer of a function that actions call, with the columns that came with
// its parameters.
type keeper struct {
	*writer
	block anf.Block
	came  map[column]nkl.Expr
}

// unpack takes what came for parameters apart: the value is the parameter, and the regions
// have the columns. The function may read them; it cannot add rows to them, which are
// those of another action, nor make one region of two.
func (k *keeper) unpack(params []*nkl.Var) []*nkl.Var {
	var out []*nkl.Var
	from := map[*region]bool{}
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
		k.block.Let(p, part(0))
		n := 0
		k.eachColumn(p.Type, func(d *types.Type, table, index int, c *types.Type) {
			n++
			k.came[column{k.fn.params[i][d].root(), table, index}] = k.block.Name("column", types.Seq(c), part(n))
		})
		for _, d := range k.reached(p.Type) {
			r := k.fn.params[i][d].root()
			switch {
			case r.allocates:
				k.reject("a value of type "+d.Name+" of another form becomes part of one that is made here", k.of.Pos())
			case from[r]:
				k.reject("values of type "+d.Name+" of two other forms meet here", k.of.Pos())
			}
			from[r] = true
		}
	}
	return out
}

func (k *keeper) reject(what string, p ir.Pos) {
	k.c.Errorf(p, "E0314", "%s", what).
		WithHint("let x = e in ... is one form; a form may take values of others apart, and yield parts of them")
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
		case k.came[col] != nil:
			e = k.came[col]
		case p != nil && p.tables[table] != "":
			e = &nkl.Column{Table: p.tables[table], Index: index, After: []nkl.Expr{v}}
		}
		parts = append(parts, k.block.Name("column", types.Seq(c), e))
	})
	if len(parts) == 1 {
		return v
	}
	return &nkl.Tuple{Elems: parts}
}
