package radix

// The scan of the counts of a pass: by digit, how many elements groups before have. It
// also says how many have the digit in all; if all have, the digit moves nothing.

import (
	"nessiec/ir/kir"
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

func newScanner(g group.Group) scanner {
	p := newPass(kir.Scatter, kir.Scatter)
	groups := p.k.Int("groups")
	return scanner{p, g, groups, p.k.Array("totals", types.Int, kir.Scatter)}
}

// ScanSerial scans all counts in one group.
func ScanSerial(g group.Group, _ target.Desc) *build.Kernel {
	x := newScanner(g)
	x.all()
	return x.k
}

// ScanParallel is ScanSerial if there is one group; else each has a digit, and the
// work-items some of the counts, of which there are no more than chunks.
func ScanParallel(g group.Group, t target.Desc) *build.Kernel {
	x := newScanner(g)
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

// all scans the counts of every digit, one after another.
func (x scanner) all() {
	x.g.Over(x.k, bins(), func(d group.Index) {
		x.settle(d.I, countsBefore(x.k, x.hist, x.groups, func(j kir.Expr) kir.Expr { return op.Add(op.Mul(d.I, x.groups), j) }))
	})
}

// settle notes how many elements have a digit.
func (x scanner) settle(d, sum kir.Expr) {
	x.k.Store(x.totals, d, sum)
	x.k.When(op.Eq(sum, x.n), func() { x.k.Store(x.nonTrivial, x.digit, op.N(0)) })
}
