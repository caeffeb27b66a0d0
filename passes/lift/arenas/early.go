package arenas

// Sequences that are put together of others before the calls that they do not need: what calls yield lies behind them then.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// early is e with appends, and literals, before calls of which they need nothing.
//
//	(let l (call ..) (let r (call ..) (let m (append l xs) (append m r))))
//	=> (let l (call ..) (let m (append l xs) (let r (call ..) (append m r))))
func (a *arenas) early(e nkl.Expr) nkl.Expr {
	all, end := steps.Of(e)
	if len(all) == 0 {
		return e.MapBodies(a.early)
	}
	for i, s := range all {
		if s.Expr != nil {
			all[i].Expr = s.Expr.MapBodies(a.early)
		}
	}
	for i := range all {
		if all[i].Check == nil && anf.IsOp(all[i].Expr, prim.Append) {
			a.moveUp(all, i)
		}
	}
	return steps.Join(all, a.early(end))
}

// moveUp moves step i, and literals that are its operands, before the first call behind all that they need.
func (a *arenas) moveUp(all []steps.Step, i int) {
	needs, moved := nkl.FreeVars(all[i].Expr), []int{i}
	first := i
	for ; first > 0 && !slices.Contains(needs, all[first-1].Bind); first-- {
		continue
	}
	for first > 0 && all[first-1].Check == nil && all[first-1].Expr.Form() == nkl.FormSeq { // what a literal needs may be known earlier
		needs, moved = append(needs, nkl.FreeVars(all[first-1].Expr)...), append(moved, first-1)
		for first--; first > 0 && !slices.Contains(needs, all[first-1].Bind); first-- {
			continue
		}
	}
	for to := first; to < i; to++ {
		if all[to].Check == nil && a.calls(all[to].Expr) {
			for k := len(moved) - 1; k >= 0 && moved[k] > to; k-- {
				at := moved[k]
				s := all[at]
				copy(all[to+1:at+1], all[to:at])
				all[to] = s
				to++
			}
			return
		}
	}
}
