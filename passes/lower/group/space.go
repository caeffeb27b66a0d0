package group

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A Space is segments: Count of them, N positions in all; with offsets, or all
// of one length. Segments of one length are rows: where they lie follows from their
// numbers, so there are no offsets to load or to search.
type Space struct {
	N, Count kir.Expr
	Offs     *kir.Var
	Length   kir.Expr
	// Rows says that groups have whole segments, whose positions need not be in order in all: there may
	// be more than an int counts.
	Rows bool
	// First and Last, if not nil, bound how many segments have ended before a step of a group.
	First, Last kir.Expr
}

// A Row is a segment of a space of rows: its length, and where it starts.
type Row struct {
	Length, Start kir.Expr
}

// A Segment is one that a group visits.
type Segment struct {
	S    kir.Expr
	Row  *Row // nil in a space with offsets
	Loop bool // its positions follow in a loop: what belongs to the segment can be computed before
}

// A Visit writes what is done with a segment, and returns what is done with each
// position of it.
type Visit func(s Segment) func(p kir.Expr)

// NewSpace adds the parameters of a space of n positions.
func NewSpace(k *build.Kernel, n kir.Expr, rows bool) Space {
	sp := Space{N: n, Count: k.Int("segments")}
	if rows {
		sp.Length = k.Int("length")
	} else {
		sp.Offs = k.Array("offs", types.Int, kir.Gather)
	}
	return sp
}

// Divided says that groups divide the steps of the space, where ranks do; its cuts are then
// looked for among the segments of the rank.
func (sp Space) Divided(k *build.Kernel, t target.Desc) Space {
	if t.Ranks && sp.Offs != nil {
		sp.First, sp.Last = k.Merge(ChunkSize(t, op.Add(sp.N, sp.Count)), sp.N, sp.Count, sp.Offs)
	}
	return sp
}

// Start is where segment s starts, End where it ends.
func (sp Space) Start(s kir.Expr) kir.Expr {
	if sp.Offs == nil {
		return op.Mul(s, sp.Length)
	}
	return op.Load(sp.Offs, s)
}

func (sp Space) End(s kir.Expr) kir.Expr {
	if sp.Offs == nil {
		return op.Add(op.Mul(s, sp.Length), sp.Length)
	}
	return op.Load(sp.Offs, op.Add(s, op.N(1)))
}

// Row is row s; nil in a space with offsets where groups may have a part of it.
func (sp Space) Row(k *build.Kernel, s kir.Expr) *Row {
	switch {
	case sp.Offs != nil && !sp.Rows:
		return nil
	case sp.Offs != nil: // of int offsets that have overflowed, the difference is right but for the highest bit
		start := k.Def("start", sp.Start(s))
		return &Row{Length: k.Def("length", kir.Apply(prim.And, op.Sub(sp.End(s), start), kir.N(value.Num{}.MaxInt()))), Start: start}
	}
	return &Row{Length: sp.Length, Start: k.Def("start", sp.Start(s))}
}

// RowOf is the number of the row of position p.
func (sp Space) RowOf(k *build.Kernel, p kir.Expr) kir.Expr {
	return k.Def("s", op.Max(op.N(0), op.Min(op.Sub(sp.Count, op.N(1)), op.Div(p, op.Max(sp.Length, op.N(1))))))
}

// SegmentOf is the last segment between lo and hi that starts at or before p.
func (sp Space) SegmentOf(k *build.Kernel, p, lo, hi kir.Expr) kir.Expr {
	if sp.Offs == nil {
		return sp.RowOf(k, p)
	}
	a, b := k.Mut("lo", lo), k.Mut("hi", hi)
	k.While(op.Lt(kir.Use(a), kir.Use(b)), func() {
		mid := k.Def("mid", op.Div(op.Add(op.Add(kir.Use(a), kir.Use(b)), op.N(1)), op.N(2)))
		k.IfElse(op.Le(sp.Start(mid), p), func() { k.Set(a, mid) }, func() { k.Set(b, op.Sub(mid, op.N(1))) })
	})
	return k.Def("s", kir.Use(a))
}

// SegmentOfAll is SegmentOf for a position that all work-items of a group ask for: those
// of a warp look at as many places at a time.
func (sp Space) SegmentOfAll(k *build.Kernel, t target.Desc, p, lo, hi kir.Expr) kir.Expr {
	if sp.Offs == nil || t.Warp == 1 {
		return sp.SegmentOf(k, p, lo, hi)
	}
	a, b := k.Mut("lo", lo), k.Mut("hi", hi)
	lane := Lane(k, t)
	k.While(op.Lt(kir.Use(a), kir.Use(b)), func() {
		part := k.Def("part", op.CeilDiv(op.Sub(kir.Use(b), kir.Use(a)), op.N(t.Warp)))
		at := k.Def("at", op.Add(kir.Use(a), op.Mul(op.Add(lane, op.N(1)), part)))
		inside := op.AndThen(op.Gt(at, kir.Use(a)), op.Le(at, kir.Use(b))) // the sum may overflow
		votes := kir.NewVar("votes", types.Int)
		k.Put(&kir.Vote{Bind: votes, Cond: k.Def("begun", op.AndThen(inside, op.Le(sp.Start(at), p))), Width: t.Warp})
		k.Set(a, op.Add(kir.Use(a), op.Mul(kir.Use(votes), part)))
		k.Set(b, op.Min(kir.Use(b), op.Add(kir.Use(a), op.Less1(part))))
	})
	return k.Def("s", kir.Use(a))
}

// Filled is sp without positions if it has no segments, as unspecified values may
// have it.
func (sp Space) Filled(k *build.Kernel) Space {
	sp.N = k.Def("n", op.Select(op.Gt(sp.Count, op.N(0)), sp.N, op.N(0)))
	return sp
}

// Cut is the place where the merge of positions and ends of segments is cut by
// its first d steps: that many segments have ended, that many positions are
// behind. The end of s comes before position p if offs[s+1] <= p.
func (sp Space) Cut(k *build.Kernel, d kir.Expr) (s, p kir.Expr) {
	if sp.Offs == nil { // a segment and its end are length+1 steps
		ended := op.Max(op.Div(d, op.Add(sp.Length, op.N(1))), op.Sub(d, sp.N))
		s = k.Def("s", op.Min(ended, sp.Count))
		return s, k.Def("p", op.Sub(d, s))
	}
	from, to := op.Max(op.N(0), op.Sub(d, sp.N)), op.Min(d, sp.Count)
	if sp.First != nil {
		from, to = op.Max(from, sp.First), op.Min(to, sp.Last)
	}
	lo, hi := k.Mut("lo", from), k.Mut("hi", to)
	k.While(op.Lt(kir.Use(lo), kir.Use(hi)), func() {
		mid := k.Def("mid", op.Div(op.Add(kir.Use(lo), kir.Use(hi)), op.N(2)))
		below := op.Lt(sp.End(mid), op.Sub(d, mid))
		k.IfElse(below, func() { k.Set(lo, op.Add(mid, op.N(1))) }, func() { k.Set(hi, mid) })
	})
	s = k.Def("s", kir.Use(lo))
	return s, k.Def("p", op.Sub(d, s))
}
