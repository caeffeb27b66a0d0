package flatten

// Results of lifted code: which vectors they are, with shared data left out.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// resultTypes is leafTypes of the result of a lifted function: of sequences with
// an alias, only starts and lens; after each component, its total if its size parameter is open.
func resultTypes(t *types.Type, from []dataAlias, totals []*sizeParam) []*types.Type {
	var out []*types.Type
	for i, c := range components(t) {
		out = append(out, ownTypes(c, from[:nodes(c)])...)
		from = from[nodes(c):]
		if totals[i].open() {
			out = append(out, types.Int)
		}
	}
	return out
}

// ownTypes is leafTypes of a lifted value of type t without what has an alias.
func ownTypes(t *types.Type, from []dataAlias) []*types.Type {
	switch t.Kind {
	case types.KTuple:
		var out []*types.Type
		for _, c := range t.Elems {
			out = append(out, ownTypes(c, from[:nodes(c)])...)
			from = from[nodes(c):]
		}
		return out
	case types.KSeq:
		out := []*types.Type{types.Vec(types.Int), types.Vec(types.Int)}
		if from[0] == noAlias {
			out = append(out, ownTypes(t.Elem(), from[1:])...)
		}
		return out
	}
	return leafTypes(t, true)
}

// parts lists the components of a lifted value.
func parts(r rep) []rep {
	t, ok := r.(tuple)
	if !ok {
		return []rep{r}
	}
	var out []rep
	for _, c := range t {
		out = append(out, parts(c)...)
	}
	return out
}

// own lists the base reps of r, of type t, without data that has an alias. That
// data must be the one that is named; else missing is told which sequence has other data.
func (b *block) own(r rep, t *types.Type, from []dataAlias, params []rep, out *[]rep, missing func(node int)) {
	node := 0
	var walk func(r rep, t *types.Type)
	walk = func(r rep, t *types.Type) {
		switch t.Kind {
		case types.KTuple:
			for i, c := range r.(tuple) {
				walk(c, t.Elems[i])
			}
		case types.KSeq:
			v, o := r.(*nestedSeq), from[node]
			*out = append(*out, b.startsOf(v), b.lensOf(v))
			if o == noAlias {
				node++
				walk(v.data, t.Elem())
				return
			}
			if !sameData(v.data, aliasedData(params, o)) {
				missing(node)
			}
			node += nodes(t)
		default:
			*out = append(*out, r)
		}
	}
	walk(r, t)
}

// resultLeaves lists the vectors of a result of type t over sp; sequences with
// an alias must share the data it names.
func (t *translator) resultLeaves(b *block, r rep, fn string, ty *types.Type, sp *indexSpace, params []rep) []fkl.Expr {
	var flat []rep
	types, from, totals := components(ty), t.aliases[fn], t.sizeParams.results[fn]
	node := 0
	for i, c := range parts(b.lift(r, sp)) {
		n := nodes(types[i])
		b.own(c, types[i], from[node:node+n], params, &flat, func(k int) { t.setOwnData(fn, node+k) })
		node += n
		if totals[i].open() {
			flat = append(flat, hostScalar{b.passTotal(totals[i], c, sp)})
		}
	}
	return b.values(flat)
}

// setOwnData notes that a sequence in the result of fn has data of its own; another
// translation follows.
func (t *translator) setOwnData(fn string, node int) {
	if t.own[fn] == nil {
		t.own[fn] = map[int]bool{}
	}
	t.own[fn][node] = true
	t.sizeParams.changed = true
}

// fromOwnLeaves builds a lifted value of type t from the vectors that own lists.
func fromOwnLeaves(t *types.Type, next func() fkl.Expr, from []dataAlias, params []rep) rep {
	node := 0
	var value func(t *types.Type) rep
	value = func(t *types.Type) rep {
		switch {
		case t.Kind == types.KTuple:
			out := make(tuple, len(t.Elems))
			for k, c := range t.Elems {
				out[k] = value(c)
			}
			return out
		case t.Kind != types.KSeq:
			return vector{next(), t}
		}
		v := &nestedSeq{starts: vector{next(), types.Int}, lens: vector{next(), types.Int}}
		if o := from[node]; o != noAlias {
			v.data = aliasedData(params, o)
			node += nodes(t)
		} else {
			node++
			v.data = value(t.Elem())
		}
		return v
	}
	return value(t)
}

// fromResults builds the result of type t of a lifted call from its vectors
// and the arguments.
func fromResults(t *types.Type, vs []fkl.Expr, from []dataAlias, totals []*sizeParam, params []rep) rep {
	next := taking(vs)
	comp := 0
	var build func(t *types.Type) rep
	build = func(t *types.Type) rep {
		if t.Kind == types.KTuple {
			out := make(tuple, len(t.Elems))
			for k, c := range t.Elems {
				out[k] = build(c)
			}
			return out
		}
		s := totals[comp]
		comp++
		r := fromOwnLeaves(t, next, from[:nodes(t)], params)
		from = from[nodes(t):]
		if v, ok := r.(*nestedSeq); ok {
			var n fkl.Expr
			if s.open() {
				n = next()
			}
			v.total = s.filled(n)
		}
		return r
	}
	return build(t)
}

// A branchJoin is what the branches of a plain branch under a map have in common: their
// vectors, and how to build the value from those that the branch yields. Data
// that both branches share stays outside.
type branchJoin struct{ one, two []rep }

// join lists the vectors of two values over sp and returns how to build either
// from the results.
func (j *branchJoin) plan(b1, b2 *block, x, y rep) func(next func() fkl.Expr) rep {
	if xt, ok := x.(tuple); ok {
		cs := make([]func(func() fkl.Expr) rep, len(xt))
		for i := range xt {
			cs[i] = j.plan(b1, b2, xt[i], y.(tuple)[i])
		}
		return func(next func() fkl.Expr) rep {
			out := make(tuple, len(cs))
			for i, c := range cs {
				out[i] = c(next)
			}
			return out
		}
	}
	if t := baseType(x); t != nil {
		j.one, j.two = append(j.one, x), append(j.two, y)
		return func(next func() fkl.Expr) rep { return vector{next(), t} }
	}
	if u, ok := x.(uniformSeq); ok && sameData(u.elems, y.(uniformSeq).elems) { // one for all elements, made before
		return func(func() fkl.Expr) rep { return u }
	}
	xv, yv := x.(*nestedSeq), y.(*nestedSeq)
	if xv.packed != nil && xv.packed == yv.packed {
		data := j.plan(b1, b2, xv.data, yv.data)
		return func(next func() fkl.Expr) rep { return &nestedSeq{data: data(next), packed: xv.packed} }
	}
	j.one = append(j.one, b1.startsOf(xv), b1.lensOf(xv))
	j.two = append(j.two, b2.startsOf(yv), b2.lensOf(yv))
	data := func(func() fkl.Expr) rep { return xv.data }
	if !sameData(xv.data, yv.data) {
		data = j.plan(b1, b2, xv.data, yv.data)
	}
	return func(next func() fkl.Expr) rep {
		s := vector{next(), types.Int}
		l := vector{next(), types.Int}
		return &nestedSeq{starts: s, lens: l, data: data(next)}
	}
}

// leafTypesOf is the types of the vectors of base reps.
func leafTypesOf(rs []rep) []*types.Type {
	out := make([]*types.Type, len(rs))
	for i, r := range rs {
		out[i] = types.Vec(baseType(r))
	}
	return out
}

// joined is x if cond holds, made in then, and otherwise y, made in els; name is that
// of the variables.
func (b *block) joined(name string, pos ir.Pos, cond fkl.Expr, then, els *block, x, y rep) rep {
	j := &branchJoin{}
	build := j.plan(then, els, x, y)
	vs := b.letN(name, leafTypesOf(j.one), &fkl.If{Node: ir.At(pos), Cond: cond,
		Then: then.ret(then.values(j.one)...), Else: els.ret(els.values(j.two)...)})
	return build(func() fkl.Expr {
		v := vs[0]
		vs = vs[1:]
		return v
	})
}

// choose is the sequences that one or two makes, as cond says.
func (b *block) choose(cond fkl.Expr, one, two func(b *block) *nestedSeq) *nestedSeq {
	then, els := b.nested(), b.nested()
	return b.joined("own", b.pos, cond, then, els, one(then), two(els)).(*nestedSeq)
}
