package batch

// The branches of a conditional become one, around the calls that are made after it.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A passedValue is what the first half of a conditional hands on: one value in the
// first branch and one in the second, atoms, or nil where any will do.
type passedValue struct {
	v        *nkl.Var
	one, two nkl.Expr
}

// A joinedHalves is the first halves of two branches as they become one conditional.
type joinedHalves struct {
	*cutter
	branches [2]*cutBlock
	bound    [2]map[*nkl.Var]bool // by the steps of the first halves
	passed   []*passedValue
}

// joinBranches adds the conditional x, whose branches have been cut, to h.
func (k *cutter) joinBranches(h *cutBlock, x *nkl.If, one, two *cutBlock) {
	j := &joinedHalves{cutter: k, branches: [2]*cutBlock{one, two}}
	for i, a := range j.branches {
		j.bound[i] = map[*nkl.Var]bool{}
		for _, s := range a.first.Steps {
			if s.Bind != nil {
				j.bound[i][s.Bind] = true
			}
		}
	}
	env := [2]map[*nkl.Var]*nkl.Var{{}, {}}
	slots := make([]*callSlot, max(len(one.slots), len(two.slots)))
	for n := range slots {
		slots[n] = j.slot(n, x.Cond, env)
	}
	maps, second := slots[0].many != nil, nkl.Expr(nil)
	if one.kind != continues && two.kind != continues && !maps { // no second half but the result itself
		slots[0].other = j.merge("v", k.fn.Result, j.otherwise(0), j.otherwise(1))
		second = nkl.Use(slots[0].r)
	} else {
		for n, s := range slots {
			if maps {
				break
			}
			s.other = j.merge("v", k.fn.Result, one.other(n), two.other(n))
		}
		j.save(env)
		second = &nkl.If{Node: x.Node, Cond: x.Cond, Then: nkl.Rename(one.second, env[0]), Else: nkl.Rename(two.second, env[1])}
	}
	j.firstHalf(h, x)
	h.slots, h.second = append(h.slots, slots...), second
}

// slot is slot n of both branches as one; cond chooses between them.
func (j *joinedHalves) slot(n int, cond nkl.Expr, env [2]map[*nkl.Var]*nkl.Var) *callSlot {
	s := &callSlot{args: make([]nkl.Expr, len(j.fn.Params)), r: types.NewVar("r", j.fn.Result)}
	j.widen(s)
	var calls [2]nkl.Expr
	var args [2][]nkl.Expr
	for i := len(j.branches) - 1; i >= 0; i-- {
		if n >= len(j.branches[i].slots) {
			calls[i], args[i] = &nkl.Bool{}, make([]nkl.Expr, len(s.args))
			continue
		}
		t := j.branches[i].slots[n]
		env[i][t.r], s.at, args[i] = s.r, t.at, t.args
		if calls[i] = t.calls; calls[i] == nil {
			calls[i] = &nkl.Bool{Val: true}
		}
	}
	switch {
	case anf.IsTrue(calls[0]) && anf.IsFalse(calls[1]):
		s.calls = cond
	case !anf.IsTrue(calls[0]) || !anf.IsTrue(calls[1]):
		s.calls = j.merge("calls", types.Bool, calls[0], calls[1])
	}
	for i, v := range j.fn.Params {
		s.args[i] = j.merge(v.Name, s.typeOf(i, v), args[0][i], args[1][i])
	}
	return s
}

// otherwise is what a branch that has no second half yields without a call; nil
// if it always calls.
func (j *joinedHalves) otherwise(i int) nkl.Expr {
	if j.branches[i].kind == isValue {
		return j.branches[i].second
	}
	return j.branches[i].slots[0].other
}

// other is the result of slot n if its call is not made; nil: any.
func (h *cutBlock) other(n int) nkl.Expr {
	if n < len(h.slots) {
		return h.slots[n].other
	}
	return nil
}

// merge is an atom that is one in the first branch and two in the second, where
// nil is anything.
func (j *joinedHalves) merge(hint string, t *types.Type, one, two nkl.Expr) nkl.Expr {
	switch {
	case one == nil && two == nil:
		return nil
	case (two == nil || one != nil && anf.SameAtom(one, two)) && j.outside(0, one):
		return one
	case one == nil && j.outside(1, two):
		return two
	}
	f := &passedValue{types.NewVar(hint, t), one, two}
	j.passed = append(j.passed, f)
	return nkl.Use(f.v)
}

// outside reports whether an atom of branch i means the same outside of it.
func (j *joinedHalves) outside(i int, e nkl.Expr) bool {
	r, ok := e.(*nkl.Ref)
	return !ok || !j.bound[i][r.Var]
}

// save makes fields of what the first halves bind and the second halves need.
// Variables of both branches share one.
func (j *joinedHalves) save(env [2]map[*nkl.Var]*nkl.Var) {
	var free []*passedValue // that have a value in the first branch only
	for i, a := range j.branches {
		needed := map[*nkl.Var]bool{}
		for _, v := range nkl.FreeVars(a.second) {
			needed[v] = true
		}
		for _, s := range a.first.Steps {
			if s.Bind == nil || !needed[s.Bind] {
				continue
			}
			if i == 0 {
				f := &passedValue{v: types.NewVar(s.Bind.Name, s.Bind.Type), one: nkl.Use(s.Bind)}
				free = append(free, f)
				env[0][s.Bind] = f.v
				continue
			}
			f := takePassed(&free, s.Bind)
			if f == nil {
				f = &passedValue{v: types.NewVar(s.Bind.Name, s.Bind.Type)}
			}
			j.passed = append(j.passed, f)
			f.two = nkl.Use(s.Bind)
			env[1][s.Bind] = f.v
		}
	}
	j.passed = append(j.passed, free...)
}

// takePassed takes a field that v may share out of free.
func takePassed(free *[]*passedValue, v *nkl.Var) *passedValue {
	for i, f := range *free {
		if nkl.Same(f.v.Type, v.Type) {
			*free = append((*free)[:i:i], (*free)[i+1:]...)
			return f
		}
	}
	return nil
}

// firstHalf adds the conditional that does the first halves, and its fields.
func (j *joinedHalves) firstHalf(h *cutBlock, x *nkl.If) {
	var values [2][]nkl.Expr
	for i, a := range j.branches {
		for _, f := range j.passed {
			e := f.one
			if i == 1 {
				e = f.two
			}
			if e == nil {
				e = a.first.Zero(f.v.Type)
			}
			values[i] = append(values[i], e)
		}
	}
	if len(j.passed) == 0 { // only steps that may fail, or nothing at all
		if len(j.branches[0].first.Steps)+len(j.branches[1].first.Steps) == 0 {
			return
		}
		j.passed = []*passedValue{{v: types.NewVar("done", types.Bool)}}
		values = [2][]nkl.Expr{{&nkl.Bool{}}, {&nkl.Bool{}}}
	}
	c := &nkl.If{Node: x.Node, Cond: x.Cond, Then: j.branches[0].first.In(nkl.Pair(values[0]...)), Else: j.branches[1].first.In(nkl.Pair(values[1]...))}
	if len(j.passed) == 1 {
		h.first.Let(j.passed[0].v, c)
		return
	}
	ts := make([]*types.Type, len(j.passed))
	for i, f := range j.passed {
		ts[i] = f.v.Type
	}
	t := types.NewVar("first", types.Tuple(ts...))
	h.first.Let(t, c)
	for i, f := range j.passed {
		h.first.Let(f.v, &nkl.Proj{Node: ir.At(x.Pos()), Index: i, Of: nkl.Use(t)})
	}
}
