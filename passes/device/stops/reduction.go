package stops

// Which loops only reduce truth values, or look for a place.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A reduction is what a loop does that only combines truth values, or looks for places.
type reduction struct {
	accs  []*accumulator
	fails bool // the first element may fail
}

// An accumulator is a variable that an element can make such that none behind it changes it: false for `and`, true for
// `or`, or for `min` the number of the element, as that of each is larger than those before.
type accumulator struct {
	v  *kir.Var
	op prim.Code

	// for min
	less  kir.Expr // what is taken off numbers, if not nil
	none  kir.Expr // of an element without the property
	wraps kir.Expr // whether numbers less this overflow between the ends of the loop; nil if they do not
}

// reductionOf is f as a reduction, or nil if it does anything else.
func reductionOf(f *kir.For) *reduction {
	if ir.Any(f.Body, acts) {
		return nil
	}
	l := &look{over: f.Var, out: &reduction{}, defs: map[*kir.Var]kir.Expr{}, own: kir.BoundVars(f.Body), varies: kir.BoundVars(f)}
	ir.Walk(f.Body, func(e kir.Expr) bool {
		if set, ok := e.(*kir.Set); ok {
			l.varies[set.Var] = true
		}
		return true
	})
	bounds := l.vary(f.Lo) || l.vary(f.Hi) || l.vary(f.Step) // which a loop reads once
	if bounds || !l.stmt(f.Body, place{first: true, once: true}) || len(l.out.accs) == 0 {
		return nil
	}
	return l.out
}

// A look goes through the body of a loop.
type look struct {
	over   *kir.Var // numbers the elements
	out    *reduction
	defs   map[*kir.Var]kir.Expr
	own    map[*kir.Var]bool // variables of an iteration
	varies map[*kir.Var]bool // variables that differ from one iteration to the other
}

// A place is where a statement stands in an iteration.
type place struct {
	first bool // it is executed in the first iteration if in any
	once  bool // it is executed once at most
}

// stmt reports whether a statement, no part of which acts, does nothing but compute and combine.
func (l *look) stmt(s kir.Expr, at place) bool {
	within := at // where the statements in s are
	switch s := s.(type) {
	case *kir.Def:
		l.defs[s.Bind] = s.Rhs
		l.varies[s.Bind] = l.vary(s.Rhs)
		return true
	case *kir.Set:
		return l.own[s.Var] || at.once && l.combines(s)
	case *kir.Fail:
		l.out.fails = true
		return at.first
	case *kir.If:
		within.first = at.first && !l.vary(s.Cond)
	case *kir.Choose:
		within.first = at.first && !l.vary(s.Cond)
	case *kir.For, *kir.While, *kir.Loop:
		within = place{}
	case *kir.Block, *kir.Yield, *kir.Recur, *kir.Exit:
	default:
		return true
	}
	ok := true
	s.Children(func(_ int, e kir.Expr) { ok = ok && l.stmt(e, within) })
	return ok
}

// vary reports whether e may differ from one iteration to the other.
func (l *look) vary(e kir.Expr) bool {
	return ir.Any(e, func(e kir.Expr) bool { v := kir.VarOf(e); return v != nil && l.varies[v] })
}

// combines notes the accumulator that s sets, and reports whether there is one: its value in this iteration is
// combined with another one.
func (l *look) combines(s *kir.Set) bool {
	p, ok := l.value(s.Rhs).(*kir.Prim)
	known := slices.ContainsFunc(l.out.accs, func(a *accumulator) bool { return a.v == s.Var })
	if !ok || known || len(p.Args) != 2 {
		return false
	}
	with := p.Args[1]
	if kir.VarOf(l.value(p.Args[0])) != s.Var {
		if with = p.Args[0]; kir.VarOf(l.value(p.Args[1])) != s.Var {
			return false
		}
	}
	a := &accumulator{v: s.Var, op: p.Op.Code}
	l.out.accs = append(l.out.accs, a)
	switch t := s.Var.Type; p.Op.Code {
	case prim.And, prim.Or:
		return kir.Base(t) == types.Bool
	case prim.Min:
		return t == types.Int && l.places(a, l.value(with))
	}
	return false
}

// places reports whether e is the number of the element if it has a property, less something that is the same for all,
// or else a constant.
func (l *look) places(a *accumulator, e kir.Expr) bool {
	var at kir.Expr
	switch e := e.(type) {
	case *kir.Select:
		at, a.none = e.Then, e.Else
	case *kir.Prim:
		if e.Op.Code != prim.Select {
			return false
		}
		at, a.none = e.Args[1], e.Args[2]
	default:
		return false
	}
	at = l.value(at)
	if p, ok := at.(*kir.Prim); ok && p.Op.Code == prim.Sub && l.outside(p.Args[1]) {
		at, a.less = l.value(p.Args[0]), p.Args[1]
	}
	return kir.VarOf(at) == l.over && kir.IsAtom(a.none) && kir.VarOf(a.none) == nil
}

// outside reports whether e is a variable that is there before the loop, and which it does not change.
func (l *look) outside(e kir.Expr) bool {
	v := kir.VarOf(e)
	return v != nil && !l.own[v] && !l.varies[v]
}

// value is what defines e in this iteration, or e itself.
func (l *look) value(e kir.Expr) kir.Expr {
	for l.defs[kir.VarOf(e)] != nil {
		e = l.defs[kir.VarOf(e)]
	}
	return e
}

// acts reports whether e does anything but compute, read, set variables, fail and say what comes next.
func acts(e kir.Expr) bool {
	switch e.(type) {
	case *kir.Ref, *kir.Int, *kir.Float, *kir.Bool, *kir.Char, *kir.Unit, *kir.Prim, *kir.Select, *kir.InRange, *kir.Load, *kir.Digit,
		*kir.GroupId, *kir.NumGroups, *kir.LocalId, *kir.Splat, *kir.Ramp, *kir.MaskedLoad, *kir.Any, *kir.Fold,
		*kir.Def, *kir.Mut, *kir.Set, *kir.Fail, *kir.If, *kir.Choose, *kir.For, *kir.While, *kir.Loop, *kir.Block, *kir.Yield, *kir.Recur, *kir.Exit:
		return false
	}
	return true
}
