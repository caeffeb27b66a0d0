package kir

import "nessiec/ir"

// Independent reports whether no iteration of s, an innermost loop of kernel k that
// stores something, touches what another one writes. It stores only to parameters
// with access Write, at its own index, and loads what may share their memory (Own)
// there, too. So a compiler may run iterations side by side without comparing
// addresses: in a launch that works in place, comparing would tell it not to.
func Independent(k *Kernel, s *For) bool {
	if step, ok := s.Step.(*Int); !ok || step.Val != 1 {
		return false
	}
	access := map[*Var]Access{}
	for i, p := range k.Params {
		access[p] = k.Access[i]
	}
	stored := map[*Var]bool{}
	own := func(idx Expr) bool { r, ok := idx.(*Ref); return ok && r.Var == s.Var }
	dependent := ir.Any(s.Body, func(e Expr) bool {
		switch e := e.(type) {
		case *Store:
			v := VarOf(e.Buf)
			stored[v] = true
			return access[v] != Write || !own(e.Idx)
		case *Load:
			switch access[VarOf(e.Buf)] {
			case Own:
				return !own(e.Idx)
			case Gather, Fetched:
				return false
			}
			return true
		case *Set, *For, *While, *Atomic, *Arbitrary, *Barrier:
			return true
		}
		return false
	})
	return !dependent && len(stored) > 0
}
