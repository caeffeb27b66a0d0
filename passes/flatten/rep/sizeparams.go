package rep

// What calls of lifted functions pass in addition to vectors: totals.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// A SizeParam is a total that the calls of a lifted function could hand over: of a
// component of its parameters, or of its result. It is there once somebody has
// asked for it, unless some call, or the function, does not know it.
type SizeParam struct {
	Requested, rejected, partial bool // partial: some call hands over sequences that overlap, or are not all of their data
	learn                        func()
}

// Whole reports whether all calls hand over sequences that are all of their data and do not overlap.
func (s *SizeParam) Whole() bool { return s != nil && !s.partial }

// NoteData notes that a call hands over r, whose components have these size parameters.
func NoteData(ss []*SizeParam, r Value) {
	for k, c := range Parts(r) {
		if v, ok := c.(*Nested); ss[k].Whole() && (!ok || v.Packed == nil && !v.Whole) {
			ss[k].set(&ss[k].partial)
		}
	}
}

func (s *SizeParam) request() { s.set(&s.Requested) }
func (s *SizeParam) reject()  { s.set(&s.rejected) }

// set sets a flag of s.
func (s *SizeParam) set(flag *bool) {
	if !*flag {
		*flag = true
		s.learn()
	}
}

// Open reports whether calls hand over the total.
func (s *SizeParam) Open() bool { return s != nil && s.Requested && !s.rejected }

// MaxRounds is the number of rounds before no total is handed over.
const MaxRounds = 12

// SizeParams is all hidden size parameters of lifted functions, of parameters and of results, component
// by component; nil for those that are no sequences. They settle in rounds: a
// module is translated again until none is asked for or fails.
type SizeParams struct {
	Params, Results map[string][]*SizeParam
	Loops           map[string][]*SizeParam // of the arguments of iterations (lockstep.go)
}

// SizeParamsOf is what is passed to the lifted functions of m before anybody has asked. learn is told of which
// functions that changes.
func SizeParamsOf(m *nkl.Module, learn func(fn string)) *SizeParams {
	x := &SizeParams{Params: map[string][]*SizeParam{}, Results: map[string][]*SizeParam{}, Loops: map[string][]*SizeParam{}}
	add := func(to map[string][]*SizeParam, fn string, t *types.Type) {
		for _, c := range types.Leaves(t) {
			var s *SizeParam
			if c.Kind == types.KSeq {
				s = &SizeParam{learn: func() { learn(fn) }}
			}
			to[fn] = append(to[fn], s)
		}
	}
	for _, l := range m.Lifteds {
		for _, p := range l.Params[1:] {
			add(x.Params, l.Of, p.Type.Elem())
			add(x.Loops, l.Of, p.Type.Elem())
		}
		add(x.Results, l.Of, l.Result.Elem())
	}
	return x
}

// RejectAll makes all hidden size parameters fail.
func (x *SizeParams) RejectAll() {
	for _, of := range []map[string][]*SizeParam{x.Params, x.Results, x.Loops} {
		for _, ss := range of {
			for _, s := range ss {
				if s != nil {
					s.reject()
					s.partial = true
				}
			}
		}
	}
}

// PassTotal is the total of r, lifted over sp, for a size parameter that is open.
func PassTotal(b *emit.Block, s *SizeParam, r Value, sp *emit.Space) fkl.Expr {
	t := Sequences(b, r, sp)
	if n := Known(b, t, false); n != nil {
		return n
	}
	if !t.pending() {
		s.reject()
	}
	return emit.Num(0) // this round is not the last one
}

// Filled is the total that size parameter s hands over as n.
func (s *SizeParam) Filled(n fkl.Expr) *Total {
	if s.rejected {
		return nil
	}
	if n == nil {
		return &Total{param: s}
	}
	return &Total{N: n}
}
