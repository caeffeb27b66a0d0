package kernel

// Filters with equal flags.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// MergeFilters makes filters by the same flags one, with one vector of ranks.
//
//	(let (a f r) (filter true n (thunk (i) x[i] p[i]) ..)
//	(let (b g q) (filter true n (thunk (i) y[i] p[i]) ..) e))
//	=>  (let (a f b g r) (filter true n (thunk (i) x[i] p[i] y[i] p[i]) ..) e), with r for q
//
// What makes the arrays of the second filter moves up to the first if it cannot
// fail; if it cannot move, the filters stay two, and the ranks of the first are
// those of both.
func MergeFilters(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	return opt.Bodies(c, m, func(c *pass.Ctx, e lcu.Expr) lcu.Expr {
		w := &filterMerger{Ctx: c, same: map[*lcu.Var]lcu.Expr{}}
		if out := w.body(e); out != e {
			return opt.Dead(opt.CSE(lcu.Replace(out, w.same)))
		}
		return e
	})
}

type filterMerger struct {
	*pass.Ctx
	same map[*lcu.Var]lcu.Expr // ranks of filters by those of others
}

// body merges filters of straight-line code, and of the bodies in it.
func (w *filterMerger) body(e lcu.Expr) lcu.Expr {
	first := map[*lcu.Var]*lcu.Let{}
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
		f, ok := let.Rhs.(*lcu.Filter)
		flags := flagsOf(f)
		if !ok || flags == nil {
			out = append(out, let)
			continue
		}
		one := first[flags]
		if one == nil || one.Rhs.(*lcu.Filter).Loose != f.Loose || !w.Rewrite("merge filters by "+flags.Name) {
			first[flags] = let
			out = append(out, let)
			continue
		}
		changed = true
		w.Verdict(pass.Verdict{Of: opt.Places(one.Rhs), With: opt.Places(f), Fused: true, Why: "filters by the same flags are one"})
		if at := slices.Index(out, lcu.Expr(one)); at >= 0 {
			if up, ok := w.movesUp(one, out[at+1:], f); ok {
				both := w.merged(one, let)
				first[flags] = both
				out = slices.Concat(out[:at], up, []lcu.Expr{both}, without(out[at+1:], up))
				continue
			}
		}
		ranks := opt.PrefixCounts(let.Binds)
		w.same[ranks] = lcu.Use(opt.PrefixCounts(one.Binds))
		binds := append(slices.Clone(let.Binds[:len(let.Binds)-1]), lcu.NewVar(ranks.Name, ranks.Type))
		out = append(out, &lcu.Let{Node: let.Node, Binds: binds, Rhs: f})
	}
	last := tail.MapBodies(w.body)
	if !changed && last == tail {
		return e
	}
	return chain(out, last)
}

// straight is the statements of straight-line code, Lets and Checks, and what ends it.
func straight(e lcu.Expr) (stmts []lcu.Expr, tail lcu.Expr) {
	for {
		switch x := e.(type) {
		case *lcu.Let:
			e = x.Body
			stmts = append(stmts, x)
		case *lcu.Check:
			e = x.Then
			stmts = append(stmts, x)
		default:
			return stmts, e
		}
	}
}

// chain is straight-line code of these statements.
func chain(stmts []lcu.Expr, tail lcu.Expr) lcu.Expr {
	for _, st := range slices.Backward(stmts) {
		switch st := st.(type) {
		case *lcu.Let:
			tail = &lcu.Let{Node: st.Node, Binds: st.Binds, Rhs: st.Rhs, Body: tail}
		case *lcu.Check:
			tail = &lcu.Check{Node: st.Node, Cond: st.Cond, Error: st.Error, Then: tail}
		}
	}
	return tail
}

// flagsOf is the array by whose elements at their index a filter keeps, or nil.
func flagsOf(f *lcu.Filter) *lcu.Var {
	if f == nil {
		return nil
	}
	ret, ok := f.Pred.Body.(*lcu.Ret)
	if !ok {
		return nil
	}
	k := slices.IndexFunc(f.Pred.Params, func(v *lcu.Var) bool { return lcu.SameAtom(ret.Vals[0], lcu.Use(v)) })
	if from := opt.Copied(f.T); k >= 0 && k < len(from) {
		return from[k]
	}
	return nil
}

// movesUp is which of the statements before a filter or scatter it needs, if they can move
// above all others and above the one before these.
func (w *filterMerger) movesUp(one *lcu.Let, stmts []lcu.Expr, f lcu.Expr) (up []lcu.Expr, ok bool) {
	need := map[*lcu.Var]bool{}
	opt.MarkUses(f, need)
	for _, st := range slices.Backward(stmts) {
		let, ok := st.(*lcu.Let)
		if !ok {
			if s, scatters := f.(*lcu.Scatter); scatters && s.Op == prim.RSet {
				return nil, false // the check may be what makes places differ
			}
			continue
		}
		if !slices.ContainsFunc(let.Binds, func(v *lcu.Var) bool { return need[v] }) {
			continue
		}
		switch let.Rhs.(type) {
		case *lcu.Map, *lcu.SegMap, *lcu.Length, *lcu.Prim, *lcu.Vec:
		default:
			return nil, false
		}
		if !opt.Removable(let.Rhs) {
			return nil, false
		}
		opt.MarkUses(let.Rhs, need)
		up = append(up, let)
	}
	slices.Reverse(up)
	for v, ranks := range w.same { // uses of v will be uses of ranks
		need[ranks.(*lcu.Ref).Var] = need[ranks.(*lcu.Ref).Var] || need[v]
	}
	return up, !slices.ContainsFunc(one.Binds, func(v *lcu.Var) bool { return need[v] })
}

func without(stmts, gone []lcu.Expr) (out []lcu.Expr) {
	for _, st := range stmts {
		if !slices.Contains(gone, st) {
			out = append(out, st)
		}
	}
	return out
}

// merged is two filters as one.
func (w *filterMerger) merged(a, b *lcu.Let) *lcu.Let {
	f, g := a.Rhs.(*lcu.Filter), b.Rhs.(*lcu.Filter)
	ranks := len(a.Binds) - 1
	w.same[opt.PrefixCounts(b.Binds)] = lcu.Use(a.Binds[ranks])
	binds := slices.Concat(a.Binds[:ranks], b.Binds[:len(b.Binds)-1], a.Binds[ranks:])
	i := lcu.NewVar("i", types.Int)
	var l lcu.Lets
	var vals []lcu.Expr
	for _, t := range []*lcu.Thunk{f.T, g.T} {
		t = lcu.Freshen(t).(*lcu.Thunk)
		body := lcu.Replace(t.Body, map[*lcu.Var]lcu.Expr{t.Params[0]: lcu.Use(i)})
		vals = append(vals, opt.Splice(&l, body, nil)...)
	}
	pred := &lcu.Thunk{Params: slices.Concat(f.Pred.Params, lcu.Freshen(g.Pred).(*lcu.Thunk).Params), Body: f.Pred.Body}
	t := opt.CSE(&lcu.Thunk{Params: []*lcu.Var{i}, Body: l.In(lcu.Results(vals...))}).(*lcu.Thunk)
	return &lcu.Let{Node: a.Node, Binds: binds, Rhs: &lcu.Filter{Node: ir.At(f.Pos()), Loose: f.Loose, N: f.N, T: opt.Dead(t).(*lcu.Thunk), Pred: pred}}
}
