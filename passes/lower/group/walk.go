package group

// Serial groups share elements and ends of segments evenly: the merge of both lists
// is cut into chunks (merge path), so that neither a giant row nor a million empty
// ones is the work of one group.

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A MergePath is what a serial group does with its pieces of segments.
type MergePath struct {
	Visit Visit
	// Around, if not nil, writes the loop over the positions of a segment.
	Around func(loop func())
	// Close, if not nil, is called where a segment ends in this chunk; first is whether
	// it is the first of the chunk.
	Close func(s, first kir.Expr)
}

// WalkMergePath visits the pieces of segments in this chunk of sp, and returns the
// segment that the next chunk goes on with.
func WalkMergePath(k *build.Kernel, t target.Desc, sp Space, w MergePath) kir.Expr {
	sp = sp.Divided(k, t)
	lo, hi := chunk(k, t, op.Add(sp.N, sp.Count))
	s0, p0 := sp.Cut(k, lo)
	s1, p1 := sp.Cut(k, hi)
	to := op.Min(op.Add(s1, op.N(1)), sp.Count)
	if sp.Offs == nil {
		k.Count("s", s0, to, op.N(1), func(s kir.Expr) { w.row(k, sp, s, s0, p0, s1, p1) })
		return s1
	}
	p := k.Mut("from", p0)
	k.Count("s", s0, to, op.N(1), func(s kir.Expr) {
		to := k.Def("to", op.Min(p1, op.Load(sp.Offs, op.Add(s, op.N(1)))))
		elem := w.Visit(Segment{S: s, Loop: true})
		w.loop(k, kir.Use(p), to, elem)
		w.ends(k, s, s0, s1)
		k.Set(p, op.Max(kir.Use(p), to))
	})
	return s1
}

// row visits the piece of row s between p0 and p1.
func (w MergePath) row(k *build.Kernel, sp Space, s, s0, p0, s1, p1 kir.Expr) {
	row := sp.Row(k, s)
	elem := w.Visit(Segment{S: s, Row: row, Loop: true})
	w.loop(k, op.Max(p0, row.Start), op.Min(p1, op.Add(row.Start, sp.Length)), elem)
	w.ends(k, s, s0, s1)
}

// loop visits the positions from lo to before hi.
func (w MergePath) loop(k *build.Kernel, lo, hi kir.Expr, elem func(kir.Expr)) {
	loop := func() { k.Count("p", lo, hi, op.N(1), elem) }
	if w.Around == nil {
		loop()
		return
	}
	w.Around(loop)
}

// ends closes segment s if the chunk goes beyond it.
func (w MergePath) ends(k *build.Kernel, s, s0, s1 kir.Expr) {
	if w.Close != nil {
		k.When(op.Lt(s, s1), func() { w.Close(s, op.Eq(s, s0)) })
	}
}
