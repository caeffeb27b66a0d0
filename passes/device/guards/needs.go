package guards

// What an element needs so that it passes all guards and checks: ints in range
// that grow with its index, and conditions that are the same for all elements.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A need is that 0 <= idx < size for all sizes, where idx grows by one with each
// element and sizes stay.
type need struct {
	idx   *sum
	sizes []*sum
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
	e.Children(func(_ int, x kir.Expr) {
		if !w.refused {
			w.visit(x)
		}
	})
}

// conditional settles a conditional of which an arm is a failure, or what is done
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
			cond = kir.Apply("not", cond)
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
		switch op := e.Op.Name; {
		case op == "not":
			w.require(e.Args[0], !so)
			return
		case op == "and" && so, op == "or" && !so:
			w.require(e.Args[0], so)
			w.require(e.Args[1], so)
			return
		case len(e.Args) != 2 || kir.TypeOf(e.Args[0]) != types.Int:
		case op == "lt" && so, op == "ge" && !so:
			w.below(e.Args[0], e.Args[1])
			return
		case op == "gt" && so, op == "le" && !so:
			w.below(e.Args[1], e.Args[0])
			return
		case op == "ge" && so, op == "lt" && !so:
			w.natural(e.Args[0], e.Args[1])
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
		w.needs[key] = &need{idx: i}
		w.order = append(w.order, key)
	}
	sizes := &w.needs[key].sizes
	if !slices.ContainsFunc(*sizes, func(m *sum) bool { return m.key() == n.key() }) {
		*sizes = append(*sizes, n)
	}
}

// natural requires that idx is not below least, which must be zero, and idx be in
// range for another reason.
func (w *splitter) natural(idx, least kir.Expr) {
	i, l := w.sumOf(idx), w.sumOf(least)
	if i == nil || l == nil || l.key() != new(sum).key() {
		w.refused = true
		return
	}
	w.lows = append(w.lows, i.key())
}

// lowsMet reports whether all ints that must not be negative are in range.
func (w *splitter) lowsMet() bool {
	return !slices.ContainsFunc(w.lows, func(key string) bool { return w.needs[key] == nil })
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
