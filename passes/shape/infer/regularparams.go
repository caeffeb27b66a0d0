package infer

// Parameters of recursive functions that are sequences of sequences of one length, at every
// depth. That is assumed of all such parameters together, at first; those of which a call does
// not keep it are dropped, until the others confirm each other. As of contracts, that is
// induction on the number of calls that have been made.

import (
	"nessiec/passes/shape/infer/shapes"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A regularParam is a parameter of a function, by its number.
type regularParam struct {
	fn  string
	num int
}

// regularCandidates lists the parameters of recursive functions that may be regular. Nobody knows
// what values from outside are.
func regularCandidates(m *nkl.Module, groups [][]*nkl.Func) map[regularParam]bool {
	entry, out := nkl.Entries(m), map[regularParam]bool{}
	for _, group := range groups {
		for _, f := range group {
			if entry[f.Name] || !recursive(group) {
				continue
			}
			for i, p := range f.Params {
				if p.Type.HasRows() {
					out[regularParam{f.Name, i}] = true
				}
			}
		}
	}
	return out
}

// regularInside gives the sequences in sequences of s, under depth levels, a length each that is
// the same for all of them.
func (x *Analysis) regularInside(s *shapes.Shape, depth int) {
	if s.Kind == types.KSeq {
		if depth > 0 {
			s.Size = x.unknownLength(0)
		}
		depth++
	}
	for _, k := range s.Kids {
		x.regularInside(k, depth)
	}
}

// isRegular reports whether the sequences in sequences of s, under depth levels, have one length.
func (x *Analysis) isRegular(s *shapes.Shape, depth int) bool {
	if s == nil {
		return true
	}
	if s.Kind == types.KSeq {
		if depth > 0 && variesInside(x.CanonInt(s.Size)) {
			return false
		}
		depth++
	}
	for _, k := range s.Kids {
		if !x.isRegular(k, depth) {
			return false
		}
	}
	return true
}

// variesInside reports whether n depends on the index of a level of the sequence around it.
func variesInside(n *Size) bool {
	return n.Op == types.SizeIndex && n.N > 0 || slices.ContainsFunc(n.Args, variesInside)
}

// keepsRegular notes the parameters of fn that are not regular in a call with these arguments.
func (x *Analysis) keepsRegular(fn string, actual []*shapes.Shape) {
	for i, s := range actual {
		if p := (regularParam{fn, i}); x.regular[p] && !x.isRegular(s, 0) {
			x.irregular[p] = true
		}
	}
}

// dropIrregularOf drops the assumptions about functions that call each other that they have not kept
// themselves, with what was promised under them, and reports whether there were any.
func (x *Analysis) dropIrregularOf(group []*nkl.Func) (any bool) {
	for p := range x.irregular {
		if slices.ContainsFunc(group, func(f *nkl.Func) bool { return f.Name == p.fn }) {
			any = true
			delete(x.regular, p)
			delete(x.irregular, p)
			delete(x.postconditions, group[0].Name) // so that those of all are guessed again
		}
	}
	return any
}

// dropIrregular drops the assumptions that calls have not kept, with all that followed from them,
// and reports whether there were any.
func (x *Analysis) dropIrregular() bool {
	any := len(x.irregular) > 0
	for p := range x.irregular {
		delete(x.regular, p)
		delete(x.irregular, p)
		for fn := range x.looks.Forget(p.fn) {
			delete(x.schemes, fn)
			delete(x.postconditions, fn)
			delete(x.called, fn)
		}
	}
	return any
}
