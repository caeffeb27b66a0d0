package stack

// Recursive scalar code on the host.

import (
	"slices"

	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
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
		if anf.IndependentCalls(f.Body, s.calls) {
			return false
		}
	}
	return true
}
