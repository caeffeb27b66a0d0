package clusters

// Combination of thunks.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
)

// all is the thunk that evaluates the thunks of all members one after another and
// yields the values of these results of theirs.
func (c *combiner) all(ms []*member, yields []*lcu.Var) *lcu.Thunk {
	for _, m := range ms {
		c.member(m)
	}
	var out []lcu.Expr
	for _, v := range yields {
		out = append(out, c.vals[v])
	}
	return c.thunk(out)
}

// scalarThunk is the thunk of all members, which need no index.
func scalarThunk(ms []*member, yields []*lcu.Var) *lcu.Thunk {
	c := newCombiner(ms, false)
	c.params = nil
	return c.all(ms, yields)
}

// onlyThunk is t with the maps that it needs.
func onlyThunk(ms []*member, segmented bool, t *lcu.Thunk) *lcu.Thunk {
	c := newCombiner(ms, segmented)
	for _, m := range needed(ms, t) {
		c.member(m)
	}
	return c.thunk(c.splice(t))
}

// needed is the maps of which a thunk reads elements, and those that they read.
func needed(ms []*member, t *lcu.Thunk) []*member {
	need := map[*lcu.Var]bool{}
	markReads(t, need)
	var out []*member
	for _, m := range slices.Backward(ms) {
		if m.isMap() && slices.ContainsFunc(m.binds, func(v *lcu.Var) bool { return need[v] }) {
			out = append(out, m)
			markReads(m.parts.T, need)
		}
	}
	slices.Reverse(out)
	return out
}

// markReads marks what a thunk uses in other ways than for its length.
func markReads(t *lcu.Thunk, need map[*lcu.Var]bool) {
	ir.Walk(lcu.Expr(t), func(e lcu.Expr) bool {
		if r, ok := e.(*lcu.Ref); ok {
			need[r.Var] = true
		}
		return e.Form() != lcu.FormLength
	})
}

// A combiner makes one thunk of several.
type combiner struct {
	params []*lcu.Var // the index, or segment and position
	more   []*lcu.Var // parameters behind them
	lets   lcu.Lets
	sizes  map[*lcu.Var]lcu.Expr // of arrays that members make
	vals   map[*lcu.Var]lcu.Expr // their elements at the index
	loads  map[*lcu.Var]lcu.Expr // elements at the index of other arrays
	subst  map[*lcu.Var]lcu.Expr
}

func newCombiner(ms []*member, segmented bool) *combiner {
	c := &combiner{sizes: map[*lcu.Var]lcu.Expr{}, vals: map[*lcu.Var]lcu.Expr{}, loads: map[*lcu.Var]lcu.Expr{}, subst: map[*lcu.Var]lcu.Expr{}}
	if segmented {
		c.params = append(c.params, lcu.NewVar("s", types.Int))
	}
	c.params = append(c.params, lcu.NewVar("i", types.Int))
	for _, m := range ms {
		for k, v := range m.binds {
			if m.soac != nil {
				c.sizes[v] = opt.ResultSize(m.soac, k, v)
			}
		}
	}
	return c
}

func (c *combiner) thunk(results []lcu.Expr) *lcu.Thunk {
	return opt.Dead(opt.CSE(&lcu.Thunk{Params: slices.Concat(c.params, c.more), Body: c.lets.In(lcu.Results(results...))})).(*lcu.Thunk)
}

// index is the own index, nil if there is none.
func (c *combiner) index() lcu.Expr {
	if len(c.params) == 0 {
		return nil
	}
	return lcu.Use(c.params[len(c.params)-1])
}

// member evaluates the thunk of a member; its results are known from here on.
func (c *combiner) member(m *member) {
	vals := c.splice(m.parts.T)
	for k, v := range m.binds {
		if c.vals[v] = vals[k]; v.Type.IsBase() {
			c.subst[v] = vals[k]
		}
	}
}

// splice evaluates a thunk and returns its results as atoms.
func (c *combiner) splice(t *lcu.Thunk) []lcu.Expr {
	at := []lcu.Expr{c.index()}
	if len(t.Params) == 2 {
		at = []lcu.Expr{lcu.Use(c.params[0]), at[0]}
	}
	return c.apply(t, at)
}

// apply is splice for any arguments.
func (c *combiner) apply(t *lcu.Thunk, args []lcu.Expr) []lcu.Expr {
	env := map[*lcu.Var]lcu.Expr{}
	for i, v := range t.Params {
		env[v] = args[i]
	}
	ts := lcu.Sigs{}.ResultTypes(t.Body)
	e := lcu.CopyWith(t.Body, env)
	for {
		switch x := e.(type) {
		case *lcu.Let:
			c.let(x)
			e = x.Body
			continue
		case *lcu.Check:
			cond := c.atom(x.Cond)
			c.lets.Wrap(func(then lcu.Expr) lcu.Expr {
				return &lcu.Check{Node: x.Node, Cond: cond, Error: x.Error, Then: then}
			})
			e = x.Then
			continue
		}
		return opt.Splice(&c.lets, c.inner(e), ts)
	}
}

// let evaluates a binding, for all that follow.
func (c *combiner) let(x *lcu.Let) {
	rhs := x.Rhs.MapOperands(c.atom)
	if a := c.known(rhs); a != nil {
		c.subst[x.Binds[0]] = a
		return
	}
	if v := c.load(rhs); v != nil {
		c.loads[v] = lcu.Use(x.Binds[0])
	}
	c.lets.Set(x.Binds, rhs.MapBodies(c.inner))
}

// inner rewrites the body of a conditional or loop.
func (c *combiner) inner(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapOperands(c.atom).MapBodies(c.inner)
	}
	rhs := let.Rhs.MapOperands(c.atom)
	if a := c.known(rhs); a != nil {
		c.subst[let.Binds[0]] = a
		return c.inner(let.Body)
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs.MapBodies(c.inner), Body: c.inner(let.Body)}
}

func (c *combiner) atom(e lcu.Expr) lcu.Expr {
	if r, ok := e.(*lcu.Ref); ok {
		if a := c.subst[r.Var]; a != nil {
			return a
		}
	}
	return e
}

// known is the atom that an operation is equal to, or nil.
func (c *combiner) known(e lcu.Expr) lcu.Expr {
	if l, ok := e.(*lcu.Length); ok {
		return c.sizes[l.Vec.(*lcu.Ref).Var]
	}
	v := c.load(e)
	if v == nil {
		return nil
	}
	if a := c.vals[v]; a != nil {
		return a
	}
	return c.loads[v]
}

// load is the array of which e is the element at the own index, or nil.
func (c *combiner) load(e lcu.Expr) *lcu.Var {
	if at, ok := e.(*lcu.At); ok && lcu.SameAtom(at.Idx, c.index()) {
		return at.Vec.(*lcu.Ref).Var
	}
	return nil
}
