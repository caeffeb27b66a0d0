package element

// Operands of SOACs, which kernels get besides their thunks.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

// Space adds the parameters of a segmented space, through which thunks see what
// its segments are, too.
func (k *Kernel) Space() group.Space {
	segs := k.use.Parts().Segs
	_, length, rows := lcu.Equal(segs)
	sp := group.NewSpace(k.Kernel, k.Size(), rows)
	if !rows {
		k.arrays[segs[0].(*lcu.Ref).Var] = &array{buf: sp.Offs, len: op.Add(sp.Count, op.N(1))}
	} else if r, ok := length.(*lcu.Ref); ok {
		k.scalars[r.Var] = sp.Length
	} else {
		sp.Length = k.Operand(length)
	}
	return sp
}

// Cut is where loops over elements are split.
func (k *Kernel) Cut() group.Cut {
	if !k.use.cut {
		return nil
	}
	return func() kir.Expr { return k.Operand(k.use.Split.Bound) }
}

// Operand is the value of an operand of the SOAC.
func (k *Kernel) Operand(e lcu.Expr) kir.Expr { return k.Scope(Place{}).Operand(e) }
