package assign

// Conditionals and loops that assign, for assign-once.

import (
	"maps"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// arms translates the arms of a conditional e, which assign vars: each yields the value of
// e, unless that is void, and these variables. What comes back makes the conditional of the
// arms and gives its value.
func (o *once) arms(e harlan.Expr, arms []harlan.Expr, vars []*harlan.Var, behind func(int, *block), b *block) func(func([]harlan.Expr) harlan.Expr) harlan.Expr {
	t := o.sigs.TypeOf(e)
	before := o.saved()
	var out []harlan.Expr
	for i, a := range arms {
		o.now = maps.Clone(before)
		out = append(out, o.arm(a, t, vars, func(b *block) {
			if behind != nil {
				behind(i, b)
			}
		}))
	}
	o.now = before
	return func(conditional func([]harlan.Expr) harlan.Expr) harlan.Expr {
		whole := conditional(out)
		if len(vars) == 0 {
			return whole
		}
		return take(b, whole, t, o.assignAll(vars))
	}
}

// arm is an arm that yields its value, of type t, and the variables vars, as they are behind it.
func (o *once) arm(a harlan.Expr, t *types.Type, vars []*harlan.Var, behind func(*block)) harlan.Expr {
	var b block
	x := o.value(a, &b)
	if len(vars) == 0 {
		return b.in(x)
	}
	if o.sigs.TypeOf(a) == nil { // never comes here
		return b.in(x)
	}
	var own block
	if behind(&own); len(own.steps) > 0 {
		x = b.name(t, x)
		b.steps = append(b.steps, own.steps...)
	}
	var parts []harlan.Expr
	if t != harlan.VoidType && t != nil {
		parts = append(parts, x)
	} else if !isAtom(x) {
		b.let(nil, x)
	}
	return b.in(tuple(append(parts, o.uses(vars)...)))
}

func (o *once) uses(vars []*harlan.Var) (out []harlan.Expr) {
	for _, v := range vars {
		out = append(out, o.use(v))
	}
	return out
}

// tuple is several values; one alone is itself, none is void.
func tuple(es []harlan.Expr) harlan.Expr {
	switch len(es) {
	case 0:
		return &harlan.Void{}
	case 1:
		return es[0]
	}
	return &harlan.Tuple{Elems: es}
}

func tupleType(ts []*types.Type) *types.Type {
	if len(ts) == 1 {
		return ts[0]
	}
	return types.Tuple(ts...)
}

// resultType is the type of a value of type t and of variables.
func resultType(t *types.Type, vars []*harlan.Var) *types.Type {
	var ts []*types.Type
	if t != harlan.VoidType && t != nil || len(vars) == 0 {
		ts = append(ts, t)
	}
	for _, v := range vars {
		ts = append(ts, v.Type)
	}
	return tupleType(ts)
}

// take binds what whole yields: a value of type t, which comes back, and vars.
func take(b *block, whole harlan.Expr, t *types.Type, vars []*harlan.Var) harlan.Expr {
	var result harlan.Expr = &harlan.Void{}
	all := vars
	if t != harlan.VoidType && t != nil {
		v := types.NewVar("v", t)
		all, result = append([]*harlan.Var{v}, vars...), &harlan.Ref{Var: v}
	}
	if len(all) == 1 {
		b.let(all[0], whole)
		return result
	}
	r := types.NewVar("r", resultType(t, vars))
	b.let(r, whole)
	for i, v := range all {
		b.let(v, &harlan.Proj{Index: i, Of: &harlan.Ref{Var: r}})
	}
	return result
}

// assignAll makes new variables for vars.
func (o *once) assignAll(vars []*harlan.Var) (out []*harlan.Var) {
	for _, v := range vars {
		out = append(out, o.assign(v))
	}
	return out
}

// match translates a match, whose arms bind variables.
func (o *once) match(e *harlan.Match, b *block) harlan.Expr {
	var of harlan.Expr
	var behind func(int, *block)
	vars := o.inouts.assigned(e.Arms...)
	if v, indices, _ := o.inouts.restored(e); v != nil {
		p := o.path(e.Node, v, o.operands(indices, b), b)
		of, vars = p.end(), append(vars, v)
		behind = func(i int, b *block) { o.put(e.Node, p, o.whole(e.Arms[i].(*harlan.Arm)), b) }
	} else {
		of = o.value(e.Of, b)
	}
	var bodies []harlan.Expr
	for _, a := range e.Arms {
		bodies = append(bodies, a.(*harlan.Arm).Body)
	}
	arms := o.arms(e, bodies, vars, behind, b)
	return arms(func(es []harlan.Expr) harlan.Expr {
		out := &harlan.Match{Node: e.Node, Of: of}
		for i, a := range e.Arms {
			arm := *a.(*harlan.Arm)
			arm.Body = es[i]
			out.Arms = append(out.Arms, &arm)
		}
		return out
	})
}

// whole is what the arm has taken apart, with the vectors that its variables have now.
func (o *once) whole(a *harlan.Arm) harlan.Expr {
	c := &harlan.Construct{Node: a.Node, Con: a.Con}
	for _, v := range a.Binds {
		if o.inouts.holds(v.Type) {
			v = o.current(v)
		}
		c.Args = append(c.Args, &harlan.Ref{Var: v})
	}
	return c
}

// loop translates a while.
func (o *once) loop(e *harlan.While, b *block) {
	vars := o.inouts.assigned(e.Cond, e.Body)
	l := &harlan.Loop{Node: e.Node, Inits: o.uses(vars)}
	before := o.saved()
	var ts []*types.Type
	for _, v := range vars {
		l.Binds = append(l.Binds, o.assign(v))
		ts = append(ts, v.Type)
	}
	l.Type = tupleType(ts)
	var head, body block
	cond := o.value(e.Cond, &head)
	after := o.uses(vars)
	if x := o.value(e.Body, &body); !isAtom(x) {
		body.let(nil, x)
	}
	again := body.in(&harlan.Recur{Args: o.uses(vars)})
	l.Body = head.in(&harlan.If{Node: ir.At(e.Cond.Pos()), Cond: cond, Then: again, Else: tuple(after)})
	o.now = before
	if len(vars) == 0 {
		b.let(nil, l)
		return
	}
	take(b, l, nil, o.assignAll(vars))
}
