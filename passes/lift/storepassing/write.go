package storepassing

// Code in store-passing style.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A state is the columns of tables at a place, atoms.
type state map[string][]nkl.Expr

// of is the columns of tables, one after the other.
func (s state) of(tables []string) (all []nkl.Expr) {
	for _, t := range tables {
		all = append(all, s[t]...)
	}
	return all
}

// A writer rewrites code at a place.
type writer struct {
	*Program
	now      state
	loop     []string // the tables that the loop at hand carries
	out      []string // those whose columns follow the value of the code
	alias    map[*nkl.Var]nkl.Expr
	*outside // of the code of a scope, or nil
}

func (p *Program) writer(out []string) *writer {
	return &writer{Program: p, now: state{}, out: out, alias: map[*nkl.Var]nkl.Expr{}}
}

// inner is w for code whose value the columns of other tables follow.
func (w *writer) inner(out []string) *writer {
	return &writer{Program: w.Program, now: maps.Clone(w.now), loop: w.loop, out: out, alias: w.alias, outside: w.outside}
}

// code is e with the columns behind its value.
func (w *writer) code(e nkl.Expr) nkl.Expr {
	out := w.tail(e) // which finds what columns are now
	return nkl.Replace(out, w.alias)
}

func (w *writer) tail(e nkl.Expr) nkl.Expr {
	var b anf.Block
	switch e := e.(type) {
	case *nkl.Let:
		w = w.inner(w.out)
		w.bind(&b, e.Bind, e.Rhs)
		return b.In(w.tail(e.Body))
	case *nkl.Check, *nkl.If:
		return e.MapBodies(w.tail)
	case *nkl.Loop:
		if w.outside == nil {
			return w.iterate(e)
		}
	case *nkl.Call:
		if x := w.of[e.Fn]; w.outside == nil && x != nil && len(x.uses) > 0 && slices.Equal(x.adds.sorted(), w.out) {
			return w.version(e)
		}
	case *nkl.Recur:
		return &nkl.Recur{Node: e.Node, Args: slices.Concat(e.Args, w.now.of(w.loop))}
	case *nkl.Scope:
		w = w.inner(w.out)
		w.begin(&b, e)
		return b.In(w.tail(e.Body))
	}
	if w.outside != nil && !w.straight(e) || isStep(e) {
		v := types.NewVar("value", w.sigs.TypeOf(e))
		w = w.inner(w.out)
		w.bind(&b, v, e)
		return b.In(w.value(&b, nkl.Use(v)))
	}
	return b.In(w.value(&b, e.MapChildren(w.inner(nil).tail)))
}

// isStep reports whether code in store-passing style gives e a name.
func isStep(e nkl.Expr) bool {
	switch e.(type) {
	case *nkl.Alloc, *nkl.AllocAll, *nkl.Column, *nkl.Collect, *nkl.Call:
		return true
	}
	return false
}

// value is e with the columns behind it.
func (w *writer) value(b *anf.Block, e nkl.Expr) nkl.Expr {
	if len(w.out) == 0 {
		return e
	}
	return nkl.Pair(slices.Insert(w.now.of(w.out), 0, b.Name("value", w.sigs.TypeOf(e), e))...)
}

// begin begins a scope.
func (w *writer) begin(b *anf.Block, e *nkl.Scope) {
	w.now[e.Table] = e.Rows
	if len(e.Rows) == 0 {
		for _, c := range w.columns[e.Table] {
			w.now[e.Table] = append(w.now[e.Table], b.Name("column", types.Seq(c), &nkl.Seq{Node: e.Node, Elem: c}))
		}
	}
}

// iterate is the loop e, which carries the columns of tables to which it adds.
func (w *writer) iterate(e *nkl.Loop) nkl.Expr {
	w = w.inner(w.out)
	w.loop = w.effects(e.Body).adds.sorted()
	out := &nkl.Loop{Node: e.Node, Inits: slices.Concat(e.Inits, w.now.of(w.loop)), Binds: slices.Clone(e.Binds)}
	for _, t := range w.loop {
		out.Binds = append(out.Binds, w.newColumns(t, w.now)...)
	}
	out.Body = w.tail(e.Body)
	return out
}

// bind binds v to the value of e, and goes on behind it.
func (w *writer) bind(b *anf.Block, v *nkl.Var, e nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Alloc:
		literals := make([]nkl.Expr, len(e.Vals))
		for i, c := range w.columns[e.Table] {
			literals[i] = b.Name("field", types.Seq(c), &nkl.Seq{Node: e.Node, Elem: c, Elems: []nkl.Expr{e.Vals[i]}})
		}
		w.add(b, v, e.Table, e.P, literals)
	case *nkl.AllocAll:
		w.add(b, v, e.Table, e.P, e.Seqs)
	case *nkl.Column:
		c := w.now[e.Table][e.Index]
		if known := w.alias[nkl.VarOf(c)]; known != nil {
			c = known
		}
		w.alias[v] = c
	case *nkl.Collect:
		b.Let(v, nkl.Pair(e.Inits...))
	case *nkl.Call:
		x := w.of[e.Fn]
		switch {
		case x == nil || len(x.uses) == 0:
			b.Let(v, e)
			return
		case w.outside != nil:
			w.call(b, v, e)
			return
		}
		w.results(b, v, x.adds.sorted(), w.version(e))
	default:
		if w.outside != nil && !w.straight(e) {
			w.piece(b, v, e)
			return
		}
		adds := w.effects(e).adds.sorted()
		w.results(b, v, adds, w.inner(adds).tail(e))
	}
}

// version is e as a call of the version of the function.
func (w *writer) version(e *nkl.Call) nkl.Expr {
	return &nkl.Call{Node: e.Node, Fn: w.versions[e.Fn], TypeArgs: e.TypeArgs, Args: slices.Concat(e.Args, w.now.of(w.of[e.Fn].uses.sorted()))}
}

// add adds rows to a table; v is the number of the first.
func (w *writer) add(b *anf.Block, v *nkl.Var, table string, pos ir.Pos, rows []nkl.Expr) {
	now := w.now[table]
	b.Let(v, anf.OpAt(pos, prim.Length, now[0]))
	w.now[table] = make([]nkl.Expr, len(now))
	for i, c := range w.columns[table] {
		w.now[table][i] = b.Name("column", types.Seq(c), anf.OpAt(pos, prim.Append, now[i], rows[i]))
	}
}

// results binds v to the value of e, which the columns of tables follow.
func (w *writer) results(b *anf.Block, v *nkl.Var, tables []string, e nkl.Expr) {
	e = b.Take(e)
	if len(tables) == 0 {
		b.Let(v, e)
		return
	}
	all := b.Name("all", w.resultType(v.Type, tables), e)
	b.Let(v, anf.Part(0, all))
	w.take(b, all, tables)
}

// take makes the parts of all, a value with columns behind it, the columns of tables.
func (w *writer) take(b *anf.Block, all nkl.Expr, tables []string) {
	k := 0
	for _, t := range tables {
		w.now[t] = nil
		for _, c := range w.columns[t] {
			k++
			w.now[t] = append(w.now[t], b.Name("column", types.Seq(c), anf.Part(k, all)))
		}
	}
}
