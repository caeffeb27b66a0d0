package lift

// Recursive scalar code on the host.

import (
	"maps"
	"slices"

	"nessiec/ir/nkl"
)

// waits reports whether the host would wait for every element that these functions read:
// none of their calls can be made at once.
func (s *stackCode) waits() bool {
	reads := slices.ContainsFunc(s.blocks, func(b *stackBlock) bool { return readsElements(b.code) })
	for fn := range s.entries {
		reads = reads && !s.independent(s.Funcs[fn].Body, map[*nkl.Var]bool{}, false)
	}
	return reads
}

// independent reports whether two calls in e, or one in e and one before it, need not wait
// for each other; after is the variables that need calls.
func (s *stackCode) independent(e nkl.Expr, after map[*nkl.Var]bool, called bool) bool {
	waits := func(es ...nkl.Expr) bool {
		return slices.ContainsFunc(es, func(e nkl.Expr) bool {
			return slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return after[v] })
		})
	}
	switch e := e.(type) {
	case *nkl.Call:
		return s.calls(e) && called && !waits(e.Args...)
	case *nkl.Let:
		if s.independent(e.Rhs, after, called) {
			return true
		}
		calls := s.calls(e.Rhs)
		after[e.Bind] = calls || waits(e.Rhs)
		return s.independent(e.Body, after, called || calls)
	case *nkl.Check:
		return s.independent(e.Then, after, called)
	case *nkl.If:
		called = called && !waits(e.Cond)
		return s.independent(e.Then, maps.Clone(after), called) || s.independent(e.Else, maps.Clone(after), called)
	case *nkl.Loop:
		return s.independent(e.Body, after, false)
	}
	return false
}
