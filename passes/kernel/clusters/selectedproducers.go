package clusters

// What reductions of selected elements become: reductions of the rows, in which those that
// the filter drops are identities.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
)

// onlyReduced reports whether these reductions, with the maps in them, read all that is read of what f
// keeps, each element at its own place, and nothing else depends on that place.
func (s *selectionReducer) onlyReduced(f *lcu.Let, rs []*lcu.Let) bool {
	data, ranks := f.Binds[:len(f.Binds)-1], opt.PrefixCounts(f.Binds)
	used := map[*lcu.Var]int{}
	use := func(e lcu.Expr) {
		for v, n := range opt.Uses(e) {
			used[v] += n
		}
	}
	var all []*lcu.Var
	for _, let := range rs {
		use(let.Rhs)
		for _, m := range s.maps[let] {
			if !slices.Contains(all, m.Binds[0]) {
				all = append(all, m.Binds...)
				use(m.Rhs)
			}
		}
	}
	for _, n := range s.counted[f] {
		use(n.Rhs)
	}
	all = append(all, data...)
	for _, v := range all {
		if used[v] != s.refs[v] {
			return false
		}
	}
	for _, let := range rs {
		if slices.Contains(let.Rhs.(*lcu.SegReduce).Ops, prim.RId) { // which has no identity
			return false
		}
		t := s.thunks[let]
		refs := opt.Uses(t)
		ir.Walk(lcu.Expr(t), func(e lcu.Expr) bool {
			if at, ok := e.(*lcu.At); ok && lcu.SameAtom(at.Idx, lcu.Use(t.Params[1])) {
				if v := at.Vec.(*lcu.Ref).Var; slices.Contains(data, v) {
					refs[v]--
					refs[t.Params[1]]--
				}
			}
			return true
		})
		if slices.ContainsFunc(append(all, t.Params[1], ranks), func(v *lcu.Var) bool { return refs[v] > 0 }) {
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
	return &lcu.SegReduce{Node: old.Node, Ops: old.Ops, Joins: old.Joins, N: e.N, Segs: rows, T: inRows(t, rows)}
}

// inRows is a thunk of elements of rows: where an element is in its row needs no division, if all rows
// are equally long, as the thunk knows the row.
func inRows(t *lcu.Thunk, rows []lcu.Expr) *lcu.Thunk {
	row, i := lcu.Use(t.Params[0]), lcu.Use(t.Params[1])
	var code func(e lcu.Expr) lcu.Expr
	code = func(e lcu.Expr) lcu.Expr {
		let, ok := e.(*lcu.Let)
		if !ok {
			return e.MapChildren(code)
		}
		out := &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: code(let.Rhs), Body: code(let.Body)}
		if p, ok := let.Rhs.(*lcu.Prim); ok && p.Op.Code == prim.Rem && opt.SameAtoms(p.Args, []lcu.Expr{i, rows[len(rows)-1]}) {
			var l lcu.Lets
			start := l.Bind("start", types.Int, lcu.Apply(prim.Mul, row, p.Args[1]))
			out.Rhs = lcu.Apply(prim.Sub, i, start)
			return l.In(out)
		}
		return out
	}
	if len(rows) != 2 {
		return t
	}
	return &lcu.Thunk{Node: t.Node, Params: t.Params, Body: code(t.Body)}
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
