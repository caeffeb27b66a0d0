package primitive

// Columns: the vectors of one sequence. Where it comes from outside, as a
// parameter or from a call, each of them has a length of its own as far as later
// passes can see, and two reductions over as many elements are not one kernel.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// column is the vector of r, a base value for every index of sp, to be reduced.
// If it comes from outside and the size of sp is the length of another vector, it
// is read over sp.
func column(b *emit.Block, r rep.Value, sp *emit.Space) fkl.Expr {
	v := rep.Vec(b, r)
	x, ok := r.(rep.Vector)
	if !ok || !fromOutside(b, v) {
		return v
	}
	if n, ok := rhsOf(b, sp.N).(*fkl.Length); !ok || n.Vec.(*fkl.Ref).Var == v.(*fkl.Ref).Var {
		return v
	}
	return rep.Vec(b, &rep.Delayed{Type: x.Type, Pos: b.Pos, Space: sp, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr { return eb.At(x.Type, v, idx) }})
}

// fromOutside reports whether v is a parameter, or what a call returns.
func fromOutside(b *emit.Block, v fkl.Expr) bool {
	switch rhsOf(b, v).(type) {
	case nil, *fkl.Call:
		return true
	}
	return false
}

// rhsOf is the operation that makes an operand, nil for a parameter or a number.
func rhsOf(b *emit.Block, e fkl.Expr) fkl.Expr {
	r, ok := e.(*fkl.Ref)
	if !ok {
		return nil
	}
	for o := b; o != nil; o = o.Parent {
		for _, s := range o.Steps {
			if slices.Contains(s.Binds, r.Var) {
				return s.Rhs
			}
		}
	}
	return nil
}
