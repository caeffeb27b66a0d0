package batch

// Maps of calls, which are merged with calls in other branches.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// mapped is the call that e ends with for every element, behind steps that call nothing that waits; nil if
// there is none.
func (b *batcher) mapped(e *nkl.Each) (steps anf.Block, c *nkl.Call) {
	if !b.maps {
		return steps, nil
	}
	c, ok := steps.Take(e.Body).(*nkl.Call)
	waits := func(e nkl.Expr) bool {
		c, ok := e.(*nkl.Call)
		return ok && b.batchable(c.Fn) != nil
	}
	for _, s := range steps.Steps {
		ok = ok && !ir.Any(s.Expr, waits)
	}
	if !ok {
		return steps, nil
	}
	return steps, c
}

// mapSite takes the map e out of a block, if it is one of calls.
func (k *cutter) mapSite(h *cutBlock, e *nkl.Each) bool {
	steps, c := k.mapped(e)
	if c == nil || c.Fn != k.fn.Name {
		return false
	}
	inside := map[*nkl.Var]bool{}
	for _, v := range e.Binds {
		inside[v] = true
	}
	for _, s := range steps.Steps {
		inside[s.Bind] = true
	}
	s := &callSlot{at: c.Node, r: types.NewVar("rs", types.Seq(k.fn.Result)), args: slices.Clone(c.Args), many: make([]bool, len(c.Args))}
	for i, a := range c.Args {
		r, ok := a.(*nkl.Ref)
		s.many[i] = ok && inside[r.Var]
	}
	if !slices.Contains(s.many, true) {
		return false
	}
	k.calls++
	s.makeArgs(h, e, steps)
	h.slots, h.second = append(h.slots, s), nkl.Use(s.r)
	h.sites++
	h.branches = [2]int{1, 1}
	return true
}

// makeArgs adds the arguments of the map of calls e, whose body begins with steps, as sequences to the first half.
func (s *callSlot) makeArgs(h *cutBlock, e *nkl.Each, steps anf.Block) {
	var made []int // the arguments that the steps make
	var of []nkl.Expr
	for i, a := range s.args {
		switch at := slices.Index(e.Binds, nkl.VarOf(a)); {
		case s.many[i] && at >= 0:
			s.args[i] = e.Seqs[at]
		case s.many[i]:
			made, of = append(made, i), append(of, a)
		}
	}
	if len(made) == 0 {
		return
	}
	ts := make([]*types.Type, len(of))
	for n, a := range of {
		ts[n] = nkl.VarOf(a).Type
	}
	t := ts[0]
	if len(made) > 1 {
		t = types.Tuple(ts...)
	}
	all := h.first.Name("args", types.Seq(t), &nkl.Each{Node: e.Node, Binds: e.Binds, Seqs: e.Seqs, Body: steps.In(nkl.Pair(of...))})
	for n, i := range made {
		if s.args[i] = all; len(made) > 1 {
			p := types.NewVar("p", t)
			part := &nkl.Each{Node: e.Node, Binds: []*nkl.Var{p}, Seqs: []nkl.Expr{all}, Body: &nkl.Proj{Index: n, Of: nkl.Use(p)}}
			s.args[i] = h.first.Name("arg", types.Seq(ts[n]), part)
		}
	}
}

// typeOf is the type of argument i, of parameter v.
func (s *callSlot) typeOf(i int, v *nkl.Var) *types.Type {
	if s.many != nil && s.many[i] {
		return types.Seq(v.Type)
	}
	return v.Type
}

// widen makes s, the slot of two branches, a map of calls if that of one branch is: what the other one calls becomes a
// map, too, with the same arguments as sequences.
func (j *joinedHalves) widen(s *callSlot) {
	for _, h := range j.branches {
		if h.maps() {
			if s.many == nil {
				s.r, s.many = types.NewVar("rs", types.Seq(j.fn.Result)), make([]bool, len(j.fn.Params))
			}
			for i, many := range h.slots[0].many {
				s.many[i] = s.many[i] || many
			}
		}
	}
	if s.many == nil {
		return
	}
	for i, h := range j.branches {
		if len(h.slots) == 0 {
			continue
		}
		t := h.slots[0]
		t.args = slices.Clone(t.args)
		for p, v := range j.fn.Params {
			if s.many[p] && (t.many == nil || !t.many[p]) && t.args[p] != nil {
				args := types.NewVar(v.Name+"s", types.Seq(v.Type))
				h.first.Let(args, t.repeated(p, v.Type))
				j.bound[i][args] = true
				t.args[p] = nkl.Use(args)
			}
		}
		if t.many == nil {
			if only := t.only(s.r); nkl.IsUse(h.second, t.r) {
				h.second = only
			} else {
				h.second = &nkl.Let{Bind: t.r, Rhs: only, Body: h.second}
			}
			t.r, h.kind = s.r, continues
		}
	}
}

// repeated is argument p, of type t, as a sequence: of one element, or as long as the sequences of a map.
func (s *callSlot) repeated(p int, t *types.Type) nkl.Expr {
	if s.many == nil {
		return &nkl.Seq{Elem: t, Elems: []nkl.Expr{s.args[p]}}
	}
	with := s.args[slices.Index(s.many, true)]
	return &nkl.Each{Binds: []*nkl.Var{types.NewVar("x", with.(*nkl.Ref).Var.Type.Elem())}, Seqs: []nkl.Expr{with}, Body: s.args[p]}
}

// only is the result of the call s, which is the only one in rs if it is made.
func (s *callSlot) only(rs *nkl.Var) nkl.Expr {
	made := anf.OpAt(s.at.P, prim.Elt, nkl.Use(rs), anf.Integer(0))
	if s.calls == nil || anf.IsTrue(s.calls) {
		return made
	}
	var none anf.Block
	other := s.other
	if other == nil {
		other = none.Zero(s.r.Type)
	}
	return &nkl.If{Cond: s.calls, Then: made, Else: none.In(other)}
}

// makeMap adds the map of calls of f to the end of the first half.
func (h *cutBlock) makeMap(f *nkl.Func) {
	s := h.slots[0]
	call := &nkl.Call{Node: s.at, Fn: f.Name, Args: slices.Clone(s.args)}
	each := &nkl.Each{Node: ir.At(s.at.P), Body: call}
	for i, v := range f.Params {
		if s.args[i] == nil {
			call.Args[i] = h.first.Zero(s.typeOf(i, v))
		}
		if s.many[i] {
			x := types.NewVar(v.Name, v.Type)
			each.Binds, each.Seqs = append(each.Binds, x), append(each.Seqs, call.Args[i])
			call.Args[i] = nkl.Use(x)
		}
	}
	if s.calls == nil || anf.IsTrue(s.calls) {
		h.first.Let(s.r, each)
		return
	}
	h.first.Let(s.r, &nkl.If{Node: s.at, Cond: s.calls, Then: each, Else: &nkl.Seq{Elem: f.Result}})
}
