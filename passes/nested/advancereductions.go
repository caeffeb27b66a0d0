package nested

// Conditionals under maps whose branches reduce sequences that were made before.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// AdvanceReductions reduces before a conditional what its branches reduce, if that
// leaves only scalar code in them. So the elements of a map need not be split by
// the condition, with their sequences, and what a filter keeps can be reduced where
// it is.
//
//	(let kept (prim pack (xs flags))
//	(let none (prim eq (n 0)) (if none 0.0 (prim min_val (kept)))))
//	=> (let kept (prim pack (xs flags))
//	   (let least (prim min_val (kept))
//	   (let none (prim eq (n 0)) (if none 0.0 least))))
//
// The sequence was made in the same code, for all elements, and to reduce it takes no
// longer than that did: work grows by a constant factor at most. Reductions of
// nothing are identities, so none fails. Outside maps conditions are branches of
// the host, which cost nothing.
func AdvanceReductions(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	a := &advancer{c: c}
	return mapLifted(m, func(body nkl.Expr, lifted bool) nkl.Expr {
		a.lifted = lifted
		return a.block(body)
	})
}

type advancer struct {
	c      *pass.Ctx
	lifted bool // the code is executed for many elements at a time
}

// block rewrites a block: the body of a function, of a map or of a loop, or a branch.
func (a *advancer) block(e nkl.Expr) nkl.Expr {
	var b anf.Block
	made := map[*nkl.Var]bool{}
	return b.In(b.Rewrite(e, func(v *nkl.Var, e nkl.Expr) nkl.Expr {
		out := a.rhs(&b, e, made)
		if v != nil && makes(out) {
			made[v] = true
		}
		return out
	}))
}

// makes reports whether a sequence that code makes has as many elements at most as
// the code has taken time.
func makes(e nkl.Expr) bool {
	p, isPrim := e.(*nkl.Prim)
	return e.Form() == nkl.FormEach || isPrim && p.Op.Code == prim.Pack
}

// rhs rewrites code, and adds to b what it advances out of a conditional.
func (a *advancer) rhs(b *anf.Block, e nkl.Expr, made map[*nkl.Var]bool) nkl.Expr {
	outside := a.lifted
	a.lifted = a.lifted || e.Form() == nkl.FormEach
	e = e.MapBodies(a.block)
	a.lifted = outside
	x, isIf := e.(*nkl.If)
	if !isIf || !a.lifted || len(made) == 0 {
		return e
	}
	s := stripper{made: made, scalar: true}
	out := &nkl.If{Node: x.Node, Cond: x.Cond, Then: s.strip(x.Then), Else: s.strip(x.Else)}
	if !s.scalar || len(s.lets) == 0 || !a.c.Rewrite("advance reductions out of a conditional") {
		return e
	}
	a.c.Count("reductions advanced", int64(len(s.lets)))
	for _, l := range s.lets {
		b.Again(l, l.Bind, l.Rhs)
	}
	return out
}

// A stripper takes reductions out of branches.
type stripper struct {
	made   map[*nkl.Var]bool // the sequences that may be reduced
	lets   []*nkl.Let        // the reductions
	scalar bool              // nothing is left that is not scalar code
}

// strip is a branch without its reductions.
func (s *stripper) strip(e nkl.Expr) nkl.Expr {
	var b anf.Block
	for s.scalar {
		switch x := e.(type) {
		case *nkl.Let:
			if s.reduces(x.Rhs) {
				s.lets = append(s.lets, x)
			} else {
				b.Again(x, x.Bind, s.code(x.Rhs))
			}
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			if !s.reduces(e) {
				return b.In(s.code(e))
			}
			v := types.NewVar("reduced", e.(*nkl.Prim).Args[0].(*nkl.Ref).Var.Type.Elem())
			s.lets = append(s.lets, &nkl.Let{Node: ir.At(e.Pos()), Bind: v, Rhs: e})
			return b.In(nkl.Use(v))
		}
	}
	return e
}

// reduces reports whether code is the reduction of a sequence that was made before.
func (s *stripper) reduces(e nkl.Expr) bool {
	p, isPrim := e.(*nkl.Prim)
	if !isPrim {
		return false
	}
	r, isRef := p.Args[0].(*nkl.Ref)
	_, reduction := p.Op.Lift.(prim.Reduction)
	return reduction && isRef && s.made[r.Var]
}

// code is a step of a branch, which has to be scalar.
func (s *stripper) code(e nkl.Expr) nkl.Expr {
	switch x := e.(type) {
	case *nkl.If:
		return &nkl.If{Node: x.Node, Cond: x.Cond, Then: s.strip(x.Then), Else: s.strip(x.Else)}
	case *nkl.Ref:
		s.scalar = s.scalar && !x.Var.Type.Has(types.KSeq)
	case *nkl.Tuple:
		x.Children(func(_ int, c nkl.Expr) { s.code(c) })
	default:
		_, ok := scalarCost(e)
		s.scalar = s.scalar && (ok || nkl.IsAtom(e))
	}
	return e
}
