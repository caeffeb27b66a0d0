package device

// The scan of a tile: as many elements as the group has work-items, times a
// small number. Elements are evaluated and emitted in turn, neighbours by
// neighbouring work-items, so that memory is accessed in one piece; in between,
// each work-item scans a run of successive elements in local memory.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A tile is the memory for a tile and its sums.
type tile struct {
	warps
	items int     // elements of a work-item
	cells []*kvar // local arrays: elements, with keys in front if keyed
}

// tileBytes is how much local memory the elements of a tile may take.
const tileBytes = 24576

// tile makes the memory for tiles whose elements are combined by accs.
func (g *kernelGen) tile(accs []acc, keyed bool) tile {
	t := tile{warps: g.warps(accs, keyed)}
	t.items = g.target.itemsOf(t.types())
	for _, elem := range t.types() {
		t.cells = append(t.cells, g.local("tile", elem, t.items*g.target.Local))
	}
	return t
}

// itemsOf is how many elements of the types ts a work-item takes; odd, so that
// the work-items of a warp meet different banks of memory.
func (t Target) itemsOf(ts []*types.Type) int {
	bytes := 0
	for _, elem := range ts {
		bytes += sizeOf(elem)
	}
	return max(1, (min(t.Items, tileBytes/(bytes*t.Local))-1)|1)
}

// tileSize is the elements of a tile.
func (t Target) tileSize(ts []*types.Type) int { return t.itemsOf(ts) * t.Local }

// sizeOf is the bytes of an element, at most.
func sizeOf(t *types.Type) int {
	switch t.Kind {
	case types.KBool, types.KChar:
		return 1
	case types.KFloat:
		return 8
	}
	return 4
}

func (t tile) size(g *kernelGen) int { return t.items * g.target.Local }

// keys is the local array of keys, vals those of values.
func (t tile) keys() *kvar { return t.cells[0] }

func (t tile) vals() []*kvar { return t.cells[len(t.cells)-len(t.accs):] }

// fill evaluates the elements start <= i < min(start+size, hi); those beyond
// have the key -1 and the units as values.
func (t tile) fill(g *kernelGen, start, hi expr, elem func(at, i expr) []expr) {
	t.each(g, start, func(at, i expr) {
		vals := g.Choose("v", t.types(), lt(i, hi),
			func() []expr { return t.fromUnits(elem(at, i)) },
			func() []expr { return t.none() })
		g.storeAll(t.cells, at, vals)
	})
}

// each writes body for every place in the tile and position in the array.
func (t tile) each(g *kernelGen, start expr, body func(at, i expr)) {
	g.Count("j", num(0), num(t.items), num(1), func(j expr) {
		at := g.Def("at", add(mul(j, num(g.target.Local)), localId()))
		body(at, g.Def("i", add(start, at)))
	})
}

// fromUnits makes values what a fold from the units makes of them: a float may
// be less than the unit of max, and -0.0 becomes 0.0. What thunks combine with
// their units stays as it is.
func (t tile) fromUnits(vals []expr) []expr {
	out := append([]expr(nil), vals...)
	first := len(vals) - len(t.accs)
	for i, a := range t.accs {
		if a.elem == types.Float && a.join == nil {
			out[first+i] = combine(a.op, a.unit(), vals[first+i])
		}
	}
	return out
}

// runs scans the run of each work-item in place and returns what is before it
// in the tile, and the sum of the tile. The tile must be complete (a barrier).
func (t tile) runs(g *kernelGen) (before, all []expr) {
	sum := t.vars(g, "run")
	t.run(g, func(at expr) {
		g.setAll(sum, g.defs("with", t.join(g, kir.Uses(sum), g.defs("v", loads(t.cells, at)))))
		g.storeAll(t.vals(), at, kir.Uses(sum)[len(sum)-len(t.accs):])
	})
	inWarp := t.warps.scan(g, sum)
	g.Barrier()
	return t.across(g, inWarp)
}

// run writes body for the places of this work-item's run.
func (t tile) run(g *kernelGen, body func(at expr)) {
	first := g.Def("first", mul(localId(), num(t.items)))
	g.Count("j", num(0), num(t.items), num(1), func(j expr) { body(g.Def("at", add(first, j))) })
}

// after is what is before this work-item, given what is before the tile and
// what is before the work-item in it; for the first that is nothing, whose key
// would part it from what is before the tile.
func (t tile) after(g *kernelGen, carry, before []expr) []expr {
	return g.defs("before", choices(eq(localId(), num(0)), carry, t.join(g, carry, before)))
}

// spread combines the run of each work-item with what is before it.
func (t tile) spread(g *kernelGen, before []expr) {
	t.run(g, func(at expr) {
		with := t.join(g, before, g.defs("v", loads(t.cells, at)))
		g.storeAll(t.vals(), at, g.defs("with", with[len(with)-len(t.accs):]))
	})
	g.Barrier()
}

// emit hands out the scanned elements; before is what precedes the tile.
func (t tile) emit(g *kernelGen, s scanner, start, hi expr, before []expr) {
	t.each(g, start, func(at, i expr) {
		g.When(lt(i, hi), func() {
			var key expr
			if t.keyed {
				key = g.Def("key", load(t.keys(), at))
			}
			s.emit(i, key, func() []expr { return t.preceding(g, at, key, before) }, g.defs("with", loads(t.vals(), at)))
		})
	})
}

// preceding is what precedes the element at a place.
func (t tile) preceding(g *kernelGen, at, key expr, before []expr) []expr {
	left := g.Choose("left", t.types(), eq(at, num(0)),
		func() []expr { return before },
		func() []expr { return g.defs("v", loads(t.cells, g.Def("k", sub(at, num(1))))) })
	if !t.keyed {
		return left
	}
	return choices(eq(left[0], key), left[1:], units(t.accs))
}

// scanTiles scans lo <= i < hi, tile after tile, and returns the last key, if
// there are keys, and value; uniform. prepare, if not nil, comes before a tile
// is filled.
func (g *kernelGen) scanTiles(s scanner, lo, hi expr) (key expr, vals []expr) {
	t := g.tile(s.accs, s.key != nil)
	carry := g.muts("acc", s.initial())
	g.Count("start", lo, hi, num(t.size(g)), func(start expr) {
		if s.prepare != nil {
			s.prepare(t.size(g), start)
		}
		t.fill(g, start, hi, func(at, i expr) []expr { return s.element(at, i) })
		g.Barrier()
		before, all := t.runs(g)
		if s.emit == nil {
			g.setAll(carry, g.defs("next", t.join(g, kir.Uses(carry), all)))
			g.Barrier()
			return
		}
		t.spread(g, t.after(g, kir.Uses(carry), before))
		t.emit(g, s, start, hi, kir.Uses(carry))
		end := g.Def("end", sub1(minimum(num(t.size(g)), sub(hi, start))))
		g.setAll(carry, g.defs("next", loads(t.cells, end)))
		g.Barrier()
	})
	return s.parts(kir.Uses(carry))
}

// scanChained scans a tile for each group, of n elements in all, in one pass:
// groups hand their sums on. No statements may precede it; after it, sum is what
// all elements up to the end of the tile combine to; uniform.
func (g *kernelGen) scanChained(s scanner, state *kvar, n expr) (sum func() []expr) {
	t := g.tile(s.accs, s.key != nil)
	start := g.Def("start", mul(groupId(), num(t.size(g))))
	if s.prepare != nil {
		s.prepare(t.size(g), start)
	}
	t.fill(g, start, n, func(at, i expr) []expr { return s.element(at, i) })
	g.Barrier()
	before, all := t.runs(g)
	preceding := build.NewVars("preceding", t.types())
	chain := &kir.Chain{Binds: preceding, Keyed: t.keyed, State: kir.Use(state), Vals: all}
	for _, a := range s.accs {
		chain.Ops = append(chain.Ops, a.op)
	}
	g.Put(chain)
	t.spread(g, t.after(g, kir.Uses(preceding), before))
	t.emit(g, s, start, n, kir.Uses(preceding))
	return func() []expr {
		end := g.Def("end", sub1(minimum(num(t.size(g)), sub(n, start))))
		_, vals := s.parts(choices(ge(end, num(0)), loads(t.cells, end), kir.Uses(preceding)))
		return vals
	}
}
