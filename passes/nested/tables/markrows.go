package tables

// Marking the rows that values reach: a search in depth. Rows that are to be looked at are a list, which begins with the last one that was
// found; the mark of a row is the number of the next one in the list.

import (
	"slices"
	"strings"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// mark is the value of a call of a function that marks what rows with the numbers in roots reach: there is another number than 0 for each of
// them. So there is in marks for the number 0, that of rows that stay in any case; end is a number behind all.
func (k *collector) mark(roots, end, marks nkl.Expr) nkl.Expr {
	ints := types.Seq(types.Int)
	in := &collector{instance: k.instance, fn: k.fn, of: k.of}
	f := &nkl.Func{Result: ints}
	param := func(hint string, t *types.Type) nkl.Expr {
		v := types.NewVar(hint, t)
		f.Params = append(f.Params, v)
		return nkl.Use(v)
	}
	x := &marker{collector: in, f: f, i: param("i", types.Int), now: marking{param("found", types.Int), param("marks", ints)}, roots: param("roots", ints), end: param("end", types.Int)}
	args := []nkl.Expr{anf.Integer(0), end, marks, roots, end}
	for _, t := range k.tables {
		u := *t
		u.first, u.from, u.rows = param("first", types.Int), param("from", types.Int), param("rows", types.Int)
		args = append(args, t.first, t.from, t.rows)
		u.columns = make([]nkl.Expr, len(t.columns))
		for i := range t.columns {
			if k.leads(t, i) {
				u.columns[i] = param("column", ints)
				args = append(args, t.columns[i])
			}
		}
		in.tables = append(in.tables, &u)
	}
	key := strings.Join(k.names(), " ")
	if f.Name = k.marks[key]; f.Name == "" {
		f.Name = k.instance.names.Fresh("mark")
		f.Body = x.step()
		k.marks[key], k.extra = f.Name, append(k.extra, f)
	}
	return &nkl.Call{Fn: f.Name, Args: args}
}

// leads reports whether column i of t says where other rows are that are collected.
func (k *collector) leads(t *collected, i int) bool {
	m, moved := &moves{collector: k}, map[int]func(b *anf.Block, v nkl.Expr) nkl.Expr{}
	for _, f := range t.fields {
		m.field(t, f, moved)
	}
	return moved[i] != nil || moved[i-1] != nil && t.isLength(i)
}

// leadsOn reports whether rows of t refer to others that are collected.
func (k *collector) leadsOn(t *collected) bool {
	for i := range t.columns {
		if k.leads(t, i) {
			return true
		}
	}
	return false
}

// isLength reports whether column i is the number of elements of a sequence.
func (t *collected) isLength(i int) bool {
	var is func(f fieldLayout) bool
	is = func(f fieldLayout) bool {
		return f.elem != nil && f.column+1 == i || slices.ContainsFunc(f.parts, is)
	}
	return slices.ContainsFunc(t.fields, is)
}

// A marker makes the function that marks rows.
type marker struct {
	*collector
	f        *nkl.Func
	i, roots nkl.Expr // the roots from i on are not looked at yet
	now      marking
	end      nkl.Expr // the number with which the list ends
}

// A marking is what is marked: found is the first row of the list of those that are to be looked at.
type marking struct{ found, marks nkl.Expr }

// step is the body of the function: it looks at the first row of the list, or takes the next root.
func (x *marker) step() nkl.Expr {
	var look anf.Block
	at := x.now.found
	begin := marking{look.Name("found", types.Int, anf.Op(prim.Elt, x.now.marks, at)), x.now.marks}
	var out nkl.Expr
	for i := len(x.tables) - 1; i >= 0; i-- {
		t := x.tables[i]
		one := x.row(t, at, begin)
		if out == nil {
			out = one
			continue
		}
		out = &nkl.If{Cond: anf.Op(prim.Lt, at, anf.Op(prim.Add, t.from, t.rows)), Then: one, Else: out}
	}
	var root anf.Block
	n := root.Name("n", types.Int, anf.Op(prim.Elt, x.roots, x.i))
	next := root.Name("next", types.Int, anf.Op(prim.Add, x.i, anf.Integer(1)))
	return &nkl.If{Cond: anf.Op(prim.Lt, at, x.end), Then: look.In(out),
		Else: &nkl.If{Cond: anf.Op(prim.Lt, x.i, anf.Op(prim.Length, x.roots)), Then: root.In(x.again(next, x.add(&root, x.now, n))), Else: x.now.marks}}
}

// again is the next step.
func (x *marker) again(i nkl.Expr, m marking) nkl.Expr {
	args := nkl.Uses(x.f.Params)
	args[0], args[1], args[2] = i, m.found, m.marks
	return &nkl.Call{Fn: x.f.Name, Args: args}
}

// row looks at the row of t with the number at.
func (x *marker) row(t *collected, at nkl.Expr, m marking) nkl.Expr {
	var b anf.Block
	row := b.Name("row", types.Int, anf.Op(prim.Add, t.first, anf.Op(prim.Sub, at, t.from)))
	for _, f := range t.fields {
		m = x.field(&b, t, f, row, m)
	}
	return b.In(x.again(x.i, m))
}

// field marks what field f of a row refers to.
func (x *marker) field(b *anf.Block, t *collected, f fieldLayout, row nkl.Expr, m marking) marking {
	rs := x.of[t.region]
	switch {
	case f.elem != nil:
		if elems := x.table(t.region, f.table); elems != nil {
			start := b.Name("start", types.Int, anf.Op(prim.Elt, t.columns[f.column], row))
			n := b.Name("n", types.Int, anf.Op(prim.Elt, t.columns[f.column+1], row))
			return x.run(b, elems, start, n, m)
		}
	case f.typ.Kind == types.KTuple:
		for _, p := range f.parts {
			m = x.field(b, t, p, row, m)
		}
	case x.knows(f.typ, rs):
		v := b.Name("v", types.Int, anf.Op(prim.Elt, t.columns[f.column], row))
		return x.add(b, m, b.Name("n", types.Int, x.number(b, f.typ, rs, v)))
	}
	return m
}

// add marks the row with number n, and puts it in front of the list, if it is not marked.
func (x *marker) add(b *anf.Block, m marking, n nkl.Expr) marking {
	old := b.Name("old", types.Int, anf.Op(prim.Elt, m.marks, n))
	isNew := b.Name("new", types.Bool, anf.Op(prim.Eq, old, anf.Integer(0)))
	mark := b.Name("mark", types.Int, anf.Op(prim.Select, isNew, m.found, old))
	return marking{
		marks: b.Name("marks", types.Seq(types.Int), put(m.marks, n, mark)),
		found: b.Name("found", types.Int, anf.Op(prim.Select, isNew, n, m.found)),
	}
}

// run marks n rows of t from start on. Sequences have all their rows in common, or none.
func (x *marker) run(b *anf.Block, t *collected, start, n nkl.Expr, m marking) marking {
	ints := types.Seq(types.Int)
	first := b.Name("first", types.Int, t.number(start))
	isNew := anf.Op(prim.And, anf.Op(prim.Gt, n, anf.Integer(0)), anf.Op(prim.Eq, anf.Op(prim.Elt, m.marks, first), anf.Integer(0)))
	n = b.Name("n", types.Int, &nkl.If{Cond: isNew, Then: n, Else: anf.Integer(0)})
	args := []nkl.Expr{anf.Integer(0), n, first, m.found, m.marks}
	if !x.leadsOn(t) {
		return marking{m.found, b.Name("marks", ints, &nkl.Call{Fn: x.runFunc(false), Args: args})}
	}
	all := b.Name("all", types.Tuple(types.Int, ints), &nkl.Call{Fn: x.runFunc(true), Args: args})
	return marking{b.Name("found", types.Int, anf.Part(0, all)), b.Name("marks", ints, anf.Part(1, all))}
}

// runFunc makes a function that marks n rows, those with numbers from first on, which are not marked. It puts them in front of the list if lists holds.
func (x *marker) runFunc(lists bool) string {
	ints := types.Seq(types.Int)
	i, n, first, found, marks := types.NewVar("i", types.Int), types.NewVar("n", types.Int), types.NewVar("first", types.Int), types.NewVar("found", types.Int), types.NewVar("marks", ints)
	f := &nkl.Func{Name: x.instance.names.Fresh("mark_run"), Params: []*nkl.Var{i, n, first, found, marks}, Result: ints}
	var b anf.Block
	at := b.Name("at", types.Int, anf.Op(prim.Add, nkl.Use(first), nkl.Use(i)))
	next := b.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))
	args := []nkl.Expr{next, nkl.Use(n), nkl.Use(first), nkl.Use(found), b.Name("marks", ints, put(nkl.Use(marks), at, nkl.Use(found)))}
	end := nkl.Use(marks)
	if lists {
		args[3] = at
		f.Result, end = types.Tuple(types.Int, ints), &nkl.Tuple{Elems: []nkl.Expr{nkl.Use(found), nkl.Use(marks)}}
	}
	f.Body = &nkl.If{Cond: anf.Op(prim.Lt, nkl.Use(i), nkl.Use(n)), Then: b.In(&nkl.Call{Fn: f.Name, Args: args}), Else: end}
	x.extra = append(x.extra, f)
	return f.Name
}
