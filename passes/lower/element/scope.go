package element

// Operations of element code at a place: its reads of arrays, which are guarded where
// their indices may be out of range, and its checks.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/control"
)

// A Scope is element code at a place.
type Scope struct {
	*control.Writer
	k     *Kernel
	place Place
	inv   *invariants // or nil
}

// Scope begins element code at a place.
func (k *Kernel) Scope(p Place) *Scope {
	s := &Scope{k: k, place: p}
	s.Writer = control.New(&k.Code, s, true)
	return s
}

// Bind leaves alone what was computed for the whole segment, and binds the
// conditions that the split decides.
func (s *Scope) Bind(vs []*lcu.Var, e lcu.Expr) bool {
	if put, ok := e.(*lcu.Put); ok {
		s.put(put)
		return true
	}
	if len(vs) > 0 && s.inv != nil && s.inv.done[vs[0]] {
		return true
	}
	if s.place.Below == nil || len(vs) != 1 || !s.k.use.Split.conds[vs[0]] {
		return false
	}
	s.Env[vs[0]] = &kir.Bool{Val: *s.place.Below}
	return true
}

// Branch writes a branch of a conditional or the body of a loop.
func (s *Scope) Branch(f func()) { f() }

// Loop notes nothing.
func (s *Scope) Loop(*lcu.Loop, *kir.Loop) func([]kir.Expr) []kir.Expr {
	return func(args []kir.Expr) []kir.Expr { return args }
}

// Check writes the failure of a check.
func (s *Scope) Check(e *lcu.Check) {
	elem := s.place.Pos
	if elem == nil {
		elem = s.place.Seg
	}
	if elem == nil {
		elem = op.N(-1) // there is but one evaluation
	}
	s.Put(&kir.Fail{Node: ir.At(e.P), Error: e.Error, Elem: elem})
	s.NoteFailure()
}

// Op is the value of an operation of element code.
func (s *Scope) Op(e lcu.Expr, ts []*types.Type, names []string) []kir.Expr {
	switch e := e.(type) {
	case *lcu.Ref:
		return []kir.Expr{s.k.scalar(e.Var)}
	case *lcu.Prim:
		args := s.Operands(e.Args)
		for _, known := range []func(prim.Code, []kir.Expr) kir.Expr{s.place.inRow, s.place.inOutput, s.between} {
			if val := known(e.Op.Code, args); val != nil {
				return []kir.Expr{val}
			}
		}
		return []kir.Expr{&kir.Prim{Node: ir.At(e.P), Op: e.Op, Args: args}}
	case *lcu.Length:
		v := e.Vec.(*lcu.Ref).Var
		if state, ok := s.k.states[v]; ok {
			return []kir.Expr{state.Len}
		}
		return []kir.Expr{s.k.length(v)}
	case *lcu.At:
		return []kir.Expr{s.at(e, s.Operand(e.Idx))}
	case *lcu.Int, *lcu.Float, *lcu.Bool, *lcu.Char:
		return []kir.Expr{s.Operand(e)}
	}
	if ts == nil { // control flow as an operand
		ts = control.Types(lcu.Sigs{}.ResultTypes(e))
		return s.Values(e, ts, names)
	}
	panic("lower: form " + lcu.Schema[e.Form()].Name + " in element code")
}

// at is an element of a captured array, zero out of range.
func (s *Scope) at(e *lcu.At, idx kir.Expr) kir.Expr {
	v := e.Vec.(*lcu.Ref).Var
	if state, ok := s.k.states[v]; ok {
		return s.atState(e, state, idx)
	}
	k, p := s.k, s.place
	own := build.Same(idx, p.Pos)
	padded := k.use.padding(v)
	if own && (padded == build.Padded || p.Below != nil && *p.Below && k.use.fitsBelow(v)) {
		return op.Load(k.Own(v), idx)
	}
	if padded == build.PaddedRow && build.Same(idx, p.InRow) {
		return op.Load(k.Gather(v), idx)
	}
	if s.inv != nil && build.Same(idx, p.Seg) {
		if val, ok := s.inv.elems[v]; ok {
			return val
		}
	}
	switch {
	case own:
		k.Own(v)
	case build.Same(idx, p.Seg):
		k.Row(v)
	default:
		k.Gather(v)
	}
	idx = k.Atom("k", idx)
	if k.use.assumed.InRange[e] && !p.AboveChecks {
		return op.Load(k.array(v).buf, idx)
	}
	return k.guarded(v, idx)
}

// guarded is an element of a captured array, or zero.
func (k *Kernel) guarded(v *lcu.Var, idx kir.Expr) kir.Expr {
	return op.Select(op.InRange(idx, k.length(v)), op.Load(k.array(v).buf, idx), kir.Zero(v.Type.Elem()))
}

// between is the value of a primitive that says that an int is in a range from
// zero; nil for any other.
func (s *Scope) between(code prim.Code, args []kir.Expr) kir.Expr {
	if code != prim.And {
		return nil
	}
	for range 2 {
		low, high := s.comparison(args[0], prim.Ge), s.comparison(args[1], prim.Lt)
		if low != nil && high != nil && kir.IsInt(low[1], 0) && build.Same(low[0], high[0]) {
			return op.InRange(high[0], s.k.Clamped(high[1]))
		}
		args = []kir.Expr{args[1], args[0]}
	}
	return nil
}

// comparison is the operands if e is defined as this comparison of ints.
func (s *Scope) comparison(e kir.Expr, code prim.Code) []kir.Expr {
	p, ok := s.k.Definition(e).(*kir.Prim)
	if !ok || p.Op.Code != code || kir.TypeOf(p.Args[0]).Kind != types.KInt {
		return nil
	}
	return p.Args
}

// put replaces an element of a state.
func (s *Scope) put(e *lcu.Put) {
	state := s.k.states[e.Vec.(*lcu.Ref).Var]
	idx, val := s.Atom("k", s.Operand(e.Idx)), s.Operand(e.Val)
	store := func() { s.Store(state.Buf, op.Add(state.Start, idx), val) }
	if s.k.use.States.Safe[e] {
		store()
		return
	}
	s.When(op.InRange(idx, state.Len), store)
}

// atState is an element of a state, zero out of range.
func (s *Scope) atState(e *lcu.At, state State, idx kir.Expr) kir.Expr {
	idx = s.Atom("k", idx)
	val := op.Load(state.Buf, op.Add(state.Start, idx))
	if s.k.use.States.Safe[e] {
		return val
	}
	return op.Select(op.InRange(idx, state.Len), val, kir.Zero(e.Vec.(*lcu.Ref).Var.Type.Elem()))
}

// invariants are values that belong to a segment.
type invariants struct {
	elems map[*lcu.Var]kir.Expr // elements of arrays at the number of the segment
	done  map[*lcu.Var]bool     // variables of thunks that are computed
	env   map[*lcu.Var]kir.Expr // their values
}
