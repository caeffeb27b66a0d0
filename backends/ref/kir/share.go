package kir

// The check of what kernels say of their accesses. A launch may be divided among
// devices by its groups, each of which then has what its groups touch and no more
// (kir.Share). So every access of every group is compared with what is promised.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// A share is the numbers lo <= s < hi, each of which stands for length elements. The
// last group has all from lo on.
type share struct {
	known          bool
	lo, hi, length int64
	last           bool
	windows        []window
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
		return i == g.id
	case !s.known:
		return true
	case a == kir.Packed:
		return slices.ContainsFunc(s.windows, func(w window) bool { return w.slot == int64(slot) && w.lo <= i && (i < w.hi || s.last) })
	case a == kir.OwnNext:
		return s.lo <= i && (i <= s.hi || s.last)
	case a == kir.Own || a == kir.Write:
		return s.lo*s.length <= i && (i < s.hi*s.length || s.last)
	}
	return s.lo <= i && (i < s.hi || s.last)
}
