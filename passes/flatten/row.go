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
func (b *lets) isNewRow(d *lview, vals rep) bool {
	for _, c := range parts(d.data) {
		if _, nested := c.(*lview); nested {
			return false
		}
	}
	v, ok := b.within(d.data, vals).(*lview)
	return ok && !sameData(v.data, d.data)
}

// storeRow is d, whose rows have no sequences in them, with row dest[0] replaced by the one
// of vals. Where there is little data, nobody asks whether it fits.
func (b *lets) storeRow(d *lview, dest fkl.Expr, vals rep) rep {
	v := b.bounds(vals)
	all := b.vecs(b.startsOf(d), b.lensOf(d), v.starts, v.lens)
	starts, lens := all[0], all[1]
	d = &lview{starts: lbase{starts, types.Int}, lens: lbase{lens, types.Int}, data: d.data}
	added := func(b *lets) *lview { return b.store(d, dest, vals).(*lview) }
	big := b.prim("gt", types.Bool, b.count(d.data), num(little))
	return b.choose(big, func(b *lets) *lview {
		i := b.at(types.Int, dest, num(0))
		start, n := b.at(types.Int, starts, i), b.at(types.Int, lens, i)
		end := b.add(start, n)
		apart := b.mapOver(&space{n: b.length(starts)}, []*types.Type{types.Bool}, func(eb *lets, _, k fkl.Expr) []fkl.Expr {
			from := eb.at(types.Int, starts, k)
			to := eb.add(from, eb.at(types.Int, lens, k))
			other := eb.prim("or", types.Bool, eb.prim("ge", types.Bool, from, end), eb.prim("le", types.Bool, to, start))
			return []fkl.Expr{eb.prim("or", types.Bool, other, eb.prim("eq", types.Bool, k, i))}
		})[0]
		alone := b.let("alone", types.Bool, &fkl.Reduce{Node: ir.At(b.pos), Op: prim.RAnd, Vec: apart})
		fits := b.prim("and", types.Bool, alone, b.prim("eq", types.Bool, n, b.at(types.Int, all[3], num(0))))
		return b.choose(fits, func(b *lets) *lview {
			sp := &space{n: n}
			from := b.at(types.Int, all[2], num(0))
			row := b.gather(v.data, sp, false, func(eb *lets, _, k fkl.Expr) fkl.Expr { return eb.add(from, k) })
			idx := b.mapOver(sp, []*types.Type{types.Int}, func(eb *lets, _, k fkl.Expr) []fkl.Expr { return []fkl.Expr{eb.add(start, k)} })[0]
			b.force(row)
			return &lview{starts: d.starts, lens: d.lens, data: b.store(d.data, idx, row)}
		}, added)
	}, added)
}
