package lower

// Scalars that stay on the device. A scalar made there is passed to kernels as an
// element of a buffer, unless the host has read it before: a read-back takes
// longer than a launch, and one that is only needed later can wait for others.
// Operations on such scalars are kernels where that pays (lift-scalars).

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/vars"
	"nessiec/passes/lower/element"
)

// A deviceScalar is an element of a buffer: element 0 if idx is nil, else the element
// idx, or zero if that is negative.
type deviceScalar struct {
	buf *kir.Var
	idx kir.Expr
}

// An argument is one of a kernel: a value of the host, or a scalar on the device.
type argument struct {
	val    kir.Expr
	scalar *deviceScalar
}

// mode is how the argument is passed.
func (a argument) mode() element.Mode {
	switch {
	case a.scalar == nil:
		return element.ByValue
	case a.scalar.idx == nil:
		return element.FirstOf
	}
	return element.ElementOf
}

// A placement is where the scalars of a function are needed first, by places in
// the text.
type placement struct {
	of      map[string]*kernel
	at      int
	runs    map[*lcu.Run]int
	host    vars.Places // on the host
	kernels vars.Places // by kernels that take it from the device
	ops     []*lcu.Let  // scalar operations
}

// placementOf finds where the scalars of f are needed.
func placementOf(f *lcu.Func, kernels map[string]*kernel) *placement {
	s := &placement{of: kernels, runs: map[*lcu.Run]int{}, host: vars.Places{}, kernels: vars.Places{}}
	s.visit(f.Body)
	for _, let := range slices.Backward(s.ops) {
		need := s.needed(let.Binds[0])
		for _, a := range let.Rhs.(*lcu.Prim).Args {
			if r, ok := a.(*lcu.Ref); ok {
				s.host.Note(r.Var, need)
			}
		}
	}
	return s
}

// needed is where v is needed first.
func (s *placement) needed(v *lcu.Var) int { return min(s.host.First(v), s.kernels.First(v)) }

// dead reports whether nothing needs v.
func (s *placement) dead(v *lcu.Var) bool { return s.needed(v) == vars.Never }

// onDevice reports whether v should be left on the device for a kernel, and
// onHost whether the host needs it, sooner or later.
func (s *placement) onDevice(v *lcu.Var) bool { return s.kernels.First(v) < s.host.First(v) }
func (s *placement) onHost(v *lcu.Var) bool   { return s.host.First(v) != vars.Never }

// before reports whether a kernel is run before the host needs v.
func (s *placement) before(run *lcu.Run, v *lcu.Var) bool { return s.runs[run] < s.host.First(v) }

// visit looks at host code in textual order.
func (s *placement) visit(e lcu.Expr) {
	let, ok := e.(*lcu.Let)
	if !ok {
		s.uses(e)
		return
	}
	s.at++
	if p, ok := let.Rhs.(*lcu.Prim); ok && p.Op.Class == prim.Scalar {
		s.ops = append(s.ops, let)
		for _, a := range p.Args {
			if !lcu.IsAtom(a) {
				s.visit(a)
			}
		}
	} else {
		s.uses(let.Rhs)
	}
	s.visit(let.Body)
}

// uses notes what e needs.
func (s *placement) uses(e lcu.Expr) {
	s.at++
	switch e := e.(type) {
	case *lcu.Ref:
		s.host.Note(e.Var, s.at)
	case *lcu.Run:
		s.runs[e] = s.at
		onHost := s.of[e.Kernel].onHost
		for i, a := range e.Args {
			if r, ok := a.(*lcu.Ref); ok && !onHost[i] {
				s.kernels.Note(r.Var, s.at)
			} else {
				s.visit(a)
			}
		}
	default:
		e.Children(func(_ int, e lcu.Expr) { s.visit(e) })
	}
}
