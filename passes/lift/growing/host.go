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

// MostSerial is the most elements of a row that one work-item goes through.
const MostSerial = 1024

// IsShort is a test whether n elements are few.
func IsShort(n nkl.Expr) nkl.Expr { return anf.Op(prim.Le, n, anf.Integer(MostSerial)) }

// isChoice reports whether e is a choice, by such a test, between a loop over the elements of a row, and code for the host.
func isChoice(e nkl.Expr, defs map[*nkl.Var]nkl.Expr) bool {
	choice, ok := e.(*nkl.If)
	if !ok || choice.Then.Form() != nkl.FormLoop {
		return false
	}
	test := defs[nkl.VarOf(choice.Cond)]
	return anf.IsOp(test, prim.Le) && anf.IsInt(test.(*nkl.Prim).Args[1], MostSerial)
}

// hasHost reports whether there is code for the host in e.
func (c *classes) hasHost(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool { return isChoice(e, c.defs) })
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

// isParallel reports whether the host applies a primitive to whole sequences.
func isParallel(code prim.Code) bool {
	return anf.Combining[code] != 0 || code == prim.Dist || code == prim.Pack || code == prim.Write || code == prim.Append
}

// parallel is an operation on whole sequences, by the host.
func (x *translation) parallel(e *nkl.Prim, v *nkl.Var, b *anf.Block) value {
	switch s := x.atom(e.Args[0]); {
	case e.Op.Code == prim.Append && s.view != nil:
		return x.extended(b, e.Node, s.view, x.sequence(b, e.Args[1]))
	case e.Op.Code == prim.Write && s.view != nil:
		return x.overwritten(b, e.Node, s.view, x.sequence(b, e.Args[1]), x.sequence(b, e.Args[2]))
	case e.Op.Code == prim.Append || e.Op.Code == prim.Write:
		return x.fail()
	case e.Op.Code == prim.Dist:
		return x.named(b, v, &nkl.Prim{Node: e.Node, Op: e.Op, Args: x.scalars(e.Args)})
	}
	out := &nkl.Prim{Node: e.Node, Op: e.Op}
	for _, a := range e.Args {
		out.Args = append(out.Args, x.sequence(b, a))
	}
	return x.named(b, v, out)
}

// overwritten is a view with these elements at these places.
func (x *translation) overwritten(b *anf.Block, at ir.Node, v *view, is, vals nkl.Expr) value {
	if v.buf != x.latest[v.class] {
		return x.fail()
	}
	w := *v
	if w.start != nil {
		i := types.NewVar("i", types.Int)
		var e anf.Block
		body := e.In(w.place(&e, nkl.Use(i)))
		is = b.Name("places", types.Seq(types.Int), &nkl.Each{Node: at, Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{is}, Body: body})
	}
	w.buf = types.NewVar(v.buf.Name, v.buf.Type)
	b.Let(w.buf, &nkl.Prim{Node: at, Op: prim.Write.Prim(), Args: []nkl.Expr{nkl.Use(v.buf), is, vals}})
	x.latest[w.class] = w.buf
	return value{view: &w}
}

// extended is a view with the elements of a sequence behind it, in a larger buffer if there is too little room.
func (x *translation) extended(b *anf.Block, at ir.Node, v *view, seq nkl.Expr) value {
	if v.buf != x.latest[v.class] {
		return x.fail()
	}
	w := *v
	n := op(b, types.Int, prim.Length, seq)
	w.count = plus(b, v.count, n)
	size := capacity(b, nkl.Use(v.buf))
	most := b.Name("size", types.Int, x.doubled(size, w.count))
	fits := op(b, types.Bool, prim.Eq, most, size)
	var more anf.Block
	larger := more.In(x.longer(&more, w.class, nkl.Use(v.buf), size, most))
	w.buf = types.NewVar(v.buf.Name, v.buf.Type)
	b.Let(w.buf, &nkl.If{Cond: fits, Then: nkl.Use(v.buf), Else: larger})
	x.latest[w.class] = w.buf
	if w.start == nil {
		return x.withRun(b, at, w, v.count, n, seq)
	}
	part := func(from, n nkl.Expr) nkl.Expr { return op(b, w.buf.Type, prim.Get, seq, anf.Run(b, from, n)) }
	first, zero := w.place(b, v.count), anf.Integer(0)
	left := op(b, types.Int, prim.Min, n, op(b, types.Int, prim.Sub, most, first))
	round := op(b, types.Int, prim.Sub, n, left)
	w = *x.withRun(b, at, w, first, left, part(zero, left)).view
	return x.withRun(b, at, w, zero, round, part(left, round))
}

// withRun is a view with a sequence of n elements at successive places of its buffer.
func (x *translation) withRun(b *anf.Block, at ir.Node, v view, place, n, seq nkl.Expr) value {
	buf := types.NewVar(v.buf.Name, v.buf.Type)
	b.Let(buf, &nkl.Prim{Node: at, Op: prim.Write.Prim(), Args: []nkl.Expr{nkl.Use(v.buf), anf.Run(b, place, n), seq}})
	v.buf, x.latest[v.class] = buf, buf
	return value{view: &v}
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
