package clusters

// The operators of a SOAC that several members have become: those of its results,
// in their order. Tuples that a thunk combines stay together.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// opsOf is the operators of results, id for those of maps, and what combines tuples
// of them. It reports whether any result is combined.
func opsOf(ms []*member, yields []*lcu.Var) (ops []prim.Rop, joins []*lcu.Thunk, folds bool) {
	of, by := map[*lcu.Var]prim.Rop{}, map[*lcu.Var]*lcu.Thunk{}
	for _, m := range ms {
		for k, v := range m.binds {
			if of[v] = prim.RId; m.parts.Ops != nil {
				of[v] = m.parts.Ops[k]
			}
		}
		for _, t := range tuples(m) {
			by[t.vars[0]] = t.by
		}
	}
	for _, v := range yields {
		ops = append(ops, of[v])
		folds = folds || of[v] != prim.RId
		if t := by[v]; t != nil {
			joins = append(joins, lcu.Freshen(t).(*lcu.Thunk))
		}
	}
	return ops, joins, folds
}

// A tuple is results that a thunk combines.
type tuple struct {
	vars []*lcu.Var
	by   *lcu.Thunk
}

// tuples is those of a member, in order.
func tuples(m *member) (out []tuple) {
	joins := m.parts.Joins
	for k, op := range m.parts.Ops {
		if op != prim.RJoin {
			continue
		}
		if n := len(out); n == 0 || len(out[n-1].vars) == len(out[n-1].by.Params)/2 {
			out = append(out, tuple{by: joins[n]})
		}
		last := &out[len(out)-1]
		last.vars = append(last.vars, m.binds[k])
	}
	return out
}

// withTuples is what a cluster yields, with whole tuples, each behind all that comes
// before its first result; and the variables for that, new ones where there were none.
// Nothing changes where there are no tuples.
func withTuples(ms []*member, yields, vs []*lcu.Var) (out, binds []*lcu.Var) {
	with := map[*lcu.Var][]*lcu.Var{}
	for _, m := range ms {
		for _, t := range tuples(m) {
			for _, v := range t.vars {
				with[v] = t.vars
			}
		}
	}
	for _, v := range yields {
		for _, w := range append(with[v][:len(with[v]):len(with[v])], v) {
			if slices.Contains(out, w) {
				continue
			}
			bind := lcu.NewVar(w.Name, w.Type)
			if k := slices.Index(yields, w); k >= 0 && vs != nil {
				bind = vs[k]
			}
			out, binds = append(out, w), append(binds, bind)
		}
	}
	return out, binds
}
