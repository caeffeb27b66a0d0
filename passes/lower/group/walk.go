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
	// Close, if not nil, is called where a segment ends in this chunk; begun is whether
	// it may have begun in an earlier one.
	Close func(s, begun kir.Expr)
}

// WalkMergePath visits the pieces of segments in this chunk of sp, and returns the
// segment that the next chunk goes on with. Of that one the piece in this chunk comes by itself: all others
// end here, and nothing asks each whether it does.
func WalkMergePath(k *build.Kernel, t target.Desc, sp Space, w MergePath) kir.Expr {
	sp = sp.Divided(k, t)
	lo, hi := chunk(k, t, op.Add(sp.N, sp.Count))
	s0, p0 := sp.Cut(k, lo)
	s1, p1 := sp.Cut(k, hi)
	piece := func(s kir.Expr) { w.row(k, sp, s, p0, p1) }
	last := piece
	if sp.Offs != nil {
		p := k.Mut("from", p0)
		to := func(s kir.Expr) kir.Expr {
			to := k.Def("to", op.Min(p1, op.Load(sp.Offs, op.Add(s, op.N(1)))))
			w.loop(k, kir.Use(p), to, w.Visit(Segment{S: s, Loop: true}))
			return to
		}
		piece = func(s kir.Expr) { k.Set(p, op.Max(kir.Use(p), to(s))) }
		last = func(s kir.Expr) { to(s) }
	}
	if w.Close == nil {
		k.Count("s", s0, op.Min(op.Add(s1, op.N(1)), sp.Count), op.N(1), piece)
		return s1
	}
	begun := k.Def("begun", op.Select(op.Gt(op.GroupID(), op.N(0)), s0, op.N(-1)))
	k.Count("s", s0, s1, op.N(1), func(s kir.Expr) {
		piece(s)
		w.Close(s, op.Eq(s, begun))
	})
	k.When(op.Lt(s1, sp.Count), func() { last(s1) })
	return s1
}

// row visits the piece of row s between p0 and p1.
func (w MergePath) row(k *build.Kernel, sp Space, s, p0, p1 kir.Expr) {
	row := sp.Row(k, s)
	elem := w.Visit(Segment{S: s, Row: row, Loop: true})
	w.loop(k, op.Max(p0, row.Start), op.Min(p1, op.Add(row.Start, sp.Length)), elem)
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
