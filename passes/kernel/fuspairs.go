package kernel

// Which two runs may become one kernel, as far as only they are concerned.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
)

// apart is the reason why a, which comes first, and b cannot be one kernel, or "".
func (r *fusRegion) apart(a, b *fusRun) string {
	same := func(x, y int) bool { return fusFind(b.equal, x) == fusFind(b.equal, y) }
	if why := a.feeds(b); why != "" {
		return why
	}
	for v, f := range r.counts {
		if f == a && b.kind != fusOnce && b.inThunks(v) {
			return "one needs to know how many elements the other keeps"
		}
	}
	switch {
	case a.kind == fusOnce || b.kind == fusOnce:
		return r.apartOnce(a, b)
	case a.over != b.over:
		return r.apartByFilter(a, b)
	case r.afterRows(a, b):
		return ""
	case a.n < 0 || b.n < 0 || !same(a.n, b.n):
		return fusSizes
	case a.segs >= 0 && b.segs >= 0 && !same(a.segs, b.segs):
		return "their segments differ"
	case (a.segs >= 0) != (b.segs >= 0) && (a.kind != fusMap && a.segs < 0 || b.kind != fusMap && b.segs < 0):
		return "one needs segments, the other must not have them"
	case a.kind == fusMap && b.kind == fusMap:
		return ""
	case a.kind == fusMap:
		return r.joins(a, b)
	case b.kind == fusMap && a.kind == fusScan && r.follows(b, a):
		return r.again(b, a)
	case b.kind == fusMap:
		return r.joins(b, a)
	case a.kind == fusFilter && b.kind == fusFilter:
		return "they keep different elements"
	case a.kind != b.kind || a.kind == fusOther:
		return "they do different things with their elements"
	case a.kind == fusReduce:
		return ""
	case a.kind == fusScan && r.needsScan(b, a):
		return "one needs all that the other makes"
	case a.kind == fusScan:
		return fusScans(a, b)
	}
	return ""
}

// feeds is the reason why b, which uses what a makes, cannot be in one kernel
// with it, or "".
func (a *fusRun) feeds(b *fusRun) string {
	for _, v := range a.item.let.Binds {
		switch {
		case b.other[v] && !a.ends(b, v):
			return "one needs all of " + v.Name + ", which the other makes"
		case b.own[v] && a.kind != fusMap && b.over != a && !a.hands(b, v) && !a.shows(b, v):
			return "the elements of " + v.Name + " are not known until all are"
		}
	}
	return ""
}

// joins is the reason why a map cannot be in the kernel of s, or "": what is
// evaluated twice must neither fail nor be dear.
func (r *fusRegion) joins(m, s *fusRun) string {
	twice := replays(lcu.Inner(s.soac))
	for v := range s.dest { // maps in the second thunk are in the first one, too
		twice = twice || r.made[v].run != nil && r.made[v].run.kind == fusMap
	}
	switch {
	case twice && (m.checks || s.checks) && !r.failsAlone(m, s):
		return "one fails, the other looks at elements twice"
	case twice && m.dear && !keeps(lcu.Inner(s.soac)):
		return "one is dear, the other looks at elements twice"
	}
	return ""
}

// failsAlone reports whether s is a scan and m the only run that may fail in its
// kernel, other than after it, by a single check: that its elements are looked at
// twice is no matter then. The first step looks at all but the last ones, so the
// first element that fails is the first to be found.
func (r *fusRegion) failsAlone(m, s *fusRun) bool {
	if s.kind != fusScan || s.checks || m.num > s.num || checksIn(m.soac) > 1 {
		return false
	}
	return !slices.ContainsFunc(r.runs[m.num+1:s.num], func(x *fusRun) bool { return x.checks && x.kind == fusMap })
}

// checksIn is how many checks there are in e.
func checksIn(e lcu.Expr) (n int) {
	ir.Walk(e, func(e lcu.Expr) bool {
		if e.Form() == lcu.FormCheck {
			n++
		}
		return true
	})
	return n
}

func fusScans(a, b *fusRun) string {
	switch {
	case fusIncl(a.soac) != fusIncl(b.soac):
		return "one scan is inclusive, the other is not"
	case fusPrefix(a.soac) != fusPrefix(b.soac):
		return "one scan has an entry for all elements, the other has not"
	case a.checks || b.checks:
		return "one fails, the other looks at elements twice"
	case a.segs >= 0 && (a.dear || b.dear):
		return "one is dear, the other looks at elements twice"
	}
	return ""
}

func fusPrefix(e lcu.Expr) bool {
	_, ok := lcu.Inner(e).(*lcu.Prefix)
	return ok
}

func fusIncl(e lcu.Expr) bool {
	switch e := lcu.Inner(e).(type) {
	case *lcu.Scan:
		return e.Incl
	case *lcu.SegScan:
		return e.Incl
	}
	return false
}
