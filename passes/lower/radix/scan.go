package radix

// The scan of the counts of a pass: by digit, how many elements groups before have. It
// also says how many have the digit in all; if all have, the pass moves nothing.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

// A scanner scans counts.
type scanner struct {
	pass
	g      group.Group
	groups kir.Expr // those that have counted
	totals *kir.Var // by digit
}

func newScanner(g group.Group, st Storage) scanner {
	p := newPass(st, kir.Scatter, kir.Scatter)
	groups := p.k.Int("groups")
	return scanner{p, g, groups, p.k.Array("totals", types.Int, kir.Scatter)}
}

// ScanSerial scans all counts in one group.
func ScanSerial(g group.Group, _ target.Desc) *build.Kernel {
	x := newScanner(g, Halves)
	x.all()
	return x.k
}

// ScanParallel is ScanSerial if there is one group; else each has a digit, and the
// work-items some of the counts, of which there are no more than chunks.
func ScanParallel(g group.Group, t target.Desc) *build.Kernel {
	x := newScanner(g, Halves)
	k := x.k
	k.IfElse(op.Eq(op.Groups(), op.N(1)), x.all, func() {
		first := k.Def("first", op.Mul(op.GroupID(), x.groups))
		sum := g.SumBefore(k, t.Chunks, func(i kir.Expr) kir.Expr {
			return k.Choose("c", []*types.Type{types.Int}, op.Lt(i, x.groups),
				func() []kir.Expr { return []kir.Expr{op.Load(x.hist, op.Add(first, i))} },
				func() []kir.Expr { return []kir.Expr{op.N(0)} })[0]
		}, func(i, before kir.Expr) {
			k.When(op.Lt(i, x.groups), func() { k.Store(x.hist, op.Add(first, i), before) })
		})
		g.First(k, func() { x.settle(op.GroupID(), sum) })
	})
	return k
}

// ScanForHost scans all counts in one group, and says whether the pass moves anything: how many
// digits all elements have.
func ScanForHost(g group.Group) *build.Kernel {
	x := newScanner(g, Arrays)
	same := x.k.Array("same", types.Int, kir.Scatter)
	sum := []group.Monoid{{Op: prim.RAdd, Elem: types.Int}}
	n := g.Fold(x.k, sum, bins(), func(d group.Index) []kir.Expr {
		total := x.before(d.I)
		x.k.Store(x.totals, d.I, total)
		return []kir.Expr{op.Select(op.Eq(total, x.n), op.N(1), op.N(0))}
	})
	g.First(x.k, func() { x.k.Store(same, op.N(0), n[0]) })
	return x.k
}

// all scans the counts of every digit, one after another.
func (x scanner) all() {
	x.g.Over(x.k, bins(), func(d group.Index) { x.settle(d.I, x.before(d.I)) })
}

// before turns the counts of a digit into those of groups before, and returns their sum.
func (x scanner) before(d kir.Expr) kir.Expr {
	return countsBefore(x.k, x.hist, x.groups, func(group kir.Expr) kir.Expr { return x.count(d, group, x.groups) })
}

// settle notes how many elements have a digit, and whether all have it.
func (x scanner) settle(d, sum kir.Expr) {
	x.k.Store(x.totals, d, sum)
	x.k.When(op.Eq(sum, x.n), func() { x.k.Store(x.nonTrivial, x.digit, op.N(0)) })
}
