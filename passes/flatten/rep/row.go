package rep

// Updates of one row of a sequence of rows, by a new one: it takes the place of the old
// row, if it is as long and no other row looks there.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// isNewRow reports whether vals, one row, has data of its own, without sequences in it.
func isNewRow(b *emit.Block, d *Nested, vals Value) bool {
	for _, c := range Parts(d.Data) {
		if _, nested := c.(*Nested); nested {
			return false
		}
	}
	v, ok := within(b, d.Data, vals).(*Nested)
	return ok && !SameData(v.Data, d.Data)
}

// storeRow is d, whose rows have no sequences in them, with row dest[0] replaced by the one
// of vals. Where there is little data, nobody asks whether it fits.
func storeRow(b *emit.Block, d *Nested, dest fkl.Expr, vals Value) Value {
	v := bounds(b, vals)
	all := Vecs(b, StartsOf(b, d), LensOf(b, d), v.Starts, v.Lens)
	starts, lens := all[0], all[1]
	d = &Nested{Starts: Vector{starts, types.Int}, Lens: Vector{lens, types.Int}, Data: d.Data}
	added := func(b *emit.Block) *Nested { return Store(b, d, dest, vals).(*Nested) }
	big := b.Prim(prim.Gt, types.Bool, Count(b, d.Data), emit.Num(SmallData))
	return Choose(b, big, func(b *emit.Block) *Nested {
		i := b.At(types.Int, dest, emit.Num(0))
		start, n := b.At(types.Int, starts, i), b.At(types.Int, lens, i)
		end := b.Add(start, n)
		packedApart := MapOver(b, &emit.Space{N: b.Length(starts)}, []*types.Type{types.Bool}, func(eb *emit.Block, _, k fkl.Expr) []fkl.Expr {
			from := eb.At(types.Int, starts, k)
			to := eb.Add(from, eb.At(types.Int, lens, k))
			other := eb.Prim(prim.Or, types.Bool, eb.Prim(prim.Ge, types.Bool, from, end), eb.Prim(prim.Le, types.Bool, to, start))
			return []fkl.Expr{eb.Prim(prim.Or, types.Bool, other, eb.Prim(prim.Eq, types.Bool, k, i))}
		})[0]
		alone := b.Let("alone", types.Bool, &fkl.Reduce{Node: ir.At(b.Pos), Op: prim.RAnd, Vec: packedApart})
		fits := b.Prim(prim.And, types.Bool, alone, b.Prim(prim.Eq, types.Bool, n, b.At(types.Int, all[3], emit.Num(0))))
		return Choose(b, fits, func(b *emit.Block) *Nested {
			sp := &emit.Space{N: n}
			from := b.At(types.Int, all[2], emit.Num(0))
			row := Gather(b, v.Data, sp, false, func(eb *emit.Block, _, k fkl.Expr) fkl.Expr { return eb.Add(from, k) })
			idx := MapOver(b, sp, []*types.Type{types.Int}, func(eb *emit.Block, _, k fkl.Expr) []fkl.Expr { return []fkl.Expr{eb.Add(start, k)} })[0]
			Force(b, row)
			return &Nested{Starts: d.Starts, Lens: d.Lens, Data: Store(b, d.Data, idx, row)}
		}, added)
	}, added)
}

// SmallData is the number of elements of data that are not worth packing.
const SmallData = 4096
