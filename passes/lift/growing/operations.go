package growing

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

func (x *translation) fail() value {
	x.bad = true
	return value{expr: &nkl.Int{}}
}

// atom is the value of an operand.
func (x *translation) atom(e nkl.Expr) value {
	if r, ok := e.(*nkl.Ref); ok {
		if v, known := x.env[r.Var]; known {
			return v
		}
		if x.bound[r.Var] {
			return x.fail()
		}
	}
	return value{expr: e}
}

// scalar is the operand e, which is a scalar or a sequence from outside.
func (x *translation) scalar(e nkl.Expr) nkl.Expr {
	v := x.atom(e)
	if v.expr == nil {
		return x.fail().expr
	}
	return v.expr
}

// operation is the value of an operation, named v, behind steps of b.
func (x *translation) operation(e nkl.Expr, v *nkl.Var, b *anf.Block) value {
	switch e := e.(type) {
	case *nkl.Ref, *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return x.atom(e)
	case *nkl.Tuple:
		out, plain := value{}, true
		for _, y := range e.Elems {
			p := x.atom(y)
			out.parts, plain = append(out.parts, p), plain && p.expr != nil
		}
		if plain {
			return x.named(b, v, &nkl.Tuple{Node: e.Node, Elems: x.scalars(e.Elems)})
		}
		return out
	case *nkl.Proj:
		of := x.atom(e.Of)
		if of.parts != nil {
			return of.parts[e.Index]
		}
		return x.named(b, v, &nkl.Proj{Node: e.Node, Index: e.Index, Of: x.scalar(e.Of)})
	case *nkl.Seq:
		if !e.Elem.IsScalar() {
			return x.fail()
		}
		return value{literal: &nkl.Seq{Node: e.Node, Elem: e.Elem, Elems: x.scalars(e.Elems)}}
	case *nkl.Str:
		return value{expr: x.before.Name("text", types.String, e)}
	case *nkl.Each:
		if x.at.host {
			return x.mapped(e, v, b)
		}
		return x.each(e, b)
	case *nkl.Prim:
		if e.Op.Class == prim.Scalar {
			return x.named(b, v, &nkl.Prim{Node: e.Node, Op: e.Op, Args: x.scalars(e.Args)})
		}
		if x.at.host && isParallel(e.Op.Code) {
			return x.parallel(e, v, b)
		}
		return x.prim(e, v, b)
	}
	return x.fail()
}

func (x *translation) scalars(es []nkl.Expr) []nkl.Expr {
	out := make([]nkl.Expr, len(es))
	for i, e := range es {
		out[i] = x.scalar(e)
	}
	return out
}

// named binds e to a variable like v.
func (x *translation) named(b *anf.Block, v *nkl.Var, e nkl.Expr) value {
	w := types.NewVar(v.Name, v.Type)
	b.Let(w, e)
	return value{expr: nkl.Use(w)}
}

// prim is the value of an operation on a sequence.
func (x *translation) prim(e *nkl.Prim, v *nkl.Var, b *anf.Block) value {
	if len(e.Args) == 0 {
		return x.fail()
	}
	s := x.atom(e.Args[0])
	switch e.Op.Code {
	case prim.Length:
		return x.length(e, s, v, b)
	case prim.Elt:
		return x.element(e, s, v, b)
	case prim.Write:
		return x.write(e, s, b)
	case prim.Append:
		return x.append(e, s, x.atom(e.Args[1]), b)
	case prim.Index:
		return value{run: &run{from: anf.Integer(0), count: x.scalar(e.Args[0])}}
	case prim.Get:
		return x.get(e, s, x.atom(e.Args[1]), b)
	case prim.All:
		if s.test != nil {
			return value{expr: s.test}
		}
	}
	return x.fail()
}

func (x *translation) length(e *nkl.Prim, s value, v *nkl.Var, b *anf.Block) value {
	switch {
	case s.literal != nil:
		return value{expr: anf.Integer(int64(len(s.literal.Elems)))}
	case s.run != nil:
		return value{expr: s.run.count}
	case s.view != nil && s.view.count != nil:
		return value{expr: s.view.count}
	case s.view != nil:
		return x.named(b, v, &nkl.Prim{Node: e.Node, Op: e.Op, Args: []nkl.Expr{nkl.Use(s.view.buf)}})
	case s.expr != nil:
		return x.named(b, v, &nkl.Prim{Node: e.Node, Op: e.Op, Args: []nkl.Expr{s.expr}})
	}
	return x.fail()
}

func (x *translation) element(e *nkl.Prim, s value, v *nkl.Var, b *anf.Block) value {
	i := x.scalar(e.Args[1])
	at := func(seq, i nkl.Expr) value {
		return x.named(b, v, &nkl.Prim{Node: e.Node, Op: e.Op, Args: []nkl.Expr{seq, i}})
	}
	switch {
	case s.view != nil:
		return at(nkl.Use(s.view.buf), s.view.place(b, i))
	case s.run != nil && s.run.of != nil:
		return at(s.run.of, plus(b, s.run.from, i))
	case s.run != nil:
		return value{expr: plus(b, s.run.from, i)}
	case s.literal != nil && isConstant(s.literal):
		return at(x.before.Name("table", types.Seq(s.literal.Elem), s.literal), i)
	case s.literal != nil:
		k := types.NewVar("k", types.Int)
		b.Let(k, i)
		return x.named(b, v, anf.Choose(s.literal.Elems, k))
	case s.expr != nil:
		return at(s.expr, i)
	}
	return x.fail()
}

// isConstant reports whether a literal is the same in all iterations.
func isConstant(s *nkl.Seq) bool {
	for _, e := range s.Elems {
		if _, isVar := e.(*nkl.Ref); isVar {
			return false
		}
	}
	return true
}

func (x *translation) write(e *nkl.Prim, s value, b *anf.Block) value {
	is, vs := x.atom(e.Args[1]).literal, x.atom(e.Args[2]).literal
	if s.view == nil || is == nil || vs == nil || len(is.Elems) != len(vs.Elems) {
		return x.fail()
	}
	w := *s.view
	for k, i := range is.Elems {
		x.put(b, e.Node, &w, i, vs.Elems[k])
	}
	return value{view: &w}
}

// append is one sequence behind another one, of which one is a literal.
func (x *translation) append(e *nkl.Prim, s, r value, b *anf.Block) value {
	switch {
	case s.view != nil && r.literal != nil:
		w := *s.view
		for k, y := range r.literal.Elems {
			x.put(b, e.Node, &w, plus(b, s.view.count, anf.Integer(int64(k))), y)
		}
		w.count = plus(b, s.view.count, anf.Integer(int64(len(r.literal.Elems))))
		x.room[w.class] += len(r.literal.Elems)
		return value{view: &w}
	case s.literal != nil && r.view != nil:
		w, n := *r.view, int64(len(s.literal.Elems))
		w.start = op(b, types.Int, prim.Sub, w.start, anf.Integer(n))
		for k, y := range s.literal.Elems {
			x.put(b, e.Node, &w, anf.Integer(int64(k)), y)
		}
		w.count = plus(b, w.count, anf.Integer(n))
		x.room[w.class] += int(n)
		return value{view: &w}
	case s.literal != nil && r.literal != nil:
		return value{literal: &nkl.Seq{Node: e.Node, Elem: s.literal.Elem, Elems: append(append([]nkl.Expr(nil), s.literal.Elems...), r.literal.Elems...)}}
	}
	return x.fail()
}

// get is a part of a sequence.
func (x *translation) get(e *nkl.Prim, s, is value, b *anf.Block) value {
	r := is.run
	switch {
	case r == nil || r.of != nil:
		return x.fail()
	case s.view != nil:
		w := *s.view
		w.count = r.count
		if w.start != nil {
			w.start = plus(b, w.start, r.from)
		}
		return value{view: &w}
	case s.run != nil:
		return value{run: &run{from: plus(b, s.run.from, r.from), count: r.count, of: s.run.of}}
	case s.expr != nil:
		return value{run: &run{from: r.from, count: r.count, of: s.expr}}
	}
	return x.fail()
}

// each is numbers that are a constant more than others, or a test whether numbers are
// not negative, below another one, or both.
func (x *translation) each(e *nkl.Each, b *anf.Block) value {
	if len(e.Binds) != 1 {
		return x.fail()
	}
	r, i := x.atom(e.Seqs[0]).run, e.Binds[0]
	if r == nil || r.of != nil {
		return x.fail()
	}
	if p, ok := e.Body.(*nkl.Prim); ok && p.Op.Code == prim.Add {
		for k, a := range p.Args {
			if nkl.IsUse(a, i) && !nkl.IsUse(p.Args[1-k], i) {
				return value{run: &run{from: plus(b, r.from, x.scalar(p.Args[1-k])), count: r.count}}
			}
		}
	}
	if low, n, ok := bounds(e.Body, i); ok {
		inside := nkl.Expr(&nkl.Bool{Val: true})
		if low {
			inside = op(b, types.Bool, prim.Ge, r.from, anf.Integer(0))
		}
		if n != nil {
			left := op(b, types.Int, prim.Sub, x.scalar(n), r.from)
			below := op(b, types.Bool, prim.Le, r.count, left)
			inside = op(b, types.Bool, prim.And, inside, below)
		}
		none := op(b, types.Bool, prim.Le, r.count, anf.Integer(0))
		return value{test: op(b, types.Bool, prim.Or, none, inside)}
	}
	return x.fail()
}

// InBounds reports whether a map tests whether its elements are not negative, below a number, or both.
func InBounds(e *nkl.Each) bool {
	_, _, ok := bounds(e.Body, e.Binds[0])
	return ok && len(e.Binds) == 1
}

// bounds is what e, which is to be a test whether 0 <= i or i < n, or of both, asks for.
func bounds(e nkl.Expr, i *nkl.Var) (low bool, n nkl.Expr, ok bool) {
	var b anf.Block
	val := b.Take(e)
	switch test, isPrim := val.(*nkl.Prim); {
	case !isPrim || len(test.Args) != 2:
	case len(b.Steps) == 0 && test.Op.Code == prim.Ge && nkl.IsUse(test.Args[0], i) && anf.IsInt(test.Args[1], 0):
		return true, nil, true
	case len(b.Steps) == 0 && test.Op.Code == prim.Lt && nkl.IsUse(test.Args[0], i) && !nkl.IsUse(test.Args[1], i):
		return false, test.Args[1], true
	case len(b.Steps) == 2 && test.Op.Code == prim.And && nkl.IsUse(test.Args[0], b.Steps[0].Bind) && nkl.IsUse(test.Args[1], b.Steps[1].Bind):
		low, _, one := bounds(b.Steps[0].Expr, i)
		_, n, two := bounds(b.Steps[1].Expr, i)
		return low, n, one && two && low && n != nil
	}
	return false, nil, false
}
