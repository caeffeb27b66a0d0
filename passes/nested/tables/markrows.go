package tables

// Marking the rows that values reach: a search in depth, with a stack of rows that are to be looked at.

import (
	"slices"
	"strings"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// mark is the value of a call of a function that marks what rows with the numbers in roots reach: 1 for each such number, and for
// 0, which is that of rows that stay in any case.
func (k *collector) mark(roots, stack, marks nkl.Expr) nkl.Expr {
	ints := types.Seq(types.Int)
	in := &collector{instance: k.instance, fn: k.fn, of: k.of}
	f := &nkl.Func{Result: ints}
	param := func(hint string, t *types.Type) nkl.Expr {
		v := types.NewVar(hint, t)
		f.Params = append(f.Params, v)
		return nkl.Use(v)
	}
	x := &marker{collector: in, f: f, i: param("i", types.Int), now: marking{param("top", types.Int), param("stack", ints), param("marks", ints)}, roots: param("roots", ints)}
	args := []nkl.Expr{anf.Integer(0), anf.Integer(0), stack, marks, roots}
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
}

// A marking is what is marked: the rows with the first top numbers in stack are to be looked at.
type marking struct{ top, stack, marks nkl.Expr }

// step is the body of the function: it looks at the row on top of the stack, or takes the next root.
func (x *marker) step() nkl.Expr {
	var look anf.Block
	begin := x.now
	begin.top = look.Name("top", types.Int, anf.Op(prim.Sub, x.now.top, anf.Integer(1)))
	at := look.Name("at", types.Int, anf.Op(prim.Elt, x.now.stack, begin.top))
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
	return &nkl.If{Cond: anf.Op(prim.Gt, x.now.top, anf.Integer(0)), Then: look.In(out),
		Else: &nkl.If{Cond: anf.Op(prim.Lt, x.i, anf.Op(prim.Length, x.roots)), Then: root.In(x.again(next, x.push(&root, x.now, n))), Else: x.now.marks}}
}

// again is the next step.
func (x *marker) again(i nkl.Expr, m marking) nkl.Expr {
	args := nkl.Uses(x.f.Params)
	args[0], args[1], args[2], args[3] = i, m.top, m.stack, m.marks
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
		return x.push(b, m, b.Name("n", types.Int, x.number(b, f.typ, rs, v)))
	}
	return m
}

// push marks the row with number n, and puts it on the stack if it was not marked.
func (x *marker) push(b *anf.Block, m marking, n nkl.Expr) marking {
	ints := types.Seq(types.Int)
	old := b.Name("old", types.Int, anf.Op(prim.Elt, m.marks, n))
	return marking{
		stack: b.Name("stack", ints, put(m.stack, m.top, n)),
		marks: b.Name("marks", ints, put(m.marks, n, anf.Integer(1))),
		top:   b.Name("top", types.Int, anf.Op(prim.Sub, anf.Op(prim.Add, m.top, anf.Integer(1)), old)),
	}
}

// run marks n rows of t from start on. Sequences have all their rows in common, or none.
func (x *marker) run(b *anf.Block, t *collected, start, n nkl.Expr, m marking) marking {
	ints := types.Seq(types.Int)
	first := b.Name("first", types.Int, t.number(start))
	some := anf.Op(prim.And, anf.Op(prim.Gt, n, anf.Integer(0)), anf.Op(prim.Eq, anf.Op(prim.Elt, m.marks, first), anf.Integer(0)))
	n = b.Name("n", types.Int, &nkl.If{Cond: some, Then: n, Else: anf.Integer(0)})
	if !x.leadsOn(t) {
		fn := x.runFunc(false)
		return marking{m.top, m.stack, b.Name("marks", ints, &nkl.Call{Fn: fn, Args: []nkl.Expr{anf.Integer(0), n, first, m.marks}})}
	}
	all := b.Name("all", types.Tuple(types.Int, ints, ints), &nkl.Call{Fn: x.runFunc(true), Args: []nkl.Expr{anf.Integer(0), n, first, m.marks, m.top, m.stack}})
	return marking{b.Name("top", types.Int, anf.Part(0, all)), b.Name("stack", ints, anf.Part(1, all)), b.Name("marks", ints, anf.Part(2, all))}
}

// runFunc makes a function that marks n rows, those with numbers from first on, and puts them on the stack if pushes
// holds.
func (x *marker) runFunc(pushes bool) string {
	ints := types.Seq(types.Int)
	i, n, first, marks := types.NewVar("i", types.Int), types.NewVar("n", types.Int), types.NewVar("first", types.Int), types.NewVar("marks", ints)
	f := &nkl.Func{Name: x.instance.names.Fresh("mark_run"), Params: []*nkl.Var{i, n, first, marks}, Result: ints}
	var b anf.Block
	at := b.Name("at", types.Int, anf.Op(prim.Add, nkl.Use(first), nkl.Use(i)))
	next := b.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))
	args := []nkl.Expr{next, nkl.Use(n), nkl.Use(first), b.Name("marks", ints, put(nkl.Use(marks), at, anf.Integer(1)))}
	end := nkl.Use(marks)
	if pushes {
		top, stack := types.NewVar("top", types.Int), types.NewVar("stack", ints)
		f.Params, f.Result = append(f.Params, top, stack), types.Tuple(types.Int, ints, ints)
		args = append(args, b.Name("top", types.Int, anf.Op(prim.Add, nkl.Use(top), anf.Integer(1))), b.Name("stack", ints, put(nkl.Use(stack), nkl.Use(top), at)))
		end = &nkl.Tuple{Elems: []nkl.Expr{nkl.Use(top), nkl.Use(stack), nkl.Use(marks)}}
	}
	f.Body = &nkl.If{Cond: anf.Op(prim.Lt, nkl.Use(i), nkl.Use(n)), Then: b.In(&nkl.Call{Fn: f.Name, Args: args}), Else: end}
	x.extra = append(x.extra, f)
	return f.Name
}
