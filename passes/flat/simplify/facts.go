package simplify

// Facts about vectors: sizes, elements, and vectors that equal others.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
)

// size is the number of elements of a vector as an atom, or nil if it has no
// name. The size of a Map is never negative: what makes it was checked.
func (s *simplifier) size(vec fkl.Expr) fkl.Expr {
	d, ok := s.defs[vec.(*fkl.Ref).Var]
	if !ok {
		return nil
	}
	switch e := d.op.(type) {
	case *fkl.Map:
		return e.N
	case *fkl.Vec:
		return fkl.N(int64(len(e.Vals)))
	case *fkl.Str:
		return fkl.N(int64(len(e.Val)))
	case *fkl.Scan:
		return s.size(e.Vec)
	case *fkl.SegScan:
		return s.size(e.Vec)
	case *fkl.Fold:
		if e.Scan {
			return s.size(e.Vecs[0])
		}
	case *fkl.SegFold:
		if e.Scan {
			return s.size(e.Vecs[0])
		}
		return s.segments(e.Sd)
	case *fkl.Rank:
		return s.size(e.Keys)
	case *fkl.Scatter:
		return s.size(e.Into)
	case *fkl.SegReduce:
		return s.segments(e.Sd)
	}
	return nil
}

// segments is the number of segments of a descriptor as an atom, or nil if it
// has no name: offsets are one more.
func (s *simplifier) segments(sd fkl.Expr) fkl.Expr {
	if e, ok := s.defs[sd.(*fkl.Ref).Var].op.(*fkl.SdRegular); ok {
		return e.Count
	}
	if e, ok := s.defs[sd.(*fkl.Ref).Var].op.(*fkl.Offsets); ok {
		return s.size(e.Vec)
	}
	switch n := s.size(sd).(type) {
	case *fkl.Int:
		return fkl.N(n.Val - 1)
	case *fkl.Ref:
		if p, ok := s.defs[n.Var].op.(*fkl.Prim); ok && p.Op.Code == prim.Add && SameAtom(p.Args[1], fkl.N(1)) {
			return p.Args[0]
		}
	}
	return nil
}

// hasSize reports whether vec is known to have n elements.
func (s *simplifier) hasSize(vec, n fkl.Expr) bool {
	if m := s.size(vec); m != nil && SameAtom(m, n) {
		return true
	}
	r, ok := n.(*fkl.Ref)
	if !ok {
		return false
	}
	l, ok := s.defs[r.Var].op.(*fkl.Length)
	return ok && SameAtom(l.Vec, vec)
}

// element is the atom that a read yields: of a literal vector, or of a map that
// yields its index or the same for all.
func (s *simplifier) element(e *fkl.At) fkl.Expr {
	d := s.defs[e.Vec.(*fkl.Ref).Var]
	switch op := d.op.(type) {
	case *fkl.Vec:
		if i, ok := e.Idx.(*fkl.Int); ok && 0 <= i.Val && i.Val < int64(len(op.Vals)) {
			return op.Vals[i.Val]
		}
	case *fkl.Map:
		r, ok := op.Body.(*fkl.Ret)
		if !ok {
			return nil
		}
		if v, ok := r.Vals[d.k].(*fkl.Ref); ok && v.Var == op.Idx {
			return e.Idx
		}
		return r.Vals[d.k]
	}
	return nil
}

// readThroughMap reads what a Map has at its index from another vector there. As with
// any copy of element code, where the value matters the index is in range.
func (s *simplifier) readThroughMap(e *fkl.At) fkl.Expr {
	d := s.defs[e.Vec.(*fkl.Ref).Var]
	m, ok := d.op.(*fkl.Map)
	if !ok {
		return e
	}
	read, r := s.ownReads(m, func(fkl.Expr) bool { return true })
	if r == nil {
		return e
	}
	v, ok := r.Vals[d.k].(*fkl.Ref)
	if !ok || read[v.Var] == nil || !s.allow("read through", e) {
		return e
	}
	return &fkl.At{Node: e.Node, Vec: read[v.Var], Idx: e.Idx}
}

// copies makes results of a Map that are whole vectors stand for these; it
// reports whether nothing is left to compute.
func (s *simplifier) copies(vs []*fkl.Var, e fkl.Expr) bool {
	m, ok := e.(*fkl.Map)
	if !ok {
		return false
	}
	read, r := s.ownReads(m, func(vec fkl.Expr) bool { return s.hasSize(vec, m.N) })
	if r == nil {
		return false
	}
	all := true
	for k, v := range r.Vals {
		ref, ok := v.(*fkl.Ref)
		if ok && read[ref.Var] != nil && s.subst[vs[k]] == nil && s.allow("drop a copy", e) {
			s.subst[vs[k]] = read[ref.Var]
		} else {
			all = false
		}
	}
	return all && !ir.Any(e, isCheck)
}

// ownReads is what variables of the elements of m are read from, at its index, among vectors that are good, and what the
// elements are, nil if a conditional or a loop says that.
func (s *simplifier) ownReads(m *fkl.Map, good func(vec fkl.Expr) bool) (map[*fkl.Var]fkl.Expr, *fkl.Ret) {
	read := map[*fkl.Var]fkl.Expr{}
	for body := m.Body; ; {
		switch e := body.(type) {
		case *fkl.Let:
			if at, ok := e.Rhs.(*fkl.At); ok && SameAtom(at.Idx, fkl.Use(m.Idx)) && good(at.Vec) {
				read[e.Binds[0]] = at.Vec
			}
			body = e.Body
		case *fkl.Check:
			body = e.Then
		case *fkl.Ret:
			return read, e
		default:
			return read, nil
		}
	}
}

func isCheck(e fkl.Expr) bool { return e.Form() == fkl.FormCheck }
