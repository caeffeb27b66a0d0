package lower

// Once, Map, SegMap, Scatter, Update, Compact: one pass over the elements.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/elementwise"
	"nessiec/passes/lower/group"
)

// once is a kernel of one work-item; its results stay on the device.
func (v *invocation) once() []result {
	outs := v.outputs(v.k.Elems, op.N(1))
	k := v.kernelOf("", 1, func() *build.Kernel { return elementwise.Once(v.step) })
	v.launch(k, op.N(1), kir.Uses(outs)...)
	return scalars(outs)
}

func (v *invocation) mapped() []result {
	outs, s := v.outputs(v.k.Elems, v.n), v.k.first()
	k := v.kernel("", func() *build.Kernel { return elementwise.Map(v.m.groupOf(s), v.step) })
	v.launch(k, v.groups(s, v.n), exprs([]kir.Expr{v.n}, kir.Uses(outs))...)
	return buffers(outs)
}

func (v *invocation) segMapped() []result {
	outs, s := v.outputs(v.k.Elems, v.n), v.k.first()
	args, segments := v.space()
	k := v.kernel("", func() *build.Kernel { return elementwise.SegMap(v.m.groupOf(s), v.step) })
	v.launch(k, v.segmentGroups(s, segments), exprs(args, kir.Uses(outs))...)
	return buffers(outs)
}

// scatter writes into copies, which plan-memory avoids where it can.
func (v *invocation) scatter(s *lcu.Scatter) []result {
	outs, given := make([]*kir.Var, len(s.Into)), []kir.Expr{v.n}
	for i, e := range s.Into {
		outs[i] = v.copied(e)
		given = append(given, kir.Use(outs[i]), lengthOf(outs[i]))
	}
	each := v.k.first()
	k := v.kernel("", func() *build.Kernel { return elementwise.Scatter(v.m.groupOf(each), v.step, s) })
	v.launch(k, v.groups(each, v.n), given...)
	return buffers(outs)
}

// copied is a copy of an array operand, to write into.
func (v *invocation) copied(e lcu.Expr) *kir.Var {
	from := kir.VarOf(v.operand(e))
	x := kir.NewVar("r", from.Type)
	v.h.Put(&kir.Copy{Node: ir.At(v.pos), Bind: x, From: kir.Use(from)})
	v.h.sameLength(x, from)
	return x
}

// update writes into copies, which plan-memory avoids where it can.
func (v *invocation) update(s *lcu.Update) []result {
	whole, given := make([]*kir.Var, len(s.Into)), []kir.Expr{v.n}
	for i, e := range s.Into {
		whole[i] = v.copied(e)
		given = append(given, kir.Use(whole[i]))
	}
	outs := make([]result, len(v.k.States.Results))
	for i, state := range v.k.States.Results {
		if state >= 0 {
			outs[i] = result{buf: whole[state]}
			continue
		}
		x := v.outputs(v.k.Elems[i:i+1], v.n)[0]
		outs[i], given = result{buf: x}, append(given, kir.Use(x))
	}
	g := v.m.groupOf(v.k.first())
	k := v.kernel("", func() *build.Kernel { return elementwise.Update(g, v.step, s) })
	v.launch(k, v.h.Atom("groups", g.Groups(v.h.Code, v.n)), given...)
	return outs
}

func (v *invocation) compact(s *lcu.Compact) []result {
	outs := make([]*kir.Var, len(v.k.Elems))
	for a, t := range v.k.Elems {
		outs[a] = v.h.allocCompact(t, v.size(s.Sizes[a]), s.Loose[a], v.pos)
	}
	each := v.k.first()
	k := v.kernel("", func() *build.Kernel { return compact(each, v.m.groupOf(each), v.step, s) })
	count := v.n
	if each.Grid == lcu.Words {
		count = v.h.Atom("words", group.FilledWords(v.n))
	}
	groups := v.groups(each, count)
	var sizes []kir.Expr
	for _, a := range s.Ends {
		groups = op.Max(groups, op.N(1))
		sizes = append(sizes, v.size(s.Sizes[a]))
	}
	v.launch(k, groups, exprs([]kir.Expr{v.n}, kir.Uses(outs), sizes)...)
	return buffers(outs)
}

func (h *host) allocCompact(t *types.Type, n kir.Expr, loose bool, pos ir.Pos) *kir.Var {
	if !loose {
		return h.alloc("r", t, n, pos)
	}
	x := kir.NewVar("r", kir.Global(t))
	h.Put(&kir.AllocLoose{Node: ir.At(pos), Bind: x, Count: n})
	h.knowLength(x, n)
	return x
}
