package kernel

// Numbers of selected elements among the scalars that the device makes: where selected elements
// are only reduced, the filter will be part of the reduction, and their number a
// result of it. Elsewhere the host needs it, as a size.

import (
	"slices"

	"nessiec/ir/lcu"
)

// filters notes what a tight filter keeps.
func (n *needs) filters(let *lcu.Let) {
	if f, ok := let.Rhs.(*lcu.Filter); ok && !f.Loose {
		for _, v := range let.Binds {
			n.filter[v] = let
		}
	}
}

// count notes a length that is a number of selected elements; it reports whether it is one.
func (n *needs) count(let *lcu.Let, l *lcu.Length) bool {
	f := n.filter[l.Vec.(*lcu.Ref).Var]
	if f == nil {
		return false
	}
	v := let.Binds[0]
	n.filter[v], n.counts[f] = f, append(n.counts[f], v)
	n.made[v], n.folded[v] = n.at, true
	return true
}

// overSelected reports whether e reduces what a filter keeps, and nothing else.
func (n *needs) overSelected(e lcu.Expr) bool {
	r, ok := e.(*lcu.Reduce)
	if !ok {
		return false
	}
	size, ok := r.N.(*lcu.Ref)
	return ok && n.filter[size.Var] != nil && slices.Contains(n.counts[n.filter[size.Var]], size.Var)
}

// keeps notes that e uses all of what filters keep.
func (n *needs) keeps(e lcu.Expr) {
	for _, v := range lcu.FreeVars(e) {
		if f := n.filter[v]; f != nil && !slices.Contains(n.counts[f], v) {
			n.stored[f] = true
		}
	}
}

// needStoredCounts makes the host need numbers of selected elements that are stored.
func (n *needs) needStoredCounts() {
	for f := range n.stored {
		for _, v := range n.counts[f] {
			n.hostUse.Note(v, n.made[v])
		}
	}
}
