package conditional

// Conditionals without the reductions of their branches.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A stripper takes reductions out of the branches of a conditional.
type stripper struct {
	*advancer                          // what is known of variables outside
	made      map[*nkl.Var]bool        // sequences that may be reduced as they are
	inner     map[*nkl.Var]*definition // what the branches define
	moved     map[*nkl.Var]bool        // what of it goes before the conditional
	neutral   map[*nkl.Var]nkl.Expr    // its elements if their branch is not taken
	empty     map[*nkl.Var]bool        // there are none then
	path      *way                     // the branch that is visited
	checked   bool                     // checks come before what is visited
	lets      []*nkl.Let               // what goes before the conditional
	guarded   int                      // sequences among it that depend on the branch
	scalar    bool                     // nothing is left that is not scalar code
}

// maxGuarded is the most sequences that are gone through for an element although it may take
// another branch. If there are more, it is better to split the elements.
const maxGuarded = 4

// A way is a branch of a conditional.
type way struct {
	up    *way // the branch that the conditional is in; nil for the whole
	cond  nkl.Expr
	then  bool
	taken nkl.Expr // whether it is taken, before the conditional; nil if nobody has asked yet
}

// A definition is a let in a branch.
type definition struct {
	*nkl.Let
	path    *way
	checked bool // checks come before it
	movable bool // it may be computed before them, and if its branch is not taken
	held    bool // a sequence that is not in the branch any more, until something reduces it
}

func newStripper(a *advancer, made map[*nkl.Var]bool) *stripper {
	return &stripper{advancer: a, made: made, scalar: true, inner: map[*nkl.Var]*definition{},
		moved: map[*nkl.Var]bool{}, neutral: map[*nkl.Var]nkl.Expr{}, empty: map[*nkl.Var]bool{}}
}

// conditional is a conditional without the reductions of its branches.
func (s *stripper) conditional(x *nkl.If) nkl.Expr {
	path, checked := s.path, s.checked
	branch := func(e nkl.Expr, then bool) nkl.Expr {
		s.path, s.checked = &way{up: path, cond: x.Cond, then: then}, checked
		return s.strip(e)
	}
	out := &nkl.If{Node: x.Node, Cond: x.Cond, Then: branch(x.Then, true), Else: branch(x.Else, false)}
	s.path, s.checked = path, checked
	return out
}

// finished is the conditional without all that moves; nil if it is not scalar code then.
func (s *stripper) finished(x nkl.Expr) nkl.Expr {
	if !s.scalar || s.guarded > maxGuarded {
		return nil
	}
	x = s.without(x)
	for _, v := range nkl.FreeVars(x) {
		if d := s.inner[v]; d != nil && !s.moved[v] {
			return nil
		}
	}
	return x
}

// without is code without the scalars that move.
func (s *stripper) without(e nkl.Expr) nkl.Expr {
	if l, ok := e.(*nkl.Let); ok && s.moved[l.Bind] {
		return s.without(l.Body)
	}
	return e.MapBodies(s.without)
}

// strip is a branch without its reductions.
func (s *stripper) strip(e nkl.Expr) nkl.Expr {
	var b anf.Block
	for s.scalar {
		switch x := e.(type) {
		case *nkl.Let:
			if !s.reduction(x) && !s.hold(x) {
				b.Again(x, x.Bind, s.code(x.Rhs))
			}
			e = x.Body
		case *nkl.Check:
			s.checked = true
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			if !reduces(e) {
				return b.In(s.code(e))
			}
			v := types.NewVar("reduced", e.(*nkl.Prim).Args[0].(*nkl.Ref).Var.Type.Elem())
			s.scalar = s.reduction(&nkl.Let{Node: ir.At(e.Pos()), Bind: v, Rhs: e})
			return b.In(nkl.Use(v))
		}
	}
	return e
}

// code is a step of a branch, which has to be scalar.
func (s *stripper) code(e nkl.Expr) nkl.Expr {
	switch x := e.(type) {
	case *nkl.If:
		return s.conditional(x)
	case *nkl.Ref:
		s.scalar = s.scalar && !x.Var.Type.Has(types.KSeq)
	case *nkl.Tuple:
		x.Children(func(_ int, c nkl.Expr) { s.code(c) })
	default:
		_, ok := anf.ScalarCost(e)
		s.scalar = s.scalar && (ok || nkl.IsAtom(e))
	}
	return e
}

// hold notes the definition x, and reports whether it is of a sequence of scalars that
// need not stay in its branch: it is held until something reduces it.
func (s *stripper) hold(x *nkl.Let) bool {
	d := &definition{Let: x, path: s.path, checked: s.checked, movable: true}
	s.inner[x.Bind] = d
	switch rhs := x.Rhs.(type) {
	case *nkl.Each:
		d.held = x.Bind.Type.Elem().IsBase() && scalarBody(rhs.Body) && !(s.checked && ir.Any(rhs.Body, anf.IsCheck))
	case *nkl.Prim:
		d.held = rhs.Op.Code == prim.Index || rhs.Op.Code == prim.Pack
	}
	if !d.held {
		cost, ok := anf.ScalarCost(x.Rhs)
		d.movable = ok && cost < anf.Expensive || x.Bind.Type.IsBase() && anf.IsOp(x.Rhs, prim.Elt)
	}
	return d.held
}

// scalarBody reports whether the body of a map computes scalars, for each element on its
// own.
func scalarBody(e nkl.Expr) bool {
	return !ir.Any(e, func(e nkl.Expr) bool {
		switch e.(type) {
		case *nkl.Let, *nkl.Check, *nkl.If, *nkl.Tuple:
			return false
		}
		_, scalar := anf.ScalarCost(e)
		return !scalar && !nkl.IsAtom(e) && !anf.IsOp(e, prim.Elt)
	})
}

// reduces reports whether e is the reduction of a variable.
func reduces(e nkl.Expr) bool {
	p, isPrim := e.(*nkl.Prim)
	if !isPrim {
		return false
	}
	_, reduction := p.Op.Lift.(prim.Reduction)
	return reduction && p.Args[0].Form() == nkl.FormRef
}
