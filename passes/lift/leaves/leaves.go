// Package leaves says which leaves of variables have something to do with each other.
package leaves

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A Leaf is that of a variable with this number, from left to right.
type Leaf struct {
	Of *nkl.Var
	N  int
}

// At is leaf n of v.
func At(v *nkl.Var, n int) Leaf { return Leaf{v, n} }

// Type is the type of the leaf.
func (l Leaf) Type() *types.Type { return types.Leaves(l.Of.Type)[l.N] }

// In is the leaves of variables.
func In(vs ...*nkl.Var) (out []Leaf) {
	for _, v := range vs {
		for n := range types.Leaves(v.Type) {
			out = append(out, Leaf{v, n})
		}
	}
	return out
}

// Classes are sets of leaves that are sequences. A leaf belongs to the set of that which it is mapped to.
type Classes map[Leaf]Leaf

// Find is the leaf that stands for the set of l.
func (c Classes) Find(l Leaf) Leaf {
	for {
		to, ok := c[l]
		if !ok {
			return l
		}
		l = to
	}
}

// Same makes one set of those of two leaves, if they are sequences. The leaf that stood for that of a stands for both.
func (c Classes) Same(a, b Leaf) {
	if a, b = c.Find(a), c.Find(b); a != b && a.Type().Kind == types.KSeq {
		c[b] = a
	}
}

// Join makes one set of each of n leaves of v, from leaf k on, and those of w from leaf m on.
func (c Classes) Join(v *nkl.Var, k, n int, w *nkl.Var, m int) {
	for i := range n {
		c.Same(Leaf{v, k + i}, Leaf{w, m + i})
	}
}
