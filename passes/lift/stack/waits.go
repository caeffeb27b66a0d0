package stack

// Recursive scalar code on the host.

import (
	"maps"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/passes/lift/scalars"
)

// Waits reports whether the host would wait for every element that these functions read:
// none of their calls can be made at once.
func (s *Code) Waits() bool {
	reads := slices.ContainsFunc(s.blocks, func(b *block) bool { return scalars.ReadsElements(b.code) })
	return reads && s.serially()
}

// serially reports whether none of the calls of these functions can be made at once.
func (s *Code) serially() bool {
	for fn := range s.entries {
		f := s.Funcs[fn]
		if fn == s.root.Name {
			f = s.root
		}
		if s.independent(f.Body, map[*nkl.Var]bool{}, false) {
			return false
		}
	}
	return true
}

// independent reports whether two calls in e, or one in e and one before it, need not wait
// for each other; after is the variables that need calls.
func (s *Code) independent(e nkl.Expr, after map[*nkl.Var]bool, called bool) bool {
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
