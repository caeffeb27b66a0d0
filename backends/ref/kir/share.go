package kir

// The check of what kernels say of their accesses. A launch may be divided among
// devices by its groups, each of which then has what its groups touch and no more
// (kir.Share). So every access of every group is compared with what is promised.

import (
	"slices"
	"sort"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// A share is the elements lo <= i < hi and the rows from first on that come before end, and
// numbers from lo on if these have length elements each. The last group has all from lo, or first, on.
type share struct {
	known          bool
	lo, hi, length int64
	rows           [2]int64 // of a merge
	merge          *merged
	last           bool
	windows        []window
}

// A merged is where offsets are, and among which rows the groups of this rank look for their own.
type merged struct {
	offs        int // slot
	first, last int64
}

// A window is the elements lo <= i < hi of an array, in which the group writes.
type window struct{ slot, lo, hi int64 }

// share compiles a Share: every group notes what it has.
func (c *compiler) share(s *kir.Share) *stmt {
	size, count, length := c.expr(s.Size), c.expr(s.Count), c.expr(s.Length)
	return simple(func(it *item) {
		id, n := it.group.id, size(it)
		it.group.share = share{known: true, lo: id * n, hi: (id + 1) * n, length: length(it), last: (id+1)*n >= count(it)}
	})
}

// merge compiles a Merge: every group finds its elements and rows.
func (c *compiler) merge(s *kir.Merge) *stmt {
	size, n, count, offs := c.expr(s.Size), c.expr(s.N), c.expr(s.Count), c.slot[kir.VarOf(s.Offs)]
	binds := c.bindAll(s.Binds)
	return simple(func(it *item) {
		g := it.group
		steps := n(it) + count(it)
		first, last := int64(0), count(it)
		if cut := g.machine.cut; cut != nil {
			first, last = cut[g.machine.rank], cut[g.machine.rank+1]
		}
		it.regs[binds[0].first], it.regs[binds[1].first] = first, last
		lo, hi := min(g.id*size(it), steps), min((g.id+1)*size(it), steps)
		from, to := g.bufs[offs].ended(lo, n(it), first, last), g.bufs[offs].ended(hi, n(it), first, last)
		g.share = share{known: true, merge: &merged{offs, first, last}, lo: lo - from, hi: hi - to, length: 1, rows: [2]int64{from, to}, last: hi >= steps}
	})
}

// ended is how many segments, between first and last, have ended before step d of the merge of
// n positions and the ends of segments with these offsets.
func (b *buffer) ended(d, n, first, last int64) int64 {
	from := max(0, d-n, first)
	to := min(d, last, int64(len(b.words))-1)
	return from + int64(sort.Search(int(max(0, to-from)), func(k int) bool { s := from + int64(k); return b.words[s+1] >= d-s }))
}

// window compiles a Window: every group notes where it writes.
func (c *compiler) window(s *kir.Window) *stmt {
	slot, starts, base := int64(c.slot[kir.VarOf(s.Buf)]), c.slot[kir.VarOf(s.Starts)], c.expr(s.Base)
	return simple(func(it *item) {
		g, at := it.group, it.group.bufs[starts]
		g.share.windows = append(g.share.windows, window{slot, base(it) + at.started(s.Rest, g.share.lo), base(it) + at.started(s.Rest, g.share.hi)})
	})
}

// started is how many elements of a window come before number i, by its starts.
func (b *buffer) started(rest bool, i int64) int64 {
	i = min(i, int64(len(b.words))-1)
	switch {
	case i < 0:
		return 0
	case rest:
		return i - b.words[i]
	}
	return b.words[i]
}

// within wraps the index of an access to the array in a slot with the comparison.
func (c *compiler) within(slot int, idx evaluator) evaluator {
	a, isParam := c.accessOf[slot]
	if !isParam || !a.Divided() {
		return idx
	}
	return func(it *item) prim.Word {
		i := idx(it)
		if !it.group.promised(slot, a, i) && !it.group.failed() {
			it.fail("element %d of %s, a parameter with access %v, is not in the group's share %d..%d of %d elements each",
				i, it.group.bufs[slot].name, a, it.group.share.lo, it.group.share.hi-1, it.group.share.length)
		}
		return i
	}
}

// promised reports whether the group may touch element i of a parameter.
func (g *group) promised(slot int, a kir.Access, i int64) bool {
	s := g.share
	switch {
	case a == kir.Partial:
		n := int64(len(g.bufs[slot].words))
		return n%g.groups == 0 && i/(n/g.groups) == g.id
	case a == kir.Alone:
		return g.groups == 1
	case !s.known:
		return true
	case a == kir.Packed:
		return slices.ContainsFunc(s.windows, func(w window) bool { return w.slot == int64(slot) && w.lo <= i && (i < w.hi || s.last) })
	case a == kir.OwnNext:
		return s.lo <= i && (i <= s.hi || s.last)
	case s.merge != nil && slot == s.merge.offs && a == kir.RowOwn:
		return s.merge.first <= i && i <= s.merge.last+1
	case s.merge != nil && a == kir.RowOwn: // with the next row, and where that ends
		return s.rows[0] <= i && (i <= s.rows[1]+1 || s.last)
	case s.merge != nil && a == kir.RowWrite:
		return s.rows[0] <= i && (i < s.rows[1] || s.last)
	case a == kir.Own || a == kir.Write:
		return s.lo*s.length <= i && (i < s.hi*s.length || s.last)
	}
	return s.lo <= i && (i < s.hi || s.last)
}
