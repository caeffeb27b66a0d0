package regions

// Which two runs may become one kernel, as far as only they are concerned.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/fusion"
	"nessiec/passes/kernel/opt"
)

// incompatible is the reason why a, which comes first, and b cannot be one kernel, if there is one.
func (r *region) incompatible(a, b *invocation) fusion.Reason {
	same := func(x, y int) bool { return find(b.equal, x) == find(b.equal, y) }
	if why := a.depends(b); why.Why != fusion.Compatible {
		return why
	}
	for v, f := range r.counts {
		if f == a && b.kind != ofOnce && b.inThunks(v) {
			return fusion.Because(fusion.NeedsCount)
		}
	}
	switch {
	case a.kind == ofUpdate || b.kind == ofUpdate:
		return fusion.Because(fusion.UpdateAlone)
	case a.kind == ofMap && opt.ReadsUpdated(lcu.Inner(b.soac), a.parts.T):
		return fusion.Because(fusion.WritesInPlace)
	case a.kind == ofOnce || b.kind == ofOnce:
		return r.incompatibleOnce(a, b)
	case a.selection != b.selection:
		return r.incompatibleByFilter(a, b)
	case r.afterRows(a, b):
		return fusion.Reason{}
	case a.n < 0 || b.n < 0 || !same(a.n, b.n):
		return fusion.Because(fusion.SizesDiffer)
	case a.segs >= 0 && b.segs >= 0 && !same(a.segs, b.segs):
		return fusion.Because(fusion.SegmentsDiffer)
	case (a.segs >= 0) != (b.segs >= 0) && (a.kind != ofMap && a.segs < 0 || b.kind != ofMap && b.segs < 0):
		return fusion.Because(fusion.NeedsSegments)
	case a.kind == ofMap && b.kind == ofMap:
		return fusion.Reason{}
	case a.kind == ofMap:
		return r.fusesInto(a, b)
	case b.kind == ofMap && a.kind == ofScan && r.readsResultsOf(b, a):
		return r.recomputeReason(b, a)
	case b.kind == ofMap:
		return r.fusesInto(b, a)
	case a.kind == ofFilter && b.kind == ofFilter:
		return fusion.Because(fusion.KeepsOthers)
	case a.kind != b.kind || a.kind == ofOther:
		return fusion.Because(fusion.KindsDiffer)
	case a.kind == ofScatter && (readsUpdated(a, b) || readsUpdated(b, a)):
		return fusion.Because(fusion.WritesInPlace)
	case a.kind == ofReduce:
		return fusion.Reason{}
	case a.kind == ofScan && r.needsScan(b, a):
		return fusion.Because(fusion.NeedsWhole)
	case a.kind == ofScan:
		return incompatibleScans(a, b)
	case a.kind == ofDirectory && (a.checks || b.checks):
		return fusion.Because(fusion.FailsTwice)
	case a.kind == ofCompact && byDirectory(a) != byDirectory(b):
		return fusion.Because(fusion.KindsDiffer)
	}
	return fusion.Reason{}
}

// byDirectory reports whether directories say what a compaction places.
func byDirectory(x *invocation) bool { return x.soac.(*lcu.Compact).Directories != nil }

// readsUpdated reports whether a reads an array that b writes to.
func readsUpdated(a, b *invocation) bool {
	return opt.ReadsUpdated(b.soac, a.parts.T) || opt.ReadsUpdated(b.soac, a.parts.Fun)
}

// depends is the reason why b, which uses what a makes, cannot be in one kernel
// with it, if there is one.
func (a *invocation) depends(b *invocation) fusion.Reason {
	for _, v := range a.stmt.let.Binds {
		switch {
		case b.other[v] && !a.finishes(b, v):
			return fusion.Reason{Why: fusion.NeedsAll, Of: v.Name}
		case b.own[v] && a.kind != ofMap && b.selection != a && !a.forwards(b, v) && !a.exposes(b, v):
			return fusion.Reason{Why: fusion.NotYetKnown, Of: v.Name}
		}
	}
	return fusion.Reason{}
}

// fusesInto is the reason why a map cannot be in the kernel of s, if there is one: what is
// evaluated twice must neither fail nor be expensive.
func (r *region) fusesInto(m, s *invocation) fusion.Reason {
	twice := opt.EvaluatesTwice(lcu.Inner(s.soac))
	for v := range s.dest { // maps in the second thunk are in the first one, too
		twice = twice || r.made[v].invocation != nil && r.made[v].invocation.kind == ofMap
	}
	switch {
	case s.kind == ofCompact && byDirectory(s) && m.checks:
		return fusion.Because(fusion.FailsUnselected)
	case twice && (m.checks || s.checks) && !r.failsAlone(m, s):
		return fusion.Because(fusion.FailsTwice)
	case twice && m.expensive && !opt.CachesValues(lcu.Inner(s.soac)):
		return fusion.Because(fusion.ExpensiveTwice)
	}
	return fusion.Reason{}
}

// failsAlone reports whether s is a scan, or makes a directory, and m the only run that may fail in its
// kernel, other than after it, by a single check: that its elements are looked at
// twice is no matter then. The first step looks at all but the last ones, so the
// first element that fails is the first to be found.
func (r *region) failsAlone(m, s *invocation) bool {
	if s.kind != ofScan && s.kind != ofDirectory || s.checks || m.num > s.num || checksIn(m.soac) > 1 {
		return false
	}
	return !slices.ContainsFunc(r.invocations[m.num+1:s.num], func(x *invocation) bool { return x.checks && x.kind == ofMap })
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

func incompatibleScans(a, b *invocation) fusion.Reason {
	switch {
	case inclusive(a.soac) != inclusive(b.soac):
		return fusion.Because(fusion.InclusiveDiffers)
	case opt.IsPrefix(a.soac) != opt.IsPrefix(b.soac):
		return fusion.Because(fusion.TotalsDiffer)
	case a.checks || b.checks:
		return fusion.Because(fusion.FailsTwice)
	case a.segs >= 0 && (a.expensive || b.expensive):
		return fusion.Because(fusion.ExpensiveTwice)
	}
	return fusion.Reason{}
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
