package flatten

// Conditionals and loops, on the host and lifted.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// conditional translates an If that is not element code.
//
//	uniform condition:  a plain branch
//	lifted condition:   split the variables of the branches, do each branch for its own
//	                    elements, and combine
func (t *translator) conditional(b *block, s *scope, e *nkl.If, ty *types.Type) rep {
	c := t.expr(b, s, e.Cond, types.Bool)
	if u, ok := c.(hostScalar); ok {
		return t.branch(b, s, u.a, e, ty)
	}
	flags := b.vec(c)
	vs := t.liftedVars(b, s, e.Then, e.Else)
	rs := make([]rep, len(vs))
	for i, v := range vs {
		rs[i] = s.lookup(b, v)
	}
	p := b.split(flags, s.sp, rs)
	p.one, p.two = b.learnAll(p.sp1, vs, p.one), b.learnAll(p.sp2, vs, p.two)
	then := func() rep { return t.exprDelayed(b, s.branch(p.sp1, vs, p.one), e.Then, ty) }
	els := func() rep { return t.exprDelayed(b, s.branch(p.sp2, vs, p.two), e.Else, ty) }
	early := t.copiedFirst[e]
	var x, y rep
	switch _, plain := e.Else.(*nkl.Ref); {
	case early == nil:
		x, y = then(), els()
		t.copiedFirst[e] = t.keepsViews(e, x, y)
		t.sizeParams.changed = t.sizeParams.changed || t.copiedFirst[e] != nil
	case plain && t.recurs(e.Then):
		y = els()
		x = t.acrossCall(b, &y, early, e.Then, then)
	default:
		x = then()
		y = t.acrossCall(b, &x, early, e.Else, els)
	}
	g := accumulation{recursion: t.lifting, loop: t.hostLoop != nil}
	if s.allActive {
		g.of = e
	}
	return b.joinBranches(s.sp, flags, p, x, y, g)
}

// force makes the vectors of all outer leaves of r, thunks of one space at once.
func (b *block) force(r rep) {
	var flat []rep
	b.outer(r, &flat)
	b.vecs(flat...)
}

// liftedVars lists the free variables of the branches that differ by element; the numbers of
// elements are among them instead of what is read by them.
func (t *translator) liftedVars(b *block, s *scope, branches ...nkl.Expr) []*nkl.Var {
	var out []*nkl.Var
	seen := map[*nkl.Var]bool{}
	for _, a := range branches {
		for _, v := range nkl.FreeVars(a) {
			if s.kept.first(v) != nil {
				v = s.kept.number
			}
			if !seen[v] && !uniform(s.lookup(b, v)) {
				out = append(out, v)
			}
			seen[v] = true
		}
	}
	return out
}

// branch is an If on a condition that all elements share.
func (t *translator) branch(b *block, s *scope, cond fkl.Expr, e *nkl.If, ty *types.Type) rep {
	if s.host() {
		return t.hostBranch(b, s, cond, e, ty)
	}
	then, els := b.nested(), b.nested()
	x, y := t.expr(then, s, e.Then, ty), t.expr(els, s, e.Else, ty)
	if uniform(x) && uniform(y) {
		vs := b.letN("r", leafTypes(ty, false), &fkl.If{Node: ir.At(e.Pos()), Cond: cond,
			Then: then.ret(then.leaves(x, false, nil)...), Else: els.ret(els.leaves(y, false, nil)...)})
		return fromLeaves(b, ty, false, vs)
	}
	return b.joined("r", e.Pos(), cond, then, els, then.lift(x, s.sp), els.lift(y, s.sp))
}

// time evaluates Body between two looks at the clock; all elements share it.
func (t *translator) time(b *block, s *scope, e *nkl.Time, ty *types.Type) rep {
	in := b.nested()
	r := t.expr(in, s, e.Body, ty.Elems[0])
	lifted := !uniform(r)
	ts := append(leafTypes(ty.Elems[0], lifted), types.Float)
	vs := b.letN("t", ts, &fkl.Time{Node: ir.At(e.Pos()), Body: in.ret(in.leaves(r, lifted, s.sp)...)})
	n := len(vs) - 1
	return tuple{fromLeaves(b, ty.Elems[0], lifted, vs[:n]), hostScalar{vs[n]}}
}
