package boundary

// Whether the sequences of all elements have one length: what types say, else what the lengths are.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A Regularity is a conjunction of conditions of the host: that sequences have one length each.
type Regularity struct {
	B     *emit.Block
	conds []fkl.Expr
	never bool // it is not worth finding out
}

// Value adds that the sequences in r, of type t, have one length each.
func (x *Regularity) Value(t *types.Type, r rep.Value) {
	switch r := r.(type) {
	case rep.Tuple:
		for i, c := range r {
			x.Value(t.Elems[i], c)
		}
	case rep.Seq:
		x.Value(t.Elem(), r.Elems)
	case *rep.Nested:
		x.lengths(t.Sizes[0], r)
		x.never = x.never || slices.ContainsFunc(types.Leaves(t.Elem()), func(c *types.Type) bool {
			return c.Kind == types.KSeq && !c.OneLength()
		})
	}
}

// lengths adds that the sequences of r, whose size is n, have one length. Elements of a literal
// have one of a few lengths, which the host may know.
func (x *Regularity) lengths(n *types.Size, r *rep.Nested) {
	if !n.Varies() || r.Packed != nil && r.Packed.Regular {
		return
	}
	if parts := rep.KnownParts(x.B, n); parts != nil {
		for _, l := range parts[1:] {
			x.equal(parts[0], l)
		}
		return
	}
	lens := rep.Vec(x.B, rep.LensOf(x.B, r))
	bound := func(name string, op prim.Rop) fkl.Expr {
		return x.B.Let(name, types.Int, &fkl.Reduce{Node: ir.At(x.B.Pos), Op: op, Vec: lens})
	}
	x.equal(bound("shortest", prim.RMin), bound("longest", prim.RMax))
}

func (x *Regularity) equal(m, n fkl.Expr) {
	x.conds = append(x.conds, x.B.Prim(prim.Eq, types.Bool, m, n))
}

// Holds is the conjunction.
func (x *Regularity) Holds() rep.Value {
	if x.never || len(x.conds) == 0 {
		return rep.Scalar{Atom: &fkl.Bool{Node: ir.At(x.B.Pos), Val: !x.never}}
	}
	all := x.conds[0]
	for _, c := range x.conds[1:] {
		all = x.B.Prim(prim.And, types.Bool, all, c)
	}
	return rep.Scalar{Atom: all}
}
