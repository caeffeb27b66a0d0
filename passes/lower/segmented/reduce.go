package segmented

import (
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A reduction writes the kernel of a SegReduce whose segments may lie in several groups.
type reduction struct {
	g    group.Group
	t    target.Desc
	s    *element.Step
	r    element.Results
	k    *element.Kernel
	sp   group.Space
	out  []*kir.Var
	rest []*kir.Var
	// ends stores the sum of a segment that ends in this chunk, where before says whether
	// it began in an earlier one.
	ends func(s, before kir.Expr, sum []kir.Expr)
}

// ReducePieces is the reduction of serial groups: they fold the pieces of segments in
// their chunks, one after another.
func ReducePieces(g group.Group, t target.Desc, s *element.Step, r element.Results) *build.Kernel {
	return reduce(g, t, s, r, (*reduction).pieces)
}

// ReduceTiles is the reduction of parallel groups: they scan their chunks by segments.
func ReduceTiles(g group.Group, t target.Desc, s *element.Step, r element.Results) *build.Kernel {
	return reduce(g, t, s, r, (*reduction).tiles)
}

func reduce(g group.Group, t target.Desc, s *element.Step, r element.Results,
	chunk func(*reduction) (open kir.Expr, sum []kir.Expr)) *build.Kernel {
	k := s.NewKernel()
	x := &reduction{g: g, t: t, s: s, r: r, k: k, sp: k.Space()}
	groups := k.Int("groups")
	carry := newCarries(k.Kernel, r.Monoids, g.PerGroup(), g.PerGroup())
	x.out = k.Arrays("r", s.Written(r.Monoids), g.PerSegment())
	passed := kir.Scatter
	if t.Ranks {
		passed = s.PassedAccess()
	}
	x.rest = k.Arrays("r", r.Rest(s.Elems), passed)
	x.ends = func(seg, before kir.Expr, sum []kir.Expr) {
		if s.Epilogue == nil {
			k.StoreAll(x.out, seg, sum)
			return
		}
		// A segment that began before the chunk waits for its carries.
		k.IfElse(before,
			func() { k.StoreAll(carry.sums, op.Add(groups, op.GroupID()), sum) },
			func() { s.Write(k, x.out, sum, element.Place{Seg: seg}) })
	}
	open, sum := chunk(x)
	g.First(k.Kernel, func() { carry.store(k.Kernel, open, sum) })
	return k.Kernel
}

func (x *reduction) pieces() (open kir.Expr, _ []kir.Expr) {
	k, ms := x.k, x.r.Monoids
	sum := k.Muts("acc", group.Units(ms))
	var in *element.Step
	open = group.WalkMergePath(k.Kernel, x.t, x.sp, group.MergePath{
		Visit: func(seg group.Segment) func(kir.Expr) {
			in = x.s.InSegment(k, seg)
			return func(p kir.Expr) { accumulate(k, ms, sum, in.Combined(k, x.r, x.rest, element.In(seg, p))) }
		},
		Around: func(loop func()) { in.UnlessIdle(k, loop) },
		Close: func(s, begun kir.Expr) {
			x.ends(s, begun, kir.Uses(sum))
			k.SetAll(sum, group.Units(ms))
		},
	})
	return open, kir.Uses(sum)
}

// tiles scans the chunk by segments; the last position of a segment has
// its result. Empty segments are shared out as if they were elements; last, as
// their results may fail.
func (x *reduction) tiles() (open kir.Expr, sum []kir.Expr) {
	k, all, ms := x.k, x.sp, x.r.Monoids
	c := k.Def("chunk", group.ChunkSize(x.t, op.Add(all.N, all.Count)))
	from := k.Def("from", op.Mul(op.GroupID(), c))
	sp := all.Filled(k.Kernel)
	lo, hi := k.Def("lo", op.Min(from, sp.N)), k.Def("hi", op.Min(sp.N, op.Add(from, c)))
	id, sum := scanSegments(k.Kernel, x.g, x.t, sp, group.Scan{Monoids: ms, Init: group.Units(ms), ID: op.N(-1)}, lo, hi,
		func(seg group.Segment, p kir.Expr) []kir.Expr {
			return x.s.Combined(k, x.r, x.rest, element.In(seg, p))
		},
		func(s, p kir.Expr, _ func() []kir.Expr, with []kir.Expr) {
			k.When(op.Eq(sp.End(s), op.Add(p, op.N(1))), func() { x.ends(s, op.Lt(sp.Start(s), lo), with) })
		})
	to := k.Def("to", op.Min(all.Count, op.Add(from, c)))
	x.g.Over(k.Kernel, group.Range{Lo: op.Min(from, all.Count), Hi: to}, func(s group.Index) {
		empty := op.Ge(all.Start(s.I), all.End(s.I))
		k.When(empty, func() { x.ends(s.I, &kir.Bool{}, group.Units(ms)) })
	})
	id = k.Def("open", id)
	open = k.Def("open", op.Select(op.AndThen(op.Ge(id, op.N(0)), op.Gt(sp.End(id), hi)), id, op.N(-1)))
	return open, sum
}

// Complete adds carries to the results of the segments in which chunks end:
// out[id] = carries of id, combined with out[id].
func Complete(g group.Group, ms []group.Monoid) *build.Kernel {
	return complete(g, build.NewKernel(), ms, group.Elems(ms), kir.Amended, false, func(k *build.Kernel, out []*kir.Var, with, _ []kir.Expr, s kir.Expr) {
		k.StoreAll(out, s, k.Defs("v", group.CombineAll(k, ms, with, op.Loads(out, s))))
	})
}

// CompleteEpilogue is Complete for a step with an epilogue: what that makes of the
// carries and what the chunk that comes next begins with, which is behind all carries.
func CompleteEpilogue(g group.Group, s *element.Step, ms []group.Monoid) *build.Kernel {
	k := s.NewKernel()
	return complete(g, k.Kernel, ms, s.Made, kir.Scatter, true, func(_ *build.Kernel, out []*kir.Var, with, next []kir.Expr, seg kir.Expr) {
		s.Write(k, out, k.Defs("v", group.CombineAll(k.Kernel, ms, with, next)), element.Place{Seg: seg})
	})
}

// complete writes what store says at the last carry of every segment. The carries of a
// step with an epilogue have what their segments begin with in the chunk that comes next;
// there is no such chunk after the last.
func complete(g group.Group, k *build.Kernel, ms []group.Monoid, written []*types.Type, access kir.Access, epilogue bool,
	store func(k *build.Kernel, out []*kir.Var, with, next []kir.Expr, s kir.Expr)) *build.Kernel {
	count, m := k.Int("segments"), k.Int("groups")
	carry := newCarries(k, ms, kir.Gather, kir.Gather)
	out := k.Arrays("r", written, access)
	g.Scan(k, group.Scan{Monoids: ms, Init: group.Units(ms), ID: op.N(-1),
		Elem: loadCarry(k, carry.ids, carry.sums),
		Emit: func(i group.Index, s kir.Expr, _ func() []kir.Expr, with []kir.Expr) {
			next := k.Def("next", op.Add(i.I, op.N(1)))
			ends := op.Select(op.Lt(next, m), op.Ne(op.Load(carry.ids, next), s), &kir.Bool{Val: !epilogue})
			k.When(op.AndThen(op.InRange(s, count), ends), func() {
				store(k, out, with, op.Loads(carry.sums, op.Add(m, next)), s)
			})
		},
	}, group.Range{Lo: op.N(0), Hi: m})
	return k
}
