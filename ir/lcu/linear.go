package lcu

// Linear use of the states of an update. What reads or replaces an element of a state
// has the latest version of it, in the order of evaluation, so that one array is
// enough. Passes that move or share operations of thunks must keep that.

import (
	"fmt"
	"slices"
)

// States is the variables of the states of Into in the thunk of an update.
func (u *Update) States() []*Var { return u.T.Params[:len(u.Into)] }

// Scratch is the variables of the scratch states in the thunk of an update.
func (u *Update) Scratch() []*Var { return u.T.Params[len(u.Into):][:len(u.Sizes)] }

// Outcome tells of every result of the thunk which of the states it is; -1 for
// scalars. It is an error if states are not used linearly.
func (u *Update) Outcome() ([]int, error) {
	l := &linear{of: map[*Var]version{}}
	for k, v := range slices.Concat(u.States(), u.Scratch()) {
		l.of[v] = l.next(k)
		l.latest = append(l.latest, l.count)
	}
	vals, _ := l.tail(u.T.Body)
	out := make([]int, len(vals))
	for i, v := range vals {
		if out[i] = v.state; v.state >= len(u.Into) && l.err == nil {
			l.err = fmt.Errorf("a scratch state leaves an update")
		}
	}
	l.latestOnly(vals)
	return out, l.err
}

// A version of a state; state is -1 for what is none.
type version struct{ state, num int }

var noState = version{state: -1}

type linear struct {
	of     map[*Var]version
	latest []int
	count  int
	loops  []round
	err    error
}

// A round is an iteration of a loop: what its variables are, and the latest versions
// where it begins.
type round struct {
	vars   []version
	latest []int
}

func (l *linear) next(state int) version {
	l.count++
	return version{state, l.count}
}

func (l *linear) operand(e Expr) version {
	if r, ok := e.(*Ref); ok {
		if v, ok := l.of[r.Var]; ok {
			return v
		}
	}
	return noState
}

func (l *linear) operands(es []Expr) []version {
	out := make([]version, len(es))
	for i, e := range es {
		out[i] = l.operand(e)
	}
	return out
}

// use tests that v is the latest version of its state.
func (l *linear) use(v version) {
	if v.state >= 0 && l.latest[v.state] != v.num && l.err == nil {
		l.err = fmt.Errorf("an update uses state %d as it was before an element was replaced", v.state)
	}
}

// latestOnly tests versions that are handed on together.
func (l *linear) latestOnly(vs []version) {
	for i, v := range vs {
		if l.use(v); v.state >= 0 && slices.ContainsFunc(vs[:i], func(w version) bool { return w.state == v.state }) && l.err == nil {
			l.err = fmt.Errorf("an update hands state %d on twice", v.state)
		}
	}
}

// tail is the versions that e yields; reached is false if it never does.
func (l *linear) tail(e Expr) (vals []version, reached bool) {
	switch e := e.(type) {
	case *Let:
		vals, _ := l.tail(e.Rhs)
		for i, v := range e.Binds {
			if i < len(vals) && vals[i].state >= 0 {
				l.of[v] = vals[i]
			}
		}
		return l.tail(e.Body)
	case *Check:
		return l.tail(e.Then)
	case *Ret:
		vals := l.operands(e.Vals)
		l.latestOnly(vals)
		return vals, true
	case *If:
		return l.branch(e)
	case *Loop:
		return l.loop(e)
	case *Recur:
		l.recur(e)
		return nil, false
	case *Put:
		v := l.operand(e.Vec)
		if l.use(v); v.state < 0 {
			l.err = fmt.Errorf("put into %s, which is no state", Show(e.Vec))
			return nil, true
		}
		v = l.next(v.state)
		l.latest[v.state] = v.num
		return []version{v}, true
	case *At:
		l.use(l.operand(e.Vec))
	}
	return []version{noState}, true
}

func (l *linear) branch(e *If) ([]version, bool) {
	before := slices.Clone(l.latest)
	then, one := l.tail(e.Then)
	after := l.latest
	l.latest = before
	els, two := l.tail(e.Else)
	switch {
	case !one:
		return els, two
	case !two:
		l.latest = after
		return then, one
	}
	out := slices.Clone(then)
	for i, v := range then {
		switch {
		case i >= len(els) || v.state != els[i].state:
			l.err = fmt.Errorf("the branches of an update yield different states")
			return then, true
		case v.state >= 0 && v.num != els[i].num:
			out[i] = l.next(v.state)
		}
	}
	for k := range l.latest {
		if l.latest[k] != after[k] {
			l.latest[k] = 0 // nothing has it, unless it is among the results
		}
	}
	for _, v := range out {
		if v.state >= 0 {
			l.latest[v.state] = v.num
		}
	}
	return out, true
}

func (l *linear) loop(e *Loop) ([]version, bool) {
	r := round{vars: l.operands(e.Inits)}
	l.latestOnly(r.vars)
	for i, v := range r.vars {
		if v.state >= 0 {
			r.vars[i] = l.next(v.state)
			l.of[e.Binds[i]], l.latest[v.state] = r.vars[i], r.vars[i].num
		}
	}
	r.latest = slices.Clone(l.latest)
	l.loops = append(l.loops, r)
	vals, reached := l.tail(e.Body)
	l.loops = l.loops[:len(l.loops)-1]
	return vals, reached
}

func (l *linear) recur(e *Recur) {
	r, vals := l.loops[len(l.loops)-1], l.operands(e.Args)
	l.latestOnly(vals)
	carried := make([]bool, len(l.latest))
	for i, v := range vals {
		if i < len(r.vars) && v.state != r.vars[i].state && l.err == nil {
			l.err = fmt.Errorf("a loop of an update hands on another state than it has")
		} else if v.state >= 0 {
			carried[v.state] = true
		}
	}
	for k, c := range carried {
		if !c && l.latest[k] != r.latest[k] && l.err == nil {
			l.err = fmt.Errorf("a loop of an update changes state %d and does not hand it on", k)
		}
	}
}
