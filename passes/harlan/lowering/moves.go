package lowering

// Where vectors move: a variable is used for the last time, or the last time before it gets
// another vector. What it held, only the one that gets it holds from then on, so nothing is
// handed on: (let ((t a)) (set! a b) (set! b t)) leaves each vector with one holder.

import (
	"maps"
	"slices"

	"nessiec/ir/harlan"
)

// live is the variables with vectors that are used later.
type live map[*harlan.Var]bool

// movesOf is the uses of variables in f behind which the variables are not used. The vectors of params
// are used at the end.
func movesOf(f *harlan.Func, all inouts) map[*harlan.Ref]bool {
	m := &mover{all, map[*harlan.Ref]bool{}}
	end := live{}
	for _, p := range all.params(f) {
		end[p] = true
	}
	m.before(f.Body, end)
	return m.moved
}

type mover struct {
	inouts
	moved map[*harlan.Ref]bool // in loops, as of the last look
}

// before is what is live before e, from what is live after it.
func (m *mover) before(e harlan.Expr, after live) live {
	switch e := e.(type) {
	case *harlan.Ref:
		m.moved[e] = !after[e.Var]
		return after.with(e.Var)
	case *harlan.Set:
		return m.before(e.Rhs, after.without(e.Var))
	case *harlan.Let:
		return m.before(e.Rhs, m.before(e.Body, after).without(e.Bind))
	case *harlan.If:
		return m.before(e.Cond, m.before(e.Then, after).union(m.before(e.Else, after)))
	case *harlan.Match:
		before := live{}
		for _, a := range e.Arms {
			before = before.union(m.before(a, after))
		}
		return m.before(e.Of, before)
	case *harlan.While:
		return m.loop(e, after)
	}
	for _, a := range m.by(e) { // VectorSet and Call: behind their operands
		after = after.with(a.v)
	}
	var operands []harlan.Expr
	e.Children(func(_ int, x harlan.Expr) { operands = append(operands, x) })
	for _, x := range slices.Backward(operands) {
		if isBody(e, x) { // it may be evaluated many times
			after = after.with(harlan.FreeVars(x)...)
		}
		after = m.before(x, after)
	}
	return after
}

// loop is before for a loop: what an iteration uses is live behind the one in front of it.
func (m *mover) loop(e *harlan.While, after live) live {
	before := m.before(e.Cond, after)
	for {
		next := m.before(e.Cond, after.union(m.before(e.Body, before)))
		if maps.Equal(next, before) {
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

func (l live) with(vs ...*harlan.Var) live {
	for _, v := range vs {
		if isVector(v.Type) && !l[v] {
			l = maps.Clone(l)
			l[v] = true
		}
	}
	return l
}

func (l live) without(v *harlan.Var) live {
	if l[v] {
		l = maps.Clone(l)
		delete(l, v)
	}
	return l
}

func (l live) union(k live) live {
	if len(k) > len(l) {
		l, k = k, l
	}
	for v := range k {
		l = l.with(v)
	}
	return l
}
