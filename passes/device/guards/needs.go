package guards

// What an element needs so that it passes all guards and checks: ints in range
// that grow with its index, and conditions that are the same for all elements.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A need is that 0 <= idx < size for all sizes, where idx grows by one with each
// element and sizes stay. It is one of the elements for which all of under hold.
type need struct {
	idx   *sum
	sizes []*sum
	under []side
}

// A side is the elements that are in this order to those at a crossing.
type side struct {
	of *crossing
	is order
}

// sameSides reports whether two lists of sides are equal.
func sameSides(xs, ys []side) bool {
	return slices.EqualFunc(xs, ys, func(x, y side) bool { return x.is == y.is && x.of.key() == y.of.key() })
}

// visit settles the conditions of all guards and checks in a block, statement or
// expression.
func (w *splitter) visit(e kir.Expr) {
	switch e := e.(type) {
	case *kir.Fail:
		w.refused = true // what leads here is not settled
		return
	case *kir.InRange:
		return // settled where it decides something
	case *kir.Select:
		if w.decides(e.Cond) {
			w.settle(e, e.Cond, true)
			w.visit(e.Then)
			return
		}
	case *kir.If:
		if w.conditional(e, e.Cond, e.Then, e.Else) {
			return
		}
	case *kir.Choose:
		if w.conditional(e, e.Cond, e.Then, e.Else) {
			return
		}
	}
	if w.sides(e) {
		return
	}
	e.Children(func(_ int, x kir.Expr) {
		if !w.refused {
			w.visit(x)
		}
	})
}

// sides visits a conditional that divides the loop: what a branch needs, only those elements need
// for which it is taken.
func (w *splitter) sides(e kir.Expr) bool {
	var cond, then, els kir.Expr
	switch e := e.(type) {
	case *kir.If:
		cond, then, els = e.Cond, e.Then, e.Else
	case *kir.Choose:
		cond, then, els = e.Cond, e.Then, e.Else
	case *kir.Select:
		cond, then, els = e.Cond, e.Then, e.Else
	default:
		return false
	}
	x, is := w.comparison(w.defined(cond))
	if x == nil {
		return false
	}
	w.visit(cond)
	all := w.under
	for _, branch := range []struct {
		is order
		of kir.Expr
	}{{is, then}, {^is & (below | equal | above), els}} {
		w.under = append(all[:len(all):len(all)], side{x, branch.is})
		w.visit(branch.of)
	}
	w.under = all
	return true
}

// conditional settles a conditional of which a branch is a failure, or what is done
// out of range.
func (w *splitter) conditional(e, cond, then, els kir.Expr) bool {
	switch {
	case build.Fails(then):
		w.settle(e, cond, false)
		w.visit(els)
	case build.Fails(els), w.decides(cond):
		w.settle(e, cond, true)
		w.visit(then)
	default:
		return false
	}
	return true
}

// decides reports whether cond is that an int is in range.
func (w *splitter) decides(cond kir.Expr) bool {
	_, ok := w.defined(cond).(*kir.InRange)
	return ok
}

// defined is e, or its definition in the loop.
func (w *splitter) defined(e kir.Expr) kir.Expr {
	if r, ok := e.(*kir.Ref); ok && w.defs[r.Var] != nil {
		return w.defined(w.defs[r.Var])
	}
	return e
}

// settle notes what has to be so for the condition of form to be so.
func (w *splitter) settle(form, cond kir.Expr, so bool) {
	w.settled[form] = so
	w.require(cond, so)
}

// require notes what has to be so for cond to be so, or refuses.
func (w *splitter) require(cond kir.Expr, so bool) {
	cond = w.defined(cond)
	if w.stays(cond) {
		if !so {
			cond = kir.Apply(prim.Not, cond)
		}
		w.always = append(w.always, cond)
		return
	}
	switch e := cond.(type) {
	case *kir.InRange:
		if so {
			w.below(e.Idx, e.Size)
			return
		}
	case *kir.Prim:
		switch op := e.Op.Code; {
		case op == prim.Not:
			w.require(e.Args[0], !so)
			return
		case op == prim.And && so, op == prim.Or && !so:
			w.require(e.Args[0], so)
			w.require(e.Args[1], so)
			return
		case len(e.Args) != 2 || kir.TypeOf(e.Args[0]) != types.Int:
		case op == prim.Lt && so, op == prim.Ge && !so:
			w.below(e.Args[0], e.Args[1])
			return
		case op == prim.Gt && so, op == prim.Le && !so:
			w.below(e.Args[1], e.Args[0])
			return
		case op == prim.Ge && so, op == prim.Lt && !so:
			w.nonNegative(e.Args[0], e.Args[1])
			return
		}
	}
	w.refused = true
}

// below requires that 0 <= idx < size.
func (w *splitter) below(idx, size kir.Expr) {
	i, n := w.sumOf(idx), w.sumOf(size)
	if i == nil || n == nil || i.steps != 1 || n.steps != 0 {
		w.refused = true
		return
	}
	key := i.key()
	if w.needs[key] == nil {
		w.needs[key] = &need{idx: i, under: w.under}
		w.order = append(w.order, key)
	}
	w.needs[key].widen(w.under)
	sizes := &w.needs[key].sizes
	if !slices.ContainsFunc(*sizes, func(m *sum) bool { return m.key() == n.key() }) {
		*sizes = append(*sizes, n)
	}
}

// nonNegative requires that idx is not below least, which must be zero, and idx be in
// range for another reason.
func (w *splitter) nonNegative(idx, least kir.Expr) {
	i, l := w.sumOf(idx), w.sumOf(least)
	if i == nil || l == nil || l.key() != new(sum).key() {
		w.refused = true
		return
	}
	w.lowerBounds = append(w.lowerBounds, need{idx: i, under: w.under})
}

// lowerBoundsMet reports whether all ints that must not be negative are in range, and makes them
// so for all elements for which they must not.
func (w *splitter) lowerBoundsMet() bool {
	for _, l := range w.lowerBounds {
		n := w.needs[l.idx.key()]
		if n == nil {
			return false
		}
		n.widen(l.under)
	}
	return true
}

// widen makes n a need of all elements if it is not one of those under these.
func (n *need) widen(under []side) {
	if !sameSides(n.under, under) {
		n.under = nil
	}
}

// stays reports whether a condition is the same for all elements and can be
// computed before them: one operation at most, on what stays.
func (w *splitter) stays(cond kir.Expr) bool {
	switch e := cond.(type) {
	case *kir.Ref:
		return !w.inner[e.Var]
	case *kir.Prim:
		for _, a := range e.Args {
			if r, ok := a.(*kir.Ref); !kir.IsAtom(a) || ok && w.inner[r.Var] {
				return false
			}
		}
		return true
	case *kir.InRange:
		return w.stays(&kir.Prim{Args: []kir.Expr{e.Idx, e.Size}})
	}
	return false
}
