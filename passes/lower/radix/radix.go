// Package radix is the templates of radix sorts, stable, byte by byte from the lowest.
//
// A pass counts digits chunk by chunk, scans the counts of each digit, and moves keys, and
// positions with them if there are any, to the other half of buffers of 2n. A digit that
// is the same for all elements costs no move: the step after the count says so in the
// buffer of non-trivial digits, from which everyone learns in which half the elements are.
package radix

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// Bins is how many values a digit has.
const Bins = 256

// RankKeys evaluates keys, and lists positions and, if there are several, segments.
func RankKeys(g group.Group, s *element.Step, key *types.Type) *build.Kernel {
	k := s.NewKernel()
	sp := k.Space()
	keys := k.Array("keys", key, kir.Write)
	perm, segmentOf := k.Array("perm", types.Int, kir.Write), k.Array("home", types.Int, kir.Write)
	g.Segments(k.Kernel, sp, func(seg group.Segment) func(kir.Expr) {
		in := s.InSegment(k, seg)
		return func(p kir.Expr) {
			val := in.Thunk.At(k, element.In(seg, p))[0]
			k.Store(keys, p, val)
			k.Store(perm, p, p)
			k.When(op.Gt(sp.Count, op.N(1)), func() { k.Store(segmentOf, p, seg.S) })
		}
	})
	return k.Kernel
}

// SortKeys evaluates keys.
func SortKeys(g group.Group, s *element.Step, key *types.Type) *build.Kernel {
	k := s.NewKernel()
	n, keys := k.Size(), k.Array("keys", key, kir.Scatter)
	g.Each(k.Kernel, n, k.Cut(), func(i group.Index) { k.Store(keys, i.I, s.Thunk.At(k, element.At(i))[0]) })
	return k.Kernel
}

// half is where the elements are before digit: 0 or n.
func half(k *build.Kernel, nonTrivial *kir.Var, digit, n kir.Expr) kir.Expr {
	moves := k.Mut("moves", op.N(0))
	k.Count("j", op.N(0), digit, op.N(1), func(j kir.Expr) { k.Set(moves, op.Add(kir.Use(moves), op.Load(nonTrivial, j))) })
	return k.Def("half", op.Mul(op.Rem(kir.Use(moves), op.N(2)), n))
}

// A pass is the parameters that its kernels share.
type pass struct {
	k          *build.Kernel
	digit, n   kir.Expr
	nonTrivial *kir.Var // for every digit: 1 if it moves anything
	hist       *kir.Var // hist[d*groups + group]: counts, then those of groups before
}

func newPass(nonTrivial, hist kir.Access) pass {
	k := build.NewKernel()
	p := pass{k: k, digit: k.Int("digit"), n: k.Int("n")}
	p.nonTrivial, p.hist = k.Array("active", types.Int, nonTrivial), k.Array("hist", types.Int, hist)
	return p
}

// digitOf is a digit of a key, which mask turns around for descending order.
func digitOf(val, digit, mask kir.Expr) kir.Expr {
	return kir.Apply(prim.Xor, &kir.Digit{Val: val, Index: digit}, mask)
}

// histIndex is where the histogram has the count of digit d in this group.
func histIndex(d kir.Expr) kir.Expr { return op.Add(op.Mul(d, op.Groups()), op.GroupID()) }

// bins is all digits.
func bins() group.Range { return group.Range{Lo: op.N(0), Hi: op.N(Bins)} }

// CountSerial counts the digits of each chunk of a serial group.
func CountSerial(g group.Group, key *types.Type) *build.Kernel {
	return count(g, key, func(k *build.Kernel, counts *kir.Var, d kir.Expr) {
		k.Store(counts, d, op.Add(op.Load(counts, d), op.N(1)))
	})
}

// CountParallel counts the digits of each chunk of a parallel group.
func CountParallel(g group.Group, key *types.Type) *build.Kernel {
	return count(g, key, func(k *build.Kernel, counts *kir.Var, d kir.Expr) {
		k.Put(&kir.Atomic{Bind: kir.NewVar("old", types.Int), Op: prim.RAdd, Buf: kir.Use(counts), Idx: d, Val: op.N(1)})
	})
}

func count(g group.Group, key *types.Type, add func(k *build.Kernel, counts *kir.Var, d kir.Expr)) *build.Kernel {
	p := newPass(kir.Scatter, kir.Scatter)
	k := p.k
	keys, mask := k.Array("keys", key, kir.Gather), k.Int("flip")
	counts := k.Local("counts", types.Int, Bins)
	g.Over(k, bins(), func(d group.Index) { k.Store(counts, d.I, op.N(0)) })
	g.Sync(k)
	half := half(k, p.nonTrivial, p.digit, p.n)
	lo, hi := g.Chunk(k, p.n)
	g.Over(k, group.Range{Lo: lo, Hi: hi}, func(i group.Index) {
		add(k, counts, k.Def("d", digitOf(op.Load(keys, op.Add(half, i.I)), p.digit, mask)))
	})
	g.Sync(k)
	g.Over(k, bins(), func(d group.Index) { k.Store(p.hist, histIndex(d.I), op.Load(counts, d.I)) })
	k.When(op.Eq(op.GroupID(), op.N(0)), func() {
		g.First(k, func() { k.Store(p.nonTrivial, p.digit, op.N(1)) })
	})
	return k
}

// countsBefore turns each of n counts, that of j at place(j), into the sum of those before
// it, one after another, and returns the sum of all.
func countsBefore(k *build.Kernel, counts *kir.Var, n kir.Expr, place func(j kir.Expr) kir.Expr) kir.Expr {
	sum := k.Mut("sum", op.N(0))
	k.Count("k", op.N(0), n, op.N(1), func(j kir.Expr) {
		at := k.Def("at", place(j))
		c := k.Def("c", op.Load(counts, at))
		k.Store(counts, at, kir.Use(sum))
		k.Set(sum, op.Add(kir.Use(sum), c))
	})
	return kir.Use(sum)
}

// RankSegments lists the segments of the sorted positions, and moves these to the
// first half of another buffer.
func RankSegments(g group.Group) *build.Kernel {
	k := build.NewKernel()
	n := k.Int("n")
	perm, nonTrivial, digits := k.Array("perm", types.Int, kir.Gather), k.Array("active", types.Int, kir.Gather), k.Int("count")
	segmentOf := k.Array("home", types.Int, kir.Gather)
	segments, perm2 := k.Array("homes", types.Int, kir.Scatter), k.Array("perm2", types.Int, kir.Scatter)
	half := half(k, nonTrivial, digits, n)
	g.Each(k, n, nil, func(i group.Index) {
		p := k.Def("p", op.Load(perm, op.Add(half, i.I)))
		k.Store(segments, i.I, op.Load(segmentOf, p))
		k.Store(perm2, i.I, p)
	})
	return k
}

// Ranks makes ranks from the sorted positions: the j-th one is the one of
// rank j minus the start of its segment.
func Ranks(g group.Group, rows bool) *build.Kernel {
	k := build.NewKernel()
	sp := group.NewSpace(k, k.Int("n"), rows)
	perm, nonTrivial, digits := k.Array("perm", types.Int, kir.Gather), k.Array("active", types.Int, kir.Gather), k.Int("count")
	out := k.Array("r", types.Int, kir.Scatter)
	half := half(k, nonTrivial, digits, sp.N)
	g.Segments(k, sp, func(seg group.Segment) func(kir.Expr) {
		return func(j kir.Expr) {
			k.Store(out, op.Load(perm, op.Add(half, j)), op.Sub(j, sp.Start(seg.S)))
		}
	})
	return k
}

// SortedHalf copies the half where the keys are.
func SortedHalf(g group.Group, key *types.Type) *build.Kernel {
	k := build.NewKernel()
	n, keys := k.Int("n"), k.Array("keys", key, kir.Gather)
	nonTrivial, digits := k.Array("active", types.Int, kir.Gather), k.Int("count")
	out := k.Array("r", key, kir.Write)
	half := half(k, nonTrivial, digits, n)
	g.Each(k, n, nil, func(i group.Index) { k.Store(out, i.I, op.Load(keys, op.Add(half, i.I))) })
	return k
}
