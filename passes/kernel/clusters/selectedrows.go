package clusters

// The rows of a filter: whether the segments of a reduction are what a filter
// keeps of segments.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
)

// filterOf is the filter, of those with these ranks, whose selected elements r reduces by
// rows, or nil.
func (s *selectionReducer) filterOf(r *lcu.SegReduce, filters map[*lcu.Var]*lcu.Let) *lcu.Let {
	total, ok := s.def(r.N).(*lcu.At)
	if !ok || len(r.Segs) != 1 {
		return nil
	}
	ranks := total.Vec.(*lcu.Ref).Var
	f := filters[ranks]
	if f == nil || !lcu.SameAtom(total.Idx, f.Rhs.(*lcu.Filter).N) || s.rowsOf(r, ranks, total.Idx) == nil {
		return nil
	}
	return f
}

// withMaps is the reduction of a let with the maps over its elements in its thunk.
func (s *selectionReducer) withMaps(of *lcu.Let) *lcu.SegReduce {
	r := of.Rhs.(*lcu.SegReduce)
	seg, i := lcu.Use(r.T.Params[0]), lcu.Use(r.T.Params[1])
	var code func(e lcu.Expr) lcu.Expr
	code = func(e lcu.Expr) lcu.Expr {
		let, ok := e.(*lcu.Let)
		if !ok {
			return e
		}
		if len(let.Binds) == 1 {
			s.defs[let.Binds[0]] = let.Rhs
		}
		at, ok := let.Rhs.(*lcu.At)
		if ok && lcu.SameAtom(at.Idx, i) {
			v := at.Vec.(*lcu.Ref).Var
			if m, t := s.mapOver(r, v); m != nil {
				if !slices.Contains(s.maps[of], m) {
					s.maps[of] = append(s.maps[of], m)
				}
				var l lcu.Lets
				own := []lcu.Expr{seg, i}[2-len(t.Params):]
				env, ts := map[*lcu.Var]lcu.Expr{}, make([]*types.Type, len(m.Binds))
				for k, p := range t.Params {
					env[p] = own[k]
				}
				for k, w := range m.Binds {
					ts[k] = w.Type.Erase().Elem()
				}
				val := opt.Splice(&l, lcu.CopyWith(t.Body, env), ts)[slices.Index(m.Binds, v)]
				return code(l.In(lcu.Replace(let.Body, map[*lcu.Var]lcu.Expr{let.Binds[0]: val})))
			}
		}
		return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: let.Rhs, Body: code(let.Body)}
	}
	out := *r
	out.T = &lcu.Thunk{Node: r.T.Node, Params: r.T.Params, Body: code(r.T.Body)}
	return &out
}

// mapOver is the map over the elements of r that makes v, and its thunk, or nil.
func (s *selectionReducer) mapOver(r *lcu.SegReduce, v *lcu.Var) (let *lcu.Let, t *lcu.Thunk) {
	if let = s.mapped[v]; let == nil || lcu.HasCheck(let.Rhs) {
		return nil, nil
	}
	switch m := let.Rhs.(type) {
	case *lcu.Map:
		if lcu.SameAtom(m.N, r.N) {
			return let, m.T
		}
	case *lcu.SegMap:
		if lcu.SameAtom(m.N, r.N) && opt.SameAtoms(m.Segs, r.Segs) {
			return let, m.T
		}
	}
	return nil, nil
}

// rowsOf is the segments, of n elements, whose selected elements are those of r; or nil.
func (s *selectionReducer) rowsOf(r *lcu.SegReduce, ranks *lcu.Var, n lcu.Expr) []lcu.Expr {
	offs, ok := s.def(r.Segs[0]).(*lcu.Map)
	if !ok {
		return nil
	}
	count, choice := s.given(offs)
	if choice == nil {
		return nil
	}
	end, isEnd := s.def(onlyValue(choice.Else)).(*lcu.At)
	start, isStart := s.def(onlyValue(choice.Then)).(*lcu.At)
	if !isEnd || !isStart || !isRead(end, ranks, n) || start.Vec.(*lcu.Ref).Var != ranks {
		return nil
	}
	return s.segments(start.Idx, lcu.Use(offs.T.Params[0]), count, n)
}

// given is, of offsets that are starts of segments and then the end of all, how
// many segments there are, and that choice.
func (s *selectionReducer) given(offs *lcu.Map) (count lcu.Expr, choice *lcu.If) {
	choice, ok := s.def(onlyValue(offs.T.Body)).(*lcu.If)
	if !ok {
		return nil, nil
	}
	below, ok := s.def(choice.Cond).(*lcu.Prim)
	if !ok || below.Op.Code != prim.Lt || !lcu.SameAtom(below.Args[0], lcu.Use(offs.T.Params[0])) {
		return nil, nil
	}
	return below.Args[1], choice
}

// segments is those, count of them, of which segment i starts at an atom; nil if
// they are not known.
func (s *selectionReducer) segments(start, i, count, n lcu.Expr) []lcu.Expr {
	switch e := s.def(start).(type) {
	case *lcu.At:
		if lcu.SameAtom(e.Idx, i) && s.offsets(e.Vec, count, n) {
			return []lcu.Expr{e.Vec}
		}
	case *lcu.Prim:
		if e.Op.Code == prim.Mul && lcu.SameAtom(e.Args[0], i) && s.product(n, count, e.Args[1]) {
			return []lcu.Expr{count, e.Args[1]}
		}
	}
	return nil
}

// offsets reports whether v is those of so many segments, of n elements in all:
// by their type, lengths added up, or starts that are given.
func (s *selectionReducer) offsets(v, count, n lcu.Expr) bool {
	if segments := segmentsOf(v, n); segments != nil && s.sameInt(valueOf(count), segments) {
		return true
	}
	switch e := s.def(v).(type) {
	case *lcu.Prefix:
		return lcu.SameAtom(e.N, count) && len(e.Ops) == 1
	case *lcu.Map:
		of, choice := s.given(e)
		more, ok := s.def(e.N).(*lcu.Prim)
		return ok && choice != nil && more.Op.Code == prim.Add && opt.SameAtoms(more.Args, []lcu.Expr{of, &lcu.Int{Val: 1}}) &&
			s.cuts[v.(*lcu.Ref).Var] != nil && lcu.SameAtom(s.cuts[v.(*lcu.Ref).Var], n) && s.sameCount(of, count)
	}
	return false
}

// segmentsOf is how many segments v has, if its type says that it is the offsets of segments of n
// elements in all; or nil.
func segmentsOf(v, n lcu.Expr) *types.Size {
	segments, total := sizing.Var(v.(*lcu.Ref).Var).Segments()
	if total != valueOf(n) {
		return nil
	}
	return segments
}

// valueOf is what is known of the value of an int; nil if that is nothing.
func valueOf(e lcu.Expr) *types.Size {
	switch e := e.(type) {
	case *lcu.Ref:
		return e.Var.Value
	case *lcu.Int:
		return types.ConstSize(e.Val)
	}
	return nil
}

// noteEqual notes a check that two ints are the same.
func (s *selectionReducer) noteEqual(cond lcu.Expr) {
	p, ok := s.def(cond).(*lcu.Prim)
	if !ok || p.Op.Code != prim.Eq {
		return
	}
	if a, b := valueOf(p.Args[0]), valueOf(p.Args[1]); a != nil && b != nil {
		s.equal = append(s.equal, [2]*types.Size{a, b}, [2]*types.Size{b, a})
	}
}

// sameInt reports whether two ints are known to be the same.
func (s *selectionReducer) sameInt(a, b *types.Size) bool {
	return a == b || slices.Contains(s.equal, [2]*types.Size{a, b})
}

// noteCut notes that a SOAC takes its elements by segments.
func (s *selectionReducer) noteCut(e lcu.Expr) {
	if parts, ok := lcu.PartsOf(e); ok && len(parts.Segs) == 1 {
		s.cuts[parts.Segs[0].(*lcu.Ref).Var] = parts.N
	}
}

// A partitionSide is where an array was made by a partition: of n elements, of which the
// ranks count those that are not others.
type partitionSide struct {
	n      lcu.Expr
	ranks  *lcu.Var
	others bool
}

func (s *selectionReducer) notePartitions(let *lcu.Let) {
	p, ok := let.Rhs.(*lcu.Partition)
	if !ok {
		return
	}
	last := len(let.Binds) - 1
	for i, v := range let.Binds[:last] {
		s.sides[v] = partitionSide{p.N, let.Binds[last], i >= last/2}
	}
}

// sameCount reports whether two numbers are known to be the same: that of the
// elements of one side, and the length of what is made of them.
func (s *selectionReducer) sameCount(a, b lcu.Expr) bool {
	if lcu.SameAtom(a, b) {
		return true
	}
	l, ok := s.def(a).(*lcu.Length)
	if !ok {
		return false
	}
	of, ok := s.sides[l.Vec.(*lcu.Ref).Var]
	if !ok {
		return false
	}
	if of.others {
		rest, ok := s.def(b).(*lcu.Prim)
		if !ok || rest.Op.Code != prim.Sub || !lcu.SameAtom(rest.Args[0], of.n) {
			return false
		}
		b = rest.Args[1]
	}
	n, ok := s.def(b).(*lcu.At)
	return ok && isRead(n, of.ranks, of.n)
}

// starts reports whether an atom is where a row starts.
func (s *selectionReducer) starts(e, row lcu.Expr, segs []lcu.Expr) bool {
	switch e := s.def(e).(type) {
	case *lcu.At:
		return len(segs) == 1 && lcu.SameAtom(e.Vec, segs[0]) && lcu.SameAtom(e.Idx, row)
	case *lcu.Prim:
		return len(segs) == 2 && e.Op.Code == prim.Mul && opt.SameAtoms(e.Args, []lcu.Expr{row, segs[1]})
	}
	return false
}

// product reports whether n is known to be that of a and b.
func (s *selectionReducer) product(n, a, b lcu.Expr) bool {
	if x := intOf(n); x > 0 && x == intOf(a)*intOf(b) {
		return true
	}
	p, ok := s.def(s.size(n)).(*lcu.Prim)
	return ok && (p.Op.Code == prim.MulSize || p.Op.Code == prim.Mul) &&
		(opt.SameAtoms(p.Args, []lcu.Expr{a, b}) || opt.SameAtoms(p.Args, []lcu.Expr{b, a}))
}

// size is n, or what it is the length of is known to have as its size.
func (s *selectionReducer) size(n lcu.Expr) lcu.Expr {
	if l, ok := s.def(n).(*lcu.Length); ok {
		if soac := s.def(l.Vec); soac != nil && opt.SizeOf(soac) != nil {
			return opt.SizeOf(soac)
		}
	}
	return n
}
