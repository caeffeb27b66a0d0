package lift

// The arms of a conditional cut in two, before and after the calls in them.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// An arm is straight-line code: steps, then what happens once its call is made,
// or else (call and cond are nil) a value. Where the arm goes on after a call or
// a conditional, bind is what its value is called in rest.
type arm struct {
	steps []step
	call  *nkl.CallLifted

	cond      *nkl.If
	then, els *arm

	value nkl.Expr // an atom
	bind  *nkl.Var
	rest  nkl.Expr

	slots map[*nkl.Var]int // what the steps bind and the second half needs
}

// A plan is the arms around the calls of one function.
type plan struct {
	target *nkl.Lifted
	calls  []*nkl.CallLifted
	values []*arm     // without a call
	slots  []*nkl.Var // by which the first half hands variables to the second
}

// armOf cuts e, of type t.
func (p *plan) armOf(e nkl.Expr, t *types.Type) *arm {
	a := &arm{slots: map[*nkl.Var]int{}}
	for {
		s, rest := cut(e)
		if rest == nil {
			return p.tail(a, e, t)
		}
		if s.bind != nil && p.continues(a, s.expr, s.bind.Type) {
			a.bind, a.rest = s.bind, rest
			return a
		}
		a.steps, e = append(a.steps, s), rest
	}
}

// continues makes e the end of the first half of a, if it calls the target.
func (p *plan) continues(a *arm, e nkl.Expr, t *types.Type) bool {
	switch e := e.(type) {
	case *nkl.CallLifted:
		if e.Target != p.target.Name {
			return false
		}
		a.call = e
		p.calls = append(p.calls, e)
		return true
	case *nkl.If:
		found := false
		eachCall(e, func(c *nkl.CallLifted) { found = found || c.Target == p.target.Name })
		if !found {
			return false
		}
		a.cond, a.then, a.els = e, p.armOf(e.Then, t), p.armOf(e.Else, t)
		return true
	}
	return false
}

// tail ends a with the tail e, of type t.
func (p *plan) tail(a *arm, e nkl.Expr, t *types.Type) *arm {
	if p.continues(a, e, t) {
		return a
	}
	if !nkl.IsAtom(e) {
		v := types.NewVar("v", t)
		a.steps = append(a.steps, step{bind: v, expr: e})
		e = ref(v)
	}
	a.value = e
	p.values = append(p.values, a)
	return a
}

// each visits a and the arms in it.
func (a *arm) each(visit func(*arm)) {
	visit(a)
	if a.cond != nil {
		a.then.each(visit)
		a.els.each(visit)
	}
}

// tails reports whether all calls in a are in tail position.
func (a *arm) tails() bool {
	all := true
	a.each(func(b *arm) { all = all && b.bind == nil })
	return all
}

// needed is the variables that the second half of a uses.
func (a *arm) needed() map[*nkl.Var]bool {
	out := map[*nkl.Var]bool{}
	add := func(e nkl.Expr) {
		for _, v := range nkl.FreeVars(e) {
			out[v] = true
		}
	}
	switch {
	case a.value != nil:
		add(a.value)
	case a.cond != nil:
		add(a.cond.Cond)
		for _, b := range []*arm{a.then, a.els} {
			for v := range b.needed() {
				out[v] = true
			}
		}
	}
	if a.rest != nil {
		add(a.rest)
	}
	return out
}

// assign gives a slot to every variable that the steps of a bind and its second
// half needs. Arms of which only one is taken share slots.
func (p *plan) assign(a *arm, taken map[int]bool) {
	mine := map[int]bool{}
	for k := range taken {
		mine[k] = true
	}
	needed := a.needed()
	for _, s := range a.steps {
		if s.bind != nil && needed[s.bind] {
			k := p.slot(s.bind, mine)
			mine[k], a.slots[s.bind] = true, k
		}
	}
	if a.cond != nil {
		p.assign(a.then, mine)
		p.assign(a.els, mine)
	}
}

// slot is a slot of the type of v that is not taken.
func (p *plan) slot(v *nkl.Var, taken map[int]bool) int {
	for k, w := range p.slots {
		if !taken[k] && nkl.Same(w.Type, v.Type) {
			return k
		}
	}
	p.slots = append(p.slots, types.NewVar(v.Name, v.Type))
	return len(p.slots) - 1
}
