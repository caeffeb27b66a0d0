package infer

// Ints that are known, so that nobody needs to compute them.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
)

// know finds the value of an int without the primitive that makes it: a number,
// or the length of an older sequence. For a length that is worth it only where
// it is the same for all elements of all maps.
func (x *Analysis) know(e *nkl.Let, s *shapes.Shape) {
	p, ok := e.Rhs.(*nkl.Prim)
	if !ok || s == nil || s.Kind != types.KInt || p.Op.IsEffect() {
		return
	}
	delete(x.Values, e)
	n := x.CanonInt(s.Size)
	switch {
	case n.Op == types.SizeConst && x.Fits(n.N):
		x.Values[e] = &nkl.Int{Node: p.Node, Val: n.N}
	case p.Op.Code == prim.Sum, p.Op.Code == prim.Length && !n.Varies():
		if v := x.oldest[n]; v != nil {
			x.Values[e] = nkl.Op(p.Pos(), prim.Length, nkl.Use(v))
		}
	}
}

// leave ends the scope of the sequences bound since there were n.
func (x *Analysis) leave(n int) {
	for _, v := range x.seqs[n:] {
		if n := x.Types[v].Sizes[0]; x.oldest[n] == v {
			delete(x.oldest, n)
		}
	}
	x.seqs = x.seqs[:n]
}
