package growing

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// again is the code of a block, as a loop if it may go on with itself: so iterations of a loop in the
// loop follow each other without asking which block is next. It yields whether another block is next, and what
// the inner loop carries and yields; none are the numbers of no result.
//
//	(.. (recur 3 b i j) .. (recur 4 b n j))     of block 3
//	=> (let did (loop (i) (i) (.. (recur i) .. (tuple true 4 b n j)))
//	     (if did.0 (recur did.1 did.2 did.3 did.4) ..))
func (g *Loop) again(b *block, none []nkl.Expr) nkl.Expr {
	x, at := g.x, map[nkl.Expr]nkl.Expr{}
	all := slices.Concat(g.buffers(), x.regs)
	var vars []*nkl.Var // that another iteration changes
	own := func(m move) bool { return m.from == b && m.to == b }
	for _, m := range x.moves {
		for i, v := range all {
			if own(m) && !nkl.IsUse(m.at.Args[1+i], v) && !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
	}
	if len(vars) == 0 {
		return b.code
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
			elems := append([]nkl.Expr{anf.Boolean(true)}, m.at.Args...)
			for range g.full {
				elems = append(elems, anf.Boolean(false))
			}
			at[m.at] = &nkl.Tuple{Elems: append(elems, none...)}
		}
	}
	for _, l := range x.leaves {
		if l.in == b {
			at[l.at] = &nkl.Tuple{Elems: append([]nkl.Expr{anf.Boolean(false)}, l.at.Elems...)}
		}
	}
	inner := anf.CopyVars(vars)
	l := &nkl.Loop{Binds: inner, Inits: nkl.Uses(vars), Body: nkl.Rename(anf.Ending(b.code, func(e nkl.Expr) nkl.Expr { return at[e] }), anf.Renaming(vars, inner))}
	var steps anf.Block
	did := parts(&steps, l, append([]*types.Type{types.Bool}, g.fields()...))
	return steps.In(&nkl.If{Cond: did[0], Then: &nkl.Recur{Args: did[1 : 1+len(g.outer)]}, Else: &nkl.Tuple{Elems: did[1:]}})
}

// buffers is those that the inner loop carries.
func (g *Loop) buffers() (out []*nkl.Var) {
	for _, c := range g.x.states {
		out = append(out, c.buf)
	}
	return out
}
