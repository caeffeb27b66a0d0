package fkl

import "slices"

// Outcome tells of every result of an update which of its states it is, scratch states
// behind the others, the last version of it; -1 for scalars.
func (u *Update) Outcome() []int {
	of := map[*Var]int{}
	for k, v := range slices.Concat(u.States, u.Scratch) {
		of[v] = k
	}
	return outcome(u.Body, of)
}

// outcome is which states the results of e are, where of knows those of variables;
// nil if e yields none.
func outcome(e Expr, of map[*Var]int) []int {
	one := func(e Expr) int {
		if r, ok := e.(*Ref); ok {
			if k, ok := of[r.Var]; ok {
				return k
			}
		}
		return -1
	}
	switch e := e.(type) {
	case *Let:
		for i, k := range outcome(e.Rhs, of) {
			if k >= 0 {
				of[e.Binds[i]] = k
			}
		}
		return outcome(e.Body, of)
	case *Loop:
		for i, init := range e.Inits {
			if k := one(init); k >= 0 {
				of[e.Binds[i]] = k
			}
		}
		return outcome(e.Body, of)
	case *If:
		if ks := outcome(e.Then, of); ks != nil {
			return ks
		}
		return outcome(e.Else, of)
	case *Check:
		return outcome(e.Then, of)
	case *Ret:
		ks := make([]int, len(e.Vals))
		for i, v := range e.Vals {
			ks[i] = one(v)
		}
		return ks
	case *Put:
		return []int{one(e.Vec)}
	}
	return nil
}
