package nested

// Moves costly scalar code that is the same for every element out of maps and
// loops.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// HoistInvariants computes once what an apply-to-each or a loop computes again
// and again: total code whose variables all come from outside.
//
// Scalar code moves if it costs more than carrying its value inside. It may stand
// in a branch, since evaluating it for nothing neither fails nor costs much.
//
//	(each (x:float) (xs) (let r:float (prim sqrt (k)) (prim mul (x r))))
//	=> (let r:float (prim sqrt (k)) (each (x:float) (xs) (prim mul (x r))))
//
// Maps, folds and operations on sequences move where flattening would repeat them
// for each element: out of a map that is executed for many others at a time, and
// out of loops, whose first iteration evaluates them anyway. From other maps they
// stay: flattening computes what is uniform once, and only if there is an element.
// What only describes a sequence, or reads an element, is copied for those that
// need it and stays, since the inner code knows more about its own.
//
// A primitive that leaves its checks behind is to have the lengths that it says, since
// who comes later takes them as given. So a sequence of as many elements as an int says
// stays, unless that is the length of another, and so do pieces of a partition, what is
// permuted or updated, and rows that may not exist.
func HoistInvariants(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	h := &hoister{c: c}
	return anf.MapLifted(m, func(body nkl.Expr, lifted bool) nkl.Expr {
		h.lifted, h.checks = lifted, &checks{known: anf.NewKnown(c.Num())}
		ir.Walk(body, func(e nkl.Expr) bool {
			if l, ok := e.(*nkl.Let); ok {
				h.checks.known.Def[l.Bind] = l.Rhs
			}
			return true
		})
		return h.expr(body)
	})
}

type hoister struct {
	c      *pass.Ctx
	checks *checks // knows how variables are made, and nothing of a place
	lifted bool    // the code is executed for many elements at a time
}

// expr hoists inside e, innermost bodies first: the steps of e, with what is hoisted out
// of each before it.
func (h *hoister) expr(e nkl.Expr) nkl.Expr {
	var b anf.Block
	return b.In(b.Rewrite(e, func(_ *nkl.Var, e nkl.Expr) nkl.Expr { return h.rhs(&b, e) }))
}

// rhs hoists out of a map or loop into b.
func (h *hoister) rhs(b *anf.Block, e nkl.Expr) nkl.Expr {
	outside := h.lifted
	h.lifted = h.lifted || e.Form() == nkl.FormEach
	e = e.MapBodies(h.expr)
	h.lifted = outside
	if f := e.Form(); f != nkl.FormEach && f != nkl.FormLoop {
		return e
	}
	s := invariants{
		inside: map[*nkl.Var]bool{}, cost: map[*nkl.Var]int{}, out: map[*nkl.Var]bool{}, copied: map[*nkl.Var]bool{},
		checks: h.checks, lifted: h.lifted, repeats: h.lifted || e.Form() == nkl.FormLoop,
	}
	nkl.EachBind(e, func(v *nkl.Var) { s.inside[v] = true })
	e.MapBodies(func(body nkl.Expr) nkl.Expr { s.find(body, true); return body })
	s.choose()
	if len(s.out) == 0 || !h.c.Rewrite("move invariant code out") {
		return e
	}
	h.c.Count("hoisted", int64(len(s.out)))
	copies := map[*nkl.Var]*nkl.Var{}
	for _, l := range s.lets {
		if s.out[l.Bind] {
			v := l.Bind
			if s.copied[v] {
				v = types.CopyVar(v)
				copies[l.Bind] = v
			}
			b.Let(v, nkl.Rename(l.Rhs, copies))
		}
	}
	return e.MapBodies(s.without)
}

// invariants finds what to hoist out of one body.
type invariants struct {
	checks  *checks
	lifted  bool              // the map or loop is executed for many elements at a time
	repeats bool              // sequences are hoisted, too
	inside  map[*nkl.Var]bool // bound in the body and not invariant
	lets    []*nkl.Let        // invariant code, in order
	cost    map[*nkl.Var]int  // of the value of each of them
	copied  map[*nkl.Var]bool // of those, what stays, and has a copy outside if that is needed
	out     map[*nkl.Var]bool // to be hoisted
}

// find walks the blocks of the body and of its branches; always means that the
// code is evaluated whenever the body is.
func (s *invariants) find(e nkl.Expr, always bool) {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			s.let(x, always)
			e = x.Body
		case *nkl.Check:
			e = x.Then
		case *nkl.If:
			s.find(x.Then, false)
			e, always = x.Else, false
		default:
			return
		}
	}
}

func (s *invariants) let(x *nkl.Let, always bool) {
	cost, ok := anf.ScalarCost(x.Rhs)
	if !ok && always && s.repeats {
		cost, ok = s.sequenceCost(x)
		s.copied[x.Bind] = ok && cost == 0
	}
	nkl.EachUse(x.Rhs, func(v *nkl.Var) { ok = false }) // atoms alone are copies
	for _, v := range nkl.FreeVars(x.Rhs) {
		ok = ok && !s.inside[v]
		cost += s.cost[v]
	}
	if ok {
		s.lets = append(s.lets, x)
		s.cost[x.Bind] = min(cost, anf.Expensive)
		if s.copied[x.Bind] {
			s.cost[x.Bind] = 0
		}
		return
	}
	s.inside[x.Bind] = true
	if i, isIf := x.Rhs.(*nkl.If); isIf {
		s.find(i.Then, false)
		s.find(i.Else, false)
	}
}

// choose marks the costly values and what they need.
func (s *invariants) choose() {
	for i := len(s.lets) - 1; i >= 0; i-- {
		l := s.lets[i]
		if s.cost[l.Bind] < anf.Expensive && !s.out[l.Bind] {
			continue
		}
		s.out[l.Bind] = true
		for _, v := range nkl.FreeVars(l.Rhs) {
			if _, local := s.cost[v]; local {
				s.out[v] = true
			}
		}
	}
}

// without removes what is hoisted.
func (s *invariants) without(e nkl.Expr) nkl.Expr {
	var b anf.Block
	for {
		switch x := e.(type) {
		case *nkl.Let:
			if !s.out[x.Bind] || s.copied[x.Bind] {
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

// sequenceCost is the cost of code on sequences; 0 for what is copied. The code is
// total: outside their checks, which stay, primitives have a value, too.
func (s *invariants) sequenceCost(x *nkl.Let) (cost int, ok bool) {
	if !s.lifted && x.Bind.Type.IsScalar() {
		return 0, false // it would have to come back to the host
	}
	switch e := x.Rhs.(type) {
	case *nkl.Prim:
		switch {
		case e.Op.Class != prim.Seq || s.isChecked(e):
			return 0, false
		case describes[e.Op.Code]:
			return 0, true
		}
		return anf.Expensive, true
	case *nkl.Each, *nkl.Fold:
		return anf.Expensive, s.total(e)
	}
	return 0, false
}

// describes are the primitives that read one element or only say where those of a
// sequence are.
var describes = map[prim.Code]bool{
	prim.Elt: true, prim.Index: true, prim.Dist: true, prim.Flatten: true, prim.Partition: true,
}

// isChecked reports whether a primitive may not have the lengths that it says without its
// checks, or be longer than anything there is. Scalars that do not exist are read as others,
// which do no harm. What is written to a place that a sequence does not have may be in
// that of another element.
func (s *invariants) isChecked(p *nkl.Prim) bool {
	return slices.ContainsFunc(p.Op.Checks, func(ch prim.Check) bool {
		arg := p.Args[ch.Args[0]]
		switch ch.Cond {
		case prim.NotNegative:
			k, isInt := arg.(*nkl.Int)
			return !s.isMade(arg, prim.Length) && !(isInt && k.Val >= 0)
		case prim.IndexIn, prim.IndicesIn, prim.SameLength:
			return (p.Op.Code == prim.Write || hasRows(p.Args...)) && !s.checks.evident(ch, p.Args)
		case prim.Distinct:
			return !s.isMade(arg, prim.Rank) && !s.isMade(arg, prim.RankDown)
		}
		return true
	})
}

// isMade reports whether an atom is what a primitive yields.
func (s *invariants) isMade(e nkl.Expr, by prim.Code) bool {
	r, ok := e.(*nkl.Ref)
	return ok && anf.IsOp(s.checks.known.Def[r.Var], by)
}

// hasRows reports whether some of these atoms are sequences of sequences.
func hasRows(es ...nkl.Expr) bool {
	return slices.ContainsFunc(es, func(e nkl.Expr) bool { return anf.TypeOfAtom(e).HasRows() })
}

// total reports whether code ends, without failing and without an effect, and is as long as
// it says.
func (s *invariants) total(e nkl.Expr) bool {
	ok := true
	ir.Walk(e, func(e nkl.Expr) bool {
		switch x := e.(type) {
		case *nkl.Each:
			for _, xs := range x.Seqs[1:] {
				ok = ok && (!hasRows(x.Seqs...) || s.checks.sameLength(x.Seqs[0], xs))
			}
		case *nkl.Fold, *nkl.Let, *nkl.If, *nkl.Tuple, *nkl.Proj, *nkl.Seq, *nkl.Str:
		case *nkl.Prim:
			ok = ok && (x.Op.Class == prim.Scalar || x.Op.Class == prim.Seq && !s.isChecked(x))
		default:
			ok = ok && nkl.IsAtom(e)
		}
		return ok
	})
	return ok
}
