package flatten

// Columns: the vectors of one sequence. Where it comes from outside, as a
// parameter or from a call, each of them has a length of its own as far as later
// passes can see, and two reductions over as many elements are not one kernel.

import (
	"slices"

	"nessiec/ir/fkl"
)

// column is the vector of r, a base value for every index of sp, to be reduced.
// If it comes from outside and the size of sp is the length of another vector, it
// is read over sp.
func (b *block) column(r rep, sp *indexSpace) fkl.Expr {
	v := b.vec(r)
	x, ok := r.(vector)
	if !ok || !b.fromOutside(v) {
		return v
	}
	if n, ok := b.rhsOf(sp.n).(*fkl.Length); !ok || n.Vec.(*fkl.Ref).Var == v.(*fkl.Ref).Var {
		return v
	}
	return b.vec(&delayed{t: x.t, pos: b.pos, sp: sp, gen: func(eb *block, _, idx fkl.Expr) fkl.Expr { return eb.at(x.t, v, idx) }})
}

// fromOutside reports whether v is a parameter, or what a call returns.
func (b *block) fromOutside(v fkl.Expr) bool {
	switch b.rhsOf(v).(type) {
	case nil, *fkl.Call:
		return true
	}
	return false
}

// rhsOf is the operation that makes an operand, nil for a parameter or a number.
func (b *block) rhsOf(e fkl.Expr) fkl.Expr {
	r, ok := e.(*fkl.Ref)
	if !ok {
		return nil
	}
	for o := b; o != nil; o = o.parent {
		for _, s := range o.steps {
			if slices.Contains(s.binds, r.Var) {
				return s.rhs
			}
		}
	}
	return nil
}
