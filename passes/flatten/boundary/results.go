package boundary

// Results of lifted code: which vectors they are, with shared data left out.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// ResultTypes is LeafTypes of the result of a lifted function: of sequences with
// an alias, only starts and lens; after each component, its total if its size parameter is open.
func ResultTypes(t *types.Type, from []DataAlias, totals []*rep.SizeParam) []*types.Type {
	var out []*types.Type
	for i, c := range types.Leaves(t) {
		out = append(out, OwnTypes(c, from[:rep.Nodes(c)])...)
		from = from[rep.Nodes(c):]
		if totals[i].Open() {
			out = append(out, types.Int)
		}
	}
	return out
}

// OwnTypes is LeafTypes of a lifted value of type t without what has an alias.
func OwnTypes(t *types.Type, from []DataAlias) []*types.Type {
	switch t.Kind {
	case types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, OwnTypes(c, from[:rep.Nodes(c)])...)
			from = from[rep.Nodes(c):]
		}
		return out
	case types.KSeq:
		out := []*types.Type{types.Vec(types.Int), types.Vec(types.Int)}
		if from[0] == NoAlias {
			out = append(out, OwnTypes(t.Elem(), from[1:])...)
		}
		return out
	}
	return rep.LeafTypes(t, true)
}

// Own lists the base values of r, of type t, without data that has an alias. That
// data must be the one that is named; else missing is told which sequence has other data.
func Own(b *emit.Block, r rep.Value, t *types.Type, from []DataAlias, params []rep.Value, out *[]rep.Value, missing func(node int)) {
	node := 0
	var walk func(r rep.Value, t *types.Type)
	walk = func(r rep.Value, t *types.Type) {
		switch t.Kind {
		case types.KTuple:
			for i, c := range r.(rep.Tuple) {
				walk(c, t.Elems[i])
			}
		case types.KSeq:
			v, o := r.(*rep.Nested), from[node]
			*out = append(*out, rep.StartsOf(b, v), rep.LensOf(b, v))
			if o == NoAlias {
				node++
				walk(v.Data, t.Elem())
				return
			}
			if !rep.SameData(v.Data, aliasedData(params, o)) {
				missing(node)
			}
			node += rep.Nodes(t)
		default:
			*out = append(*out, r)
		}
	}
	walk(r, t)
}

// FromOwnLeaves builds a lifted value of type t from the vectors that own lists.
func FromOwnLeaves(t *types.Type, next func() fkl.Expr, from []DataAlias, params []rep.Value) rep.Value {
	node := 0
	var value func(t *types.Type) rep.Value
	value = func(t *types.Type) rep.Value {
		switch {
		case t.Kind == types.KTuple:
			out := make(rep.Tuple, len(t.Elems))
			for k, c := range t.Elems {
				out[k] = value(c)
			}
			return out
		case t.Kind != types.KSeq:
			return rep.Vector{Vec: next(), Type: t}
		}
		v := &rep.Nested{Starts: rep.Vector{Vec: next(), Type: types.Int}, Lens: rep.Vector{Vec: next(), Type: types.Int}}
		if o := from[node]; o != NoAlias {
			v.Data = aliasedData(params, o)
			node += rep.Nodes(t)
		} else {
			node++
			v.Data = value(t.Elem())
		}
		return v
	}
	return value(t)
}

// FromResults builds the result of type t of a lifted call from its vectors
// and the arguments.
func FromResults(t *types.Type, vs []fkl.Expr, from []DataAlias, totals []*rep.SizeParam, params []rep.Value) rep.Value {
	next := Taking(vs)
	comp := 0
	var build func(t *types.Type) rep.Value
	build = func(t *types.Type) rep.Value {
		if t.Kind == types.KTuple {
			out := make(rep.Tuple, len(t.Elems))
			for k, c := range t.Elems {
				out[k] = build(c)
			}
			return out
		}
		s := totals[comp]
		comp++
		r := FromOwnLeaves(t, next, from[:rep.Nodes(t)], params)
		from = from[rep.Nodes(t):]
		if v, ok := r.(*rep.Nested); ok {
			var n fkl.Expr
			if s.Open() {
				n = next()
			}
			v.Total = s.Filled(n)
		}
		return r
	}
	return build(t)
}
