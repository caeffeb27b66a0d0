package assign

// Where vectors move: a variable is used for the last time, or the last time before it gets
// another vector. What it held, only the one that gets it holds from then on, so nothing is
// handed on: (let ((t a)) (set! a b) (set! b t)) leaves each vector with one holder.

import (
	"maps"
	"slices"

	"nessiec/ir/harlan"
)

// ahead is what happens later to variables with vectors: which are used, and of which elements are assigned,
// before they get another vector.
type ahead struct{ used, assigned vars }

type vars map[*harlan.Var]bool

// A site is an expression that uses a variable: a reference, a call that assigns elements of its vector, or
// a procedure that has its value.
type site struct {
	e harlan.Expr
	v *harlan.Var
}

// flow is what is ahead of sites; in loops, as of the last look.
type flow struct {
	calls    inouts
	last     map[site]bool // the variable is not used later
	assigned map[site]bool // elements are assigned later
}

// flowOf looks at f. The vectors of params are used at the end.
func flowOf(f *harlan.Func, all inouts) *flow {
	w := &flow{all, map[site]bool{}, map[site]bool{}}
	w.before(f.Body, ahead{vars{}.with(all.params(f)...), vars{}})
	return w
}

// uses notes what is ahead of a site, and is what is in front of it.
func (w *flow) uses(e harlan.Expr, v *harlan.Var, after ahead) ahead {
	if !w.calls.holds(v.Type) {
		return after
	}
	w.last[site{e, v}], w.assigned[site{e, v}] = !after.used[v], after.assigned[v]
	return ahead{after.used.with(v), after.assigned}
}

// before is what is ahead in front of e, from what is behind it.
func (w *flow) before(e harlan.Expr, after ahead) ahead {
	switch e := e.(type) {
	case *harlan.Ref:
		return w.uses(e, e.Var, after)
	case *harlan.Set:
		return w.before(e.Rhs, after.without(e.Var))
	case *harlan.Let:
		return w.before(e.Rhs, w.before(e.Body, after).without(e.Bind))
	case *harlan.If:
		return w.before(e.Cond, w.before(e.Then, after).or(w.before(e.Else, after)))
	case *harlan.Match:
		return w.match(e, after)
	case *harlan.While:
		return w.loop(e, after)
	}
	for _, a := range w.calls.by(e) { // VectorSet and Call: behind their operands
		after = w.uses(e, a.v, after)
		after.assigned = after.assigned.with(a.v)
	}
	var operands []harlan.Expr
	e.Children(func(_ int, x harlan.Expr) { operands = append(operands, x) })
	for _, x := range slices.Backward(operands) {
		if isBody(e, x) { // it may be evaluated many times
			for _, v := range harlan.FreeVars(x) {
				after = w.uses(e, v, after)
			}
		}
		after = w.before(x, after)
	}
	harlan.EachBind(e, func(v *harlan.Var) { after = after.without(v) })
	return after
}

// match is before for a match. Where its value is restored, the parts are used behind the arms.
func (w *flow) match(e *harlan.Match, after ahead) (before ahead) {
	if v, _, _ := w.calls.restored(e); v != nil {
		after = w.uses(e, v, after)
		after = ahead{after.used.with(w.calls.parts(e.Arms...)...), after.assigned.with(v)}
	}
	for _, a := range e.Arms {
		before = before.or(w.before(a, after))
	}
	return w.before(e.Of, before)
}

// loop is before for a loop: what an iteration does is ahead of the one in front of it.
func (w *flow) loop(e *harlan.While, after ahead) ahead {
	before := w.before(e.Cond, after)
	for {
		next := w.before(e.Cond, after.or(w.before(e.Body, before)))
		if maps.Equal(next.used, before.used) && maps.Equal(next.assigned, before.assigned) {
			return before
		}
		before = next
	}
}

// isBody reports whether x is evaluated for each element of e, or at each application.
func isBody(e, x harlan.Expr) bool {
	switch e := e.(type) {
	case *harlan.Lambda:
		return x == e.Body
	case *harlan.Kernel:
		return x == e.Body
	case *harlan.Reduce:
		return x == e.Body
	case *harlan.Scan:
		return x == e.Body
	case *harlan.Filter:
		return x == e.Cond
	}
	return false
}

func (a ahead) without(v *harlan.Var) ahead { return ahead{a.used.without(v), a.assigned.without(v)} }

func (a ahead) or(b ahead) ahead { return ahead{a.used.or(b.used), a.assigned.or(b.assigned)} }

func (s vars) with(vs ...*harlan.Var) vars {
	for _, v := range vs {
		if !s[v] {
			s = maps.Clone(s)
			if s == nil {
				s = vars{}
			}
			s[v] = true
		}
	}
	return s
}

func (s vars) without(v *harlan.Var) vars {
	if s[v] {
		s = maps.Clone(s)
		delete(s, v)
	}
	return s
}

func (s vars) or(t vars) vars {
	if len(t) > len(s) {
		s, t = t, s
	}
	for v := range t {
		s = s.with(v)
	}
	return s
}
