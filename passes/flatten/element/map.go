package element

// Element code that is a Map of its own.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// Map is the value over sp, of type t by element, that code evaluates. Of its vectors it is known which have
// the same for all elements.
func Map(b *emit.Block, sp *emit.Space, t *types.Type, code func(eb *emit.Block, seg, idx fkl.Expr) Value) rep.Value {
	var atoms []fkl.Expr
	var same []bool
	vs := rep.MapOver(b, sp, rep.LeafTypes(t, false), func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		atoms = Leaves(code(eb, seg, idx))
		for _, a := range atoms {
			same = append(same, !eb.Computes(a) && !rep.SameVar(a, idx) && (seg == nil || !rep.SameVar(a, seg)))
		}
		return atoms
	})
	k := -1
	var known func(r rep.Value) rep.Value
	known = func(r rep.Value) rep.Value {
		if cs, ok := r.(rep.Tuple); ok {
			out := make(rep.Tuple, len(cs))
			for i, c := range cs {
				out[i] = known(c)
			}
			return out
		}
		if k++; same[k] {
			return rep.Same(b, atoms[k], vs[k], sp)
		}
		return r
	}
	return known(rep.FromLeaves(b, t, true, vs))
}
