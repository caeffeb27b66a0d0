package lift

// The two halves of a conditional around a joined call.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// build is the conditional of type t whose arms are those of root, with one
// call.
func (p *plan) build(root *arm, t *types.Type) nkl.Expr {
	tails := root.tails()
	switch {
	case !tails:
		p.assign(root, nil)
	case len(p.values) > 0: // no second half: one slot has the values of arms without a call
		p.slots = []*nkl.Var{types.NewVar("v", t)}
	}
	first := &half{plan: p, tails: tails}
	call := p.join(first, root)
	steps := first.steps(root)
	if len(p.values) > 0 {
		var none []step
		other := ref(p.slots[0])
		if !tails {
			other = name(&none, "none", p.result(), nkl.Zero(p.result()))
		}
		call = &nkl.If{Node: at(call), Cond: ref(first.calls), Then: call, Else: join(none, other)}
	}
	if tails {
		return join(steps, call)
	}
	r := types.NewVar("r", p.result())
	return join(append(steps, step{bind: r, expr: call}), p.second(root, r))
}

// result is the type of the result of a call.
func (p *plan) result() *types.Type { return p.target.Result.Elem() }

// join is the one call; it decides on the fields of the first half.
func (p *plan) join(first *half, root *arm) nkl.Expr {
	if len(p.values) > 0 {
		first.calls = types.NewVar("calls", types.Bool)
		first.fields = append(first.fields, first.calls)
	}
	c := *p.calls[0]
	c.Args = make([]nkl.Expr, len(c.Args))
	for i := range c.Args {
		if c.Args[i] = p.common(i, root); c.Args[i] == nil {
			v := p.target.Params[i+1] // after the number of elements
			arg := types.NewVar(v.Name, v.Type.Elem())
			first.args, first.fields = append(first.args, i), append(first.fields, arg)
			c.Args[i] = ref(arg)
		}
	}
	first.fields = append(first.fields, p.slots...)
	return &c
}

// common is argument i of all calls if it is one atom from outside the arms.
func (p *plan) common(i int, root *arm) nkl.Expr {
	a := p.calls[0].Args[i]
	r, ok := a.(*nkl.Ref)
	if !ok {
		return nil
	}
	for _, c := range p.calls {
		if s, ok := c.Args[i].(*nkl.Ref); !ok || s.Var != r.Var {
			return nil
		}
	}
	bound := false
	root.each(func(a *arm) {
		for _, s := range a.steps {
			bound = bound || s.bind == r.Var
		}
	})
	if bound {
		return nil
	}
	return a
}

// A half is the first half of the arms: what they do before the call. Its value
// is a tuple of fields: whether to call, arguments, and slots.
type half struct {
	*plan
	tails  bool
	calls  *nkl.Var
	args   []int // that are fields
	fields []*nkl.Var
}

// steps does the first half of the arms, and binds the fields.
func (h *half) steps(root *arm) []step {
	e := h.arm(root, map[int]nkl.Expr{})
	if len(h.fields) == 1 {
		return []step{{bind: h.fields[0], expr: e}}
	}
	ts := make([]*types.Type, len(h.fields))
	for i, v := range h.fields {
		ts[i] = v.Type
	}
	t := types.NewVar("first", types.Tuple(ts...))
	out := []step{{bind: t, expr: e}}
	for i, v := range h.fields {
		out = append(out, step{bind: v, expr: &nkl.Proj{Node: at(e), Index: i, Of: ref(t)}})
	}
	return out
}

// arm is the first half of a; slots holds what the arms around it hand on.
func (h *half) arm(a *arm, slots map[int]nkl.Expr) nkl.Expr {
	mine := map[int]nkl.Expr{}
	for k, e := range slots {
		mine[k] = e
	}
	for v, k := range a.slots {
		mine[k] = ref(v)
	}
	if a.cond != nil {
		c := *a.cond
		c.Then, c.Else = h.arm(a.then, mine), h.arm(a.els, mine)
		return join(a.steps, &c)
	}
	if h.tails && a.value != nil {
		mine[0] = a.value
	}
	steps := a.steps[:len(a.steps):len(a.steps)]
	zero := func(v *nkl.Var) nkl.Expr { return name(&steps, "none", v.Type, nkl.Zero(v.Type)) }
	var values []nkl.Expr
	if len(h.values) > 0 {
		values = append(values, &nkl.Bool{Val: a.call != nil})
	}
	for _, i := range h.args {
		if a.call != nil {
			values = append(values, a.call.Args[i])
		} else {
			values = append(values, zero(h.fields[len(values)]))
		}
	}
	for k, v := range h.plan.slots {
		if e := mine[k]; e != nil {
			values = append(values, e)
		} else {
			values = append(values, zero(v))
		}
	}
	return join(steps, nkl.Pair(values...))
}

// name binds e, of type t, and what it is made of; atoms stay as they are.
func name(steps *[]step, hint string, t *types.Type, e nkl.Expr) nkl.Expr {
	if nkl.IsAtom(e) {
		return e
	}
	if tuple, ok := e.(*nkl.Tuple); ok {
		parts := make([]nkl.Expr, len(tuple.Elems))
		for i, p := range tuple.Elems {
			parts[i] = name(steps, hint, t.Elems[i], p)
		}
		e = &nkl.Tuple{Node: tuple.Node, Elems: parts}
	}
	v := types.NewVar(hint, t)
	*steps = append(*steps, step{bind: v, expr: e})
	return ref(v)
}

// second is what the arms do after the call, whose result is r.
func (p *plan) second(root *arm, r *nkl.Var) nkl.Expr {
	env := map[*nkl.Var]*nkl.Var{}
	root.each(func(a *arm) {
		for v, k := range a.slots {
			env[v] = p.slots[k]
		}
		if a.call != nil && a.bind != nil {
			env[a.bind] = r
		}
	})
	return nkl.Rename(p.after(root, r), env)
}

func (p *plan) after(a *arm, r *nkl.Var) nkl.Expr {
	switch {
	case a.value != nil:
		return a.value
	case a.call != nil && a.bind == nil:
		return ref(r)
	case a.call != nil:
		return a.rest
	}
	c := *a.cond
	c.Then, c.Else = p.after(a.then, r), p.after(a.els, r)
	if a.bind == nil {
		return &c
	}
	return splice(&nkl.Let{Node: at(a.cond), Bind: a.bind, Rhs: &c, Body: a.rest})
}
