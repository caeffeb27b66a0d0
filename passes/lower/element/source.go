// Package element writes element code: the values of thunks, at explicit places. A
// thunk reads what it captures; what it reads appears as parameters of the kernel.
//
//	source      a kernel of λcu, taken apart
//	states      updates, in place
//	split       index ranges in two parts
//	reads       arrays that every element reads at its own index, and others alike
//	describe    taking a kernel apart
//	use         how scalars are passed, what is assumed of reads
//	place       where element code is evaluated
//	numbers     numbers that a place has
//	kernel      the kernel being written, with what thunks capture
//	scope       operations at a place
//	operands    what kernels get besides thunks
//	thunk       thunks at a place
//	monoids     what reductions and scans combine
//	step        a use of a kernel: thunks, results, epilogue
//	invariants  what is the same for all elements of a segment
//
// Element code may index arrays anywhere, and reads out of range are zero. A read at
// the thunk's own index that every element makes is not guarded: the host passes a
// buffer that is long enough. All other reads compare the index with the length, unless
// the step assumes that they are in range. So no data, not even what is unspecified
// behind a failed check, leads outside a buffer.
package element

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A Source is a kernel of λcu, taken apart: one SOAC.
type Source struct {
	Kernel *lcu.Kernel
	SOAC   lcu.Expr      // without its epilogue; updates are in place
	Out    *lcu.Thunk    // the epilogue, or nil
	Elems  []*types.Type // of the results of the thunk
	Made   []*types.Type // of those of the epilogue
	Binds  []*lcu.Var    // the results of the SOAC
	Seg    []*lcu.Var    // arrays that thunks read at the number of the segment
	States *States       // of an update, or nil
	Split  *Split        // nil if no number divides the indices
	Idle   *Idle         // nil if a reduction goes through all segments

	number   map[*lcu.Var]int          // of parameters
	padded   map[*lcu.Var]build.Source // arrays whose buffers the host makes long enough
	needsRow bool                      // thunks compute the index in the row
}

// Parts is what the SOAC consists of.
func (s *Source) Parts() lcu.Parts {
	parts, _ := lcu.PartsOf(s.SOAC)
	return parts
}

// Thunks is the thunks of the SOAC.
func (s *Source) Thunks() []*lcu.Thunk {
	parts := s.Parts()
	ts := []*lcu.Thunk{parts.T}
	if parts.Fun != nil {
		ts = append(ts, parts.Fun)
	}
	return ts
}

// EachPosition reports whether there is an epilogue for every position.
func (s *Source) EachPosition() bool {
	switch s.SOAC.(type) {
	case *lcu.Scan, *lcu.Prefix, *lcu.SegScan:
		return s.Out != nil
	}
	return false
}

// Number is which parameter v is; false if it is none.
func (s *Source) Number(v *lcu.Var) (int, bool) {
	n, ok := s.number[v]
	return n, ok
}

// withoutOut is s without its epilogue.
func (s *Source) withoutOut() *Source {
	plain := *s
	plain.Out = nil
	return &plain
}

// note adds v to a list.
func note(vs *[]*lcu.Var, v *lcu.Var) {
	if !slices.Contains(*vs, v) {
		*vs = append(*vs, v)
	}
}
