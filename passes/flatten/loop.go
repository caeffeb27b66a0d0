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

// loop is a tail loop of the host. Its variables are canonical leaves, but for sequences
// whose descriptors stay.
func (t *translator) loop(b *emit.Block, s *scope, e *nkl.Loop, ty *types.Type) rep.Value {
	if !s.host() {
		panic("flatten: a loop under a map that is no element block")
	}
	t.makeRead(b, s, e.Body, e.Binds...)
	l := &fkl.Loop{Node: ir.At(e.Pos())}
	body := b.Nested()
	c := &boundary.HostLoop{Outer: t.hostLoop, Outside: b, Body: body}
	var carriedTypes []*types.Type
	for i, v := range e.Binds {
		inits, from := rep.Parts(t.expr(b, s, e.Inits[i], v.Type)), types.Leaves(rep.TypeOf(e.Inits[i]))
		vals := make([]rep.Value, len(inits))
		for k, ct := range types.Leaves(v.Type) {
			part := boundary.Part{Of: v, Component: k}
			x := t.rooms.LoopVar(part, inits[k])
			if boundary.SameLengths(ct, from[k]) && !t.views[part] {
				inits[k] = keep(x, t, b, part, inits[k].(rep.Seq))
			}
			var leaves []fkl.Expr
			for _, lt := range boundary.LoopTypes(ct, x.Kept) {
				nv := types.NewVar(v.Name, lt)
				l.Binds, leaves = append(l.Binds, nv), append(leaves, emit.Ref(nv))
			}
			var first []rep.Value
			boundary.LoopReps(b, c.First(x, inits[k]), x.Kept, x.Copies, &first)
			l.Inits = append(l.Inits, rep.Values(b, first)...)
			vals[k] = c.Enter(x, boundary.FromLoop(body, ct, x.Kept, x.N, leaves), inits[k])
			carriedTypes = append(carriedTypes, ct)
		}
		s.vars[v] = rep.Learn(body, v.Type, boundary.Assemble(v.Type, vals))
	}
	h, all := t.results(e, ty, c.Of, carriedTypes)
	t.hostLoop, t.after = c, &rep.Continuation{Body: e, Up: t.after} // the next iteration follows
	l.Body = t.tail(body, s, e.Body, ty, h.End)
	t.hostLoop, t.after = c.Outer, t.after.Up
	c.Close(l)
	for _, p := range h {
		p.Compacts = c.Compacts()
	}
	return h.Value(b, ty, b.LetN("r", all, l))
}

// results is what e, a loop, yields, and its types. Each component has the descriptors of a variable
// whose sequences are as long.
func (t *translator) results(e *nkl.Loop, ty *types.Type, of []*boundary.LoopVar, ts []*types.Type) (h boundary.HostBranch, all []*types.Type) {
	for k, ct := range types.Leaves(ty) {
		part := boundary.Part{Of: e, Component: k}
		var like rep.Value
		var n fkl.Expr
		for i, c := range of {
			if c.Kept != nil && boundary.SameLengths(ct, ts[i]) && !t.views[part] {
				like, n = c.Kept, c.N
			}
		}
		p := t.rooms.BranchPart(part, t.again(), func() { t.carryAsViews(part) })
		h, all = append(h, p), append(all, p.OpenLike(ct, like, n)...)
	}
	return h, all
}

// keep makes the descriptors of x, a component of a loop that is init before it, in b; it
// returns init with them.
func keep(x *boundary.LoopVar, t *translator, b *emit.Block, part boundary.Part, init rep.Seq) rep.Seq {
	x.Kept, x.N, x.Copies = boundary.PackedDeep(b, init.Elems), init.N, func() { t.carryAsViews(part) }
	return rep.Seq{Elems: x.Kept, N: x.N}
}

// carryAsViews notes that a component would be copied if its descriptors stayed: it is
// carried as views; another translation follows.
func (t *translator) carryAsViews(part boundary.Part) {
	t.views[part] = true
	t.learnOfPart(part)
}

// learnOfPart notes that something was learned of part: of the function to which it belongs.
func (t *translator) learnOfPart(part boundary.Part) {
	if c, ok := part.Of.(boundary.HostComponent); ok {
		t.Learn(c.Fn)
	} else {
		t.LearnHere()
	}
}
