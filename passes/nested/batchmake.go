package nested

// The calls that a block makes at once.

import (
	"math"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// makeCalls adds the calls of f to the end of the first half: a call, or an
// apply-to-each over the arguments on which they do not agree.
func (h *cutBlock) makeCalls(f *nkl.Func) {
	call := &nkl.Call{Node: h.slots[0].at, Fn: f.Name, Args: make([]nkl.Expr, len(f.Params))}
	each := &nkl.Each{Node: ir.At(call.Pos())}
	column := func(hint string, t *types.Type, of func(*slot) nkl.Expr) nkl.Expr {
		es, same := h.column(t, of)
		if same {
			return es[0]
		}
		vs := h.first.name(hint+"s", types.Seq(t), &nkl.Seq{Elem: t, Elems: es})
		v := types.NewVar(hint, t)
		each.Binds, each.Seqs = append(each.Binds, v), append(each.Seqs, vs)
		return nkl.Use(v)
	}
	calls := column("call", types.Bool, func(s *slot) nkl.Expr {
		if s.calls == nil {
			return &nkl.Bool{Val: true}
		}
		return s.calls
	})
	for i, v := range f.Params {
		call.Args[i] = column(v.Name, v.Type, func(s *slot) nkl.Expr { return s.args[i] })
	}
	e := nkl.Expr(call)
	if !isTrue(calls) {
		var none block
		other := column("other", f.Result, func(s *slot) nkl.Expr { return s.other })
		if other == nil {
			other = none.zero(f.Result)
		}
		e = &nkl.If{Node: call.Node, Cond: calls, Then: call, Else: none.in(other)}
	}
	if len(each.Binds) == 0 { // equal calls: one is enough
		h.first.let(h.slots[0].r, e)
		for _, s := range h.slots[1:] {
			h.first.let(s.r, nkl.Use(h.slots[0].r))
		}
		return
	}
	each.Body = e
	all := h.first.name("all", types.Seq(f.Result), each)
	for i, s := range h.slots {
		h.first.let(s.r, opAt(s.at.P, "elt", all, integer(int64(i))))
	}
}

// column is what the slots have of something of type t, nil meaning that any
// will do, and whether it is one atom.
func (h *cutBlock) column(t *types.Type, of func(*slot) nkl.Expr) (column []nkl.Expr, same bool) {
	var first nkl.Expr
	same = true
	for _, s := range h.slots {
		e := of(s)
		column = append(column, e)
		if first == nil {
			first = e
		}
		same = same && (e == nil || sameAtom(e, first))
	}
	if same {
		return []nkl.Expr{first}, true
	}
	for i, e := range column {
		if e == nil {
			column[i] = h.first.zero(t)
		}
	}
	return column, false
}

// zero is the zero of type t as an atom.
func (b *block) zero(t *types.Type) nkl.Expr { return b.atom("none", t, nkl.Zero(t)) }

// atom binds e, of type t, and the tuples in it.
func (b *block) atom(hint string, t *types.Type, e nkl.Expr) nkl.Expr {
	if tuple, ok := e.(*nkl.Tuple); ok {
		parts := make([]nkl.Expr, len(tuple.Elems))
		for i, p := range tuple.Elems {
			parts[i] = b.atom(hint, t.Elems[i], p)
		}
		e = &nkl.Tuple{Node: tuple.Node, Elems: parts}
	}
	return b.name(hint, t, e)
}

// sameAtom reports whether two atoms are the same variable or literal.
func sameAtom(a, b nkl.Expr) bool {
	switch a := a.(type) {
	case *nkl.Ref:
		b, ok := b.(*nkl.Ref)
		return ok && a.Var == b.Var
	case *nkl.Int:
		b, ok := b.(*nkl.Int)
		return ok && a.Val == b.Val
	case *nkl.Bool:
		b, ok := b.(*nkl.Bool)
		return ok && a.Val == b.Val
	case *nkl.Char:
		b, ok := b.(*nkl.Char)
		return ok && a.Val == b.Val
	case *nkl.Float:
		b, ok := b.(*nkl.Float)
		return ok && math.Float64bits(a.Val) == math.Float64bits(b.Val)
	}
	return false
}
