package fetches

// Which statements of a kernel compute the places at which it reads or writes some arrays: a
// slice of it, backwards from these accesses.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// A slice is the statements and variables that the places depend on.
type slice struct {
	*tree
	targets map[*kir.Var]bool // the arrays
	kept    map[*node]bool
	needed  map[*kir.Var]bool // scalars, local arrays and parameters
	refused bool              // there are things that no slice may do
}

// sliceOf is the slice for the places at which a kernel accesses targets, each of which it either
// reads or writes.
func sliceOf(t *tree, targets map[*kir.Var]bool) *slice {
	s := &slice{tree: t, targets: targets, kept: map[*node]bool{}, needed: map[*kir.Var]bool{}}
	for _, n := range t.all {
		switch e := n.stmt.(type) {
		case *kir.Share, *kir.Merge, *kir.Limit:
			s.keep(n)
		case *kir.While:
			s.refused = s.refused || s.reads(e.Cond) // it would have to know what it reads
		case *kir.CopyRange:
			if targets[kir.VarOf(e.Src)] || targets[kir.VarOf(e.Dst)] {
				s.around(n)
				s.need(e.Lo, e.Hi, e.Off)
			}
		}
		if buf, idx := stored(n.stmt); buf != nil && targets[buf] {
			s.around(n)
			s.need(idx)
		}
		for _, e := range operands(n.stmt) {
			if s.reads(e) {
				s.around(n)
				s.places(e)
			}
		}
	}
	return s
}

// reads reports whether an expression reads a target.
func (s *slice) reads(e kir.Expr) bool {
	return ir.Any(e, func(e kir.Expr) bool {
		buf, _, _ := loaded(e)
		return buf != nil && s.targets[buf]
	})
}

// loaded is the array of a read, and where; the lanes that read if not all do.
func loaded(e kir.Expr) (buf *kir.Var, idx, mask kir.Expr) {
	switch e := e.(type) {
	case *kir.Load:
		return kir.VarOf(e.Buf), e.Idx, nil
	case *kir.MaskedLoad:
		return kir.VarOf(e.Buf), e.Idx, e.Mask
	}
	return nil, nil, nil
}

// stored is the array that a statement writes an element of, and where.
func stored(s kir.Expr) (buf *kir.Var, idx kir.Expr) {
	switch s := s.(type) {
	case *kir.Store:
		return kir.VarOf(s.Buf), s.Idx
	case *kir.Arbitrary:
		return kir.VarOf(s.Buf), s.Idx
	case *kir.Atomic:
		return kir.VarOf(s.Buf), s.Idx
	}
	return nil, nil
}

// places needs what says where an expression reads targets, and whether it does.
func (s *slice) places(e kir.Expr) {
	if buf, idx, mask := loaded(e); buf != nil && s.targets[buf] {
		s.need(idx)
		if mask != nil {
			s.need(mask)
		}
	}
	if c, ok := e.(*kir.Select); ok && (s.reads(c.Then) || s.reads(c.Else)) {
		s.need(c.Cond)
	}
	e.Children(func(_ int, x kir.Expr) { s.places(x) })
}

// around keeps the statements in which a node stands.
func (s *slice) around(n *node) {
	if n.up != nil {
		s.keep(n.up)
	}
}

// keep keeps a statement with what decides whether and how often it runs.
func (s *slice) keep(n *node) {
	if s.kept[n] {
		return
	}
	s.kept[n] = true
	s.around(n)
	switch e := n.stmt.(type) {
	case *kir.If:
		s.need(e.Cond)
	case *kir.Choose:
		s.need(e.Cond)
	case *kir.For:
		s.need(e.Lo, e.Hi, e.Step)
	case *kir.ForItem:
		s.need(e.Count)
	case *kir.While:
		s.need(e.Cond)
	case *kir.Loop:
		for _, end := range n.ends {
			s.keep(end)
		}
	case *kir.Share, *kir.Merge, *kir.Limit, *kir.Shuffle, *kir.WarpCount, *kir.Vote, *kir.Atomic:
		s.need(operands(e)...)
	case *kir.Chain:
		s.refused = true
	}
}

// need keeps what computes the values of expressions.
func (s *slice) need(es ...kir.Expr) {
	for _, e := range es {
		ir.Walk(e, func(e kir.Expr) bool {
			if r, ok := e.(*kir.Ref); ok {
				s.value(r.Var)
			}
			return true
		})
	}
}

// value keeps what gives a variable its value, or an array of the group its elements.
func (s *slice) value(v *kir.Var) {
	if s.needed[v] {
		return
	}
	s.needed[v] = true
	if a, ok := s.access[v]; ok {
		s.refused = s.refused || !a.ReadOnly() || s.targets[v]
		return
	}
	if kir.IsBuf(v.Type) && v.Type == kir.Local(v.Type.Elem()) {
		for _, n := range s.barriers {
			s.keep(n)
		}
	}
	for _, from := range s.sources[v] {
		s.keep(from.at)
		s.need(from.from...)
	}
}
