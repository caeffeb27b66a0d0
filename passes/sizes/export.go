package sizes

// Facts of one function that another one learns: what a call has checked.

import "nessiec/ir/types"

// A Fact is one that holds at a place.
type Fact struct{ entry }

// About lists the equations in force that speak of nothing but names for which about
// holds, max of them at most.
func (k *Known) About(about func(name string) bool, max int) (out []Fact) {
	only := func(s *types.Size, vars []*types.Size) bool {
		ok := true
		Subst(s, func(t *types.Size) *types.Size {
			isName := t.Op == types.SizeVar || t.Op == types.SizeApp
			ok = ok && (!isName || about(t.Name) || IndexOf(vars, t) >= 0)
			return t
		})
		return ok
	}
	for _, e := range k.facts.log {
		if len(out) == max {
			break
		}
		if w := e.forAllFact; w != nil && w.rhs != nil && only(w.atom, w.vars) && only(w.rhs, w.vars) && onlyAll(only, w) || e.lhs != nil && only(e.lhs, nil) && only(e.rhs, nil) {
			out = append(out, Fact{e})
		}
	}
	return out
}

func onlyAll(only func(*types.Size, []*types.Size) bool, w *forAllFact) bool {
	for _, n := range w.lens {
		if !only(n, w.vars) {
			return false
		}
	}
	return true
}

// LearnFrom adds a fact of another function, whose sizes are here what as makes of them.
func (k *Known) LearnFrom(f Fact, as func(*types.Size) *types.Size) {
	if f.lhs != nil {
		k.Equate(Sub(as(f.lhs), as(f.rhs)))
		return
	}
	w, m := f.forAllFact, k.Mark()
	fresh := make([]*types.Size, len(w.vars))
	lens := make([]*types.Size, len(w.vars))
	for i := range w.vars {
		lens[i] = w.with(fresh, as(w.lens[i]))
		fresh[i] = k.Index("all", lens[i])
	}
	k.Equate(Sub(w.with(fresh, as(w.atom)), w.with(fresh, as(w.rhs))))
	for i := len(fresh) - 1; i >= 0; i-- {
		k.Generalise(m, fresh[i], lens[i])
	}
}

// with puts fresh indices in the place of the variables of w.
func (w *forAllFact) with(fresh []*types.Size, n *types.Size) *types.Size {
	return Subst(n, func(t *types.Size) *types.Size {
		if i := IndexOf(w.vars, t); i >= 0 && fresh[i] != nil {
			return fresh[i]
		}
		return t
	})
}
