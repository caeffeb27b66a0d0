package device

// The scan of a tile: one element for each work-item, inclusive sums in local
// memory after as many steps as Local has bits.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A tile is a scanner with its memory: accs and last are what precedes the
// tile, keys and vals are the elements.
type tile struct {
	scanner
	accs []*kvar
	last *kvar // nil without keys
	keys *kvar
	vals []*kvar
}

// scanTile scans the elements start <= i < min(start+Local, hi).
func (g *kernelGen) scanTile(t tile, start, hi expr) {
	i := g.def("i", add(start, localId()))
	valid := g.def("valid", lt(i, hi))
	key := g.loadTile(t, i, valid)
	g.barrier()
	g.count("k", num(0), num(g.log()), num(1), func(k expr) { g.tileStep(t, key, k) })
	with := g.defs("with", t.continued(g, key, localId()))
	g.when(valid, func() {
		t.emit(i, key, func() []expr { return t.before(g, key) }, with)
	})
	end := g.def("end", sub(minimum(num(g.target.Local), sub(hi, start)), num(1)))
	var endKey expr
	if t.last != nil {
		endKey = g.def("key", load(t.keys, end))
	}
	next := g.defs("next", t.continued(g, endKey, end))
	g.setAll(t.accs, next)
	if t.last != nil {
		g.set(t.last, endKey)
	}
	g.barrier()
}

// loadTile stores the element of this work-item and returns its key.
func (g *kernelGen) loadTile(t tile, i, valid expr) expr {
	ts := elems(t.scanner.accs)
	if t.last == nil {
		vals := g.choose("v", ts, valid,
			func() []expr { _, vals := t.elem(i); return vals },
			func() []expr { return units(t.scanner.accs) })
		g.storeAll(t.vals, localId(), vals)
		return nil
	}
	vals := g.choose("v", append([]*types.Type{types.Int}, ts...), valid,
		func() []expr { key, vals := t.elem(i); return append([]expr{key}, fromUnits(t.scanner.accs, vals)...) },
		func() []expr { return append([]expr{num(-1)}, units(t.scanner.accs)...) })
	g.store(t.keys, localId(), vals[0])
	g.storeAll(t.vals, localId(), vals[1:])
	return vals[0]
}

// fromUnits makes values what a fold from the units makes of them: a float may
// be less than the unit of max, and -0.0 becomes 0.0.
func fromUnits(accs []acc, vals []expr) []expr {
	us := units(accs)
	out := make([]expr, len(vals))
	for i, v := range vals {
		out[i] = v
		if accs[i].elem == types.Float {
			out[i] = combine(accs[i].op, us[i], v)
		}
	}
	return out
}

// tileStep combines every element with the one 2^k before it.
func (g *kernelGen) tileStep(t tile, key, k expr) {
	d := g.def("d", kir.Apply("shl", num(1), k))
	left := sub(localId(), d)
	joins := ge(localId(), d)
	if key != nil {
		joins = both(joins, eq(load(t.keys, left), key))
	}
	as := t.scanner.accs
	vals := g.choose("x", elems(as), joins,
		func() []expr { return mix(as, loads(t.vals, left), loads(t.vals, localId())) },
		func() []expr { return loads(t.vals, localId()) })
	g.barrier()
	g.storeAll(t.vals, localId(), vals)
	g.barrier()
}

// continued is the sums of the tile at a place, continuing what precedes the tile.
func (t tile) continued(g *kernelGen, key, at expr) []expr {
	sums := loads(t.vals, at)
	all := mix(t.scanner.accs, kir.Uses(t.accs), sums)
	if key == nil {
		return all
	}
	return choices(eq(key, kir.Use(t.last)), all, sums)
}

// before is what precedes the element of this work-item.
func (t tile) before(g *kernelGen, key expr) []expr {
	as := t.scanner.accs
	start := kir.Uses(t.accs)
	if key != nil {
		start = choices(eq(key, kir.Use(t.last)), start, units(as))
	}
	return g.choose("before", elems(as), eq(localId(), num(0)),
		func() []expr { return start },
		func() []expr {
			left := g.def("left", sub(localId(), num(1)))
			prev := t.continued(g, key, left)
			if key != nil {
				prev = choices(eq(load(t.keys, left), key), prev, units(as))
			}
			return prev
		})
}
