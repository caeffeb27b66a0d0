package growing

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// OnScratch is the loop on scratch sequences of most elements, a power of two, and around what it is with buffers, long,
// for where they are too short. Block is what the inner loop has become; stateOf says of which of its states a variable is a version.
// Work-items then need no buffers for most elements. Where sequences leave the loop, it is long alone. Around is asked for
// before the code with buffers is made.
//
//	(let did (update scratch (loop .. (tuple true r) .. (tuple false 0))) (if did.0 did.1 long))
func (g *Loop) OnScratch(block *nkl.Update, stateOf func(v *nkl.Var) (k int, ok bool), most int) (around func(long nkl.Expr) nkl.Expr) {
	x := g.x
	l, ok := block.Body.(*nkl.Loop)
	if !ok || g.typ.Has(types.KSeq) || len(g.full) == 0 || len(x.hosts) > 0 {
		return func(long nkl.Expr) nkl.Expr { return long }
	}
	u := &nkl.Update{Node: block.Node}
	head := x.before // what comes of it is there for long, too
	x.before = anf.Block{}
	var first anf.Block
	var fits nkl.Expr
	stay := map[*class]nkl.Expr{} // the lengths of sequences that do not grow
	inits := g.inits(&head, func(c *class) (buf, length nkl.Expr) {
		v := types.NewVar(c.buf.Name, c.buf.Type)
		u.Scratch, u.Sizes = append(u.Scratch, v), append(u.Sizes, most)
		if len(c.inits) == 0 {
			return nkl.Use(v), nil
		}
		length = op(&head, types.Int, prim.Length, c.inits[0])
		fits = head.Both(fits, op(&head, types.Bool, prim.Le, length, anf.Integer(int64(most))))
		if !c.counted {
			stay[c] = length
		}
		return first.Name(v.Name, v.Type, anf.Copied(v, c.inits[0], length)), length
	})
	ts := append([]*types.Type{types.Bool}, numberTypes(g.typ, g.result)...)
	body := anf.WithLengths(l.Body, func(v *nkl.Var) nkl.Expr {
		if k, ok := stateOf(v); ok {
			return stay[x.states[k]]
		}
		return nil
	})
	inner := &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: inits, Body: anf.AtEnds(body, func(e nkl.Expr) nkl.Expr {
		if _, again := e.(*nkl.Recur); again {
			return e
		}
		var end anf.Block
		var did []nkl.Expr
		if t, ok := e.(*nkl.Tuple); ok {
			did = t.Elems
		} else {
			did = parts(&end, e, g.fields())
		}
		return end.In(nkl.Pair(append([]nkl.Expr{ended(&end, did[0])}, g.numbers(did)...)...))
	})}
	u.Body = first.In(inner)
	if fits != nil {
		var long anf.Block
		none := []nkl.Expr{anf.Boolean(false)}
		for _, t := range ts[1:] {
			none = append(none, long.Zero(t))
		}
		u.Body = &nkl.If{Cond: fits, Then: u.Body, Else: long.In(nkl.Pair(none...))}
	}
	return func(long nkl.Expr) nkl.Expr {
		var end anf.Block
		did := parts(&head, nkl.Freshen(u), ts)
		numbers := did[1:]
		value := whole(&end, x.rebuilt(g.result, &numbers), g.typ)
		return head.In(&nkl.If{Cond: did[0], Then: end.In(value), Else: long})
	}
}

// ended is whether the machine came to its end, rather than to block pc.
func ended(b *anf.Block, pc nkl.Expr) nkl.Expr {
	if n, ok := pc.(*nkl.Int); ok {
		return anf.Boolean(n.Val < 0)
	}
	return op(b, types.Bool, prim.Lt, pc, anf.Integer(0))
}
