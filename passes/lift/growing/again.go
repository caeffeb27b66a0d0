package growing

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// again is the code of a block, as a loop if it may go on with itself: so iterations of a loop in the
// loop follow each other without asking which block is next. It yields whether another block is next, which one, and what
// of that which the inner loop carries it may change.
//
//	(.. (recur 3 b i j) .. (recur 4 b n j))     of block 3
//	=> (let did (loop (i) (i) (.. (recur i) .. (tuple true 4 n)))
//	     (if did.0 (recur did.1 b did.2 j) ..))
func (g *Loop) again(b *block) nkl.Expr {
	x, at := g.x, map[nkl.Expr]nkl.Expr{}
	all := slices.Concat(g.buffers(), x.regs)
	var vars, changed []*nkl.Var // that another iteration changes; that may be others behind the loop
	own := func(m move) bool { return m.from == b && m.to == b }
	note := func(vs *[]*nkl.Var, args []nkl.Expr) {
		for i, v := range all {
			if !nkl.IsUse(args[1+i], v) && !slices.Contains(*vs, v) {
				*vs = append(*vs, v)
			}
		}
	}
	for _, m := range x.moves {
		if own(m) {
			note(&vars, m.at.Args)
		}
		if m.from == b {
			note(&changed, m.at.Args)
		}
	}
	if len(vars) == 0 {
		return b.code
	}
	for _, l := range x.leaves {
		if l.in == b {
			note(&changed, l.at.Elems)
		}
	}
	beside := g.fields()[1+len(all):] // what the inner loop yields, too
	var none []nkl.Expr
	for _, t := range beside {
		none = append(none, x.before.Zero(t))
	}
	some := func(isNext bool, args []nkl.Expr) []nkl.Expr { // what this loop yields
		out := []nkl.Expr{anf.Boolean(isNext), args[0]}
		for _, v := range changed {
			out = append(out, args[1+slices.Index(all, v)])
		}
		if isNext {
			return append(out, none...)
		}
		return append(out, args[1+len(all):]...)
	}
	for _, m := range x.moves {
		switch {
		case own(m):
			out := &nkl.Recur{Node: m.at.Node}
			for _, v := range vars {
				out.Args = append(out.Args, m.at.Args[1+slices.Index(all, v)])
			}
			at[m.at] = out
		case m.from == b:
			at[m.at] = &nkl.Tuple{Elems: some(true, m.at.Args)}
		}
	}
	for _, l := range x.leaves {
		if l.in == b {
			at[l.at] = &nkl.Tuple{Elems: some(false, l.at.Elems)}
		}
	}
	inner := anf.CopyVars(vars)
	l := &nkl.Loop{Binds: inner, Inits: nkl.Uses(vars), Body: nkl.Rename(anf.Ending(b.code, func(e nkl.Expr) nkl.Expr { return at[e] }), anf.Renaming(vars, inner))}
	ts := append([]*types.Type{types.Bool, types.Int}, types.OfVars(changed)...)
	var steps anf.Block
	did := parts(&steps, l, slices.Concat(ts, beside))
	next := append([]nkl.Expr{did[1]}, nkl.Uses(all)...)
	for k, v := range changed {
		next[1+slices.Index(all, v)] = did[2+k]
	}
	left := slices.Concat(next, did[len(ts):])
	return steps.In(&nkl.If{Cond: did[0], Then: &nkl.Recur{Args: next}, Else: &nkl.Tuple{Elems: left}})
}

// buffers is those that the inner loop carries.
func (g *Loop) buffers() (out []*nkl.Var) {
	for _, c := range g.x.states {
		out = append(out, c.buf)
	}
	return out
}
