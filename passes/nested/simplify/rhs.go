package simplify

// Simplification of right-hand sides, form by form.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// rhs simplifies e, which is not a let or a check; it may add steps to b.
func (s *simplifier) rhs(b *anf.Block, e nkl.Expr) nkl.Expr {
	switch x := e.(type) {
	case *nkl.Ref:
		return s.atom(x)
	case *nkl.If:
		return s.branch(b, x)
	case *nkl.Each:
		return s.each(b, x)
	case *nkl.Fold:
		return s.combination(x)
	case *nkl.Call:
		if f := s.p.inlinable(x.Fn); f != nil {
			if a := s.known(x.MapOperands(s.atom)); a != nil {
				return a
			}
			return s.inline(b, x, f)
		}
		return x.MapOperands(s.argument)
	case *nkl.Recur:
		return x.MapOperands(s.argument)
	}
	e = e.MapOperands(s.atom)
	switch x := e.(type) {
	case *nkl.Prim:
		return s.prim(b, x)
	case *nkl.Proj:
		if t, ok := s.def(x.Of).(*nkl.Tuple); ok {
			return t.Elems[x.Index]
		}
	case *nkl.Tuple:
		return s.tuple(x)
	}
	return e.MapBodies(func(e nkl.Expr) nkl.Expr { return s.body(nil, e) })
}

// combination simplifies a fold, whose body must not use anything from outside.
func (s *simplifier) combination(x *nkl.Fold) nkl.Expr {
	seen := s.seen
	s.seen = map[string]nkl.Expr{}
	out := x.MapBodies(func(e nkl.Expr) nkl.Expr { return s.body(nil, e) })
	s.seen = seen
	return out.MapOperands(s.atom)
}

// inline puts the body of f in place of the call x.
func (s *simplifier) inline(b *anf.Block, x *nkl.Call, f *nkl.Func) nkl.Expr {
	params, body := instantiate(f, x.Pos())
	for i, v := range params {
		s.env[v] = s.atom(x.Args[i])
	}
	s.c.Count("calls inlined", 1)
	return s.tail(b, body)
}

// tuple recognises the components of one tuple put together again.
func (s *simplifier) tuple(x *nkl.Tuple) nkl.Expr {
	var whole *nkl.Var
	for i, a := range x.Elems {
		p, ok := s.def(a).(*nkl.Proj)
		if !ok || p.Index != i {
			return x
		}
		r, ok := s.atom(p.Of).(*nkl.Ref)
		if !ok || whole != nil && r.Var != whole {
			return x
		}
		whole = r.Var
	}
	if whole == nil || len(whole.Type.Elems) != len(x.Elems) {
		return x
	}
	return nkl.Use(whole)
}

// branch simplifies a conditional. Conditionals between atoms of base types
// become select, which needs no splitting under a map.
func (s *simplifier) branch(b *anf.Block, x *nkl.If) nkl.Expr {
	cond := s.atom(x.Cond)
	switch {
	case anf.IsTrue(cond):
		return s.tail(b, x.Then)
	case anf.IsFalse(cond):
		return s.tail(b, x.Else)
	}
	if not, ok := s.def(cond).(*nkl.Prim); ok && not.Op.Code == prim.Not && anf.TypeOfAtom(cond) == types.Bool {
		return s.branch(b, &nkl.If{Node: x.Node, Cond: not.Args[0], Then: x.Else, Else: x.Then})
	}
	then, els := s.branchUnder(cond, true, x.Then), s.branchUnder(cond, false, x.Else)
	if nkl.IsAtom(then) && nkl.IsAtom(els) {
		if anf.SameAtom(then, els) {
			return then
		}
		if anf.TypeOfAtom(then).IsBase() {
			return s.rhs(b, anf.OpAt(x.Pos(), prim.Select, cond, then, els))
		}
	}
	if cond == x.Cond && then == x.Then && els == x.Else {
		return x
	}
	return &nkl.If{Node: x.Node, Cond: cond, Then: then, Else: els}
}

// branchUnder simplifies the branch of a conditional that is taken when cond is yes.
func (s *simplifier) branchUnder(cond nkl.Expr, yes bool, e nkl.Expr) nkl.Expr {
	mark := len(s.trail)
	s.assume(cond, yes)
	out := s.body(nil, e)
	s.undoTo(mark)
	return out
}

// each simplifies an apply-to-each:
//
//	{ x : x in xs }                             =>  xs
//	{ a : x in xs }, a from outside             =>  dist(a, length(xs))
//	{ e : x in dist(a, n); y in ys }            =>  { e with a for x : y in ys }
//	{ e : p in { (x, y) : x in xs; y in ys } }  =>  { let p = (x, y) in e : x in xs; y in ys }
//	{ e : x in xs; y in ys }, y not used        =>  { e : x in xs }
//	{ e : x in [a, b] }, e short scalar code    =>  [ e with a for x, e with b for x ]
func (s *simplifier) each(b *anf.Block, x *nkl.Each) nkl.Expr {
	if n := s.unrolls(x); n > 0 {
		return s.unroll(b, x, n)
	}
	mark := len(s.trail)
	g := generators{s: s}
	for i, v := range x.Binds {
		g.add(v, s.atom(x.Seqs[i]))
	}
	body := s.body(&g.start, x.Body)
	s.undoTo(mark)
	binds, seqs := g.used()
	if nkl.IsAtom(body) {
		r, isRef := body.(*nkl.Ref)
		for i, v := range binds {
			if isRef && r.Var == v {
				return seqs[i]
			}
		}
		n := s.emit(b, "n", types.Int, anf.Op(prim.Length, seqs[0]))
		return s.rhs(b, anf.OpAt(x.Pos(), prim.Dist, body, n))
	}
	if body == x.Body && sameList(binds, x.Binds) && sameList(seqs, x.Seqs) {
		return x
	}
	return &nkl.Each{Node: x.Node, Binds: binds, Seqs: seqs, Body: body}
}

func sameList[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// generators are those of an apply-to-each while it is simplified.
type generators struct {
	s     *simplifier
	vars  []*nkl.Var
	seqs  []nkl.Expr
	start anf.Block // steps at the beginning of the body
}

// add adds the generator v in seq, or what it is made of.
func (g *generators) add(v *nkl.Var, seq nkl.Expr) {
	switch d := g.s.def(seq).(type) {
	case *nkl.Prim:
		if d.Op.Code == prim.Dist {
			g.s.env[v] = g.s.atom(d.Args[0])
		}
	case *nkl.Each:
		if shuffles(d.Body) {
			g.open(v, d)
			return
		}
	}
	g.s.elems[v] = seq
	g.vars, g.seqs = append(g.vars, v), append(g.seqs, seq)
}

// open adds the generators of d, whose body only rearranges tuples, and binds
// v to that body.
func (g *generators) open(v *nkl.Var, d *nkl.Each) {
	params, body := instantiate(&nkl.Func{Params: d.Binds, Body: d.Body}, ir.Pos{})
	for i, p := range params {
		g.add(p, g.s.atom(d.Seqs[i]))
	}
	rhs := g.s.tail(&g.start, body)
	if nkl.IsAtom(rhs) {
		g.s.env[v] = rhs
		return
	}
	g.s.learn(v, rhs)
	g.start.Let(v, rhs)
}

// maxShuffle bounds the size of a body that is copied into the maps over it.
const maxShuffle = 16

// shuffles reports whether e only takes tuples apart and puts them together.
func shuffles(e nkl.Expr) bool {
	ok, n := true, 0
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e.Form() {
		case nkl.FormTuple, nkl.FormProj, nkl.FormLet:
			n++
		case nkl.FormRef, nkl.FormInt, nkl.FormFloat, nkl.FormBool, nkl.FormChar:
		default:
			ok = false
		}
		return ok
	})
	return ok && n <= maxShuffle
}

// used lists the generators that the body uses, at least one.
func (g *generators) used() (vars []*nkl.Var, seqs []nkl.Expr) {
	for i, v := range g.vars {
		if g.s.uses[v] > 0 {
			vars, seqs = append(vars, v), append(seqs, g.seqs[i])
		}
	}
	if len(vars) == 0 {
		return g.vars[:1], g.seqs[:1]
	}
	return vars, seqs
}
