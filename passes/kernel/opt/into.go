package opt

// Arrays in whose place results are made: those that scatters write to, and those that maps
// read for the last time.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// ReadsUpdated reports whether a thunk reads an array to which a SOAC stores elements: with the
// thunk in its kernel it could not do so in place.
func ReadsUpdated(soac lcu.Expr, t *lcu.Thunk) bool {
	updated := Updated(soac)
	return len(updated) > 0 && slices.ContainsFunc(lcu.FreeVars(t.Body), func(v *lcu.Var) bool { return slices.Contains(updated, v) })
}

// Updated is the arrays to which a SOAC stores elements.
func Updated(soac lcu.Expr) (arrays []*lcu.Var) {
	s, ok := soac.(*lcu.Scatter)
	if !ok || s.Op == prim.RMax {
		return nil
	}
	for _, x := range s.Into {
		if r, ok := x.(*lcu.Ref); ok {
			arrays = append(arrays, r.Var)
		}
	}
	return arrays
}

// KeepsFromPlace reports whether the thunk t of a map of n elements, computed where a map of
// another size reads them, would keep that from making its result in the place of an array that
// it uses for the last time: t reads the array anywhere, the map itself only at its own index.
func (u LastUses) KeepsFromPlace(made []*lcu.Var, soac, n lcu.Expr, t *lcu.Thunk) bool {
	m, _ := lcu.PartsOf(soac)
	if !sized(soac) || lcu.SameAtom(m.N, n) {
		return false
	}
	last := u.of(made)
	return slices.ContainsFunc(lcu.FreeVars(t.Body), func(v *lcu.Var) bool {
		return last[v] && slices.ContainsFunc(made, func(w *lcu.Var) bool { return w.Type.Erase() == v.Type.Erase() }) && readsOwn(m.T, v)
	})
}

// sized reports whether what a map makes is as large as an array that it reads at its own index,
// as far as that can be told: one over segments, or of a size that is a number. Others may append.
func sized(soac lcu.Expr) bool {
	switch m := soac.(type) {
	case *lcu.SegMap:
		return true
	case *lcu.Map:
		_, number := m.N.(*lcu.Int)
		return number
	}
	return false
}

// readsOwn reports whether t reads array v, and only at its own index.
func readsOwn(t *lcu.Thunk, v *lcu.Var) bool {
	some, only := false, true
	own := lcu.Use(t.Params[len(t.Params)-1])
	ir.Walk(t.Body, func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Ref:
			only = only && e.Var != v
		case *lcu.At:
			if r, ok := e.Vec.(*lcu.Ref); ok && r.Var == v && lcu.SameAtom(e.Idx, own) {
				some = true
				return false
			}
		case *lcu.Length:
			return false
		}
		return true
	})
	return some && only
}
