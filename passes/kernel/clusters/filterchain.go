package clusters

// Clusters with filters whose selected elements other members go over: a chain of
// filters that ends in reductions, or in what maps make of the selected elements.
//
//	(cluster (let (a r) (run filter (v n)) (let (m) (length a)
//	         (let (s) (run sum (a m)) (ret s m)))))
//	=>  (reduce (add add) n (thunk (i) ... (if p (... (ret x 1)) (ret 0 0))))
//
// Elements that are not selected give identities to reductions. A filter keeps
// the elements for which all predicates hold, each evaluated where those before
// it hold. [lcu §8: FILTER-REDUCE, FILTER-FILTER]

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/kernel/opt"
)

// A filterChain is such a cluster.
type filterChain struct {
	*combiner
	num     value.Num
	ms      []*member
	filters []*member // outermost first
	results []chainResult
}

// A chainResult is a result: a value where all predicates hold, the fold of such
// values, or the number of selected elements of a filter, which is a fold of ones.
type chainResult struct {
	v     *lcu.Var
	op    prim.Rop
	count int // 1 + the filter, or 0
}

// filterChain is the SOAC of a cluster with runs over selected elements, whose results are
// vs, and these in its order.
func (w *fuser) filterChain(ms []*member, yields, vs []*lcu.Var) ([]*lcu.Var, lcu.Expr) {
	c := &filterChain{num: w.num, ms: ms}
	last := ms[0]
	folds := false
	for _, m := range ms {
		if m.soac == nil {
			continue
		}
		if last = m; opt.IsFilter(m.soac) {
			c.filters = append(c.filters, m)
		}
		_, fold := m.soac.(*lcu.Reduce)
		folds = folds || fold
	}
	n, at := c.filters[0].parts.N, ir.At(last.soac.Pos())
	c.combiner = newCombiner(ms, false)
	if folds {
		yields, vs = withTuples(ms, yields, vs)
		c.folds(yields)
		var ops []prim.Rop
		for _, y := range c.results {
			ops = append(ops, y.op)
		}
		_, joins, _ := opsOf(ms, yields)
		return vs, &lcu.Reduce{Node: at, Ops: ops, Joins: joins, N: n, T: c.thunk(c.level(0))}
	}
	return c.keeps(at, n, yields, vs)
}

// folds finds the operators of results.
func (c *filterChain) folds(yields []*lcu.Var) {
	of := map[*lcu.Var]chainResult{}
	for _, m := range c.ms {
		for k, v := range m.binds {
			y := chainResult{v: v, op: prim.RAdd}
			if m.soac == nil {
				y.count = 1 + c.filter(m.selection)
			} else if m.parts.Ops != nil {
				y.op = m.parts.Ops[k]
			}
			of[v] = y
		}
	}
	for _, v := range yields {
		c.results = append(c.results, of[v])
	}
}

// keeps is the filter of a cluster without reductions. The ranks of the last
// filter come last; the flag before them is new.
func (c *filterChain) keeps(at ir.Node, n lcu.Expr, yields, vs []*lcu.Var) ([]*lcu.Var, lcu.Expr) {
	last := c.filters[len(c.filters)-1]
	ranks := last.binds[len(last.binds)-1]
	var binds, params []*lcu.Var
	var rankBind *lcu.Var
	for k, v := range yields {
		if v == ranks {
			rankBind = vs[k]
			continue
		}
		c.results = append(c.results, chainResult{v: v, op: prim.RId})
		binds, params = append(binds, vs[k]), append(params, lcu.NewVar("x", v.Type.Elem()))
	}
	holds := lcu.NewVar("holds", types.Bool)
	c.results = append(c.results, chainResult{v: holds, op: prim.ROr})
	binds = append(binds, lcu.NewVar("flags", types.Vec(types.Bool)), rankBind)
	pred := &lcu.Thunk{Params: append(params, holds), Body: lcu.Results(lcu.Use(holds))}
	return binds, &lcu.Filter{Node: at, Loose: last.soac.(*lcu.Filter).Loose, N: n, T: c.thunk(c.level(0)), Pred: pred}
}

// filter is the place of a filter in the chain.
func (c *filterChain) filter(f *member) int {
	for i, g := range c.filters {
		if g == f {
			return i
		}
	}
	panic("kernel: survivors of something else")
}

// level evaluates the members that go over the selected elements of the first l
// filters, and those within; it is the values of all results.
func (c *filterChain) level(l int) []lcu.Expr {
	for _, m := range c.ms {
		if m.soac == nil || opt.IsFilter(m.soac) || c.levelOf(m) != l {
			continue
		}
		c.member(m)
	}
	if l == len(c.filters) {
		return c.values()
	}
	f := c.filters[l]
	vals := c.splice(f.parts.T)
	for k, v := range f.binds[:len(vals)] {
		c.vals[v] = vals[k]
	}
	p := c.apply(f.parts.Fun, vals)
	inner := c.scoped(func() []lcu.Expr { return c.level(l + 1) })
	return c.where(p[0], inner, c.units(l))
}

// branchOps is how many operations are as expensive as a branch.
const branchOps = 4

// where is the results of e if p holds, and others if not. Few operations are
// cheaper than a branch.
func (c *filterChain) where(p, e lcu.Expr, others []lcu.Expr) []lcu.Expr {
	var k opt.Cost
	k.Add(e)
	ts := make([]*types.Type, len(c.results))
	vs := make([]*lcu.Var, len(c.results))
	for i, y := range c.results {
		ts[i] = elemType(y.v.Type)
		vs[i] = lcu.NewVar(y.v.Name, ts[i])
	}
	if k.Reads > 0 || k.Ops > branchOps || k.Loop || k.Check || branches(e) {
		c.lets.Set(vs, &lcu.If{Cond: p, Then: e, Else: lcu.Results(others...)})
		return lcu.Uses(vs)
	}
	vals := slices.Clone(opt.Splice(&c.lets, e, ts))
	for i, val := range vals {
		if !lcu.SameAtom(val, others[i]) {
			c.lets.Set(vs[i:i+1], lcu.Apply(prim.Select, p, val, others[i]))
			vals[i] = lcu.Use(vs[i])
		}
	}
	return vals
}

// branches reports whether there is a conditional in e.
func branches(e lcu.Expr) bool {
	return ir.Any(e, func(e lcu.Expr) bool { return e.Form() == lcu.FormIf })
}

func (c *filterChain) levelOf(m *member) int {
	if m.selection == nil {
		return 0
	}
	return 1 + c.filter(m.selection)
}

// scoped is a body of its own: what it computes is not known outside.
func (c *combiner) scoped(f func() []lcu.Expr) lcu.Expr {
	lets, loads := c.lets, c.loads
	c.lets, c.loads = lcu.Lets{}, maps.Clone(loads)
	body := lcu.Results(f()...)
	body = c.lets.In(body)
	c.lets, c.loads = lets, loads
	return body
}

// values is the results where all predicates hold.
func (c *filterChain) values() (out []lcu.Expr) {
	for _, y := range c.results {
		switch {
		case y.count > 0:
			out = append(out, lcu.N(1))
		case y.op == prim.ROr && c.vals[y.v] == nil: // whether they hold
			out = append(out, &lcu.Bool{Val: true})
		default:
			out = append(out, c.vals[y.v])
		}
	}
	return out
}

// units is the results of an element for which the predicate of filter l does
// not hold.
func (c *filterChain) units(l int) (out []lcu.Expr) {
	for _, y := range c.results {
		t := elemType(y.v.Type)
		switch {
		case y.count > 0 && y.count <= l:
			out = append(out, lcu.N(1))
		case y.op == prim.RId:
			out = append(out, literal(0, t.Kind))
		default:
			out = append(out, literal(y.op.Identity(c.num, t.Kind), t.Kind))
		}
	}
	return out
}

func elemType(t *types.Type) *types.Type {
	if t.Kind == types.KVec {
		return t.Elem()
	}
	return t
}

// literal is the atom for a scalar.
func literal(w prim.Word, k types.Kind) lcu.Expr {
	switch k {
	case types.KFloat:
		return &lcu.Float{Val: prim.WordFloat(w)}
	case types.KBool:
		return &lcu.Bool{Val: w != 0}
	case types.KChar:
		return &lcu.Char{Val: byte(w)}
	}
	return lcu.N(w)
}
