package element

// What is the same for all elements of a segment is computed once for it, where
// a group goes through segments in a loop: what the thunk reads at the number of
// the segment, and whatever follows from that. All of it is total, so it may be
// computed for an empty segment, too, and before a check.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/group"
)

// InSegment is s with the invariants of a segment computed, if that pays.
func (s *Step) InSegment(k *Kernel, seg group.Segment) *Step {
	if !seg.Loop {
		return s
	}
	inv := &invariants{map[*lcu.Var]kir.Expr{}, map[*lcu.Var]bool{}, map[*lcu.Var]kir.Expr{}}
	for _, v := range s.Seg {
		if seg.Row != nil && lcu.IsRef(s.Parts().Segs[0], v) {
			inv.elems[v] = seg.Row.Start
			continue
		}
		buf := k.Row(v)
		val := k.guarded(v, seg.S)
		if s.assumed.PerSegment[v] {
			val = op.Load(buf, seg.S)
		}
		inv.elems[v] = k.Def(v.Name, val)
	}
	scope := k.Scope(Place{Seg: seg.S, Row: seg.Row, AboveChecks: true})
	scope.inv, scope.Env = inv, inv.env
	scope.hoist(s.Thunk.code)
	out := *s
	out.Thunk = s.Thunk.with(inv)
	if s.Idle != nil {
		out.active = scope.active(s.Idle)
	}
	if s.EachPosition() {
		scope.hoist(s.Epilogue.code)
		out.Epilogue = s.Epilogue.with(inv)
	}
	return &out
}

// hoist computes the operations of a thunk that only depend on its segment, in
// order, branches and loops left alone.
func (s *Scope) hoist(t *lcu.Thunk) {
	s.Env[t.Params[0]] = s.place.Seg
	eachLet(t, func(x *lcu.Let, varies map[*lcu.Var]bool) {
		if len(x.Binds) == 1 && !varies[x.Binds[0]] {
			s.Let(x.Binds, x.Rhs)
			s.inv.done[x.Binds[0]] = true
		}
	})
}

// active is whether one has to go through the segment. Where one does, its condition is known.
func (s *Scope) active(i *Idle) kir.Expr {
	cond := s.Operand(lcu.Use(i.cond))
	s.inv.env[i.cond] = &kir.Bool{Val: !i.when}
	if i.when {
		return op.Not(cond)
	}
	return cond
}

// UnlessIdle writes what goes through the elements of the segment that s is in.
func (s *Step) UnlessIdle(k *Kernel, through func()) {
	if s.active == nil {
		through()
		return
	}
	k.When(s.active, through)
}

// End is where the elements from lo to hi of the segment that s is in end, for who goes
// through them.
func (s *Step) End(lo, hi kir.Expr) kir.Expr {
	if s.active == nil {
		return hi
	}
	return op.Select(s.active, hi, lo)
}
