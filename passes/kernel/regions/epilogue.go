package regions

// Planning of epilogues: maps of what scans and segmented reductions make,
// evaluated where it is written. A map of the results of rows goes over rows,
// the rest of the cluster over their elements; so it is there only with a
// reduction whose results it needs. [lcu §8]

import (
	"math/big"
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/kernel/fusion"
	"nessiec/passes/kernel/opt"
)

// forwards reports whether b, a map, can read v, which a makes, where a writes it.
func (a *invocation) forwards(b *invocation, v *lcu.Var) bool {
	if b.kind != ofMap || a.kind != ofScan && !a.rowsOf(b) {
		return false
	}
	k := slices.Index(a.stmt.let.Binds, v)
	if e, ok := a.soac.(*lcu.Epilogue); ok {
		return k < opt.Written(e)
	}
	return a.parts.Ops[k] != prim.RId
}

// exposes reports whether v, which a makes, is there for b, another scan or
// reduction, as soon as a looks at its element.
func (a *invocation) exposes(b *invocation, v *lcu.Var) bool {
	if _, after := a.soac.(*lcu.Epilogue); after || a.kind != b.kind || a.parts.Ops == nil {
		return false
	}
	return a.parts.Ops[slices.Index(a.stmt.let.Binds, v)] == prim.RId
}

// needsScan reports whether b needs what a, a scan, adds up: not only what it exposes.
func (r *region) needsScan(b, a *invocation) bool {
	for _, v := range a.stmt.let.Binds {
		if b.stmt.uses[v] && !a.exposes(b, v) {
			return true
		}
	}
	for _, it := range b.stmt.deps {
		if it != a.stmt && it.comesAfter(a, false) {
			return true
		}
	}
	return false
}

// rowsOf reports whether b is a map over the rows of a segmented reduction. Its own
// segments, if it has any, must be as long: they follow from the number of the row.
func (a *invocation) rowsOf(b *invocation) bool {
	find := func(c int) int { return find(b.equal, c) }
	_, _, equal := lcu.Equal(b.parts.Segs)
	return b.kind == ofMap && (b.segs < 0 || equal) && b.selection == nil && a.rows >= 0 && b.n >= 0 &&
		find(a.rows) == find(b.n) && find(a.rows) != find(a.n)
}

// afterRows reports whether b is a map over the rows of a that reads their results.
func (r *region) afterRows(a, b *invocation) bool { return a.rowsOf(b) && r.readsResultsOf(b, a) }

// readsResultsOf reports whether b reads what a makes, directly or through others; that
// checks of b come after those of a is not enough.
func (r *region) readsResultsOf(b, a *invocation) bool { return b.stmt.comesAfter(a, true) }

// comesAfter reports whether it depends on a, directly or through others; with
// reading, whether each reads what the next makes.
func (it *stmt) comesAfter(a *invocation, reading bool) bool {
	return it == a.stmt || it.before(reading).Bit(a.stmt.at) == 1
}

// before is the places of what it depends on, or reads, directly or through others;
// it is asked when the region is complete.
func (it *stmt) before(reading bool) *big.Int {
	k := 0
	if reading {
		k = 1
	}
	if it.ancestors[k] == nil {
		all := new(big.Int)
		for _, d := range it.deps {
			if !reading || it.reads(d) {
				all.SetBit(all, d.at, 1)
				all.Or(all, d.before(reading))
			}
		}
		it.ancestors[k] = all
	}
	return it.ancestors[k]
}

// reads reports whether it uses what d defines.
func (it *stmt) reads(d *stmt) bool {
	return d.let != nil && slices.ContainsFunc(d.let.Binds, func(v *lcu.Var) bool { return it.uses[v] })
}

// recomputeReason is the reason why b, a map of what a makes, cannot go with it, if there is one:
// what it reads of other maps there it computes again.
func (r *region) recomputeReason(b, a *invocation) fusion.Reason {
	for v := range b.own {
		if x := r.made[v].invocation; x != nil && x.kind == ofMap && x.expensive && !r.readsResultsOf(x, a) {
			return fusion.Because(fusion.RecomputesExpensive)
		}
	}
	return fusion.Reason{}
}

// onlyWithRows is the reductions of which one has to be with a and b, one of them
// a map over its rows and the other over their elements, neither of which reads
// what the other makes; nil if there is none.
func (r *region) onlyWithRows(a, b *invocation) (by []int) {
	if slices.ContainsFunc(a.stmt.let.Binds, func(v *lcu.Var) bool { return b.stmt.uses[v] }) {
		return nil
	}
	for _, c := range r.invocations {
		if c.rows < 0 {
			continue
		}
		if r.afterRows(c, b) && r.fusesIntoRows(c, a) || r.afterRows(c, a) && r.fusesIntoRows(c, b) {
			by = append(by, c.num)
		}
	}
	return by
}

// fusesIntoRows reports whether x, over the elements of the rows of c, can be with it.
func (r *region) fusesIntoRows(c, x *invocation) bool {
	switch {
	case x == c || r.afterRows(c, x):
		return false
	case x.num < c.num:
		return r.incompatible(x, c).Why == fusion.Compatible
	}
	return r.incompatible(c, x).Why == fusion.Compatible
}
