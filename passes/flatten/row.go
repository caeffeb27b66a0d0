package flatten

// Updates of one row of a sequence of rows, by a new one: it takes the place of the old
// row, if it is as long and no other row looks there.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// isNewRow reports whether vals, one row, has data of its own, without sequences in it.
func (b *block) isNewRow(d *nestedSeq, vals rep) bool {
	for _, c := range parts(d.data) {
		if _, nested := c.(*nestedSeq); nested {
			return false
		}
	}
	v, ok := b.within(d.data, vals).(*nestedSeq)
	return ok && !sameData(v.data, d.data)
}

// storeRow is d, whose rows have no sequences in them, with row dest[0] replaced by the one
// of vals. Where there is little data, nobody asks whether it fits.
func (b *block) storeRow(d *nestedSeq, dest fkl.Expr, vals rep) rep {
	v := b.bounds(vals)
	all := b.vecs(b.startsOf(d), b.lensOf(d), v.starts, v.lens)
	starts, lens := all[0], all[1]
	d = &nestedSeq{starts: vector{starts, types.Int}, lens: vector{lens, types.Int}, data: d.data}
	added := func(b *block) *nestedSeq { return b.store(d, dest, vals).(*nestedSeq) }
	big := b.prim(prim.Gt, types.Bool, b.count(d.data), num(smallData))
	return b.choose(big, func(b *block) *nestedSeq {
		i := b.at(types.Int, dest, num(0))
		start, n := b.at(types.Int, starts, i), b.at(types.Int, lens, i)
		end := b.add(start, n)
		packedApart := b.mapOver(&indexSpace{n: b.length(starts)}, []*types.Type{types.Bool}, func(eb *block, _, k fkl.Expr) []fkl.Expr {
			from := eb.at(types.Int, starts, k)
			to := eb.add(from, eb.at(types.Int, lens, k))
			other := eb.prim(prim.Or, types.Bool, eb.prim(prim.Ge, types.Bool, from, end), eb.prim(prim.Le, types.Bool, to, start))
			return []fkl.Expr{eb.prim(prim.Or, types.Bool, other, eb.prim(prim.Eq, types.Bool, k, i))}
		})[0]
		alone := b.let("alone", types.Bool, &fkl.Reduce{Node: ir.At(b.pos), Op: prim.RAnd, Vec: packedApart})
		fits := b.prim(prim.And, types.Bool, alone, b.prim(prim.Eq, types.Bool, n, b.at(types.Int, all[3], num(0))))
		return b.choose(fits, func(b *block) *nestedSeq {
			sp := &indexSpace{n: n}
			from := b.at(types.Int, all[2], num(0))
			row := b.gather(v.data, sp, false, func(eb *block, _, k fkl.Expr) fkl.Expr { return eb.add(from, k) })
			idx := b.mapOver(sp, []*types.Type{types.Int}, func(eb *block, _, k fkl.Expr) []fkl.Expr { return []fkl.Expr{eb.add(start, k)} })[0]
			b.force(row)
			return &nestedSeq{starts: d.starts, lens: d.lens, data: b.store(d.data, idx, row)}
		}, added)
	}, added)
}
