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
// (MergeFilters); if it cannot, the scatters stay two.
func MergeScatters(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	return m.MapBodies(func(e lcu.Expr) lcu.Expr {
		w := &scatterMerger{filterMerger{Ctx: c}, map[*lcu.Var]*lcu.Var{}}
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
	var lets []*lcu.Let
	rest, changed := e, false
	for let, ok := rest.(*lcu.Let); ok; let, ok = rest.(*lcu.Let) {
		rest = let.Body
		if rhs := let.Rhs.MapBodies(w.body); rhs != let.Rhs {
			let = &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs}
			changed = true
		}
		if l, ok := let.Rhs.(*lcu.Length); ok {
			w.lengthOf[let.Binds[0]] = l.Vec.(*lcu.Ref).Var
		}
		s, ok := let.Rhs.(*lcu.Scatter)
		if !ok {
			lets = append(lets, let)
			continue
		}
		g := w.goalOf(s)
		at, up, ok := 0, []*lcu.Let(nil), false
		one := first[g]
		if g.places != nil && one != nil {
			at = slices.Index(lets, one)
			up, ok = w.movesUp(one, lets[at+1:], s)
		}
		if !ok || !w.Rewrite("merge scatters by "+g.places.Name) {
			first[g] = let
			lets = append(lets, let)
			continue
		}
		w.Verdict(pass.Verdict{Of: opt.Places(one.Rhs), With: opt.Places(s), Fused: true, Why: "writes to the same places are one kernel"})
		both := mergedScatters(one, let)
		first[g] = both
		lets = slices.Concat(lets[:at], up, []*lcu.Let{both}, without(lets[at+1:], up))
		changed = true
	}
	tail := rest.MapBodies(w.body)
	if !changed && tail == rest {
		return e
	}
	for _, let := range slices.Backward(lets) {
		tail = &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: let.Rhs, Body: tail}
	}
	return tail
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
