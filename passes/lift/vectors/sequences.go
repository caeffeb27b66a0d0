package vectors

// Sequences that a step makes: they are stored if something needs them as a whole, else their elements are computed
// where code goes through them.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// find notes which sequences are needed as a whole: what other elements are read of than that at the own place, what
// the next step has, and what is read twice and is not free.
func (x *steps) find(e nkl.Expr, ends bool) {
	switch e := e.(type) {
	case *nkl.Ref:
		x.stored[e.Var] = x.stored[e.Var] || ends
	case *nkl.Recur:
		x.whole(e)
		return
	case *nkl.Each:
		for _, s := range e.Seqs {
			x.use(s)
		}
		x.whole(e.Body)
		return
	case *nkl.Prim:
		for k, a := range e.Args {
			if e.Op.Code == prim.Get && k == 0 || e.Op.Code == prim.Write {
				x.whole(a)
			} else if e.Op.Code != prim.Length {
				x.use(a)
			}
		}
		return
	case *nkl.Let:
		x.find(e.Rhs, false)
		x.find(e.Body, ends)
		return
	case *nkl.If, *nkl.Loop:
		if !ends {
			x.whole(e)
			return
		}
	}
	e.Children(func(_ int, c nkl.Expr) { x.find(c, ends) })
}

// whole notes that all sequences that e needs are needed as a whole.
func (x *steps) whole(e nkl.Expr) {
	for _, v := range nkl.FreeVars(e) {
		x.stored[v] = true
	}
}

// use counts where elements of a sequence are computed.
func (x *steps) use(e nkl.Expr) {
	v := nkl.VarOf(e)
	_, isMap := x.defs[v].(*nkl.Each)
	x.uses[v]++
	x.stored[v] = x.stored[v] || isMap && x.uses[v] > 1
}

// makers are the primitives whose elements are computed where they are needed.
var makers = []prim.Code{prim.Index, prim.Dist, prim.Append, prim.Get}

// isVirtual reports whether elements of v are computed where they are needed.
func (x *steps) isVirtual(v *nkl.Var) bool {
	switch e := x.defs[v].(type) {
	case *nkl.Each, *nkl.Seq:
		return !x.stored[v]
	case *nkl.Prim:
		return !x.stored[v] && slices.Contains(makers, e.Op.Code)
	}
	return false
}

// sequence is what becomes of a let that binds a sequence.
func (x *steps) sequence(b *anf.Block, e *nkl.Let) {
	v := e.Bind
	x.bad = x.bad || !v.Type.Elem().IsScalar()
	switch rhs := e.Rhs.(type) {
	case *nkl.Each:
		x.bad = x.bad || !x.code.OK(rhs.Body)
	case *nkl.Seq:
		if x.written(v) {
			b.Let(v, rhs)
			return
		}
	case *nkl.Prim:
		scan, scans := rhs.Op.Lift.(prim.Scanning)
		switch {
		case scans:
			x.scan(b, v, rhs, scan.Op)
			return
		case rhs.Op.Code == prim.Write:
			x.versions[v] = x.versionOf(nkl.VarOf(rhs.Args[0]))
			b.Let(v, rhs)
			return
		}
		x.bad = x.bad || !slices.Contains(makers, rhs.Op.Code)
	default:
		x.bad = true
	}
	if !x.bad && x.stored[v] {
		x.store(b, e)
	}
}

// written reports whether a literal is for a write, as places or as elements.
func (x *steps) written(v *nkl.Var) bool {
	for _, e := range x.defs {
		if anf.IsOp(e, prim.Write) && (nkl.VarOf(e.(*nkl.Prim).Args[1]) == v || nkl.VarOf(e.(*nkl.Prim).Args[2]) == v) {
			return true
		}
	}
	return false
}

// store stores what a let binds, element by element.
func (x *steps) store(b *anf.Block, e *nkl.Let) {
	v, acc := e.Bind, types.NewVar(e.Bind.Name, e.Bind.Type)
	loop := func(over *nkl.Var) *nkl.Loop {
		return x.through(v, []*nkl.Var{acc}, []nkl.Expr{nkl.Use(over)}, func(b *anf.Block, i, e nkl.Expr) []nkl.Expr {
			return []nkl.Expr{put(b, acc, i, e)}
		})
	}
	delete(x.stored, v) // its elements are computed here
	defer func() { x.stored[v], x.changed = true, true }()
	if to := x.overwritten(e); to != nil {
		if l := loop(to); l != nil && onlyAtPlace(l, to) {
			l.Body = nkl.Replace(l.Body, map[*nkl.Var]nkl.Expr{to: nkl.Use(acc)})
			x.versions[v] = to
			b.Let(v, l)
			return
		}
	}
	if t := x.scratchFor(v); t != nil {
		b.Let(v, loop(t))
	}
}

// scan stores the exclusive scan of a sequence.
func (x *steps) scan(b *anf.Block, v *nkl.Var, e *nkl.Prim, op prim.Rop) {
	t, xs := v.Type.Elem(), nkl.VarOf(e.Args[0])
	scratch := x.scratchFor(v)
	if scratch == nil || op.Prim() == nil {
		x.bad = true
		return
	}
	total, acc := types.NewVar("total", t), types.NewVar(v.Name, v.Type)
	first := []nkl.Expr{nkl.Use(scratch), anf.Neutral(x.num, op.Prim().Code, t)}
	b.Let(v, x.through(xs, []*nkl.Var{acc, total}, first, func(b *anf.Block, i, y nkl.Expr) []nkl.Expr {
		with := put(b, acc, i, nkl.Use(total))
		return []nkl.Expr{with, b.Name(total.Name, t, nkl.Op(e.P, op.Prim().Code, nkl.Use(total), y))}
	}))
	x.stored[v], x.changed = true, true
}

// scratchFor is a new variable of the loop into which v is stored.
func (x *steps) scratchFor(v *nkl.Var) *nkl.Var {
	n := x.lengthVar(v)
	if n == nil {
		x.bad = true
		return nil
	}
	t := scratch{types.NewVar("scratch", v.Type), types.NewVar("scratch", v.Type), n}
	x.out.scratch, x.latest[t.bind] = append(x.out.scratch, t), v
	return t.bind
}

// overwritten is the variable of the loop whose place a sequence takes in the next step, if nothing needs it any more; or nil.
func (x *steps) overwritten(e *nkl.Let) *nkl.Var {
	var to *nkl.Var
	one := true
	nkl.EachRecur(e.Body, func(r *nkl.Recur) {
		for i, a := range r.Args {
			if nkl.VarOf(a) == e.Bind {
				one = one && (to == nil || to == x.loop.Binds[i])
				to = x.loop.Binds[i]
			}
		}
	})
	if to == nil || !one || x.needs(e.Body, to, e.Bind) || !x.areAsLong(e.Bind, to) {
		return nil
	}
	return to
}

// needs reports whether e needs v, other than for what is stored, or will be, as made.
func (x *steps) needs(e nkl.Expr, v, made *nkl.Var) bool {
	return slices.ContainsFunc(nkl.FreeVars(e), func(w *nkl.Var) bool {
		return w == v || w != made && x.isVirtual(w) && x.needs(x.defs[w], v, made)
	})
}

// onlyAtPlace reports whether a loop over places reads v at the place alone.
func onlyAtPlace(l *nkl.Loop, v *nkl.Var) bool {
	only := true
	ir.Walk(l.Body, func(e nkl.Expr) bool {
		if anf.IsOp(e, prim.Elt) && nkl.VarOf(e.(*nkl.Prim).Args[0]) == v {
			only = only && nkl.VarOf(e.(*nkl.Prim).Args[1]) == l.Binds[0]
			return false
		}
		only = only && nkl.VarOf(e) != v
		return true
	})
	return only
}

// versionOf is the variable of the loop of which v is a version, or nil.
func (x *steps) versionOf(v *nkl.Var) *nkl.Var {
	if slices.Contains(x.loop.Binds, v) {
		return v
	}
	return x.versions[v]
}

// recur is the start of the next step, with what is stored in scratch copied to its place.
func (x *steps) recur(e *nkl.Recur) nkl.Expr {
	var b anf.Block
	out := &nkl.Recur{Node: e.Node}
	for i, a := range e.Args {
		to, v := x.loop.Binds[i], nkl.VarOf(a)
		if to.Type.Kind == types.KSeq && x.versionOf(v) != to {
			if !x.areAsLong(v, to) || x.versionOf(v) != nil || !x.stored[v] {
				x.bad = true
				return e
			}
			acc := types.NewVar(to.Name, to.Type)
			a = b.Name(to.Name, to.Type, x.through(v, []*nkl.Var{acc}, []nkl.Expr{nkl.Use(to)}, func(b *anf.Block, i, y nkl.Expr) []nkl.Expr {
				return []nkl.Expr{put(b, acc, i, y)}
			}))
		}
		out.Args = append(out.Args, a)
	}
	for _, t := range x.out.scratch {
		v := t.bind
		if w := x.latest[v]; w != nil {
			v = w
		}
		out.Args = append(out.Args, nkl.Use(v))
	}
	return b.In(out)
}

// put replaces element i of acc.
func put(b *anf.Block, acc *nkl.Var, i, e nkl.Expr) nkl.Expr {
	is := b.Name("at", types.Seq(types.Int), &nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{i}})
	vs := b.Name("one", acc.Type, &nkl.Seq{Elem: acc.Type.Elem(), Elems: []nkl.Expr{e}})
	return b.Name(acc.Name, acc.Type, anf.Op(prim.Write, nkl.Use(acc), is, vs))
}

// element is element i of a sequence.
func (x *steps) element(b *anf.Block, v *nkl.Var, i nkl.Expr) nkl.Expr {
	if v == nil || !x.isVirtual(v) {
		return anf.Op(prim.Elt, nkl.Use(v), i)
	}
	if y := anf.Element(b, x.defs[v], i, func(v *nkl.Var) nkl.Expr { return x.element(b, v, i) }); y != nil {
		return y
	}
	t := v.Type.Elem()
	switch e := x.defs[v].(type) {
	case *nkl.Seq:
		if len(e.Elems) > 0 {
			return chosen(b, e.Elems, i)
		}
	case *nkl.Prim:
		if e.Op.Code == prim.Get {
			return anf.Op(prim.Elt, e.Args[0], b.Name("at", types.Int, x.element(b, nkl.VarOf(e.Args[1]), i)))
		}
		n := x.count(b, nkl.VarOf(e.Args[0]))
		var first, second anf.Block
		inFirst := b.Name("first", types.Bool, anf.Op(prim.Lt, i, n))
		one := first.Name("x", t, x.element(&first, nkl.VarOf(e.Args[0]), i))
		j := second.Name("place", types.Int, anf.Op(prim.Sub, i, n))
		two := second.Name("x", t, x.element(&second, nkl.VarOf(e.Args[1]), j))
		return &nkl.If{Cond: inFirst, Then: first.In(one), Else: second.In(two)}
	}
	return x.fail()
}

// chosen is one of some elements, number i of them.
func chosen(b *anf.Block, elems []nkl.Expr, i nkl.Expr) nkl.Expr {
	if len(elems) == 1 {
		return elems[0]
	}
	var others anf.Block
	here := b.Name("here", types.Bool, anf.Op(prim.Lt, i, anf.Integer(1)))
	next := others.Name("place", types.Int, anf.Op(prim.Sub, i, anf.Integer(1)))
	return &nkl.If{Cond: here, Then: elems[0], Else: others.In(chosen(&others, elems[1:], next))}
}
