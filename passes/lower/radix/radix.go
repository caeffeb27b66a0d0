// Package radix is the templates of radix sorts, stable, byte by byte from the lowest.
//
// A pass counts digits chunk by chunk, scans the counts of each digit, and moves keys, and
// positions with them if there are any, to another place (Storage). A digit that is the same
// for all elements costs no move.
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

// A Storage says where passes have elements.
type Storage bool

const (
	// Halves of buffers of 2n, in turn. The device knows which digits move anything, and so
	// in which half the elements are: the host never waits.
	Halves Storage = false
	// Arrays, from one to the next. The host knows which digits move anything. No kernel reads
	// what it writes, so ranks can divide passes; and nothing is copied when all are done.
	Arrays Storage = true
)

// room is how an array of a Storage is written element by element.
func (st Storage) room() kir.Access {
	if st == Arrays {
		return kir.Write
	}
	return kir.Scatter
}

// sorted adds the parameter for an array of sorted elements, and returns where in it they start.
func (st Storage) sorted(k *build.Kernel, name string, elem *types.Type, n kir.Expr) (buf *kir.Var, start kir.Expr) {
	if st == Arrays {
		return k.Array(name, elem, kir.Own), op.N(0)
	}
	buf = k.Array(name, elem, kir.Gather)
	nonTrivial, digits := k.Array("active", types.Int, kir.Gather), k.Int("count")
	return buf, half(k, nonTrivial, digits, n)
}

// RankKeys evaluates keys, and lists positions and, if there are several, segments.
func RankKeys(g group.Group, s *element.Step, st Storage, key *types.Type) *build.Kernel {
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
func SortKeys(g group.Group, s *element.Step, st Storage, key *types.Type) *build.Kernel {
	k := s.NewKernel()
	n, keys := k.Size(), k.Array("keys", key, st.room())
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
	storage    Storage
	digit, n   kir.Expr
	nonTrivial *kir.Var // in Halves, for every digit: 1 if it moves anything
	hist       *kir.Var // by digit and group: counts, then those of groups before
}

func newPass(st Storage, nonTrivial, hist kir.Access) pass {
	k := build.NewKernel()
	p := pass{k: k, storage: st, digit: k.Int("digit"), n: k.Int("n")}
	if st == Halves {
		p.nonTrivial = k.Array("active", types.Int, nonTrivial)
	}
	p.hist = k.Array("hist", types.Int, hist)
	return p
}

// from is where the elements are before the pass.
func (p pass) from() kir.Expr {
	if p.storage == Arrays {
		return op.N(0)
	}
	return half(p.k, p.nonTrivial, p.digit, p.n)
}

// chunk is the bounds of the chunk of a group, and how it reads an array there.
func (p pass) chunk(g group.Group) (lo, hi kir.Expr) {
	if p.storage == Arrays {
		return g.Share(p.k, p.n)
	}
	return g.Chunk(p.k, p.n)
}

// reads is how a group reads the elements of its chunk.
func (p pass) reads() kir.Access {
	if p.storage == Arrays {
		return kir.Own
	}
	return kir.Gather
}

// count is where the histogram has the count of digit d in one of some groups. Work-items have a
// digit each, so those of a digit stand together; but ranks have groups each.
func (p pass) count(d, group, groups kir.Expr) kir.Expr {
	if p.storage == Arrays {
		return op.Add(op.Mul(group, op.N(Bins)), d)
	}
	return op.Add(op.Mul(d, groups), group)
}

// own is where the histogram has the count of digit d in this group.
func (p pass) own(d kir.Expr) kir.Expr { return p.count(d, op.GroupID(), op.Groups()) }

// digitOf is a digit of a key, which mask turns around for descending order.
func digitOf(val, digit, mask kir.Expr) kir.Expr {
	return kir.Apply(prim.Xor, &kir.Digit{Val: val, Index: digit}, mask)
}

// bins is all digits.
func bins() group.Range { return group.Range{Lo: op.N(0), Hi: op.N(Bins)} }

// CountSerial counts the digits of each chunk of a serial group.
func CountSerial(g group.Group, st Storage, key *types.Type) *build.Kernel {
	return count(g, st, key, func(k *build.Kernel, counts *kir.Var, d kir.Expr) {
		k.Store(counts, d, op.Add(op.Load(counts, d), op.N(1)))
	})
}

// CountParallel counts the digits of each chunk of a parallel group.
func CountParallel(g group.Group, st Storage, key *types.Type) *build.Kernel {
	return count(g, st, key, func(k *build.Kernel, counts *kir.Var, d kir.Expr) {
		k.Put(&kir.Atomic{Bind: kir.NewVar("old", types.Int), Op: prim.RAdd, Buf: kir.Use(counts), Idx: d, Val: op.N(1)})
	})
}

func count(g group.Group, st Storage, key *types.Type, add func(k *build.Kernel, counts *kir.Var, d kir.Expr)) *build.Kernel {
	hist := kir.Scatter
	if st == Arrays {
		hist = kir.Partial
	}
	p := newPass(st, kir.Scatter, hist)
	k := p.k
	keys, mask := k.Array("keys", key, p.reads()), k.Int("flip")
	counts := k.Local("counts", types.Int, Bins)
	g.Over(k, bins(), func(d group.Index) { k.Store(counts, d.I, op.N(0)) })
	g.Sync(k)
	from := p.from()
	lo, hi := p.chunk(g)
	g.Over(k, group.Range{Lo: lo, Hi: hi}, func(i group.Index) {
		at := k.Def("at", op.Add(from, i.I))
		add(k, counts, k.Def("d", digitOf(op.Load(keys, at), p.digit, mask)))
	})
	g.Sync(k)
	g.Over(k, bins(), func(d group.Index) { k.Store(p.hist, p.own(d.I), op.Load(counts, d.I)) })
	if st == Halves {
		k.When(op.Eq(op.GroupID(), op.N(0)), func() {
			g.First(k, func() { k.Store(p.nonTrivial, p.digit, op.N(1)) })
		})
	}
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
// first half of another buffer, or to another array.
func RankSegments(g group.Group, st Storage) *build.Kernel {
	k := build.NewKernel()
	n := k.Int("n")
	perm, start := st.sorted(k, "perm", types.Int, n)
	segmentOf := k.Array("home", types.Int, kir.Gather)
	segments, perm2 := k.Array("homes", types.Int, st.room()), k.Array("perm2", types.Int, st.room())
	g.Each(k, n, nil, func(i group.Index) {
		p := k.Def("p", op.Load(perm, op.Add(start, i.I)))
		k.Store(segments, i.I, op.Load(segmentOf, p))
		k.Store(perm2, i.I, p)
	})
	return k
}

// Ranks makes ranks from the sorted positions: the j-th one is the one of
// rank j minus the start of its segment.
func Ranks(g group.Group, st Storage, rows bool) *build.Kernel {
	k := build.NewKernel()
	sp := group.NewSpace(k, k.Int("n"), rows)
	perm, start := st.sorted(k, "perm", types.Int, sp.N)
	out := k.Array("r", types.Int, kir.Scatter)
	g.Segments(k, sp, func(seg group.Segment) func(kir.Expr) {
		return func(j kir.Expr) {
			k.Store(out, op.Load(perm, op.Add(start, j)), op.Sub(j, sp.Start(seg.S)))
		}
	})
	return k
}

// SortedHalf copies the half where the keys are.
func SortedHalf(g group.Group, key *types.Type) *build.Kernel {
	k := build.NewKernel()
	n := k.Int("n")
	keys, start := Halves.sorted(k, "keys", key, n)
	out := k.Array("r", key, kir.Write)
	g.Each(k, n, nil, func(i group.Index) { k.Store(out, i.I, op.Load(keys, op.Add(start, i.I))) })
	return k
}
