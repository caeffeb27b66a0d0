package element

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
)

// findReads finds the arrays that are read at the thunk's own index in every
// iteration, and those read at the number of the segment.
func (s *Source) findReads() {
	for _, t := range s.Thunks() {
		s.readsOf(t, t.Params)
	}
	if s.EachPosition() {
		s.readsOf(s.Out, s.Out.Params[:len(s.Thunks()[0].Params)])
	}
}

// readsOf is findReads for a thunk with this index, or segment and position.
func (s *Source) readsOf(t *lcu.Thunk, at []*lcu.Var) {
	if len(at) == 0 {
		return
	}
	always(t.Body, func(e lcu.Expr) {
		if v := readAt(e, at[len(at)-1]); v != nil && !s.States.Has(v) {
			s.padded[v] = build.Padded
		}
	})
	if len(at) < 2 {
		return
	}
	ir.Walk(t.Body, func(e lcu.Expr) bool {
		if v := readAt(e, at[0]); v != nil {
			note(&s.Seg, v)
		}
		return true
	})
}

// findRows finds the arrays that every iteration reads at i - s * length.
func (s *Source) findRows() {
	parts := s.Parts()
	_, length, ok := lcu.Equal(parts.Segs)
	if !ok {
		return
	}
	seg, i := parts.T.Params[0], parts.T.Params[1]
	start, inRow := map[*lcu.Var]bool{}, map[*lcu.Var]bool{}
	ir.Walk(parts.T.Body, func(e lcu.Expr) bool {
		let, ok := e.(*lcu.Let)
		if !ok {
			return true
		}
		if x, ok := let.Rhs.(*lcu.Prim); ok && len(x.Args) == 2 {
			switch a, b := x.Args[0], x.Args[1]; {
			case x.Op.Code == prim.Mul && lcu.IsRef(a, seg) && lcu.SameAtom(b, length):
				start[let.Binds[0]] = true
			case x.Op.Code == prim.Sub && lcu.IsRef(a, i):
				if r, ok := b.(*lcu.Ref); ok && start[r.Var] {
					inRow[let.Binds[0]], s.needsRow = true, true
				}
			}
		}
		return true
	})
	always(parts.T.Body, func(e lcu.Expr) {
		if at, ok := e.(*lcu.At); ok {
			if r, ok := at.Idx.(*lcu.Ref); ok && inRow[r.Var] {
				s.padded[at.Vec.(*lcu.Ref).Var] = build.PaddedRow
			}
		}
	})
}
