package updates

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
	var before anf.Block
	var fits nkl.Expr
	lengths := make([]nkl.Expr, len(b.Binds))
	for k, returned := range states.returned {
		if !returned {
			lengths[k] = before.Name("n", types.Int, anf.Op(prim.Length, b.Inits[k]))
			fits = before.Both(fits, before.Name("short", types.Bool, growing.IsShort(lengths[k])))
		}
	}
	if fits == nil {
		return b
	}
	short := private(b, func(k int) (n nkl.Expr, ok bool) { return lengths[k], lengths[k] != nil })
	short.Body = anf.WithLengths(short.Body, func(v *nkl.Var) nkl.Expr {
		if k, ok := states.of(v); ok {
			return lengths[k]
		}
		return nil
	})
	return before.In(&nkl.If{Cond: fits, Then: nkl.Freshen(short), Else: b})
}

// private is block b with scratch in place of sequences: of those of which first says so, with as many of their elements,
// at most growing.MostSerial, as it says; nil is none.
func private(b *nkl.Update, first func(k int) (n nkl.Expr, ok bool)) *nkl.Update {
	out := &nkl.Update{Node: b.Node}
	var copies anf.Block
	body := b.Body
	for k, v := range b.Binds {
		n, ok := first(k)
		if !ok {
			out.Binds, out.Inits = append(out.Binds, v), append(out.Inits, b.Inits[k])
			continue
		}
		out.Scratch, out.Sizes = append(out.Scratch, v), append(out.Sizes, growing.MostSerial)
		if n != nil {
			copied := copies.Name(v.Name, v.Type, anf.Copied(v, b.Inits[k], n))
			body = nkl.Replace(body, map[*nkl.Var]nkl.Expr{v: copied})
		}
	}
	out.Body = copies.In(body)
	return out
}
