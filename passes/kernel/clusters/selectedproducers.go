package clusters

// What reductions of selected elements become: reductions of the rows, in which those that
// the filter drops are identities.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// onlyReduced reports whether these reductions read all that is read of what f
// keeps, each element at its own place, and nothing else depends on that place.
func (s *selectionReducer) onlyReduced(f *lcu.Let, rs []*lcu.Let) bool {
	data := f.Binds[:len(f.Binds)-1]
	left := map[*lcu.Var]int{}
	for _, v := range data {
		left[v] = s.refs[v]
	}
	for _, let := range rs {
		r := let.Rhs.(*lcu.SegReduce)
		if slices.Contains(r.Ops, prim.RId) { // which has no identity
			return false
		}
		t := s.thunks[let]
		i, places := t.Params[1], 0
		ir.Walk(lcu.Expr(t), func(e lcu.Expr) bool {
			if at, ok := e.(*lcu.At); ok && lcu.SameAtom(at.Idx, lcu.Use(i)) {
				if v := at.Vec.(*lcu.Ref).Var; left[v] > 0 {
					left[v]--
					places++
				}
			}
			return true
		})
		refs := refsIn(t)
		if refs[i] != places || refs[f.Binds[len(f.Binds)-1]] > 0 {
			return false
		}
	}
	for _, v := range data {
		if left[v] > 0 {
			return false
		}
	}
	return true
}

// reduction is r, of what f keeps, as a reduction of what f looks at.
func (s *selectionReducer) reduction(f, r *lcu.Let) lcu.Expr {
	e, old := f.Rhs.(*lcu.Filter), r.Rhs.(*lcu.SegReduce)
	rows := s.rowsOf(old, f.Binds[len(f.Binds)-1], e.N)
	var ys []chainResult
	for k, v := range r.Binds {
		ys = append(ys, chainResult{v: v, op: old.Ops[k]})
	}
	t := s.where(f, &member{binds: r.Binds, soac: old, parts: lcu.Parts{T: s.thunks[r]}}, ys)
	return &lcu.SegReduce{Node: old.Node, Ops: old.Ops, Joins: old.Joins, N: e.N, Segs: rows, T: t}
}

// where is the thunk that evaluates m, if there is one, where the predicate of f
// holds.
func (s *selectionReducer) where(f *lcu.Let, m *member, ys []chainResult) *lcu.Thunk {
	fm := &member{binds: f.Binds, soac: f.Rhs}
	fm.parts, _ = lcu.PartsOf(f.Rhs)
	c := &filterChain{num: s.num, ms: []*member{fm}, filters: []*member{fm}, results: ys}
	if m != nil {
		m.selection = fm
		c.ms = append(c.ms, m)
	}
	c.combiner = newCombiner([]*member{fm}, true)
	return c.thunk(c.level(0))
}
