package lift

// Sequences that do not leave an update block, as scratch.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/growing"
	"nessiec/passes/nested/anf"
)

// onScratch is block b, which is under a map, with scratch in place of sequences that do not leave it, where these have few
// elements: work-items then have memory for one of them, and not for those of all their elements.
//
//	(update (s) (xs) .. (length s) .. r)
//	=> (let n (length xs) (if (n <= 1024) (update scratch (let s <copy of n elements of xs> .. n .. r)) (update (s) (xs) ..)))
func onScratch(b *nkl.Update, states *states) nkl.Expr {
	out := &nkl.Update{Node: b.Node}
	var before, first anf.Block
	var fits nkl.Expr
	lengths, copies := map[int]nkl.Expr{}, map[*nkl.Var]nkl.Expr{}
	for k, v := range b.Binds {
		if states.returned[k] {
			out.Binds, out.Inits = append(out.Binds, v), append(out.Inits, b.Inits[k])
			continue
		}
		n := before.Name("n", types.Int, anf.Op(prim.Length, b.Inits[k]))
		short := before.Name("short", types.Bool, growing.IsShort(n))
		if fits != nil {
			short = before.Name("all", types.Bool, anf.Op(prim.And, fits, short))
		}
		fits, lengths[k] = short, n
		out.Scratch, out.Sizes = append(out.Scratch, v), append(out.Sizes, growing.MostSerial)
		copies[v] = first.Name(v.Name, v.Type, anf.Copied(v, b.Inits[k], n))
	}
	if fits == nil {
		return b
	}
	body := anf.WithLengths(b.Body, func(v *nkl.Var) nkl.Expr {
		if k, ok := states.of(v); ok {
			return lengths[k]
		}
		return nil
	})
	out.Body = first.In(nkl.Replace(body, copies))
	return before.In(&nkl.If{Cond: fits, Then: nkl.Freshen(out), Else: b})
}
