package transfers

// What may be done with counts that stay on the device.

import (
	"maps"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
)

// A countState is what is known at a place of host code about values that depend on
// counts on the device.
type countState struct {
	from     map[*kir.Var]map[*kir.Var]bool // the counts that a scalar, or the length of a buffer, depends on
	onDevice map[*kir.Var]*kir.ReadCount    // counts that stay on the device
	defs     map[*kir.Var]kir.Expr          // what is computed of them
	size     map[*kir.Var]kir.Expr          // the lengths of buffers that depend on them
	upper    map[*kir.Var]kir.Expr          // bounds that the host has computed
	known    build.Facts                    // about what the host knows

	bounds      map[*kir.Var]build.Memo[kir.Expr] // of scalars, once asked for
	lowerBounds map[*kir.Var]build.Memo[int64]
}

func newState() countState {
	return countState{map[*kir.Var]map[*kir.Var]bool{}, map[*kir.Var]*kir.ReadCount{}, map[*kir.Var]kir.Expr{}, map[*kir.Var]kir.Expr{}, map[*kir.Var]kir.Expr{}, build.NewFacts(),
		map[*kir.Var]build.Memo[kir.Expr]{}, map[*kir.Var]build.Memo[int64]{}}
}

func (s countState) copy() countState {
	return countState{maps.Clone(s.from), maps.Clone(s.onDevice), maps.Clone(s.defs), maps.Clone(s.size), maps.Clone(s.upper), s.known.Copy(),
		maps.Clone(s.bounds), maps.Clone(s.lowerBounds)}
}

// counts is the counts that an expression depends on.
func (s countState) counts(es ...kir.Expr) map[*kir.Var]bool {
	if len(s.from) == 0 {
		return nil
	}
	var out map[*kir.Var]bool
	for _, e := range es {
		ir.Walk(e, func(e kir.Expr) bool {
			kir.EachUse(e, func(v *kir.Var) {
				for c := range s.from[v] {
					if out == nil {
						out = map[*kir.Var]bool{}
					}
					out[c] = true
				}
			})
			return true
		})
	}
	return out
}

// scalar reports whether an expression is a scalar that depends on counts.
func (s countState) scalar(e kir.Expr) bool {
	return !kir.IsBuf(kir.TypeOf(e)) && len(s.counts(e)) > 0
}

// neededByHost is which of the counts in kept, that a list reads, it uses for what the
// host has to know. A count stays only while the ranks are not written again.
func (t *countAnalysis) neededByHost(stmts []kir.Expr, kept map[*kir.Var]bool) map[*kir.Var]bool {
	m := &hostNeeds{countAnalysis: &countAnalysis{countKernels: t.countKernels, readScheduler: t.readScheduler, countState: t.countState.copy()}, want: kept, bad: map[*kir.Var]bool{}}
	m.list(stmts)
	return m.bad
}

type hostNeeds struct {
	*countAnalysis
	want, bad map[*kir.Var]bool
}

// need notes that the host has to know all that these depend on.
func (m *hostNeeds) need(es ...kir.Expr) {
	for c := range m.counts(es...) {
		if m.want[c] {
			m.bad[c] = true
		}
	}
}

func (m *hostNeeds) list(stmts []kir.Expr) {
	for _, s := range stmts {
		m.stmt(s)
	}
}

func (m *hostNeeds) stmt(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Def, *kir.Alloc, *kir.AllocLoose, *kir.CheckSize:
		if !m.follow(s) {
			m.need(s)
		}
	case *kir.ReadCount:
		if m.want[s.Bind] {
			if _, ok := m.upperBound(s.Most); !ok {
				m.bad[s.Bind] = true
			}
			m.leaveOnDevice(s)
		}
	case *kir.Read:
	case *kir.Launch:
		m.launch(s)
	default:
		s.MapOperands(func(e kir.Expr) kir.Expr {
			m.need(e)
			return e
		})
		up := m.countState
		s.MapBodies(func(b kir.Expr) kir.Expr {
			if up.concerns(b) {
				m.countState = up.copy()
				m.list(b.(*kir.Block).Stmts)
			}
			return b
		})
		m.countState = up
	}
}

// concerns reports whether a body has anything to do with counts on the device, or with the ranks
// at whose end they are.
func (s countState) concerns(body kir.Expr) bool {
	ranks := map[*kir.Var]bool{}
	for _, c := range s.onDevice {
		ranks[kir.VarOf(c.Buf)] = true
	}
	return ir.Any(body, func(e kir.Expr) (does bool) {
		kir.EachUse(e, func(v *kir.Var) { does = does || len(s.from[v]) > 0 || ranks[v] })
		return does
	})
}

func (m *hostNeeds) launch(l *kir.Launch) {
	if _, ok := m.upperBound(l.Groups); !ok {
		m.need(l.Groups)
	}
	for i, w := range m.written[l.Kernel] {
		if !w {
			continue
		}
		for v, c := range m.countState.onDevice {
			if kir.VarOf(c.Buf) == kir.VarOf(l.Args[i]) && kir.VarOf(c.Buf) != nil && m.want[v] {
				m.bad[v] = true
			}
		}
	}
}

// leaveOnDevice notes a count that stays on the device.
func (s countState) leaveOnDevice(r *kir.ReadCount) {
	s.onDevice[r.Bind] = r
	s.from[r.Bind] = map[*kir.Var]bool{r.Bind: true}
	for c := range s.counts(r.Idx, r.Most) {
		s.from[r.Bind][c] = true
	}
}

// follow notes what a statement makes of counts, and what the host learns. It
// reports false if the statement needs a bound that there is not.
func (s countState) follow(e kir.Expr) bool {
	switch e := e.(type) {
	case *kir.Def:
		if from := s.counts(e.Rhs); len(from) > 0 {
			s.from[e.Bind], s.defs[e.Bind] = from, e.Rhs
		} else {
			s.known.Define(e.Bind, e.Rhs)
		}
	case *kir.Alloc:
		return s.allocated(e.Bind, e.Count)
	case *kir.AllocLoose:
		return s.allocated(e.Bind, e.Count)
	case *kir.CheckSize:
		most, ok := s.upperBound(e.Count)
		size := s.known.Key(most)
		if len(s.counts(e.Count)) > 0 {
			return ok && s.checked(size)
		}
		s.known.Sized[size] = true
	}
	return true
}

func (s countState) allocated(v *kir.Var, count kir.Expr) bool {
	from := s.counts(count)
	if len(from) == 0 {
		if k := s.known.Key(count); k.Known() {
			s.known.SetLength(v, k)
		}
		return true
	}
	s.from[v], s.size[v] = from, count
	_, ok := s.upperBound(count)
	return ok
}

// checked reports whether so many elements are certainly not too many.
func (s countState) checked(size build.Key) bool {
	return size.Base == build.NumberBase && size.More <= build.SmallSize ||
		strings.HasPrefix(size.Base, "length ") && size.More <= 0 || s.known.HasSize(size)
}
