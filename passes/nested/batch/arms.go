package batch

// The arms of a conditional become one, around the calls that are made after it.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/code"
)

// A field is what the first half of a conditional hands on: one value in the
// first arm and one in the second, atoms, or nil where any will do.
type field struct {
	v        *nkl.Var
	one, two nkl.Expr
}

// A joint is the first halves of two arms as they become one conditional.
type joint struct {
	*cutter
	arms   [2]*cutBlock
	bound  [2]map[*nkl.Var]bool // by the steps of the first halves
	fields []*field
}

// join adds the conditional x, whose arms have been cut, to h.
func (k *cutter) join(h *cutBlock, x *nkl.If, one, two *cutBlock) {
	j := &joint{cutter: k, arms: [2]*cutBlock{one, two}}
	for i, a := range j.arms {
		j.bound[i] = map[*nkl.Var]bool{}
		for _, s := range a.first.Steps {
			if s.Bind != nil {
				j.bound[i][s.Bind] = true
			}
		}
	}
	env := [2]map[*nkl.Var]*nkl.Var{{}, {}}
	slots := make([]*slot, max(len(one.slots), len(two.slots)))
	for n := range slots {
		slots[n] = j.slot(n, x.Cond, env)
	}
	second := nkl.Expr(nil)
	if one.kind != goesOn && two.kind != goesOn { // no second half but the result itself
		slots[0].other = j.merge("v", k.fn.Result, j.otherwise(0), j.otherwise(1))
		second = nkl.Use(slots[0].r)
	} else {
		j.save(env)
		second = &nkl.If{Node: x.Node, Cond: x.Cond, Then: nkl.Rename(one.second, env[0]), Else: nkl.Rename(two.second, env[1])}
	}
	j.firstHalf(h, x)
	h.slots, h.second = append(h.slots, slots...), second
}

// slot is slot n of both arms as one; cond chooses between them.
func (j *joint) slot(n int, cond nkl.Expr, env [2]map[*nkl.Var]*nkl.Var) *slot {
	s := &slot{args: make([]nkl.Expr, len(j.fn.Params)), r: types.NewVar("r", j.fn.Result)}
	var calls [2]nkl.Expr
	var args [2][]nkl.Expr
	for i := len(j.arms) - 1; i >= 0; i-- {
		if n >= len(j.arms[i].slots) {
			calls[i], args[i] = &nkl.Bool{}, make([]nkl.Expr, len(s.args))
			continue
		}
		t := j.arms[i].slots[n]
		env[i][t.r], s.at, args[i] = s.r, t.at, t.args
		if calls[i] = t.calls; calls[i] == nil {
			calls[i] = &nkl.Bool{Val: true}
		}
	}
	switch {
	case code.IsTrue(calls[0]) && code.IsFalse(calls[1]):
		s.calls = cond
	case !code.IsTrue(calls[0]) || !code.IsTrue(calls[1]):
		s.calls = j.merge("calls", types.Bool, calls[0], calls[1])
	}
	for i, v := range j.fn.Params {
		s.args[i] = j.merge(v.Name, v.Type, args[0][i], args[1][i])
	}
	return s
}

// otherwise is what an arm that has no second half yields without a call; nil
// if it always calls.
func (j *joint) otherwise(i int) nkl.Expr {
	if j.arms[i].kind == isValue {
		return j.arms[i].second
	}
	return j.arms[i].slots[0].other
}

// merge is an atom that is one in the first arm and two in the second, where
// nil is anything.
func (j *joint) merge(hint string, t *types.Type, one, two nkl.Expr) nkl.Expr {
	switch {
	case one == nil && two == nil:
		return nil
	case (two == nil || one != nil && code.SameAtom(one, two)) && j.outside(0, one):
		return one
	case one == nil && j.outside(1, two):
		return two
	}
	f := &field{types.NewVar(hint, t), one, two}
	j.fields = append(j.fields, f)
	return nkl.Use(f.v)
}

// outside reports whether an atom of arm i means the same outside of it.
func (j *joint) outside(i int, e nkl.Expr) bool {
	r, ok := e.(*nkl.Ref)
	return !ok || !j.bound[i][r.Var]
}

// save makes fields of what the first halves bind and the second halves need.
// Variables of both arms share one.
func (j *joint) save(env [2]map[*nkl.Var]*nkl.Var) {
	var free []*field // that have a value in the first arm only
	for i, a := range j.arms {
		needed := map[*nkl.Var]bool{}
		for _, v := range nkl.FreeVars(a.second) {
			needed[v] = true
		}
		for _, s := range a.first.Steps {
			if s.Bind == nil || !needed[s.Bind] {
				continue
			}
			if i == 0 {
				f := &field{v: types.NewVar(s.Bind.Name, s.Bind.Type), one: nkl.Use(s.Bind)}
				free = append(free, f)
				env[0][s.Bind] = f.v
				continue
			}
			f := takeField(&free, s.Bind)
			if f == nil {
				f = &field{v: types.NewVar(s.Bind.Name, s.Bind.Type)}
			}
			j.fields = append(j.fields, f)
			f.two = nkl.Use(s.Bind)
			env[1][s.Bind] = f.v
		}
	}
	j.fields = append(j.fields, free...)
}

// takeField takes a field that v may share out of free.
func takeField(free *[]*field, v *nkl.Var) *field {
	for i, f := range *free {
		if nkl.Same(f.v.Type, v.Type) {
			*free = append((*free)[:i:i], (*free)[i+1:]...)
			return f
		}
	}
	return nil
}

// firstHalf adds the conditional that does the first halves, and its fields.
func (j *joint) firstHalf(h *cutBlock, x *nkl.If) {
	var values [2][]nkl.Expr
	for i, a := range j.arms {
		for _, f := range j.fields {
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
	if len(j.fields) == 0 { // only steps that may fail, or nothing at all
		if len(j.arms[0].first.Steps)+len(j.arms[1].first.Steps) == 0 {
			return
		}
		j.fields = []*field{{v: types.NewVar("done", types.Bool)}}
		values = [2][]nkl.Expr{{&nkl.Bool{}}, {&nkl.Bool{}}}
	}
	c := &nkl.If{Node: x.Node, Cond: x.Cond, Then: j.arms[0].first.In(nkl.Pair(values[0]...)), Else: j.arms[1].first.In(nkl.Pair(values[1]...))}
	if len(j.fields) == 1 {
		h.first.Let(j.fields[0].v, c)
		return
	}
	ts := make([]*types.Type, len(j.fields))
	for i, f := range j.fields {
		ts[i] = f.v.Type
	}
	t := types.NewVar("first", types.Tuple(ts...))
	h.first.Let(t, c)
	for i, f := range j.fields {
		h.first.Let(f.v, &nkl.Proj{Node: ir.At(x.Pos()), Index: i, Of: nkl.Use(t)})
	}
}
