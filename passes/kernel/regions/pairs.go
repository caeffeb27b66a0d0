package regions

// Which two runs may become one kernel, as far as only they are concerned.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/code"
)

// apart is the reason why a, which comes first, and b cannot be one kernel, or "".
func (r *region) apart(a, b *run) string {
	same := func(x, y int) bool { return find(b.equal, x) == find(b.equal, y) }
	if why := a.feeds(b); why != "" {
		return why
	}
	for v, f := range r.counts {
		if f == a && b.kind != ofOnce && b.inThunks(v) {
			return "one needs to know how many elements the other keeps"
		}
	}
	switch {
	case a.kind == ofUpdate || b.kind == ofUpdate:
		return "an update is a kernel by itself"
	case a.kind == ofMap && code.ReadsInto(lcu.Inner(b.soac), a.parts.T):
		return "one reads what the other writes to in place"
	case a.kind == ofOnce || b.kind == ofOnce:
		return r.apartOnce(a, b)
	case a.over != b.over:
		return r.apartByFilter(a, b)
	case r.afterRows(a, b):
		return ""
	case a.n < 0 || b.n < 0 || !same(a.n, b.n):
		return sizesDiffer
	case a.segs >= 0 && b.segs >= 0 && !same(a.segs, b.segs):
		return "their segments differ"
	case (a.segs >= 0) != (b.segs >= 0) && (a.kind != ofMap && a.segs < 0 || b.kind != ofMap && b.segs < 0):
		return "one needs segments, the other must not have them"
	case a.kind == ofMap && b.kind == ofMap:
		return ""
	case a.kind == ofMap:
		return r.joins(a, b)
	case b.kind == ofMap && a.kind == ofScan && r.follows(b, a):
		return r.again(b, a)
	case b.kind == ofMap:
		return r.joins(b, a)
	case a.kind == ofFilter && b.kind == ofFilter:
		return "they keep different elements"
	case a.kind != b.kind || a.kind == ofOther:
		return "they do different things with their elements"
	case a.kind == ofReduce:
		return ""
	case a.kind == ofScan && r.needsScan(b, a):
		return "one needs all that the other makes"
	case a.kind == ofScan:
		return scansApart(a, b)
	}
	return ""
}

// feeds is the reason why b, which uses what a makes, cannot be in one kernel
// with it, or "".
func (a *run) feeds(b *run) string {
	for _, v := range a.item.let.Binds {
		switch {
		case b.other[v] && !a.ends(b, v):
			return "one needs all of " + v.Name + ", which the other makes"
		case b.own[v] && a.kind != ofMap && b.over != a && !a.hands(b, v) && !a.shows(b, v):
			return "the elements of " + v.Name + " are not known until all are"
		}
	}
	return ""
}

// joins is the reason why a map cannot be in the kernel of s, or "": what is
// evaluated twice must neither fail nor be dear.
func (r *region) joins(m, s *run) string {
	twice := code.Replays(lcu.Inner(s.soac))
	for v := range s.dest { // maps in the second thunk are in the first one, too
		twice = twice || r.made[v].run != nil && r.made[v].run.kind == ofMap
	}
	switch {
	case twice && (m.checks || s.checks) && !r.failsAlone(m, s):
		return "one fails, the other looks at elements twice"
	case twice && m.dear && !code.Keeps(lcu.Inner(s.soac)):
		return "one is dear, the other looks at elements twice"
	}
	return ""
}

// failsAlone reports whether s is a scan and m the only run that may fail in its
// kernel, other than after it, by a single check: that its elements are looked at
// twice is no matter then. The first step looks at all but the last ones, so the
// first element that fails is the first to be found.
func (r *region) failsAlone(m, s *run) bool {
	if s.kind != ofScan || s.checks || m.num > s.num || checksIn(m.soac) > 1 {
		return false
	}
	return !slices.ContainsFunc(r.runs[m.num+1:s.num], func(x *run) bool { return x.checks && x.kind == ofMap })
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

func scansApart(a, b *run) string {
	switch {
	case inclusive(a.soac) != inclusive(b.soac):
		return "one scan is inclusive, the other is not"
	case code.IsPrefix(a.soac) != code.IsPrefix(b.soac):
		return "one scan has an entry for all elements, the other has not"
	case a.checks || b.checks:
		return "one fails, the other looks at elements twice"
	case a.segs >= 0 && (a.dear || b.dear):
		return "one is dear, the other looks at elements twice"
	}
	return ""
}

func inclusive(e lcu.Expr) bool {
	switch e := lcu.Inner(e).(type) {
	case *lcu.Scan:
		return e.Incl
	case *lcu.SegScan:
		return e.Incl
	}
	return false
}
