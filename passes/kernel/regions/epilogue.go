package regions

// Planning of epilogues: maps of what scans and segmented reductions make,
// evaluated where it is written. A map of the results of rows goes over rows,
// the rest of the cluster over their elements; so it is there only with a
// reduction whose results it needs. (seed 002 §8, PASSES F 4)

import (
	"math/big"
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/kernel/code"
)

const sizesDiffer = "their sizes differ"

// hands reports whether b, a map, can read v, which a makes, where a writes it.
func (a *run) hands(b *run, v *lcu.Var) bool {
	if b.kind != ofMap || a.kind != ofScan && !a.rowsOf(b) {
		return false
	}
	k := slices.Index(a.item.let.Binds, v)
	if e, ok := a.soac.(*lcu.Epilogue); ok {
		return k < code.Written(e)
	}
	return a.parts.Ops[k] != prim.RId
}

// shows reports whether v, which a makes, is there for b, another scan or
// reduction, as soon as a looks at its element.
func (a *run) shows(b *run, v *lcu.Var) bool {
	if _, after := a.soac.(*lcu.Epilogue); after || a.kind != b.kind || a.parts.Ops == nil {
		return false
	}
	return a.parts.Ops[slices.Index(a.item.let.Binds, v)] == prim.RId
}

// needsScan reports whether b needs what a, a scan, adds up: not only what it shows.
func (r *region) needsScan(b, a *run) bool {
	for _, v := range a.item.let.Binds {
		if b.item.uses[v] && !a.shows(b, v) {
			return true
		}
	}
	for _, it := range b.item.deps {
		if it != a.item && it.comesAfter(a, false) {
			return true
		}
	}
	return false
}

// rowsOf reports whether b is a map over the rows of a segmented reduction. Its own
// segments, if it has any, must be as long: they follow from the number of the row.
func (a *run) rowsOf(b *run) bool {
	find := func(c int) int { return find(b.equal, c) }
	_, _, equal := lcu.Equal(b.parts.Segs)
	return b.kind == ofMap && (b.segs < 0 || equal) && b.over == nil && a.rows >= 0 && b.n >= 0 &&
		find(a.rows) == find(b.n) && find(a.rows) != find(a.n)
}

// afterRows reports whether b is a map over the rows of a that reads their results.
func (r *region) afterRows(a, b *run) bool { return a.rowsOf(b) && r.follows(b, a) }

// follows reports whether b reads what a makes, directly or through others; that
// checks of b come after those of a is not enough.
func (r *region) follows(b, a *run) bool { return b.item.comesAfter(a, true) }

// comesAfter reports whether it depends on a, directly or through others; with
// reading, whether each reads what the next makes.
func (it *item) comesAfter(a *run, reading bool) bool {
	return it == a.item || it.before(reading).Bit(a.item.at) == 1
}

// before is the places of what it depends on, or reads, directly or through others;
// it is asked when the region is complete.
func (it *item) before(reading bool) *big.Int {
	k := 0
	if reading {
		k = 1
	}
	if it.past[k] == nil {
		all := new(big.Int)
		for _, d := range it.deps {
			if !reading || it.reads(d) {
				all.SetBit(all, d.at, 1)
				all.Or(all, d.before(reading))
			}
		}
		it.past[k] = all
	}
	return it.past[k]
}

// reads reports whether it uses what d defines.
func (it *item) reads(d *item) bool {
	return d.let != nil && slices.ContainsFunc(d.let.Binds, func(v *lcu.Var) bool { return it.uses[v] })
}

// again is the reason why b, a map of what a makes, cannot go with it, or "":
// what it reads of other maps there it computes again.
func (r *region) again(b, a *run) string {
	for v := range b.own {
		if x := r.made[v].run; x != nil && x.kind == ofMap && x.dear && !r.follows(x, a) {
			return "one would compute again what is dear"
		}
	}
	return ""
}

// rowBridge is the reductions of which one has to be with a and b, one of them
// a map over its rows and the other over their elements, neither of which reads
// what the other makes; nil if there is none.
func (r *region) rowBridge(a, b *run) (by []int) {
	if slices.ContainsFunc(a.item.let.Binds, func(v *lcu.Var) bool { return b.item.uses[v] }) {
		return nil
	}
	for _, c := range r.runs {
		if c.rows < 0 {
			continue
		}
		if r.afterRows(c, b) && r.joinsRows(c, a) || r.afterRows(c, a) && r.joinsRows(c, b) {
			by = append(by, c.num)
		}
	}
	return by
}

// joinsRows reports whether x, over the elements of the rows of c, can be with it.
func (r *region) joinsRows(c, x *run) bool {
	switch {
	case x == c || r.afterRows(c, x):
		return false
	case x.num < c.num:
		return r.apart(x, c) == ""
	}
	return r.apart(c, x) == ""
}
