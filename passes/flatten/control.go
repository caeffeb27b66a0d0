package flatten

// Conditionals and loops, on the host and lifted.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// conditional translates an If that is not element code.
//
//	uniform condition:  a plain branch
//	lifted condition:   split the variables of the branches, do each branch for its own
//	                    elements, and combine
func (t *translator) conditional(b *emit.Block, s *scope, e *nkl.If, ty *types.Type) rep.Value {
	c := t.expr(b, s, e.Cond, types.Bool)
	if u, ok := c.(rep.Scalar); ok {
		return t.branch(b, s, u.Atom, e, ty)
	}
	flags := rep.Vec(b, c)
	vs := t.liftedVars(b, s, e.Then, e.Else)
	rs := make([]rep.Value, len(vs))
	for i, v := range vs {
		rs[i] = s.lookup(b, v)
	}
	p := rep.Split(b, flags, s.sp, rs)
	p.One, p.Two = rep.LearnAll(b, p.Sp1, vs, p.One), rep.LearnAll(b, p.Sp2, vs, p.Two)
	then := func() rep.Value { return t.exprDelayed(b, s.branch(p.Sp1, vs, p.One), e.Then, ty) }
	els := func() rep.Value { return t.exprDelayed(b, s.branch(p.Sp2, vs, p.Two), e.Else, ty) }
	early := t.copiedFirst[e]
	var x, y rep.Value
	switch _, plain := e.Else.(*nkl.Ref); {
	case early == nil:
		x, y = then(), els()
		if t.copiedFirst[e] = t.keepsViews(e, x, y); t.copiedFirst[e] != nil {
			t.LearnHere()
		}
	case plain && t.recurs(e.Then):
		y = els()
		x = t.acrossCall(b, &y, early, e.Then, then)
	default:
		x = then()
		y = t.acrossCall(b, &x, early, e.Else, els)
	}
	g := boundary.Accumulation{Recursion: t.lifting, Loop: t.hostLoop != nil}
	if s.allActive {
		g.Of = e
	}
	return boundary.JoinBranches(b, s.sp, flags, p, x, y, g)
}

// liftedVars lists the free variables of the branches that differ by element; the numbers of
// elements are among them instead of what is read by them.
func (t *translator) liftedVars(b *emit.Block, s *scope, branches ...nkl.Expr) []*nkl.Var {
	var out []*nkl.Var
	seen := map[*nkl.Var]bool{}
	for _, a := range branches {
		for _, v := range nkl.FreeVars(a) {
			if s.kept.first(v) != nil {
				v = s.kept.number
			}
			if !seen[v] && !rep.Uniform(s.lookup(b, v)) {
				out = append(out, v)
			}
			seen[v] = true
		}
	}
	return out
}

// branch is an If on a condition that all elements share.
func (t *translator) branch(b *emit.Block, s *scope, cond fkl.Expr, e *nkl.If, ty *types.Type) rep.Value {
	if s.host() {
		return t.hostBranch(b, s, cond, e, ty)
	}
	then, els := b.Nested(), b.Nested()
	x, y := t.expr(then, s, e.Then, ty), t.expr(els, s, e.Else, ty)
	if rep.Uniform(x) && rep.Uniform(y) {
		vs := b.LetN("r", rep.LeafTypes(ty, false), &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
			Then: then.Ret(rep.Leaves(then, x, false, nil)...), Else: els.Ret(rep.Leaves(els, y, false, nil)...)})
		return rep.FromLeaves(b, ty, false, vs)
	}
	return rep.Joined(b, "r", e.Pos(), cond, then, els, rep.Lift(then, x, s.sp), rep.Lift(els, y, s.sp))
}

// hostBranch is an If of the host on cond.
func (t *translator) hostBranch(b *emit.Block, s *scope, cond fkl.Expr, e *nkl.If, ty *types.Type) rep.Value {
	var h boundary.HostBranch
	var all []*types.Type
	for k, c := range types.Leaves(ty) {
		part := boundary.Part{Of: e, Component: k}
		p := t.rooms.BranchPart(part, t.again(), func() { t.carryAsViews(part) })
		h, all = append(h, p), append(all, p.Open(b, c, !t.views[part])...)
	}
	then, els := b.Nested(), b.Nested()
	vs := b.LetN("r", all, &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
		Then: t.tail(then, s, e.Then, ty, h.End), Else: t.tail(els, s, e.Else, ty, h.End)})
	return h.Value(b, ty, vs)
}

// time evaluates Body between two looks at the clock; all elements share it.
func (t *translator) time(b *emit.Block, s *scope, e *nkl.Time, ty *types.Type) rep.Value {
	in := b.Nested()
	r := t.expr(in, s, e.Body, ty.Elems[0])
	lifted := !rep.Uniform(r)
	ts := append(rep.LeafTypes(ty.Elems[0], lifted), types.Float)
	vs := b.LetN("t", ts, &fkl.Time{Node: ir.At(e.Pos()), Body: in.Ret(rep.Leaves(in, r, lifted, s.sp)...)})
	n := len(vs) - 1
	return rep.Tuple{rep.FromLeaves(b, ty.Elems[0], lifted, vs[:n]), rep.Scalar{Atom: vs[n]}}
}
