package flatten

// What calls of lifted functions pass in addition to vectors: totals.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A sizeParam is a total that the calls of a lifted function could hand over: of a
// component of its parameters, or of its result. It is there once somebody has
// asked for it, unless some call, or the function, does not know it.
type sizeParam struct {
	requested, rejected bool
	changed             *bool
}

func (s *sizeParam) request() {
	if !s.requested {
		s.requested, *s.changed = true, true
	}
}

func (s *sizeParam) reject() {
	if !s.rejected {
		s.rejected, *s.changed = true, true
	}
}

// open reports whether calls hand over the total.
func (s *sizeParam) open() bool { return s != nil && s.requested && !s.rejected }

// maxRounds is the number of rounds before no total is handed over.
const maxRounds = 12

// sizeParams is all hidden size parameters of lifted functions, of parameters and of results, component
// by component; nil for those that are no sequences. They settle in rounds: a
// module is translated again until none is asked for or fails.
type sizeParams struct {
	params, results map[string][]*sizeParam
	loops           map[string][]*sizeParam // of the arguments of iterations (lockstep.go)
	changed         bool
}

func sizeParamsOf(m *nkl.Module) *sizeParams {
	x := &sizeParams{params: map[string][]*sizeParam{}, results: map[string][]*sizeParam{}, loops: map[string][]*sizeParam{}}
	add := func(to map[string][]*sizeParam, fn string, t *types.Type) {
		for _, c := range components(t) {
			var s *sizeParam
			if c.Kind == types.KSeq {
				s = &sizeParam{changed: &x.changed}
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

// rejectAll makes all hidden size parameters fail.
func (x *sizeParams) rejectAll() {
	for _, of := range []map[string][]*sizeParam{x.params, x.results, x.loops} {
		for _, ss := range of {
			for _, s := range ss {
				if s != nil {
					s.reject()
				}
			}
		}
	}
}

// passTotal is the total of r, lifted over sp, for a size parameter that is open.
func (b *block) passTotal(s *sizeParam, r rep, sp *indexSpace) fkl.Expr {
	t := b.sequences(r, sp)
	if n := b.known(t, false); n != nil {
		return n
	}
	if !t.pending() {
		s.reject()
	}
	return num(0) // this round is not the last one
}

// filled is the total that size parameter s hands over as n.
func (s *sizeParam) filled(n fkl.Expr) *totalSize {
	if s.rejected {
		return nil
	}
	if n == nil {
		return &totalSize{param: s}
	}
	return &totalSize{n: n}
}
