// Package order says in which order devices combine the values of reductions and scans:
// what a plan of λcu fixes. It computes what the kernels compute that lowering makes of
// the steps, with every float combined with the same ones.
//
//	group   what a group combines: in turn, or across its work-items
//	tile    scans across work-items
//	parts   the parts that groups have of an index space
//	plain   folds and scans of all elements
//	rows    folds of rows, whole or in pieces
//	pieces  folds and scans of segments that may lie in several groups
//	order   the order of the steps of a plan
package order

import (
	"nessiec/backends/ref/vm"
	"nessiec/ir/prim"
	"nessiec/ir/target"
)

type word = prim.Word

// A sum is what some elements combine to, with the number of their segment.
type sum struct {
	id   int
	vals []word
}

// noSegment is the id of what belongs to none.
const noSegment = -1

// A group combines values as a group of a device does. If it is keyed, sums of different
// segments are kept apart.
type group struct {
	*vm.Algebra
	t     target.Desc
	keyed bool
}

func (g group) byKey() group { g.keyed = true; return g }

// unit is the sum of nothing.
func (g group) unit() sum {
	id := 0
	if g.keyed {
		id = noSegment
	}
	return sum{id, g.identity()}
}

func (g group) identity() []word { return append([]word(nil), g.Unit...) }

// combined is x followed by y.
func (g group) combined(x, y []word) []word {
	out := make([]word, len(x))
	g.Combine(out, x, y)
	return out
}

// join is the sum x followed by the sum y.
func (g group) join(x, y sum) sum {
	if g.keyed && x.id != y.id {
		return y
	}
	return sum{y.id, g.combined(x.vals, y.vals)}
}

// inTurn adds values to an accumulator, one after another.
func (g group) inTurn(acc []word, xs []sum) []word {
	for _, x := range xs {
		g.Combine(acc, acc, x.vals)
	}
	return acc
}

// fold is what elements combine to, in any order unless functions combine them.
func (g group) fold(xs []sum) []word {
	switch {
	case g.t.Serial():
		return g.inTurn(g.identity(), xs)
	case g.Ordered():
		return g.foldInOrder(xs)
	}
	return g.foldItems(xs, func(i int) int { return i % g.t.Local })
}

// foldItems is what elements combine to, of which work-item of(i) takes element i.
func (g group) foldItems(xs []sum, of func(i int) int) []word {
	items := g.items()
	for i, x := range xs {
		g.Combine(items[of(i)].vals, items[of(i)].vals, x.vals)
	}
	all := g.unit()
	for w := range g.t.Local / g.t.Warp {
		all = g.join(all, g.warp(items[w*g.t.Warp:][:g.t.Warp]))
	}
	return all.vals
}

// items is a sum of nothing for every work-item.
func (g group) items() []sum {
	out := make([]sum, g.t.Local)
	for i := range out {
		out[i] = g.unit()
	}
	return out
}

// foldInOrder is fold, with elements combined in their order.
func (g group) foldInOrder(xs []sum) []word {
	if g.t.Serial() {
		return g.inTurn(g.identity(), xs)
	}
	return g.scanTiles(xs, g.unit(), nil).vals
}

// An emit receives element i of a scan: what precedes it, and this with its own value.
type emit func(i int, before, with []word)

// scan scans elements from what precedes them, and returns what all combine to.
func (g group) scan(xs []sum, init sum, out emit) sum {
	if !g.t.Serial() {
		return g.scanTiles(xs, init, out)
	}
	acc := init
	for i, x := range xs {
		before := acc.vals
		if g.keyed && acc.id != x.id {
			before = g.identity()
		}
		acc = sum{x.id, g.combined(before, x.vals)}
		out(i, before, acc.vals)
	}
	return acc
}
