package stack

// Values in a machine: as leaves in registers, and as ints and floats on the stacks.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// split is the leaves of scalars.
func (m *Machine) split(l *nkl.Lets, es []nkl.Expr, ts []*types.Type) (out []nkl.Expr) {
	for i, e := range es {
		if ts[i].Kind != types.KTuple {
			out = append(out, e)
			continue
		}
		var cs []nkl.Expr
		for k, t := range ts[i].Elems {
			cs = append(cs, l.Name("part", t, &nkl.Proj{Index: k, Of: e}))
		}
		out = append(out, m.split(l, cs, ts[i].Elems)...)
	}
	return out
}

// joined is the value of type t that has the next of these leaves.
func joined(l *nkl.Lets, t *types.Type, next func() nkl.Expr) nkl.Expr {
	if t.Kind != types.KTuple {
		return next()
	}
	es := make([]nkl.Expr, len(t.Elems))
	for i, c := range t.Elems {
		es[i] = joined(l, c, next)
	}
	return l.Name("all", t, &nkl.Tuple{Elems: es})
}

// A slot is a value on a stack: which one, and what stands for it there.
type slot struct {
	stack int
	val   nkl.Expr
}

// kept is the slot for a value of type t.
func (r *run) kept(l *nkl.Lets, t *types.Type, e nkl.Expr) slot {
	switch t.Kind {
	case types.KFloat:
		return slot{1, e}
	case types.KBool:
		return slot{0, l.Name("kept", types.Int, r.op(prim.Btoi, e))}
	case types.KChar:
		return slot{0, l.Name("kept", types.Int, r.op(prim.CharCode, e))}
	}
	return slot{0, e}
}

// restored is the value of type t that is kept at an index.
func (r *run) restored(l *nkl.Lets, t *types.Type, at nkl.Expr) nkl.Expr {
	elt := func(k int) nkl.Expr {
		s := r.stacks[k]
		return l.Name("kept", s.Type.Elem(), r.op(prim.Elt, nkl.Use(s), at))
	}
	switch t.Kind {
	case types.KFloat:
		return elt(1)
	case types.KBool:
		return l.Name("b", t, r.op(prim.Ne, elt(0), &nkl.Int{}))
	case types.KChar:
		return l.Name("c", t, r.op(prim.CodeChar, elt(0)))
	}
	return elt(0)
}

// int is e op n.
func (r *run) int(op prim.Code, e nkl.Expr, n int) nkl.Expr {
	if n == 0 {
		return e
	}
	return r.op(op, e, &nkl.Int{Val: int64(n)})
}
