// Package fold is the templates of reductions and scans of all elements.
//
// A reduction folds every chunk, and then one group folds the results. A scan takes
// three steps: every group but the last folds its chunk; one group scans the results;
// every group scans its chunk from what precedes it. Where groups may wait for each
// other one step does. Rank directories take two steps (directory.go).
package fold

import (
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// Part is the first step of a reduction; the only group writes the results.
func Part(g group.Group, s *element.Step, r element.Results) *build.Kernel {
	k := s.NewKernel()
	n := k.Size()
	part := k.Arrays("part", group.Elems(r.Monoids), kir.Partial)
	rest := k.Arrays("r", r.Rest(s.Elems), kir.Write)
	lo, hi := g.Share(k.Kernel, n)
	sum := g.Fold(k.Kernel, r.Monoids, group.Range{Lo: lo, Hi: hi, Cut: k.Cut()}, func(i group.Index) []kir.Expr {
		return s.Combined(k, r, rest, element.At(i))
	})
	g.First(k.Kernel, func() {
		if s.Epilogue == nil {
			k.StoreAll(part, op.GroupID(), sum)
			return
		}
		out := k.Arrays("r", s.Made, kir.Scatter)
		k.IfElse(op.Eq(op.Groups(), op.N(1)),
			func() { s.Write(k, out, sum, element.Place{}) },
			func() { k.StoreAll(part, op.GroupID(), sum) })
	})
	return k.Kernel
}

// Rest is the second step of a reduction: it folds partial results into element 0.
func Rest(g group.Group, ms []group.Monoid) *build.Kernel {
	k := build.NewKernel()
	m := k.Int("m")
	part := k.Arrays("part", group.Elems(ms), kir.Scatter)
	sum := foldParts(k, g, ms, part, m, nil)
	g.First(k, func() { k.StoreAll(part, op.N(0), sum) })
	return k
}

// RestEpilogue is Rest for a step with an epilogue. Its loop is split as those over
// elements are, although it evaluates none; without the split it would do the same.
func RestEpilogue(g group.Group, s *element.Step, ms []group.Monoid) *build.Kernel {
	k := s.NewKernel()
	m := k.Int("m")
	part := k.Arrays("part", group.Elems(ms), kir.Scatter)
	out := k.Arrays("r", s.Made, kir.Scatter)
	sum := foldParts(k.Kernel, g, ms, part, m, k.Cut())
	g.First(k.Kernel, func() { s.Write(k, out, sum, element.Place{}) })
	return k.Kernel
}

// foldParts folds m partial results.
func foldParts(k *build.Kernel, g group.Group, ms []group.Monoid, part []*kir.Var, m kir.Expr, cut group.Cut) []kir.Expr {
	return g.Fold(k, ms, group.Range{Lo: op.N(0), Hi: m, Cut: cut}, func(i group.Index) []kir.Expr {
		return k.Defs("v", op.Loads(part, i.I))
	})
}
