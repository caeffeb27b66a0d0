package batch

// The calls that a block makes at once.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// makeCalls adds the calls of f to the end of the first half: a call, or an
// apply-to-each over the arguments on which they do not agree.
func (h *cutBlock) makeCalls(f *nkl.Func) {
	if h.maps() {
		h.makeMap(f)
		return
	}
	call := &nkl.Call{Node: h.slots[0].at, Fn: f.Name, Args: make([]nkl.Expr, len(f.Params))}
	each := &nkl.Each{Node: ir.At(call.Pos())}
	column := func(hint string, t *types.Type, of func(*callSlot) nkl.Expr) nkl.Expr {
		es, same := h.column(t, of)
		if same {
			return es[0]
		}
		vs := h.first.Name(hint+"s", types.Seq(t), &nkl.Seq{Elem: t, Elems: es})
		v := types.NewVar(hint, t)
		each.Binds, each.Seqs = append(each.Binds, v), append(each.Seqs, vs)
		return nkl.Use(v)
	}
	calls := column("call", types.Bool, func(s *callSlot) nkl.Expr {
		if s.calls == nil {
			return &nkl.Bool{Val: true}
		}
		return s.calls
	})
	for i, v := range f.Params {
		call.Args[i] = column(v.Name, v.Type, func(s *callSlot) nkl.Expr { return s.args[i] })
	}
	e := nkl.Expr(call)
	if !anf.IsTrue(calls) {
		var none anf.Block
		other := column("other", f.Result, func(s *callSlot) nkl.Expr { return s.other })
		if other == nil {
			other = none.Zero(f.Result)
		}
		e = &nkl.If{Node: call.Node, Cond: calls, Then: call, Else: none.In(other)}
	}
	if len(each.Binds) == 0 { // equal calls: one is enough
		h.first.Let(h.slots[0].r, e)
		for _, s := range h.slots[1:] {
			h.first.Let(s.r, nkl.Use(h.slots[0].r))
		}
		return
	}
	each.Body = e
	all := h.first.Name("all", types.Seq(f.Result), each)
	for i, s := range h.slots {
		h.first.Let(s.r, anf.OpAt(s.at.P, prim.Elt, all, anf.Integer(int64(i))))
	}
}

// column is what the slots have of something of type t, nil meaning that any
// will do, and whether it is one atom.
func (h *cutBlock) column(t *types.Type, of func(*callSlot) nkl.Expr) (column []nkl.Expr, same bool) {
	var first nkl.Expr
	same = true
	for _, s := range h.slots {
		e := of(s)
		column = append(column, e)
		if first == nil {
			first = e
		}
		same = same && (e == nil || anf.SameAtom(e, first))
	}
	if same {
		return []nkl.Expr{first}, true
	}
	for i, e := range column {
		if e == nil {
			column[i] = h.first.Zero(t)
		}
	}
	return column, false
}
