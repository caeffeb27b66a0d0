package types

// Open indices: inside a map, sizes depend on the number of the element at
// hand. It has a name that starts with $, so that $x and $1, the index of a
// level of the same type, read alike and cannot be confused with sizes.

import "strings"

// OpenIndex is the index called name of a map that is being looked into.
func OpenIndex(name string) *Size { return VarSize("$" + name) }

// IsOpenIndex reports whether s is the index of an enclosing map.
func (s *Size) IsOpenIndex() bool { return s.Op == SizeVar && strings.HasPrefix(s.Name, "$") }

// Varies reports whether s depends on an index: if not, it is the same for all
// elements of all enclosing maps, and of all enclosing levels of its type.
func (s *Size) Varies() bool {
	if s.Op == SizeIndex && s.N > 0 || s.IsOpenIndex() {
		return true
	}
	for _, a := range s.Args {
		if a.Varies() {
			return true
		}
	}
	return false
}
