package flatten

// What calls of lifted functions hand over beside vectors: totals.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A slot is a total that the calls of a lifted function could hand over: of a
// component of its parameters, or of its result. It is there once somebody has
// asked for it, unless some call, or the function, does not know it.
type slot struct {
	asked, failed bool
	changed       *bool
}

func (s *slot) ask() {
	if !s.asked {
		s.asked, *s.changed = true, true
	}
}

func (s *slot) fail() {
	if !s.failed {
		s.failed, *s.changed = true, true
	}
}

// open reports whether calls hand over the total.
func (s *slot) open() bool { return s != nil && s.asked && !s.failed }

// maxRounds is the number of rounds before no total is handed over.
const maxRounds = 12

// slots is all slots of lifted functions, of parameters and of results, component
// by component; nil for those that are no sequences. They settle in rounds: a
// module is translated again until none is asked for or fails.
type slots struct {
	params, results map[string][]*slot
	loops           map[string][]*slot // of the arguments of iterations (lockstep.go)
	changed         bool
}

func slotsOf(m *nkl.Module) *slots {
	x := &slots{params: map[string][]*slot{}, results: map[string][]*slot{}, loops: map[string][]*slot{}}
	add := func(to map[string][]*slot, fn string, t *types.Type) {
		for _, c := range components(t) {
			var s *slot
			if c.Kind == types.KSeq {
				s = &slot{changed: &x.changed}
			}
			to[fn] = append(to[fn], s)
		}
	}
	for _, l := range m.Lifteds {
		for _, p := range l.Params[1:] {
			add(x.params, l.Of, p.Type.Elem())
			add(x.loops, l.Of, p.Type.Elem())
		}
		add(x.results, l.Of, l.Result.Elem())
	}
	return x
}

// giveUp makes all slots fail.
func (x *slots) giveUp() {
	for _, of := range []map[string][]*slot{x.params, x.results, x.loops} {
		for _, ss := range of {
			for _, s := range ss {
				if s != nil {
					s.fail()
				}
			}
		}
	}
}

// handOver is the total of r, lifted over sp, for a slot that is open.
func (b *lets) handOver(s *slot, r rep, sp *space) fkl.Expr {
	t := b.sequences(r, sp)
	if n := b.known(t, false); n != nil {
		return n
	}
	if !t.pending() {
		s.fail()
	}
	return num(0) // this round is not the last one
}

// filled is the total that slot s hands over as n.
func (s *slot) filled(n fkl.Expr) *sum {
	if s.failed {
		return nil
	}
	if n == nil {
		return &sum{slot: s}
	}
	return &sum{n: n}
}
