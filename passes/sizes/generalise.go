package sizes

// From what holds of every element in a map to facts about all elements after it.

import (
	"slices"

	"nessiec/ir/types"
)

// Generalise ends the scope that began at m, where the element at open index i of n was
// looked at: what was learnt there holds for all elements.
func (k *Known) Generalise(m Mark, i, n *types.Size) {
	gone := slices.Clone(k.facts.log[m:])
	k.facts.undo(int(m))
	for _, e := range gone {
		switch {
		case e.forAllFact != nil:
			if w := *e.forAllFact; IndexOf(w.atom.Args, i) >= 0 {
				w.vars = append([]*types.Size{i}, w.vars...)
				w.lens = append([]*types.Size{n}, w.lens...)
				k.facts.hold(entry{forAllFact: &w})
			}
		case e.lhs != nil:
			if k.isElement(e.lhs, i) && settles(e.lhs, e.rhs) {
				k.facts.hold(entry{forAllFact: &forAllFact{vars: []*types.Size{i}, lens: []*types.Size{n}, atom: e.lhs, rhs: e.rhs, exact: e.exact}})
			}
		case e.bound != nil:
			for _, t := range linearOf(e.bound).ts {
				if k.isElement(t.atom, i) {
					k.facts.hold(entry{forAllFact: &forAllFact{vars: []*types.Size{i}, lens: []*types.Size{n}, atom: t.atom, bound: e.bound}})
				}
			}
		}
	}
}

// isElement reports whether a belongs to the element number i of something.
func (k *Known) isElement(a, i *types.Size) bool {
	return a.Op == types.SizeApp && k.names[a.Name] != nil && IndexOf(a.Args, i) >= 0 && len(k.facts.forAllFacts[a.Name]) < maxForAll
}

// maxForAll bounds the facts about the elements of one sequence.
const maxForAll = 4

// settles reports whether replacing lhs by rhs, for other indices too, comes to
// an end at once: where rhs has the name of lhs, arguments are the same or numbers.
func settles(lhs, rhs *types.Size) bool {
	if rhs.Name == lhs.Name && rhs.Op == types.SizeApp {
		for i, a := range rhs.Args {
			if a != lhs.Args[i] && a.Op != types.SizeConst {
				return false
			}
		}
	}
	for _, a := range rhs.Args {
		if !settles(lhs, a) {
			return false
		}
	}
	return true
}
