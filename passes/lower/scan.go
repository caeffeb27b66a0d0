package lower

// Scans: two steps, as each group folds the results before its own, which are few; three
// where parallel groups combine by functions. One chunk needs only the last. The thunk is evaluated
// twice unless it is expensive. Where groups may wait for each other one step does.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/fold"
	"nessiec/passes/lower/group"
)

// A scan is the launches of a scan.
type scan struct {
	*invocation
	fold.Scan
}

func (v *invocation) scan(s *lcu.Scan) []result {
	return scan{v, fold.Scan{Results: v.k.Results(s.Ops, s.Joins), Inclusive: s.Incl}}.run()
}

// prefix is an exclusive scan with the total. If it counts flags, or makes offsets that may
// overflow, that is noted.
func (v *invocation) prefix(s *lcu.Prefix) []result {
	outs := scan{v, fold.Scan{Results: v.k.Results(s.Ops, nil), Total: true}}.run()
	for k, i := range lcu.Combined(s.Ops) {
		at := i
		if v.step.Epilogue != nil {
			at = len(v.k.Made) + k
		}
		v.h.counts[outs[at].buf] = s.Ops[i] == prim.RAdd && countsFlags(s.T.Body, i)
		v.h.offsets[outs[at].buf] = s.Ops[i] == prim.ROffset
	}
	return outs
}

// countsFlags reports whether result i of element code is 0 or 1.
func countsFlags(e lcu.Expr, i int) bool {
	one := map[*lcu.Var]bool{}
	for {
		switch x := e.(type) {
		case *lcu.Let:
			if p, ok := x.Rhs.(*lcu.Prim); ok && p.Op.Code == prim.Btoi {
				one[x.Binds[0]] = true
			}
			e = x.Body
		case *lcu.Ret:
			r, ok := x.Vals[i].(*lcu.Ref)
			return ok && one[r.Var]
		default:
			return false
		}
	}
}

// run launches one step, two or three.
func (x scan) run() []result {
	if len(x.Monoids) == 0 {
		return x.mapped()
	}
	g := x.m.groupOf(x.k.first())
	switch x.k.first().Does {
	case lcu.ScanFrom:
		return x.chained()
	case lcu.FoldStoring:
		vals, rest := x.outputs(group.Elems(x.Monoids), x.n), x.outputs(x.Rest(x.k.Elems), x.n)
		made := exprs([]kir.Expr{x.n}, kir.Uses(vals), kir.Uses(rest))
		first := func() *sharedKernel {
			return x.kernel("fold", func() *build.Kernel { return fold.ScanFoldCaching(g, x.step, x.Scan) })
		}
		last := func() *sharedKernel {
			return x.kernel("", func() *build.Kernel { return fold.ScanFromCached(g, x.step, x.Scan) })
		}
		return x.inOrder(x.Results, x.steps(first, made, last, made), buffers(rest))
	}
	rest := x.outputs(x.Rest(x.k.Elems), x.n)
	first := func() *sharedKernel {
		return x.kernel("fold", func() *build.Kernel { return fold.ScanFold(g, x.step, x.Scan) })
	}
	last := func() *sharedKernel {
		return x.kernel("", func() *build.Kernel { return fold.ScanFrom(g, x.step, x.Scan) })
	}
	outs := x.steps(first, []kir.Expr{x.n}, last, exprs([]kir.Expr{x.n}, kir.Uses(rest)))
	return x.inOrder(x.Results, outs, buffers(rest))
}

// steps launches the steps, if there are several; their kernels, which are made in this order, take,
// after args, the sums of chunks, and the last then the results.
func (x scan) steps(first func() *sharedKernel, firstArgs []kir.Expr, last func() *sharedKernel, lastArgs []kir.Expr) []result {
	outs := x.results()
	groups := x.lastGroups(x.chunks(x.k.first(), x.n))
	others := x.h.Atom("others", op.Sub(groups, op.N(1)))
	parts := x.outputs(group.Elems(x.Monoids), others)
	x.launchSome(others, first, exprs(firstArgs, kir.Uses(parts))...)
	if m := x.m; x.k.otherwise()[1].Does == lcu.ScanParts {
		x.launchSome(op.Min(others, op.N(1)), func() *sharedKernel {
			return m.generic("scan_parts", func() *build.Kernel { return fold.ScanParts(m.group, x.Monoids) }, group.Describe(x.Monoids)...)
		}, exprs([]kir.Expr{others}, kir.Uses(parts))...)
	}
	x.launch(last(), groups, exprs(lastArgs, kir.Uses(parts), kir.Uses(outs))...)
	return buffers(outs)
}

// chained is the scan in one step.
func (x scan) chained() []result {
	t, size := x.m.target, numbersOf(x.k.first())[0]
	t.Items = size / t.Local
	rest, outs := x.outputs(x.Rest(x.k.Elems), x.n), x.results()
	k := x.kernel("", func() *build.Kernel { return fold.ScanChained(x.m.group, t, x.step, x.Scan) })
	groups := x.lastGroups(x.h.Atom("groups", op.CeilDiv(x.n, op.N(size))))
	x.launch(k, groups, exprs([]kir.Expr{x.n}, kir.Uses(rest), kir.Uses(outs))...)
	return x.inOrder(x.Results, buffers(outs), buffers(rest))
}

// results is the buffers for the results of a scan.
func (x scan) results() []*kir.Var {
	if !x.Total {
		return x.outputs(x.step.Written(x.Monoids), x.n)
	}
	n := x.h.Atom("n", op.Add(x.n, op.N(1)))
	x.h.checkSize(n, x.pos)
	return slices.Concat(x.outputs(x.k.Made, x.n), x.outputs(group.Elems(x.Monoids), n))
}

// lastGroups is how many groups take the last step of a scan, of those that
// share the elements: at least one has a total to store.
func (x scan) lastGroups(groups kir.Expr) kir.Expr {
	if !x.Total {
		return groups
	}
	entries := op.Max(op.Add(x.n, op.N(1)), op.N(0)) // none if a size that is unspecified is negative
	return x.h.Atom("groups", op.Max(groups, op.Min(entries, op.N(1))))
}
