package flatten

// Loops of the host.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A loopComponent is a component of a variable of a loop, or of what a loop yields.
type loopComponent struct {
	of        any // *nkl.Var or *nkl.Loop
	component int
}

// loop is a tail loop of the host. Its variables are canonical leaves, but for sequences
// whose descriptors stay.
func (t *translator) loop(b *emit.Block, s *scope, e *nkl.Loop, ty *types.Type) rep.Value {
	if !s.host() {
		panic("flatten: a loop under a map that is no element block")
	}
	l := &fkl.Loop{Node: ir.At(e.Pos())}
	body := b.Nested()
	c := &boundary.HostLoop{Outer: t.hostLoop, Outside: b, Body: body}
	var carriedTypes []*types.Type
	for i, v := range e.Binds {
		inits, from := rep.Parts(t.expr(b, s, e.Inits[i], v.Type)), rep.Components(rep.TypeOf(e.Inits[i]))
		vals := make([]rep.Value, len(inits))
		for k, ct := range rep.Components(v.Type) {
			part := loopComponent{v, k}
			x := &boundary.LoopVar{Room: t.rooms[part] == hasRoom, Grows: func() { t.room(part, hasRoom) }, Lost: func() { t.room(part, noRoom) }}
			if boundary.SameLengths(ct, from[k]) && !t.views[part] {
				inits[k] = keep(x, t, b, part, inits[k].(rep.Seq))
			}
			var leaves []fkl.Expr
			for _, lt := range boundary.LoopTypes(ct, x.Kept) {
				nv := types.NewVar(v.Name, lt)
				l.Binds, leaves = append(l.Binds, nv), append(leaves, emit.Ref(nv))
			}
			var first []rep.Value
			boundary.LoopReps(b, inits[k], x.Kept, x.Copies, &first)
			l.Inits = append(l.Inits, rep.Values(b, first)...)
			vals[k] = boundary.FromLoop(body, ct, x.Kept, x.N, leaves)
			c.Enter(x, vals[k], inits[k])
			carriedTypes = append(carriedTypes, ct)
		}
		s.vars[v] = rep.Learn(body, v.Type, boundary.Assemble(v.Type, vals))
	}
	results := t.results(e, ty, c.Of, carriedTypes)
	t.hostLoop, t.after = c, &rep.Continuation{Body: e, Up: t.after} // the next iteration follows
	l.Body = t.tail(body, s, e.Body, ty, func(b *emit.Block, r rep.Value) []fkl.Expr {
		var flat []rep.Value
		for k, r := range rep.Parts(r) {
			boundary.LoopReps(b, r, results[k].Kept, results[k].Copies, &flat)
		}
		return rep.Values(b, flat)
	})
	t.hostLoop, t.after = c.Outer, t.after.Up
	c.Close(l)
	ts, leaves, all := rep.Components(ty), make([][]*types.Type, len(results)), []*types.Type(nil)
	for k, x := range results {
		leaves[k] = boundary.LoopTypes(ts[k], x.Kept)
		all = append(all, leaves[k]...)
	}
	vs := b.LetN("r", all, l)
	out := make([]rep.Value, len(results))
	for k, x := range results {
		n := len(leaves[k])
		out[k] = boundary.FromLoop(b, ts[k], x.Kept, x.N, vs[:n])
		vs = vs[n:]
	}
	return boundary.Assemble(ty, out)
}

// results tells for each component of what e, a loop, yields which descriptors it has:
// those of a variable whose sequences are as long.
func (t *translator) results(e *nkl.Loop, ty *types.Type, of []*boundary.LoopVar, ts []*types.Type) []*boundary.LoopVar {
	var out []*boundary.LoopVar
	for k, ct := range rep.Components(ty) {
		x := &boundary.LoopVar{}
		part := loopComponent{e, k}
		for i, c := range of {
			if c.Kept != nil && boundary.SameLengths(ct, ts[i]) && !t.views[part] {
				x = &boundary.LoopVar{Kept: c.Kept, N: c.N, Copies: func() { t.carryAsViews(part) }}
			}
		}
		out = append(out, x)
	}
	return out
}

// keep makes the descriptors of x, a component of a loop that is init before it, in b; it
// returns init with them.
func keep(x *boundary.LoopVar, t *translator, b *emit.Block, part loopComponent, init rep.Seq) rep.Seq {
	x.Kept, x.N, x.Copies = boundary.PackedDeep(b, init.Elems), init.N, func() { t.carryAsViews(part) }
	return rep.Seq{Elems: x.Kept, N: x.N}
}

// carryAsViews notes that a component would be copied if its descriptors stayed: it is
// carried as views; another translation follows.
func (t *translator) carryAsViews(part loopComponent) {
	t.views[part] = true
	t.sizeParams.Changed = true
}

// A roomChoice says whether the data of a component of a loop has room to append to.
type roomChoice int

const (
	noAppends roomChoice = iota // nobody appends to it, as far as is known
	hasRoom
	noRoom // nobody knows how much of it counts
)

// room notes a choice, unless there was another: another translation follows.
func (t *translator) room(part loopComponent, c roomChoice) {
	if c > t.rooms[part] {
		t.rooms[part] = c
		t.sizeParams.Changed = true
	}
}
