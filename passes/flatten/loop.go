package flatten

// Loops of the host.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A loopComponent is a component of a variable of a loop, or of what a loop yields.
type loopComponent struct {
	of        any // *nkl.Var or *nkl.Loop
	component int
}

// loop is a tail loop of the host. Its variables are canonical leaves, but for sequences
// whose descriptors stay.
func (t *translator) loop(b *block, s *scope, e *nkl.Loop, ty *types.Type) rep {
	if !s.host() {
		panic("flatten: a loop under a map that is no element block")
	}
	l := &fkl.Loop{Node: ir.At(e.Pos())}
	body := b.nested()
	c := &hostLoop{outer: t.hostLoop, outside: b, body: body}
	var carriedTypes []*types.Type
	for i, v := range e.Binds {
		inits, from := parts(t.expr(b, s, e.Inits[i], v.Type)), components(typeOf(e.Inits[i]))
		vals := make([]rep, len(inits))
		for k, ct := range components(v.Type) {
			x := &loopVar{}
			part := loopComponent{v, k}
			if sameLengths(ct, from[k]) && !t.views[part] {
				inits[k] = x.keep(t, b, part, inits[k].(uniformSeq))
			}
			var leaves []fkl.Expr
			for _, lt := range loopTypes(ct, x.kept) {
				nv := types.NewVar(v.Name, lt)
				l.Binds, leaves = append(l.Binds, nv), append(leaves, ref(nv))
			}
			var first []rep
			b.loopReps(inits[k], x.kept, x.copies, &first)
			l.Inits = append(l.Inits, b.values(first)...)
			vals[k] = fromLoop(body, ct, x.kept, x.n, leaves)
			c.enter(x, vals[k], inits[k])
			carriedTypes = append(carriedTypes, ct)
		}
		s.vars[v] = body.learn(v.Type, assemble(v.Type, vals))
	}
	results := t.results(e, ty, c.of, carriedTypes)
	t.hostLoop, t.after = c, &continuation{e, t.after} // the next iteration follows
	l.Body = t.tail(body, s, e.Body, ty, func(b *block, r rep) []fkl.Expr {
		var flat []rep
		for k, r := range parts(r) {
			b.loopReps(r, results[k].kept, results[k].copies, &flat)
		}
		return b.values(flat)
	})
	t.hostLoop, t.after = c.outer, t.after.up
	c.close(l)
	ts, leaves, all := components(ty), make([][]*types.Type, len(results)), []*types.Type(nil)
	for k, x := range results {
		leaves[k] = loopTypes(ts[k], x.kept)
		all = append(all, leaves[k]...)
	}
	vs := b.letN("r", all, l)
	out := make([]rep, len(results))
	for k, x := range results {
		n := len(leaves[k])
		out[k] = fromLoop(b, ts[k], x.kept, x.n, vs[:n])
		vs = vs[n:]
	}
	return assemble(ty, out)
}

// results tells for each component of what e, a loop, yields which descriptors it has:
// those of a variable whose sequences are as long.
func (t *translator) results(e *nkl.Loop, ty *types.Type, of []*loopVar, ts []*types.Type) []*loopVar {
	var out []*loopVar
	for k, ct := range components(ty) {
		x := &loopVar{}
		part := loopComponent{e, k}
		for i, c := range of {
			if c.kept != nil && sameLengths(ct, ts[i]) && !t.views[part] {
				x = &loopVar{kept: c.kept, n: c.n, copies: func() { t.carryAsViews(part) }}
			}
		}
		out = append(out, x)
	}
	return out
}

// keep makes the descriptors of x, a component of a loop that is init before it, in b; it
// returns init with them.
func (x *loopVar) keep(t *translator, b *block, part loopComponent, init uniformSeq) uniformSeq {
	x.kept, x.n, x.copies = b.packedDeep(init.elems), init.n, func() { t.carryAsViews(part) }
	return uniformSeq{elems: x.kept, n: x.n}
}

// carryAsViews notes that a component would be copied if its descriptors stayed: it is
// carried as views; another translation follows.
func (t *translator) carryAsViews(part loopComponent) {
	t.views[part] = true
	t.sizeParams.changed = true
}
