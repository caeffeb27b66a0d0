package conditional

// What goes before a conditional, because its branches reduce it.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// reduction moves x, and reports whether it could: it is the reduction of a sequence
// that was made before, or of what is computed of each element of one.
func (s *stripper) reduction(x *nkl.Let) bool {
	if !reduces(x.Rhs) {
		return false
	}
	p := x.Rhs.(*nkl.Prim)
	of := p.Args[0].(*nkl.Ref).Var
	if !s.made[of] {
		t := of.Type.Elem()
		if of = s.elements(of, anf.Literal(t, p.Op.Lift.(prim.Reduction).Op.Identity(s.c.Num(), t.Kind))); of == nil {
			return false
		}
	}
	s.move(x, nkl.Op(x.Rhs.Pos(), p.Op.Code, nkl.Use(of)))
	return true
}

// move puts a definition before the conditional.
func (s *stripper) move(x *nkl.Let, rhs nkl.Expr) {
	s.lets = append(s.lets, &nkl.Let{Node: x.Node, Bind: x.Bind, Rhs: rhs})
	s.moved[x.Bind] = true
}

// elements is a sequence before the conditional of the elements of v, which are neutral, or
// left out, if the branch is not taken; nil if there cannot be one.
func (s *stripper) elements(v *nkl.Var, neutral nkl.Expr) *nkl.Var {
	d := s.inner[v]
	switch {
	case d == nil, s.moved[v] && anf.IsOp(d.Rhs, prim.Index):
	case s.moved[v]:
		if !s.empty[v] && !anf.SameAtom(s.neutral[v], neutral) {
			return nil
		}
		return v
	case !d.held:
		return nil
	case d.Rhs.Form() == nkl.FormEach:
		if !s.computed(d, neutral) {
			return nil
		}
		return v
	case anf.IsOp(d.Rhs, prim.Pack):
		if !s.packed(d) {
			return nil
		}
		return v
	}
	return s.copied(v, neutral)
}

// copied is a copy of a sequence from outside the conditional, or of successive ints.
func (s *stripper) copied(v *nkl.Var, neutral nkl.Expr) *nkl.Var {
	switch empty, ok := s.source(v); {
	case !ok:
		return nil
	case empty:
		return v
	}
	x := types.NewVar("x", v.Type.Elem())
	out := types.NewVar(v.Name, v.Type)
	body, ok := s.guard(s.path, v, nkl.Use(x), neutral)
	if !ok {
		return nil
	}
	s.move(&nkl.Let{Bind: out}, &nkl.Each{Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{nkl.Use(v)}, Body: body})
	s.neutral[out] = neutral
	return out
}

// computed moves a map, and reports whether it could.
func (s *stripper) computed(d *definition, neutral nkl.Expr) bool {
	x := d.Rhs.(*nkl.Each)
	like := s.like(d.Bind)
	var empty bool
	for _, seq := range x.Seqs {
		r, ok := seq.(*nkl.Ref)
		if !ok || s.like(r.Var) != like { // lengths agree where the branch is taken
			return false
		}
		if empty, ok = s.source(r.Var); !ok {
			return false
		}
	}
	if !s.available(x) {
		return false
	}
	y := &nkl.Each{Node: x.Node, Binds: x.Binds, Seqs: x.Seqs, Body: x.Body}
	if !empty {
		body, ok := s.guard(d.path, d.Bind, x.Body, neutral)
		if !ok {
			return false
		}
		y.Body, s.neutral[d.Bind] = body, neutral
	}
	s.empty[d.Bind] = empty
	s.move(d.Let, y)
	return true
}

// packed moves a filter, which keeps nothing if its branch is not taken, and reports
// whether it could.
func (s *stripper) packed(d *definition) bool {
	p := d.Rhs.(*nkl.Prim)
	of, isRef := p.Args[0].(*nkl.Ref)
	by, isVar := p.Args[1].(*nkl.Ref)
	if !isRef || !isVar || s.inner[by.Var] == nil || s.like(of.Var) != s.like(by.Var) || s.elements(by.Var, anf.Boolean(false)) != by.Var {
		return false
	}
	if _, ok := s.source(of.Var); !ok {
		return false
	}
	s.move(d.Let, p)
	s.empty[d.Bind] = true
	return true
}

// source moves what makes a sequence that other code goes through; empty says that it has no
// elements if its branch is not taken.
func (s *stripper) source(v *nkl.Var) (empty, ok bool) {
	d := s.inner[v]
	switch {
	case d == nil:
		return false, true
	case s.moved[v]:
		return s.empty[v], true
	case !d.held:
		return false, false
	case anf.IsOp(d.Rhs, prim.Index):
		return s.counted(d)
	case !v.Type.Elem().IsBase() || s.elements(v, nkl.Zero(v.Type.Elem())) == nil:
		return false, false
	}
	return s.empty[v], true
}

// counted moves successive ints. They are none if their branch is not taken, where there may be
// any number of them, unless they are as many as the elements of a sequence.
func (s *stripper) counted(d *definition) (empty, ok bool) {
	p := d.Rhs.(*nkl.Prim)
	if !s.available(p) {
		return false, false
	}
	if i, ok := p.Args[0].(*nkl.Int); s.lengthOf(p.Args[0]) != nil || ok && 0 <= i.Val && i.Val <= maxCount {
		s.move(d.Let, p)
		return false, true
	}
	n := p.Args[0]
	if d.checked {
		n = s.named("n", types.Int, nkl.Op(p.P, prim.Max, n, anf.Integer(0)))
	}
	n, ok = s.guard(d.path, d.Bind, n, anf.Integer(0))
	if !ok {
		return false, false
	}
	s.move(d.Let, nkl.Op(p.P, prim.Index, s.named("n", types.Int, n)))
	s.empty[d.Bind] = true
	return true, true
}

// named moves code without a variable.
func (s *stripper) named(hint string, t *types.Type, e nkl.Expr) nkl.Expr {
	v := types.NewVar(hint, t)
	s.move(&nkl.Let{Node: ir.At(e.Pos()), Bind: v}, e)
	return nkl.Use(v)
}

// maxCount is how many successive ints are as good as the elements of a sequence.
const maxCount = 1 << 10

// lengthOf is the sequence that an int is the length of, or nil.
func (s *stripper) lengthOf(n nkl.Expr) *nkl.Var {
	if r, ok := n.(*nkl.Ref); ok && s.inner[r.Var] != nil {
		return lengthOf(s.inner[r.Var].Rhs)
	}
	return s.advancer.lengthOf(n)
}

// lengthOf is the variable whose length an expression is, or nil.
func lengthOf(e nkl.Expr) *nkl.Var {
	if anf.IsOp(e, prim.Length) {
		if r, ok := e.(*nkl.Prim).Args[0].(*nkl.Ref); ok {
			return r.Var
		}
	}
	return nil
}

// emptinessOf is the sequence of which a condition says that it is empty, or nil.
func (s *stripper) emptinessOf(cond nkl.Expr) *nkl.Var {
	r, ok := cond.(*nkl.Ref)
	if !ok {
		return nil
	}
	if d := s.inner[r.Var]; d != nil {
		return emptinessOf(d.Rhs, s.lengthOf)
	}
	return s.empties[r.Var]
}

// emptinessOf is the sequence of which an expression says that it is empty, or nil.
func emptinessOf(e nkl.Expr, lengthOf func(nkl.Expr) *nkl.Var) *nkl.Var {
	if p, ok := e.(*nkl.Prim); ok && p.Op.Code == prim.Eq && anf.IsInt(p.Args[1], 0) {
		return lengthOf(p.Args[0])
	}
	return nil
}

// like is a sequence that certainly has as many elements as v, the same for those of which the
// code says so.
func (s *stripper) like(v *nkl.Var) *nkl.Var {
	d := s.inner[v]
	if d == nil || !d.held {
		return v
	}
	switch rhs := d.Rhs.(type) {
	case *nkl.Each:
		if r, ok := rhs.Seqs[0].(*nkl.Ref); ok {
			return s.like(r.Var)
		}
	case *nkl.Prim:
		if of := s.lengthOf(rhs.Args[0]); rhs.Op.Code == prim.Index && of != nil {
			return s.like(of)
		}
	}
	return v
}

// available moves the scalars that code needs, and reports whether it could.
func (s *stripper) available(e nkl.Expr) bool {
	return !slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool {
		d := s.inner[v]
		if d == nil || s.moved[v] {
			return false
		}
		if !d.movable || d.held || !s.available(d.Rhs) {
			return true
		}
		s.move(d.Let, d.Rhs)
		return false
	})
}

// guard is code for the elements of v in a branch, and neutral for those of others; ok is false
// if some condition is not known before the conditional. There are none, and it is not asked,
// where the branch is that for sequences that are not empty.
func (s *stripper) guard(path *way, v *nkl.Var, e, neutral nkl.Expr) (_ nkl.Expr, ok bool) {
	for path != nil && !path.then && s.emptinessOf(path.cond) == s.like(v) {
		path = path.up
	}
	if path == nil {
		return e, true
	}
	s.guarded++
	taken := s.taken(path)
	return &nkl.If{Node: ir.At(e.Pos()), Cond: taken, Then: e, Else: neutral}, taken != nil
}

// taken is whether a branch is taken; nil if that is not known before the conditional.
func (s *stripper) taken(w *way) nkl.Expr {
	if w.taken != nil || !s.available(w.cond) {
		return w.taken
	}
	taken := w.cond
	if !w.then {
		taken = s.named("other", types.Bool, anf.Op(prim.Not, taken))
	}
	if w.up != nil {
		outer := s.taken(w.up)
		if outer == nil {
			return nil
		}
		taken = s.named("taken", types.Bool, anf.Op(prim.And, outer, taken))
	}
	w.taken = taken
	return taken
}
