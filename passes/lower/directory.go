package lower

// Rank directories: two steps, of which one chunk needs only the last.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/fold"
	"nessiec/passes/lower/group"
)

func (v *invocation) directory(s *lcu.Directory) []result {
	r := v.k.Results(s.Ops, nil)
	step := v.k.first()
	words := v.h.Atom("words", group.Words(v.n))
	rest, dirs := v.outputs(r.Rest(v.k.Elems), v.n), v.outputs(group.Elems(r.Monoids), v.h.Atom("n", group.DirectorySize(words)))
	for _, d := range dirs {
		v.h.flags[d] = v.n
	}
	g, groups := v.m.groupOf(step), v.chunks(step, words)
	others := v.h.Atom("others", op.Sub(groups, op.N(1)))
	parts := v.outputs(group.Elems(r.Monoids), others)
	given := exprs([]kir.Expr{v.n}, kir.Uses(rest), kir.Uses(dirs), kir.Uses(parts))
	v.launchSome(others, func() *sharedKernel {
		return v.kernel("words", func() *build.Kernel { return fold.DirectoryWords(g, v.step, r) })
	}, given...)
	v.launch(v.kernel("", func() *build.Kernel { return fold.DirectoryRanks(g, v.step, r) }), groups, given...)
	return v.inOrder(r, buffers(dirs), buffers(rest))
}
