package order

import (
	"nessiec/backends/ref/vm"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
)

// An Order is that of the steps of a plan on a kind of device.
type Order struct {
	t     target.Desc
	first lcu.Grid
	args  []int
}

// Of is the order of steps, whose first has these numbers; nil if nothing is combined.
func Of(t target.Desc, steps []*lcu.Step, args []int) vm.Order {
	x := Order{t: t, first: steps[0].Grid, args: args}
	switch steps[0].Does {
	case lcu.Fold, lcu.FoldStoring, lcu.FoldOpen, lcu.ScanFrom:
	default:
		return nil
	}
	switch x.first {
	case lcu.Chunks, lcu.MergePath, lcu.Located:
		x.t.Grain = args[0]
	}
	return x
}

// Fold is what the elements of every segment combine to; of all, if offs is nil.
func (x Order) Fold(a *vm.Algebra, vals []word, offs []int) [][]word {
	g := group{Algebra: a, t: x.t}
	xs := sums(a, vals, offs)
	switch x.first {
	case lcu.Chunks:
		return [][]word{g.foldChunks(xs)}
	case lcu.MergePath:
		return g.foldMerged(xs, offs)
	case lcu.Located:
		return g.foldLocated(xs, offs)
	}
	out := make([][]word, len(offs)-1)
	for s := range out {
		out[s] = x.row(g, xs[offs[s]:offs[s+1]])
	}
	return out
}

// row is what a row combines to that groups have whole, or in pieces.
func (x Order) row(g group, xs []sum) []word {
	switch x.first {
	case lcu.WarpRows:
		return g.foldWarp(xs)
	case lcu.GroupRows:
		return g.foldPieces(xs, x.args[0])
	}
	return g.inTurn(g.identity(), xs) // a work-item has it, or it is an output of a tile
}

// Scan hands out what is before every element of a segment, and that with its own value,
// and returns what all combine to if offs is nil.
func (x Order) Scan(a *vm.Algebra, vals []word, offs []int, out func(i int, before, with []word)) []word {
	g := group{Algebra: a, t: x.t}
	xs := sums(a, vals, offs)
	switch {
	case x.first == lcu.Chunks:
		return g.scanChunks(xs, out)
	case x.first == lcu.Chain && offs == nil:
		return g.scanChain(xs, out)
	case x.first == lcu.Chain:
		g.byKey().scanChain(xs, out)
	case x.first == lcu.MergePath:
		g.scanMerged(xs, offs, out)
	case x.first == lcu.Located:
		g.scanLocated(xs, offs, out)
	default:
		x.scanRows(g, xs, offs, out)
	}
	return nil
}

// scanRows scans rows that groups have whole.
func (x Order) scanRows(g group, xs []sum, offs []int, out emit) {
	for s := range len(offs) - 1 {
		acc := g.identity()
		for i := offs[s]; i < offs[s+1]; i++ {
			with := g.combined(acc, xs[i].vals)
			out(i, acc, with)
			acc = with
		}
	}
}

// sums is elements with the numbers of their segments.
func sums(a *vm.Algebra, vals []word, offs []int) []sum {
	width := len(a.Unit)
	out := make([]sum, len(vals)/width)
	for i := range out {
		out[i].vals = vals[i*width:][:width]
	}
	for s := range max(0, len(offs)-1) {
		for i := offs[s]; i < offs[s+1]; i++ {
			out[i].id = s
		}
	}
	return out
}
