package growing

// Code of the host between two runs of the machine: what has many elements, and so is to be done in parallel. The
// machine leaves off there, as where buffers are full, and goes on with the block that follows. The code finds
// variables in registers, and sequences in their buffers.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// isOfHost reports whether e, the other branch of a conditional, is for the host: straight-line code that ends with a reduction.
func isOfHost(e nkl.Expr) bool {
	var b anf.Block
	p, ok := b.Take(e).(*nkl.Prim)
	return ok && anf.Combining[p.Op.Code] != 0 && len(p.Args) == 1
}

// hasHost reports whether there is code of the host in e.
func hasHost(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		choice, ok := e.(*nkl.If)
		return ok && isOfHost(choice.Else)
	})
}

// blockOfHost goes on with e, which is code of the host, and k after it.
func (x *translation) blockOfHost(e nkl.Expr, k rest) nkl.Expr {
	b := x.needing(e, k)
	b.host = true
	x.hosts = append(x.hosts, b)
	x.fill(b, nil, e, k)
	return x.move(b, nil, nil)
}

// sequence is the operand e, which is a sequence, for the host.
func (x *translation) sequence(b *anf.Block, e nkl.Expr) nkl.Expr {
	v, t := x.atom(e), anf.TypeOfAtom(e)
	switch {
	case v.view != nil:
		return whole(b, v, t)
	case v.run != nil:
		is := anf.Run(b, v.run.from, v.run.count)
		if v.run.of == nil {
			return is
		}
		return op(b, t, prim.Get, v.run.of, is)
	case v.expr == nil:
		x.bad = true
	}
	return v.expr
}

// parallel is a reduction or a filter, by the host.
func (x *translation) parallel(e *nkl.Prim, v *nkl.Var, b *anf.Block) value {
	out := &nkl.Prim{Node: e.Node, Op: e.Op}
	for _, a := range e.Args {
		out.Args = append(out.Args, x.sequence(b, a))
	}
	return x.named(b, v, out)
}

// mapped is a map that the host makes.
func (x *translation) mapped(e *nkl.Each, v *nkl.Var, b *anf.Block) value {
	out := &nkl.Each{Node: e.Node}
	for i, w := range e.Binds {
		elem := types.NewVar(w.Name, w.Type)
		out.Binds, out.Seqs = append(out.Binds, elem), append(out.Seqs, x.sequence(b, e.Seqs[i]))
		x.env[w] = value{expr: nkl.Use(elem)}
	}
	before := x.buffers(x.states)
	out.Body = x.tail(e.Body, rest{to: func(v value) nkl.Expr {
		x.bad = x.bad || v.expr == nil
		return v.expr
	}})
	x.bad = x.bad || !slices.EqualFunc(before, x.buffers(x.states), anf.SameAtom)
	return x.named(b, v, out)
}

// onward is the code of the outer loop that goes on with next, what the machine has left: code of the host if it is for
// that, otherwise other, which makes room; other is nil if nothing needs room.
func (g *Loop) onward(next []nkl.Expr, other nkl.Expr) nkl.Expr {
	left := make([]*nkl.Var, len(next))
	for i, e := range next {
		left[i] = nkl.VarOf(e)
	}
	for _, b := range g.x.hosts {
		code := nkl.Rename(b.code, anf.Renaming(g.Inner.Binds, left))
		if other == nil {
			other = code
			continue
		}
		var test anf.Block
		here := op(&test, types.Bool, prim.Eq, next[0], anf.Integer(int64(b.number)))
		other = test.In(&nkl.If{Cond: here, Then: code, Else: other})
	}
	return other
}
