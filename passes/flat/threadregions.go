package flat

// Tables of rows become vectors that host code hands on.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// ThreadRegions makes of a table the vectors of its columns and the number of its
// rows. A function that adds rows to a table of its caller takes these and hands them
// back, one that reads only takes the columns. Columns that nobody reads are left out.
//
//	(scope t b)         =>  columns without elements, no rows; then b
//	(column t i)        =>  the vector
//	(extend t n (vs))   =>  columns without room are copied to such with room for as many again; then the
//	                        rows are stored behind those that there are, in place
//
// So a column is longer than the table has rows, and copying its elements costs, all
// together, less than three times what the table has in the end. Only one variable
// holds a column at any time, unless code goes on with an old one, so columns change
// in place (plan-memory).
func ThreadRegions(_ *pass.Ctx, m *fkl.Module) *fkl.Module {
	if len(m.Tables) == 0 {
		return m
	}
	x := newTables(m)
	out := &fkl.Module{Actions: m.Actions}
	for _, f := range m.Funcs {
		out.Funcs = append(out.Funcs, x.function(f))
	}
	return out
}

// A tableState is a table at a place of the program: how many rows it has, and its
// columns, nil for those that nobody reads, and for those that are not handed on here.
type tableState struct {
	used fkl.Expr // nil where no rows are added
	cols []fkl.Expr
}

// A tableThreader rewrites one function.
type tableThreader struct {
	*tables
	now  map[string]*tableState // of tables in scope
	env  map[*fkl.Var]fkl.Expr  // for variables that are bound to columns
	loop []string               // tables that the innermost loop hands on

	column  map[*fkl.Var]tableColumn // that variables are bound to, with the room behind its rows
	element map[*fkl.Var]*fkl.At     // of columns
	views   []view                   // in scope
}

func (x *tables) function(f *fkl.Func) *fkl.Func {
	w := &tableThreader{tables: x, now: map[string]*tableState{}, env: map[*fkl.Var]fkl.Expr{},
		column: map[*fkl.Var]tableColumn{}, element: map[*fkl.Var]*fkl.At{}}
	g := *f
	u := x.uses[f.Name]
	for _, t := range x.order(u.reads) {
		s, vs := x.variables(t, u)
		w.now[t] = s
		g.Params = append(g.Params[:len(g.Params):len(g.Params)], vs...)
	}
	added := x.order(u.adds)
	for _, t := range added {
		g.Results = append(g.Results[:len(g.Results):len(g.Results)], typesOfAtoms(x.values(t, w.now[t]))...)
	}
	g.Body = w.tail(f.Body, added)
	return &g
}

// variables makes variables for a table, in a function with uses u.
func (x *tables) variables(t string, u *tableUses) (*tableState, []*fkl.Var) {
	s := &tableState{cols: make([]fkl.Expr, len(x.columns[t]))}
	var vs []*fkl.Var
	bind := func(name string, ty *types.Type) fkl.Expr {
		vs = append(vs, types.NewVar(columnName(name), ty))
		return &fkl.Ref{Var: vs[len(vs)-1]}
	}
	for i, c := range x.columns[t] {
		if x.read[t][i] && (u.adds[t] || u.columns[tableColumn{t, i}]) {
			s.cols[i] = bind(t, types.Vec(c))
		}
	}
	if u.adds[t] {
		s.used = bind("rows", types.Int)
	}
	return s, vs
}

// values lists the columns and the number of rows of a table that code adds rows to.
func (x *tables) values(t string, s *tableState) (out []fkl.Expr) {
	for i := range x.columns[t] {
		if x.read[t][i] {
			out = append(out, s.cols[i])
		}
	}
	return append(out, s.used)
}

// rebind makes variables for the tables called names as they are after some code.
func (w *tableThreader) rebind(names []string) (binds []*fkl.Var) {
	for _, t := range names {
		s, vs := w.variables(t, &tableUses{adds: set{t: true}})
		w.now[t] = s
		binds = append(binds, vs...)
	}
	return binds
}

// allValues are the values of the tables called names.
func (w *tableThreader) allValues(names []string) (out []fkl.Expr) {
	for _, t := range names {
		out = append(out, w.values(t, w.now[t])...)
	}
	return out
}

// atom replaces a variable that is bound to a column.
func (w *tableThreader) atom(e fkl.Expr) fkl.Expr {
	if r, ok := e.(*fkl.Ref); ok && w.env[r.Var] != nil {
		return w.env[r.Var]
	}
	return e
}

func (w *tableThreader) atoms(es []fkl.Expr) []fkl.Expr {
	out, _ := ir.MapSlice(es, w.atom)
	return out[:len(out):len(out)]
}

// tail rewrites e, the end of a body, which yields the tables called names as well.
func (w *tableThreader) tail(e fkl.Expr, names []string) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		return w.let(e, names)
	case *fkl.Ret:
		return &fkl.Ret{Node: e.Node, Vals: append(w.atoms(e.Vals), w.allValues(names)...)}
	case *fkl.If:
		out := *e
		out.Cond = w.atom(e.Cond)
		out.Then, out.Else = w.branch(e.Then, names), w.branch(e.Else, names)
		return &out
	case *fkl.Check:
		out := *e
		out.Cond, out.Then = w.atom(e.Cond), w.tail(e.Then, names)
		return &out
	case *fkl.Loop:
		out := *e
		added := w.order(w.in(e).adds)
		out.Inits = append(w.atoms(e.Inits), w.allValues(added)...)
		inner := w.inside()
		inner.loop = added
		out.Binds = append(e.Binds[:len(e.Binds):len(e.Binds)], inner.rebind(added)...)
		out.Body = inner.tail(e.Body, names)
		return &out
	case *fkl.Recur:
		return &fkl.Recur{Node: e.Node, Args: append(w.atoms(e.Args), w.allValues(w.loop)...)}
	case *fkl.Scope:
		return w.scope(e, names)
	}
	panic("flat: the end of a body is a " + fkl.Schema[e.Form()].Name)
}

// inside is w for code that is not always executed, or again and again.
func (w *tableThreader) inside() *tableThreader {
	in := *w
	in.now = map[string]*tableState{}
	for t, s := range w.now {
		in.now[t] = s
	}
	return &in
}

func (w *tableThreader) branch(e fkl.Expr, names []string) fkl.Expr { return w.inside().tail(e, names) }

// scope starts with an empty table, or the rows that it is given.
func (w *tableThreader) scope(e *fkl.Scope, names []string) fkl.Expr {
	in := w.inside()
	in.forget(e.Table)
	s := &tableState{used: &fkl.Int{}, cols: make([]fkl.Expr, len(w.columns[e.Table]))}
	in.now[e.Table] = s
	b := &steps{at: e.Node}
	rows := w.atoms(e.Rows)
	if len(rows) > 0 {
		s.used = b.let("rows", types.Int, &fkl.Length{Node: e.Node, Vec: rows[0]})
	}
	var binds []*fkl.Var
	for i, c := range w.columns[e.Table] {
		switch {
		case !w.read[e.Table][i]:
		case len(rows) > 0:
			s.cols[i] = rows[i]
		default:
			binds = append(binds, types.NewVar(columnName(e.Table), types.Vec(c)))
			s.cols[i] = &fkl.Ref{Var: binds[len(binds)-1]}
		}
	}
	body := in.tail(e.Body, names)
	for i := len(binds) - 1; i >= 0; i-- {
		body = &fkl.Let{Node: e.Node, Binds: binds[i : i+1], Rhs: &fkl.Vec{Node: e.Node, Elem: binds[i].Type.Elem()}, Body: body}
	}
	return b.in(body)
}

// let rewrites a binding: right-hand sides that add rows yield the tables, too.
func (w *tableThreader) let(e *fkl.Let, names []string) fkl.Expr {
	out := *e
	var added []string
	switch r := e.Rhs.(type) {
	case *fkl.Column:
		s := w.now[r.Table]
		w.env[e.Binds[0]] = s.cols[r.Index]
		if !r.Exact {
			w.column[e.Binds[0]] = tableColumn{r.Table, r.Index}
			return w.tail(e.Body, names)
		}
		b := &steps{at: r.Node}
		w.env[e.Binds[0]] = b.let("column", e.Binds[0].Type, rowsOf(r.Node, s.cols[r.Index], s.used))
		return b.in(w.tail(e.Body, names))
	case *fkl.Extend:
		return w.extend(e, r, names)
	case *fkl.Reserve:
		return w.reserve(e, r, names)
	case *fkl.Store:
		return w.store(e, names)
	case *fkl.Call:
		added = w.order(w.in(r).adds)
		out.Rhs = w.call(r)
		out.Binds = append(e.Binds[:len(e.Binds):len(e.Binds)], w.rebind(added)...)
	case *fkl.Time:
		added = w.order(w.in(r).adds)
		out.Rhs = &fkl.Time{Node: r.Node, Body: w.branch(r.Body, added)}
		last := len(e.Binds) - 1
		out.Binds = append(append(e.Binds[:last:last], w.rebind(added)...), e.Binds[last])
	case *fkl.Scope:
		added = w.order(w.in(r).adds)
		return w.splice(w.branch(r, added), e.Binds, added, func() fkl.Expr { return w.after(added, e.Body, names) })
	case *fkl.If, *fkl.Loop:
		added = w.order(w.in(r).adds)
		out.Rhs = w.branch(r, added)
		out.Binds = append(e.Binds[:len(e.Binds):len(e.Binds)], w.rebind(added)...)
	default:
		w.look(e)
		out.Rhs = w.renamed(r)
	}
	out.Body = w.after(added, e.Body, names)
	return &out
}

// splice is the steps of e, rewritten already, then what then makes, with binds and the
// tables called added bound to the results of e.
func (w *tableThreader) splice(e fkl.Expr, binds []*fkl.Var, added []string, then func() fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		out := *e
		out.Body = w.splice(e.Body, binds, added, then)
		return &out
	case *fkl.Check:
		out := *e
		out.Then = w.splice(e.Then, binds, added, then)
		return &out
	case *fkl.Ret:
		for i, v := range binds {
			w.env[v] = e.Vals[i]
		}
		vals := e.Vals[len(binds):]
		for _, t := range added {
			s := &tableState{cols: make([]fkl.Expr, len(w.columns[t]))}
			for i := range s.cols {
				if w.read[t][i] {
					s.cols[i], vals = vals[0], vals[1:]
				}
			}
			s.used, vals = vals[0], vals[1:]
			w.now[t] = s
		}
		return then()
	}
	bs := append(binds[:len(binds):len(binds)], w.rebind(added)...)
	return &fkl.Let{Node: ir.At(e.Pos()), Binds: bs, Rhs: e, Body: then()}
}

// call hands tables over.
func (w *tableThreader) call(e *fkl.Call) fkl.Expr {
	out := &fkl.Call{Node: e.Node, Fn: e.Fn, Args: w.atoms(e.Args)}
	u := w.uses[e.Fn]
	for _, t := range w.order(u.reads) {
		for i := range w.columns[t] {
			if w.read[t][i] && (u.adds[t] || u.columns[tableColumn{t, i}]) {
				out.Args = append(out.Args, w.now[t].cols[i])
			}
		}
		if u.adds[t] {
			out.Args = append(out.Args, w.now[t].used)
		}
	}
	return out
}

// renamed replaces, in an operation, the variables that are bound to columns.
func (w *tableThreader) renamed(e fkl.Expr) fkl.Expr {
	env := map[*fkl.Var]fkl.Expr{}
	for _, v := range fkl.FreeVars(e) {
		if x := w.env[v]; x != nil {
			env[v] = x
		}
	}
	if len(env) == 0 {
		return e
	}
	return fkl.Replace(e, env)
}
