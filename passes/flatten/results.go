package flatten

// Results of lifted code: which vectors they are, with shared data left out.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// resultTypes is leafTypes of the result of a lifted function: of a component
// with an origin, only starts and lens; after each, its total if its slot is open.
func resultTypes(t *types.Type, from []origin, totals []*slot) []*types.Type {
	var out []*types.Type
	for i, c := range components(t) {
		if hasOrigin(from, i, c) {
			out = append(out, types.Vec(types.Int), types.Vec(types.Int))
		} else {
			out = append(out, leafTypes(c, true)...)
		}
		if totals[i].open() {
			out = append(out, types.Int)
		}
	}
	return out
}

func hasOrigin(from []origin, i int, t *types.Type) bool {
	return from != nil && t.Kind == types.KSeq && from[i] != nowhere
}

// parts lists the components of a lifted value.
func parts(r rep) []rep {
	t, ok := r.(tup)
	if !ok {
		return []rep{r}
	}
	var out []rep
	for _, c := range t {
		out = append(out, parts(c)...)
	}
	return out
}

// dataAt is the data that an origin names among the components of parameters.
func dataAt(params []rep, o origin) rep {
	data := params[o.comp].(*lview).data
	for range o.level {
		data = data.(*lview).data
	}
	return data
}

// resultLeaves lists the vectors of a result of type t over sp; components
// with an origin must share the data it names.
func (b *lets) resultLeaves(r rep, t *types.Type, sp *space, from []origin, totals []*slot, params []rep) []fkl.Expr {
	var flat []rep
	types := components(t)
	for i, c := range parts(b.lift(r, sp)) {
		if !hasOrigin(from, i, types[i]) {
			b.flatten(c, &flat)
		} else {
			v := c.(*lview)
			if !sameData(v.data, dataAt(params, from[i])) {
				panic("flatten: a result does not share the data of its origin")
			}
			flat = append(flat, b.startsOf(v), b.lensOf(v))
		}
		if totals[i].open() {
			flat = append(flat, scalar{b.handOver(totals[i], c, sp)})
		}
	}
	return b.values(flat)
}

// fromResults builds the result of type t of a lifted call from its vectors
// and the arguments.
func fromResults(b *lets, t *types.Type, vs []fkl.Expr, from []origin, totals []*slot, params []rep) rep {
	i := 0
	told := func(v *lview, s *slot) rep {
		var n fkl.Expr
		if s.open() {
			n, vs = vs[0], vs[1:]
		}
		v.total = s.filled(n)
		return v
	}
	var build func(t *types.Type) rep
	build = func(t *types.Type) rep {
		if t.Kind == types.KTuple {
			out := make(tup, len(t.Elems))
			for k, c := range t.Elems {
				out[k] = build(c)
			}
			return out
		}
		n := i
		i++
		if !hasOrigin(from, n, t) {
			k := len(leafTypes(t, true))
			r := fromLeaves(b, t, true, vs[:k])
			vs = vs[k:]
			if v, ok := r.(*lview); ok {
				return told(v, totals[n])
			}
			return r
		}
		starts, lens := lbase{vs[0], types.Int}, lbase{vs[1], types.Int}
		vs = vs[2:]
		return told(&lview{starts: starts, lens: lens, data: dataAt(params, from[n])}, totals[n])
	}
	return build(t)
}

// A join is what the arms of a plain branch under a map have in common: their
// vectors, and how to build the value from those that the branch yields. Data
// that both arms share stays outside.
type join struct{ one, two []rep }

// join lists the vectors of two values over sp and returns how to build either
// from the results.
func (j *join) plan(b1, b2 *lets, x, y rep) func(next func() fkl.Expr) rep {
	if xt, ok := x.(tup); ok {
		cs := make([]func(func() fkl.Expr) rep, len(xt))
		for i := range xt {
			cs[i] = j.plan(b1, b2, xt[i], y.(tup)[i])
		}
		return func(next func() fkl.Expr) rep {
			out := make(tup, len(cs))
			for i, c := range cs {
				out[i] = c(next)
			}
			return out
		}
	}
	if t := baseType(x); t != nil {
		j.one, j.two = append(j.one, x), append(j.two, y)
		return func(next func() fkl.Expr) rep { return lbase{next(), t} }
	}
	xv, yv := x.(*lview), y.(*lview)
	j.one = append(j.one, b1.startsOf(xv), b1.lensOf(xv))
	j.two = append(j.two, b2.startsOf(yv), b2.lensOf(yv))
	data := func(func() fkl.Expr) rep { return xv.data }
	if !sameData(xv.data, yv.data) {
		data = j.plan(b1, b2, xv.data, yv.data)
	}
	return func(next func() fkl.Expr) rep {
		s := lbase{next(), types.Int}
		l := lbase{next(), types.Int}
		return &lview{starts: s, lens: l, data: data(next)}
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
func (b *lets) joined(name string, pos ir.Pos, cond fkl.Expr, then, els *lets, x, y rep) rep {
	j := &join{}
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
func (b *lets) choose(cond fkl.Expr, one, two func(b *lets) *lview) *lview {
	then, els := b.block(), b.block()
	return b.joined("own", b.pos, cond, then, els, one(then), two(els)).(*lview)
}
