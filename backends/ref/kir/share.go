package kir

// The check of what kernels say of their accesses. A launch may be divided among
// devices by its groups, each of which then has what its groups touch and no more
// (kir.Share). So every access of every group is compared with what is promised.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// A share is the numbers lo <= s < hi, each of which stands for length elements. The
// last group has all from lo on.
type share struct {
	known          bool
	lo, hi, length int64
	last           bool
}

// share compiles a Share: every group notes what it has.
func (c *compiler) share(s *kir.Share) *stmt {
	size, count, length := c.expr(s.Size), c.expr(s.Count), c.expr(s.Length)
	return simple(func(it *item) {
		id, n := it.group.id, size(it)
		it.group.share = share{true, id * n, (id + 1) * n, length(it), (id+1)*n >= count(it)}
	})
}

// within wraps the index of an access to the array in a slot with the comparison.
func (c *compiler) within(slot int, idx evaluator) evaluator {
	a, isParam := c.accessOf[slot]
	if !isParam || !a.Divided() {
		return idx
	}
	return func(it *item) prim.Word {
		i := idx(it)
		if !it.group.promised(a, i) && !it.group.failed() {
			it.fail("element %d of %s, a parameter with access %v, is not in the group's share %d..%d of %d elements each",
				i, it.group.bufs[slot].name, a, it.group.share.lo, it.group.share.hi-1, it.group.share.length)
		}
		return i
	}
}

// promised reports whether the group may touch element i of a parameter.
func (g *group) promised(a kir.Access, i int64) bool {
	s := g.share
	switch {
	case a == kir.Partial:
		return i == g.id
	case !s.known:
		return true
	case a == kir.Own || a == kir.Write:
		return s.lo*s.length <= i && (i < s.hi*s.length || s.last)
	}
	return s.lo <= i && (i < s.hi || s.last)
}
