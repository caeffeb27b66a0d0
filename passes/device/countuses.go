package device

// What may be done with counts that stay on the device, and the bounds of what is
// computed of them.

import (
	"maps"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
)

// A state is what is known at a place of host code about values that depend on
// counts on the device.
type state struct {
	from  map[*kvar]map[*kvar]bool // the counts that a scalar, or the length of a buffer, depends on
	kept  map[*kvar]*kir.ReadCount // counts that stay on the device
	defs  map[*kvar]expr           // what is computed of them
	size  map[*kvar]expr           // the lengths of buffers that depend on them
	most  map[*kvar]expr           // bounds that the host has computed
	known facts                    // about what the host knows
}

func newState() state {
	return state{map[*kvar]map[*kvar]bool{}, map[*kvar]*kir.ReadCount{}, map[*kvar]expr{}, map[*kvar]expr{}, map[*kvar]expr{}, newFacts()}
}

func (s state) copy() state {
	return state{maps.Clone(s.from), maps.Clone(s.kept), maps.Clone(s.defs), maps.Clone(s.size), maps.Clone(s.most), s.known.copy()}
}

// counts is the counts that an expression depends on.
func (s state) counts(es ...expr) map[*kvar]bool {
	var out map[*kvar]bool
	for _, e := range es {
		ir.Walk(e, func(e expr) bool {
			kir.EachUse(e, func(v *kvar) {
				for c := range s.from[v] {
					if out == nil {
						out = map[*kvar]bool{}
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
func (s state) scalar(e expr) bool {
	return !kir.IsBuf(kir.TypeOf(e)) && len(s.counts(e)) > 0
}

// misused is which of the counts in kept, that a list reads, it uses for what the
// host has to know. A count stays only while the ranks are not written again.
func (t *tally) misused(stmts []expr, kept map[*kvar]bool) map[*kvar]bool {
	m := &misuse{tally: &tally{counted: t.counted, reads: t.reads, state: t.state.copy()}, want: kept, bad: map[*kvar]bool{}}
	m.list(stmts)
	return m.bad
}

type misuse struct {
	*tally
	want, bad map[*kvar]bool
}

// need notes that the host has to know all that these depend on.
func (m *misuse) need(es ...expr) {
	for c := range m.counts(es...) {
		if m.want[c] {
			m.bad[c] = true
		}
	}
}

func (m *misuse) list(stmts []expr) {
	for _, s := range stmts {
		m.stmt(s)
	}
}

func (m *misuse) stmt(s expr) {
	switch s := s.(type) {
	case *kir.Def, *kir.Alloc, *kir.AllocLoose, *kir.CheckSize:
		if !m.follow(s) {
			m.need(s)
		}
	case *kir.ReadCount:
		if m.want[s.Bind] {
			if _, ok := m.bound(s.Most); !ok {
				m.bad[s.Bind] = true
			}
			m.keep(s)
		}
	case *kir.Read:
	case *kir.Launch:
		m.launch(s)
	default:
		s.MapOperands(func(e expr) expr {
			m.need(e)
			return e
		})
		up := m.state
		s.MapBodies(func(b expr) expr {
			m.state = up.copy()
			m.list(b.(*kir.Block).Stmts)
			return b
		})
		m.state = up
	}
}

func (m *misuse) launch(l *kir.Launch) {
	if _, ok := m.bound(l.Groups); !ok {
		m.need(l.Groups)
	}
	for i, w := range m.written[l.Kernel] {
		if !w {
			continue
		}
		for v, c := range m.state.kept {
			if kir.VarOf(c.Buf) == kir.VarOf(l.Args[i]) && kir.VarOf(c.Buf) != nil && m.want[v] {
				m.bad[v] = true
			}
		}
	}
}

// keep notes a count that stays on the device.
func (s state) keep(r *kir.ReadCount) {
	s.kept[r.Bind] = r
	s.from[r.Bind] = map[*kvar]bool{r.Bind: true}
	for c := range s.counts(r.Idx, r.Most) {
		s.from[r.Bind][c] = true
	}
}

// follow notes what a statement makes of counts, and what the host learns. It
// reports false if the statement needs a bound that there is not.
func (s state) follow(e expr) bool {
	switch e := e.(type) {
	case *kir.Def:
		if from := s.counts(e.Rhs); len(from) > 0 {
			s.from[e.Bind], s.defs[e.Bind] = from, e.Rhs
		} else {
			s.known.define(e.Bind, e.Rhs)
		}
	case *kir.Alloc:
		return s.allocated(e.Bind, e.Count)
	case *kir.AllocLoose:
		return s.allocated(e.Bind, e.Count)
	case *kir.CheckSize:
		most, ok := s.bound(e.Count)
		size := s.known.key(most)
		if len(s.counts(e.Count)) > 0 {
			return ok && s.checked(size)
		}
		s.known.sized[size] = true
	}
	return true
}

func (s state) allocated(v *kvar, count expr) bool {
	from := s.counts(count)
	if len(from) == 0 {
		if k := s.known.key(count); k.known() {
			s.known.length[v] = k
		}
		return true
	}
	s.from[v], s.size[v] = from, count
	_, ok := s.bound(count)
	return ok
}

// checked reports whether so many elements are certainly not too many.
func (s state) checked(size key) bool {
	if size.base == numberBase && size.more <= smallSize || s.known.sized[size] {
		return true
	}
	if strings.HasPrefix(size.base, "length ") && size.more <= 0 {
		return true
	}
	for buf := range s.known.length {
		if s.known.covers(s.known.lengthKey(buf), size) {
			return true
		}
	}
	return false
}

// bound is a value of the host that e does not exceed: e itself if it depends on
// no count.
func (s state) bound(e expr) (expr, bool) {
	if len(s.counts(e)) == 0 {
		return e, true
	}
	switch e := e.(type) {
	case *kir.Ref:
		if most := s.most[e.Var]; most != nil {
			return most, true
		}
		if c := s.kept[e.Var]; c != nil {
			return s.bound(c.Most)
		}
		return s.bound(s.defs[e.Var])
	case *kir.Length:
		most, ok := s.bound(s.size[kir.VarOf(e.Buf)])
		return folded("max", most, num(0)), ok
	case *kir.Select:
		then, ok := s.bound(e.Then)
		els, also := s.bound(e.Else)
		return folded("max", then, els), ok && also && kir.TypeOf(e) == intType
	case *kir.Prim:
		return s.boundPrim(e)
	}
	return nil, false
}

func (s state) boundPrim(e *kir.Prim) (expr, bool) {
	if len(e.Args) != 2 || kir.TypeOf(e) != intType {
		return nil, false
	}
	x, y := e.Args[0], e.Args[1]
	a, ok := s.bound(x)
	b, also := s.bound(y)
	switch e.Op.Name {
	case "add", "add_size", "max":
		return folded(e.Op.Name, a, b), ok && also
	case "mul", "mul_size":
		if k, known := literal(y); known && k >= 0 {
			return folded(e.Op.Name, folded("max", a, num(0)), y), ok
		}
		if k, known := literal(x); known && k >= 0 {
			return folded(e.Op.Name, x, folded("max", b, num(0))), also
		}
		return folded(e.Op.Name, a, b), ok && also && s.natural(x) && s.natural(y)
	case "min":
		if !ok || !also {
			if ok {
				b = a
			}
			return b, ok || also
		}
		return folded("min", a, b), true
	case "sub":
		least, low := s.least(y)
		return folded("sub", a, kir.N(least)), ok && low
	case "div":
		least, low := s.least(y)
		most := folded("div", folded("max", a, num(0)), kir.N(least))
		if chunks, found := s.chunks(x, y); found {
			most = folded("min", most, kir.N(chunks))
		}
		return most, ok && low && least > 0
	}
	return nil, false
}

// folded applies an operation on ints, now if both are known and small.
func folded(op string, a, b expr) expr {
	x, ok := literal(a)
	y, also := literal(b)
	if ok && also && max(x, -x) <= smallSize && max(y, -y) <= smallSize {
		if z, ok := apply(op, x, y); ok && max(z, -z) <= smallSize {
			return kir.N(z)
		}
	}
	if isInt(b, 0) && (op == "add" || op == "sub") {
		return a
	}
	if a == nil || b == nil { // there is no bound
		return nil
	}
	return kir.Apply(op, a, b)
}

// chunks is the most groups that there are if elements are divided as
// Target.chunkSize says: x is n + (c - 1), and c at least m * ((n + k - 1) / k).
func (s state) chunks(x, y expr) (int64, bool) {
	sum, ok := x.(*kir.Prim)
	if !ok || sum.Op.Name != "add" || kir.VarOf(y) == nil || kir.Show(sum.Args[1]) != kir.Show(sub1(y)) {
		return 0, false
	}
	size, ok := s.defs[kir.VarOf(y)].(*kir.Prim)
	if !ok || size.Op.Name != "max" {
		return 0, false
	}
	part, times := size.Args[1], int64(1)
	if p, ok := part.(*kir.Prim); ok && p.Op.Name == "mul" {
		times, _ = literal(p.Args[0])
		part = p.Args[1]
	}
	quotient, ok := part.(*kir.Prim)
	if !ok || quotient.Op.Name != "div" || times <= 0 {
		return 0, false
	}
	k, ok := literal(quotient.Args[1])
	return k / max(times, 1), ok && k > 0 && k%times == 0 && kir.Show(quotient) == kir.Show(ceilDiv(sum.Args[0], kir.N(k)))
}

// natural reports whether e is certainly not negative.
func (s state) natural(e expr) bool {
	n, ok := s.least(e)
	return ok && n >= 0
}

// least is a number that e is not below.
func (s state) least(e expr) (int64, bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, true
	case *kir.Length:
		return 0, true
	case *kir.Ref:
		if s.kept[e.Var] != nil {
			return 0, true
		}
		if def := s.defs[e.Var]; def != nil {
			return s.least(def)
		}
		if def := s.known.defs[e.Var]; def != nil {
			return s.least(def)
		}
	case *kir.Select:
		a, ok := s.least(e.Then)
		b, also := s.least(e.Else)
		return min(a, b), ok && also
	case *kir.Prim:
		return s.leastPrim(e)
	}
	return 0, false
}

func (s state) leastPrim(e *kir.Prim) (int64, bool) {
	if len(e.Args) != 2 {
		return 0, false
	}
	a, ok := s.least(e.Args[0])
	b, also := s.least(e.Args[1])
	switch e.Op.Name {
	case "add_size", "add":
		return a + b, ok && also && a <= smallSize && b <= smallSize
	case "mul_size", "mul":
		return 0, ok && also && a >= 0 && b >= 0
	case "max":
		if ok && also {
			return max(a, b), true
		}
		return a + b, ok || also // the other is zero
	case "min":
		return min(a, b), ok && also
	case "div":
		return 0, ok && also && a >= 0 && b > 0
	}
	return 0, false
}
