package element

import (
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
)

// A Mode is how a scalar argument of a kernel is passed.
type Mode byte

const (
	ByValue   Mode = 'v'
	FirstOf   Mode = 'c' // element 0 of a buffer
	ElementOf Mode = 'a' // an element of a buffer, or zero if its index is negative
)

// Assumed is what a step assumes of its arguments: the host has seen it.
type Assumed struct {
	InRange    map[*lcu.At]bool  // these reads are in range
	PerSegment map[*lcu.Var]bool // these arrays have an element for every segment
}

// A use is one of a source, by a step and its kernel.
type use struct {
	*Source
	modes    []Mode
	assumed  Assumed
	cut      bool // loops over elements are split
	unpadded bool // nothing is padded
}

// padding is what the host passes for an array.
func (s *use) padding(v *lcu.Var) build.Source {
	if p, ok := s.padded[v]; ok && !s.unpadded {
		return p
	}
	if s.fitsBelow(v) {
		return build.PaddedBelow
	}
	return build.Buffer
}

// fitsBelow reports whether the host makes v as long as the bound of the split, which
// it knows.
func (s *use) fitsBelow(v *lcu.Var) bool {
	if !s.cut || !s.Split.reads[v] {
		return false
	}
	r, ok := s.Split.Bound.(*lcu.Ref)
	return !ok || s.modes[s.number[r.Var]] == ByValue
}
