package arenas

// What stays in arenas where code ends.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/nested/anf"
)

// A cut is what arenas, and sequences with trails, are where code ends: as before it, but for pieces among parts that the code yields, which are moved.
type cut func(l *nkl.Lets, on []nkl.Expr, parts []part) ([]nkl.Expr, []part)

// cutOf is the cut of what e puts in arenas, whose value those of vs become.
func (p *filling) cutOf(l *nkl.Lets, e nkl.Expr, vs ...*nkl.Var) cut {
	before, heights := map[int]nkl.Expr{}, map[int]nkl.Expr{}
	filled := p.filled(e, vs...)
	for k := range p.types {
		if filled[k] {
			before[k] = p.top(l, k)
		}
	}
	for k, t := range p.trails {
		if ir.Any(e, func(e nkl.Expr) bool { return p.written(t, e) }) {
			heights[k] = p.height(l, k)
		}
	}
	return func(l *nkl.Lets, on []nkl.Expr, parts []part) ([]nkl.Expr, []part) {
		out, parts := slices.Clone(on), slices.Clone(parts)
		for k := range p.trails {
			if heights[k] != nil {
				out = p.undone(l, k, out, heights[k])
			}
		}
		for k := range on {
			if before[k] != nil && !p.referred(k, parts) {
				out[k] = p.kept(l, k, out[k], before[k], parts)
			}
		}
		return out, parts
	}
}

// filled is the arenas in which e, whose value those of vs become, puts sequences.
func (a *arenas) filled(e nkl.Expr, vs ...*nkl.Var) map[int]bool {
	vs = append(boundOutside(e), vs...)
	ir.Walk(e, func(e nkl.Expr) bool {
		if c, ok := e.(*nkl.Call); ok {
			vs = append(vs, a.function(c.Fn).Params...) // arguments may be put there for it
		}
		return true
	})
	out := map[int]bool{}
	for _, l := range leaves.In(vs...) {
		if a.isPiece(l) {
			out[a.arena(l)] = true
			for k := range a.types {
				out[k] = out[k] || a.has(k, l.Type().Elem())
			}
		}
	}
	return out
}

// has reports whether values of type t have pieces of arena k, as elements of another one have.
func (a *arenas) has(k int, t *types.Type) bool {
	return t.Kind == types.KSeq && (a.shared[stored(t)] == k || a.has(k, t.Elem())) ||
		t.Kind == types.KTuple && slices.ContainsFunc(t.Elems, func(c *types.Type) bool { return a.has(k, c) })
}

// referred reports whether elements of pieces among parts are in arena k: they stay where they are.
func (p *filling) referred(k int, parts []part) bool {
	return slices.ContainsFunc(parts, func(at part) bool { return at.atom == nil && p.has(k, at.t.Elem()) })
}

// kept is arena k with what was there before and pieces among parts. What is between these is left there if it is less than they are,
// otherwise they are moved.
func (p *filling) kept(l *nkl.Lets, k int, on, before nkl.Expr, parts []part) nkl.Expr {
	op := func(hint string, code prim.Code, args ...nkl.Expr) nkl.Expr {
		return l.Name(hint, types.Int, anf.Op(code, args...))
	}
	end, size := before, anf.Integer(0)
	var mine []*part
	for i := range parts {
		if at := &parts[i]; at.atom == nil && at.k == k {
			mine = append(mine, at)
			end = op("end", prim.Max, end, p.endOf(l, at.piece))
			size = op("size", prim.Add, size, at.n)
		}
	}
	if len(mine) > 0 {
		q := &filling{arenas: p.arenas, on: make([]nkl.Expr, len(p.types)), last: map[int]piece{}}
		q.on[k] = on
		all := op("all", prim.Sub, end, before)
		moves := l.Name("moves", types.Bool, anf.Op(prim.Gt, all, op("twice", prim.Add, size, size)))
		from, n := mine[0].from, choose(l, "n", moves, size, anf.Integer(0))
		if len(mine) > 1 { // one behind the other, and all of them then
			from = q.top(l, k)
			for _, at := range mine {
				q.copied(l, k, at.piece, choose(l, "n", moves, at.n, anf.Integer(0)))
			}
		}
		q.repeat(l, []int{k}, n, func(q *filling, l *nkl.Lets, i nkl.Expr) {
			x := l.Name("x", p.types[k].Elem(), anf.Op(prim.Elt, q.on[k], l.Name("at", types.Int, anf.Op(prim.Add, from, i))))
			to := l.Name("to", types.Int, anf.Op(prim.Add, before, i))
			write := anf.Op(prim.Write, q.on[k], one(l, to, types.Seq(types.Int)), one(l, x, p.types[k]))
			q.set(k, l.Name("on", p.types[k], write))
		})
		on = q.on[k]
		to := before
		for _, at := range mine {
			at.from = choose(l, "from", moves, to, at.from)
			to = op("to", prim.Add, to, at.n)
		}
		end = choose(l, "end", moves, to, end)
	}
	return l.Name("on", p.types[k], anf.Op(prim.Get, on, anf.Run(l, anf.Integer(0), end)))
}
