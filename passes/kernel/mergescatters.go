package kernel

// Scatters to the same places.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// MergeScatters makes scatters to the same places one, of as many arrays: a
// permutation of tuples computes and reads its places once.
//
//	(let (a) (scatter set n (z) (thunk (i) x[i]) (thunk (i) p[i]))
//	(let (b) (scatter set n (w) (thunk (i) y[i]) (thunk (i) p[i])) e))
//	=>  (let (a b) (scatter set n (z w) (thunk (i) x[i] y[i]) (thunk (i) p[i])) e)
//
// What makes the arrays of the second one moves up to the first, as for filters
// (MergeFilters); if it cannot, the scatters stay two. An array that is all the same and is
// used elsewhere too is made for the scatter alone, which writes into it then. A permutation moves up to the
// marks that tell whether its places differ.
func MergeScatters(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	return opt.Bodies(c, m, func(c *pass.Ctx, e lcu.Expr) lcu.Expr {
		w := &scatterMerger{filterMerger: filterMerger{Ctx: c}, lengthOf: map[*lcu.Var]*lcu.Var{}, fills: map[*lcu.Var]*lcu.Map{}, uses: opt.Uses(e)}
		if out := w.body(e); out != e {
			return opt.Dead(opt.CSE(out))
		}
		return e
	})
}

// A scatterMerger moves code as for filters.
type scatterMerger struct {
	filterMerger
	lengthOf map[*lcu.Var]*lcu.Var // of which arrays variables are the lengths
	fills    map[*lcu.Var]*lcu.Map // arrays whose elements are all the same
	uses     map[*lcu.Var]int
}

// isFill reports whether a map yields the same for all indices.
func isFill(m *lcu.Map) bool {
	r, ok := m.T.Body.(*lcu.Ret)
	return ok && len(r.Vals) == 1 && !lcu.SameAtom(r.Vals[0], lcu.Use(m.T.Params[0]))
}

// own is s, whose arrays that others use too, but are all the same, are made once more: one
// that others use would have to be copied.
func (w *scatterMerger) own(s *lcu.Scatter) (fills []lcu.Expr, out *lcu.Scatter) {
	into := slices.Clone(s.Into)
	for k, e := range into {
		v := e.(*lcu.Ref).Var
		fill := w.fills[v]
		if fill == nil || w.uses[v] < 2 || !w.Rewrite("make "+v.Name+" to write into") {
			continue
		}
		w.uses[v]--
		mine := lcu.NewVar(v.Name, v.Type)
		w.uses[mine]++
		into[k] = lcu.Use(mine)
		fills = append(fills, &lcu.Let{Binds: []*lcu.Var{mine}, Rhs: &lcu.Map{Node: fill.Node, N: fill.N, T: lcu.Freshen(fill.T).(*lcu.Thunk)}})
	}
	if fills == nil {
		return nil, s
	}
	return fills, &lcu.Scatter{Node: s.Node, Op: s.Op, N: s.N, Into: into, T: s.T, Dest: s.Dest}
}

// A goal is what scatters have in common that may be one: each goes over all of
// places.
type goal struct {
	op     prim.Rop
	places *lcu.Var
}

// goalOf is the goal of a scatter; its places are nil if it has none, or may fail.
func (w *scatterMerger) goalOf(s *lcu.Scatter) goal {
	places := onlyRead(s.Dest)
	if n, ok := s.N.(*lcu.Ref); !ok || places == nil || w.lengthOf[n.Var] != places || !opt.Removable(s) {
		return goal{}
	}
	return goal{s.Op, places}
}

// body merges scatters of straight-line code, and of the bodies in it.
func (w *scatterMerger) body(e lcu.Expr) lcu.Expr {
	first := map[goal]*lcu.Let{}
	stmts, tail := straight(e)
	var out []lcu.Expr
	changed := false
	for _, st := range stmts {
		let, ok := st.(*lcu.Let)
		if !ok {
			out = append(out, st)
			continue
		}
		if rhs := let.Rhs.MapBodies(w.body); rhs != let.Rhs {
			let = &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs}
			changed = true
		}
		if l, ok := let.Rhs.(*lcu.Length); ok {
			w.lengthOf[let.Binds[0]] = l.Vec.(*lcu.Ref).Var
		}
		if m, ok := let.Rhs.(*lcu.Map); ok && isFill(m) {
			w.fills[let.Binds[0]] = m
		}
		s, ok := let.Rhs.(*lcu.Scatter)
		if !ok {
			out = append(out, let)
			continue
		}
		if fills, own := w.own(s); fills != nil {
			s, out, changed = own, append(out, fills...), true
			let = &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: s}
		}
		g := w.goalOf(s)
		at, up, ok := 0, []lcu.Expr(nil), false
		one := first[g]
		if g.places != nil && one != nil {
			at = slices.Index(out, lcu.Expr(one))
			up, ok = w.movesUp(one, out[at+1:], s)
		}
		if !ok || !w.Rewrite("merge scatters by "+g.places.Name) {
			first[g] = let
			out = append(out, let)
			continue
		}
		w.Verdict(pass.Verdict{Of: opt.Places(one.Rhs), With: opt.Places(s), Fused: true, Why: "writes to the same places are one kernel"})
		both := mergedScatters(one, let)
		first[g] = both
		out = slices.Concat(out[:at], up, []lcu.Expr{both}, without(out[at+1:], up))
		changed = true
	}
	last := tail.MapBodies(w.body)
	if !changed && last == tail {
		return e
	}
	return chain(out, last)
}

// mergedScatters is two scatters as one.
func mergedScatters(a, b *lcu.Let) *lcu.Let {
	s, t := a.Rhs.(*lcu.Scatter), b.Rhs.(*lcu.Scatter)
	i := lcu.NewVar("i", types.Int)
	var l lcu.Lets
	var vals []lcu.Expr
	for _, thunk := range []*lcu.Thunk{s.T, t.T} {
		thunk = lcu.Freshen(thunk).(*lcu.Thunk)
		vals = append(vals, opt.Splice(&l, lcu.Replace(thunk.Body, map[*lcu.Var]lcu.Expr{thunk.Params[0]: lcu.Use(i)}), nil)...)
	}
	return &lcu.Let{Node: a.Node, Binds: slices.Concat(a.Binds, b.Binds), Rhs: &lcu.Scatter{Node: ir.At(s.Pos()), Op: s.Op, N: s.N,
		Into: slices.Concat(s.Into, t.Into), T: &lcu.Thunk{Params: []*lcu.Var{i}, Body: l.In(lcu.Results(vals...))}, Dest: s.Dest}}
}
