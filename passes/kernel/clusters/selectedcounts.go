package clusters

// How many elements of every row are selected, for ReduceSurvivors: the difference
// of two ranks, which is the sum of ones for those that do.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// A rowCount is a variable that is the number of selected elements of row Row.
type rowCount struct {
	v    *lcu.Var
	row  lcu.Expr
	segs []lcu.Expr
}

// counts makes filters of which nothing is used but such numbers reductions.
func (s *selectionReducer) counts(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(s.counts)
	}
	out := *let
	if f, ok := let.Rhs.(*lcu.Filter); ok && !lcu.HasCheck(f) {
		if of := s.onlyCounted(let); len(of) > 0 && s.scoped(of) && s.Rewrite("count what "+let.Binds[0].Name+" keeps") {
			s.Verdict(pass.Verdict{Of: opt.Places(f), Fused: true, Why: "only the number of what is kept is needed: it is a sum"})
			v := lcu.NewVar("count", types.Vec(types.Int))
			for _, c := range of {
				s.made[c.v] = lcu.Get(lcu.Use(v), c.row)
			}
			counted := &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: opt.Dead(s.withCounts(f))} // by counts of other filters
			t := s.where(counted, nil, []chainResult{{v: v, op: prim.RAdd, count: 1}})
			out.Binds, out.Rhs = []*lcu.Var{v}, &lcu.SegReduce{Node: f.Node, Ops: []prim.Rop{prim.RAdd}, N: f.N, Segs: of[0].segs, T: t}
		}
	}
	if out.Rhs == let.Rhs {
		out.Rhs = out.Rhs.MapBodies(s.counts)
	}
	for _, v := range out.Binds {
		delete(s.later, v)
	}
	if out.Body = s.counts(let.Body); out.Body == let.Body && out.Rhs == let.Rhs {
		return e
	}
	return &out
}

// scoped reports whether all segments are the same, and in scope.
func (s *selectionReducer) scoped(of []rowCount) bool {
	for _, c := range of {
		if !opt.SameAtoms(c.segs, of[0].segs) {
			return false
		}
	}
	for _, a := range of[0].segs {
		if r, ok := a.(*lcu.Ref); ok && s.later[r.Var] {
			return false
		}
	}
	return true
}

// onlyCounted is the numbers that all uses of f make, or nil.
func (s *selectionReducer) onlyCounted(f *lcu.Let) (of []rowCount) {
	last := len(f.Binds) - 1
	for _, v := range f.Binds[:last] {
		if s.refs[v] > 0 {
			return nil
		}
	}
	reads := map[*lcu.Var]int{}
	for _, v := range s.subs {
		args := s.defs[v].(*lcu.Prim).Args
		if c, ok := s.countOf(v, args, f.Binds[last], f.Rhs.(*lcu.Filter).N); ok {
			of = append(of, c)
			reads[args[0].(*lcu.Ref).Var]++
			reads[args[1].(*lcu.Ref).Var]++
		}
	}
	if len(reads) != s.refs[f.Binds[last]] {
		return nil
	}
	for v, n := range reads {
		if n != s.refs[v] {
			return nil
		}
	}
	return of
}

// countOf is the number that v, the difference of args, is by the ranks of n
// elements.
func (s *selectionReducer) countOf(v *lcu.Var, args []lcu.Expr, ranks *lcu.Var, n lcu.Expr) (c rowCount, ok bool) {
	to, ok1 := s.def(args[0]).(*lcu.At)
	from, ok2 := s.def(args[1]).(*lcu.At)
	if !ok1 || !ok2 || to.Vec.(*lcu.Ref).Var != ranks || from.Vec.(*lcu.Ref).Var != ranks {
		return c, false
	}
	if next, ok := s.def(to.Idx).(*lcu.At); ok {
		start, isStart := s.def(from.Idx).(*lcu.At)
		if !isStart || !lcu.SameAtom(next.Vec, start.Vec) || !s.follows(next.Idx, start.Idx) || segmentsOf(start.Vec, n) == nil {
			return c, false
		}
		return rowCount{v, start.Idx, []lcu.Expr{start.Vec}}, true
	}
	end, ok := s.def(to.Idx).(*lcu.Prim)
	if !ok || end.Op.Code != prim.Add || !lcu.SameAtom(end.Args[0], from.Idx) {
		return c, false
	}
	switch start := s.def(from.Idx).(type) {
	case *lcu.At:
		if s.isLength(end.Args[1], start.Vec.(*lcu.Ref).Var, start.Idx) {
			return rowCount{v, start.Idx, []lcu.Expr{start.Vec}}, true
		}
	case *lcu.Prim:
		rows := s.factor(n, end.Args[1])
		if start.Op.Code == prim.Mul && lcu.SameAtom(start.Args[1], end.Args[1]) && rows != nil {
			return rowCount{v, start.Args[0], []lcu.Expr{rows, end.Args[1]}}, true
		}
	}
	return c, false
}

// follows reports whether a is one more than b.
func (s *selectionReducer) follows(a, b lcu.Expr) bool {
	p, ok := s.def(a).(*lcu.Prim)
	return ok && p.Op.Code == prim.Add && lcu.SameAtom(p.Args[0], b) && intOf(p.Args[1]) == 1
}

// factor is the number whose product with a is known to be n, or nil.
func (s *selectionReducer) factor(n, a lcu.Expr) lcu.Expr {
	if x, y := intOf(n), intOf(a); x > 0 && y > 0 && x%y == 0 {
		return &lcu.Int{Val: x / y}
	}
	if p, ok := s.def(s.size(n)).(*lcu.Prim); ok && len(p.Args) == 2 {
		for k, b := range p.Args {
			if s.product(n, b, a) && lcu.SameAtom(p.Args[1-k], a) {
				return b
			}
		}
	}
	return nil
}

// intOf is the value of a literal, 0 for anything else.
func intOf(e lcu.Expr) int64 {
	if i, ok := e.(*lcu.Int); ok {
		return i.Val
	}
	return 0
}

// isLength reports whether a is the length of segment i of those whose offsets are offs: what
// these are the sums of.
func (s *selectionReducer) isLength(a lcu.Expr, offs *lcu.Var, i lcu.Expr) bool {
	sums, ok := s.defs[offs].(*lcu.Prefix)
	if !ok || len(sums.Ops) != 1 || sums.Ops[0] != prim.RSize && sums.Ops[0] != prim.ROffset {
		return false
	}
	return s.same(a, onlyValue(sums.T.Body), i, sums.T.Params[0])
}

// same reports whether a is computed from i as b is from v.
func (s *selectionReducer) same(a, b, i lcu.Expr, v *lcu.Var) bool {
	if lcu.IsRef(b, v) {
		return lcu.SameAtom(a, i)
	}
	if lcu.SameAtom(a, b) {
		return true
	}
	switch x := s.def(a).(type) {
	case *lcu.At:
		y, ok := s.def(b).(*lcu.At)
		return ok && lcu.SameAtom(x.Vec, y.Vec) && s.same(x.Idx, y.Idx, i, v)
	case *lcu.Prim:
		y, ok := s.def(b).(*lcu.Prim)
		return ok && x.Op == y.Op && slices.EqualFunc(x.Args, y.Args, func(a, b lcu.Expr) bool { return s.same(a, b, i, v) })
	}
	return false
}

// withCounts is e with what has become the element of a count.
func (s *selectionReducer) withCounts(e lcu.Expr) lcu.Expr {
	if let, ok := e.(*lcu.Let); ok && len(let.Binds) == 1 && s.made[let.Binds[0]] != nil {
		return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: s.made[let.Binds[0]], Body: s.withCounts(let.Body)}
	}
	return e.MapChildren(s.withCounts)
}

// differences is the variables that are one number less another, in order.
func differences(e lcu.Expr) (vs []*lcu.Var) {
	ir.Walk(e, func(e lcu.Expr) bool {
		if let, ok := e.(*lcu.Let); ok {
			if p, ok := let.Rhs.(*lcu.Prim); ok && p.Op.Code == prim.Sub {
				vs = append(vs, let.Binds[0])
			}
		}
		return true
	})
	return vs
}
