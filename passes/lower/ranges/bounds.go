package ranges

import (
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/lower/element"
)

// Of finds the bounds of all reads in the thunks of a kernel. It notes which reads and
// puts of the states of an update are in range.
func Of(s *element.Source) Bounds {
	r := &ranges{params: map[*lcu.Var]bool{}, amounts: map[Amount]*amount{}, versions: []int{0}, defs: map[*lcu.Var]lcu.Expr{}, src: s,
		found: Bounds{Of: map[*lcu.At][]Bound{}, Segments: map[*lcu.Var][]Bound{}}}
	r.zero = r.of(Amount{})
	for _, v := range s.Kernel.Params {
		r.params[v] = true
		if v.Type.Kind == types.KVec {
			r.add(r.zero, r.length(v), 0)
		}
	}
	if s.States != nil {
		r.states(s.States, s.SOAC.(*lcu.Update))
	}
	for _, t := range s.Thunks() {
		r.thunk(t, t.Params)
	}
	if s.Out == nil {
		return r.found
	}
	switch s.SOAC.(type) {
	case *lcu.Scan, *lcu.SegScan:
		r.thunk(s.Out, s.Out.Params[:len(s.Thunks()[0].Params)])
	case *lcu.SegReduce:
		r.thunk(s.Out, []*lcu.Var{s.Out.Params[0], nil})
	case *lcu.Reduce:
		r.thunk(s.Out, nil)
	}
	return r.found
}

// states adds how long the states of an update are.
func (r *ranges) states(s *element.States, u *lcu.Update) {
	for k, v := range s.Vars {
		r.add(r.zero, r.length(v), 0)
		if n, more, ok := r.amount(u.Segs[k]); ok { // a length, or not less than one
			r.add(n, r.length(v), -more)
		}
	}
	for k, v := range s.Scratch {
		r.add(r.zero, r.length(v), int64(u.Sizes[k]))
	}
}

// thunk notes the bounds of the reads of a thunk with these indices: none, a
// position, or a segment and a position, which may be nil.
func (r *ranges) thunk(t *lcu.Thunk, at []*lcu.Var) {
	parts, _ := lcu.PartsOf(r.src.SOAC)
	r.refuted = map[*lcu.Loop]map[hypothesis]bool{}
	r.scope(func() {
		if n := len(at); n > 0 && at[n-1] != nil {
			r.index(at[n-1], parts.N, 0)
		}
		if len(at) > 1 {
			r.segment(at[0], parts.Segs)
		}
		r.walk(t.Body)
	})
}

// segment adds what is known of the number of a segment.
func (r *ranges) segment(s *lcu.Var, segs []lcu.Expr) {
	if count, _, ok := lcu.Equal(segs); ok {
		r.index(s, count, 0)
	} else {
		r.index(s, &lcu.Length{Vec: segs[0]}, 1)
	}
	for _, v := range r.src.Seg {
		r.found.Segments[v] = r.boundsOf(r.val(s), 0)
	}
}
