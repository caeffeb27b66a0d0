package tables

// The code of an instance.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A writer rewrites the body of an instance. Variables keep their types until all is
// written.
type writer struct {
	*instance
	fn   *function
	cols map[column]nkl.Expr // columns that are at hand
	rows map[*nkl.Var]run    // of variables that are sequences in a row
	ask  *asked              // of the map around the code at hand, nil if there is none
}

// asked collects the columns that a map reads of regions in which it does not
// allocate: they are read before it.
type asked struct {
	allocates map[*region]bool
	b         *anf.Block
	after     []nkl.Expr
	before    *writer
}

func (w *writer) expr(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Variant:
		return w.variant(e)
	case *nkl.Case:
		return w.caseOf(e)
	case *nkl.Unused: // of no row
		return &nkl.Int{Node: e.Node}
	case *nkl.Call:
		return w.call(e)
	case *nkl.Each:
		return w.each(e)
	}
	return e.MapChildren(w.expr)
}

// column is column k. After are values with the references that it is read by.
func (w *writer) column(b *anf.Block, k column, after ...nkl.Expr) nkl.Expr {
	if c := w.cols[k]; c != nil {
		return c
	}
	if w.ask != nil && !w.ask.allocates[k.region] {
		c := w.ask.before.column(w.ask.b, k, w.ask.after...)
		w.cols[k] = c
		return c
	}
	name := w.places[k.region].tables[k.table]
	return b.Name("column", types.Seq(w.columnType(k)), &nkl.Column{Table: name, Index: k.index, After: after})
}

// variant makes a reference.
func (w *writer) variant(e *nkl.Variant) nkl.Expr {
	r, l := w.nodes[e].root(), w.layout(e.Type)
	con := l.cons[w.sigs.Tag(e.Type, e.Con)]
	var b anf.Block
	var args []nkl.Expr
	for i, x := range e.Args {
		args = append(args, b.Name("field", rep(w.typer.Of(e.Args[i])), w.expr(x)))
	}
	if con.table < 0 {
		return b.In(&nkl.Int{Node: e.Node, Val: con.code})
	}
	names := w.places[r].tables
	var vals []nkl.Expr
	for i, f := range con.fields {
		if at, ok := w.runOf(e.Args[i]); ok && at.region == r && at.table == f.table {
			vals = append(vals, at.start, at.n) // rows stay what they are, so another one may say where they are
			continue
		}
		vals = store(&b, names, vals, f, args[i])
	}
	row := b.Name("row", types.Int, &nkl.Alloc{Node: e.Node, Table: names[con.table], Vals: vals})
	return b.In(l.reference(con, row))
}

// runOf is where the elements of e are in a table, if e is a sequence in a row.
func (w *writer) runOf(e nkl.Expr) (run, bool) {
	v, ok := e.(*nkl.Ref)
	if !ok {
		return run{}, false
	}
	at, ok := w.rows[v.Var]
	return at, ok
}

// store appends to vals what a row has for the value v, an atom, of field f.
func store(b *anf.Block, names []string, vals []nkl.Expr, f fieldLayout, v nkl.Expr) []nkl.Expr {
	switch {
	case f.elem != nil:
		start := &nkl.AllocAll{Table: names[f.table], Seqs: storeAll(b, names, nil, *f.elem, v)}
		if len(start.Seqs) == 0 {
			start.Seqs = []nkl.Expr{anf.Op(prim.Dist, anf.Boolean(false), anf.Op(prim.Length, v))}
		}
		return append(vals, b.Name("start", types.Int, start), b.Name("n", types.Int, anf.Op(prim.Length, v)))
	case f.typ.Kind == types.KTuple:
		for i, p := range f.parts {
			vals = store(b, names, vals, p, b.Name("part", rep(p.typ), &nkl.Proj{Index: i, Of: v}))
		}
		return vals
	}
	return append(vals, v)
}

// storeAll is store for the elements of the sequence vs.
func storeAll(b *anf.Block, names []string, vals []nkl.Expr, f fieldLayout, vs nkl.Expr) []nkl.Expr {
	if f.elem == nil && f.typ.Kind != types.KTuple {
		return append(vals, vs)
	}
	all := func(t *types.Type, body func(b *anf.Block, x nkl.Expr) nkl.Expr) nkl.Expr {
		return b.Name("all", types.Seq(t), each(rep(f.typ), vs, body))
	}
	if f.elem == nil {
		for i, p := range f.parts {
			part := all(rep(p.typ), func(_ *anf.Block, x nkl.Expr) nkl.Expr { return &nkl.Proj{Index: i, Of: x} })
			vals = storeAll(b, names, vals, p, part)
		}
		return vals
	}
	starts := all(types.Int, func(b *anf.Block, x nkl.Expr) nkl.Expr { return store(b, names, nil, f, x)[0] })
	lens := all(types.Int, func(_ *anf.Block, x nkl.Expr) nkl.Expr { return anf.Op(prim.Length, x) })
	return append(vals, starts, lens)
}

// caseOf tells constructors by the reference.
func (w *writer) caseOf(e *nkl.Case) nkl.Expr {
	t := w.typer.Of(e.Of)
	l := w.layout(t)
	var b anf.Block
	v := b.Name("v", types.Int, w.expr(e.Of))
	row, tag := l.row(v), nkl.Expr(nil)
	if len(e.Arms) > 1 {
		tag = b.Name("tag", types.Int, l.tag(v))
	}
	last := len(e.Arms) - 1
	out := w.arm(e, t, v, row, e.Arms[last].(*nkl.Arm))
	for i := last - 1; i >= 0; i-- {
		arm := e.Arms[i].(*nkl.Arm)
		var cond nkl.Expr
		for _, name := range arm.Cons {
			one := anf.Op(prim.Eq, tag, anf.Integer(l.cons[w.sigs.Tag(t, name)].code))
			if cond == nil {
				cond = one
			} else {
				cond = anf.Op(prim.Or, cond, one)
			}
		}
		out = &nkl.If{Node: e.Node, Cond: cond, Then: w.arm(e, t, v, row, arm), Else: out}
	}
	return b.In(out)
}

// arm binds the fields of the row that the arm uses.
func (w *writer) arm(e *nkl.Case, t *types.Type, v, row nkl.Expr, arm *nkl.Arm) nkl.Expr {
	var b anf.Block
	if len(arm.Binds) > 0 {
		free := nkl.FreeVars(arm.Body)
		con := w.layout(t).cons[w.sigs.Tag(t, arm.Cons[0])]
		rd := &reader{writer: w, r: w.nodes[e].root(), v: v}
		for i, x := range arm.Binds {
			if slices.Contains(free, x) {
				row = b.Name("row", types.Int, row)
				f := con.fields[i]
				if f.elem == nil {
					b.Let(x, rd.field(&b, con.table, f, row))
					continue
				}
				at := rd.run(&b, con.table, f, row)
				w.rows[x] = at
				b.Let(x, rd.elements(&b, *f.elem, at))
			}
		}
	}
	return b.In(w.expr(arm.Body))
}

// call calls the instance for the regions of the arguments, with the columns of those
// that it only reads.
func (w *writer) call(e *nkl.Call) nkl.Expr {
	callee := w.funcs[e.Fn]
	if len(callee.shared) == 0 {
		return w.plainCall(e)
	}
	var b anf.Block
	var args, after []nkl.Expr
	for _, x := range e.Args {
		t := w.typer.Of(x)
		arg := b.Name("arg", rep(t), w.expr(x))
		args = append(args, arg)
		if t.Has(types.KRef) {
			after = append(after, arg)
		}
	}
	places := map[*region]*place{}
	for _, c := range w.corresponding(e) {
		if c.callee.allocates {
			places[c.callee] = w.places[c.caller]
			continue
		}
		for _, k := range w.columnsOf(c.callee) {
			args = append(args, w.column(&b, column{c.caller, k.table, k.index}, after...))
		}
	}
	in := w.instance.builder.instance(w.sigs.Funcs[e.Fn], places)
	return b.In(&nkl.Call{Node: e.Node, Fn: in.name, Args: args})
}

// plainCall calls a function that has nothing to do with recursive data.
func (w *writer) plainCall(e *nkl.Call) nkl.Expr {
	in := w.instance.builder.instance(w.sigs.Funcs[e.Fn], nil)
	out, _ := e.MapChildren(w.expr).(*nkl.Call)
	if out.Fn != in.name {
		panic("tables: two instances of " + e.Fn)
	}
	return out
}

// corresponding lists the regions in the interface of a callee in its order, with
// those of this function.
func (w *writer) corresponding(e *nkl.Call) (out []correspondence) {
	if cs, ok := w.calls[e]; ok {
		for _, c := range cs {
			out = append(out, correspondence{c.callee, c.caller.root()})
		}
		return out
	}
	for _, r := range w.funcs[e.Fn].shared {
		out = append(out, correspondence{r, r})
	}
	return out
}

// each reads columns of regions in which the body does not allocate before the map.
func (w *writer) each(e *nkl.Each) nkl.Expr {
	var b anf.Block
	in := &writer{instance: w.instance, fn: w.fn, cols: map[column]nkl.Expr{}, rows: w.rows}
	for k, c := range w.cols {
		in.cols[k] = c
	}
	in.ask = &asked{allocates: w.allocating(e.Body), b: &b, before: w}
	out := &nkl.Each{Node: e.Node, Binds: e.Binds}
	for i, s := range e.Seqs {
		x := b.Name("xs", types.Seq(rep(e.Binds[i].Type)), w.expr(s))
		out.Seqs = append(out.Seqs, x)
		if e.Binds[i].Type.Has(types.KRef) {
			in.ask.after = append(in.ask.after, x)
		}
	}
	for _, v := range nkl.FreeVars(e.Body) {
		if v.Type.Has(types.KRef) && !slices.Contains(e.Binds, v) {
			in.ask.after = append(in.ask.after, nkl.Use(v))
		}
	}
	out.Body = in.expr(e.Body)
	return b.In(out)
}

// allocating are the regions in which e, or what it calls, allocates.
func (w *writer) allocating(e nkl.Expr) map[*region]bool {
	out := map[*region]bool{}
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Variant:
			if w.layout(e.Type).cons[w.sigs.Tag(e.Type, e.Con)].table >= 0 {
				out[w.nodes[e].root()] = true
			}
		case *nkl.Call:
			for _, c := range w.corresponding(e) {
				if c.callee.allocates {
					out[c.caller] = true
				}
			}
		}
		return true
	})
	return out
}
