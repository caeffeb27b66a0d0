package nested

// Moves costly scalar code that is the same for every element out of maps and
// loops.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// HoistInvariants computes once what an apply-to-each or a loop computes again
// and again: scalar code, total, whose variables all come from outside, and
// that costs more than carrying its value inside. It may stand in a branch,
// since evaluating it for nothing neither fails nor costs much.
//
//	(each (x:float) (xs) (let r:float (prim sqrt (k)) (prim mul (x r))))
//	=> (let r:float (prim sqrt (k)) (each (x:float) (xs) (prim mul (x r))))
//
// Sequences stay: flattening computes what is uniform once, and only if there
// is an element. Elements read from sequences stay too, because outside they
// would have to come back to the host.
func HoistInvariants(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	h := &hoister{c: c}
	return m.MapBodies(h.expr)
}

type hoister struct{ c *pass.Ctx }

// expr hoists inside e, innermost bodies first.
func (h *hoister) expr(e nkl.Expr) nkl.Expr {
	var b anf.Block
	tail := h.steps(&b, e)
	return b.In(tail)
}

// steps adds the steps of e to b, with what is hoisted out of each before it.
func (h *hoister) steps(b *anf.Block, e nkl.Expr) nkl.Expr {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			b.Again(x, x.Bind, h.rhs(b, x.Rhs))
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			return h.rhs(b, e)
		}
	}
}

// rhs hoists out of a map or loop into b.
func (h *hoister) rhs(b *anf.Block, e nkl.Expr) nkl.Expr {
	e = e.MapBodies(h.expr)
	if f := e.Form(); f != nkl.FormEach && f != nkl.FormLoop {
		return e
	}
	s := invariants{inside: map[*nkl.Var]bool{}, cost: map[*nkl.Var]int{}, out: map[*nkl.Var]bool{}}
	nkl.EachBind(e, func(v *nkl.Var) { s.inside[v] = true })
	e.MapBodies(func(body nkl.Expr) nkl.Expr { s.find(body); return body })
	s.choose()
	if len(s.out) == 0 || !h.c.Rewrite("move invariant code out") {
		return e
	}
	h.c.Count("hoisted", int64(len(s.out)))
	for _, l := range s.lets {
		if s.out[l.Bind] {
			b.Let(l.Bind, l.Rhs)
		}
	}
	return e.MapBodies(s.without)
}

// invariants finds what to hoist out of one body.
type invariants struct {
	inside map[*nkl.Var]bool // bound in the body and not invariant
	lets   []*nkl.Let        // invariant scalar code, in order
	cost   map[*nkl.Var]int  // of the value of each of them
	out    map[*nkl.Var]bool // to be hoisted
}

// find walks the blocks of the body and of its branches.
func (s *invariants) find(e nkl.Expr) {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			s.let(x)
			e = x.Body
		case *nkl.Check:
			e = x.Then
		case *nkl.If:
			s.find(x.Then)
			e = x.Else
		default:
			return
		}
	}
}

func (s *invariants) let(x *nkl.Let) {
	cost, ok := scalarCost(x.Rhs)
	nkl.EachUse(x.Rhs, func(v *nkl.Var) { ok = false }) // atoms alone are copies
	x.Rhs.Children(func(_ int, a nkl.Expr) {
		if r, isRef := a.(*nkl.Ref); isRef {
			ok = ok && !s.inside[r.Var]
			cost += s.cost[r.Var]
		}
	})
	if ok {
		s.lets = append(s.lets, x)
		s.cost[x.Bind] = min(cost, worthHoisting)
		return
	}
	s.inside[x.Bind] = true
	if i, isIf := x.Rhs.(*nkl.If); isIf {
		s.find(i.Then)
		s.find(i.Else)
	}
}

// worthHoisting is the cost of code from which on it is hoisted; cheaper code
// is as fast where it is.
const worthHoisting = 8

// choose marks the costly values and what they need.
func (s *invariants) choose() {
	for i := len(s.lets) - 1; i >= 0; i-- {
		l := s.lets[i]
		if s.cost[l.Bind] < worthHoisting && !s.out[l.Bind] {
			continue
		}
		s.out[l.Bind] = true
		l.Rhs.Children(func(_ int, a nkl.Expr) {
			if r, ok := a.(*nkl.Ref); ok {
				if _, local := s.cost[r.Var]; local {
					s.out[r.Var] = true
				}
			}
		})
	}
}

// without removes what is hoisted.
func (s *invariants) without(e nkl.Expr) nkl.Expr {
	var b anf.Block
	for {
		switch x := e.(type) {
		case *nkl.Let:
			if !s.out[x.Bind] {
				rhs := x.Rhs
				if rhs.Form() == nkl.FormIf {
					rhs = rhs.MapBodies(s.without)
				}
				b.Again(x, x.Bind, rhs)
			}
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		case *nkl.If:
			return b.In(x.MapBodies(s.without))
		default:
			return b.In(e)
		}
	}
}

// scalarCost is the cost of a right-hand side on scalars, in cheap operations;
// ok is false for anything else.
func scalarCost(e nkl.Expr) (cost int, ok bool) {
	switch e := e.(type) {
	case *nkl.Prim:
		switch {
		case e.Op.Code == prim.Length:
			return 0, true
		case e.Op.Class == prim.Scalar:
			return primCost(e.Op), true
		}
	case *nkl.Proj:
		r, isRef := e.Of.(*nkl.Ref)
		return 0, isRef && r.Var.Type.Elems[e.Index].IsScalar()
	}
	return 0, false
}

// primCost is the cost of a scalar primitive: those with checks, roots and functions of
// the mathematical library take long.
func primCost(p *prim.Prim) int {
	if len(p.Checks) > 0 || p.Latency == prim.Root || p.Latency == prim.Transcendental {
		return worthHoisting
	}
	return 1
}
