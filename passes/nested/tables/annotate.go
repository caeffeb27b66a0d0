package tables

// The analysis: which regions the values in a function have.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// An analysis knows the regions of all functions that it has seen, callees before
// callers.
type analysis struct {
	m       *nkl.Module
	sigs    *nkl.Sigs
	typer   *anf.Typer
	layouts map[*types.Type]*layout
	reach   map[*types.Type][]*types.Type
	funcs   map[string]*function
	vars    map[*nkl.Var]regions
	nodes   map[nkl.Expr]*region          // of a Variant, and of the value of a Case
	calls   map[nkl.Expr][]correspondence // of calls of functions of other components
}

// A function is what is known of a function.
type function struct {
	params  []regions
	result  regions
	made    []*region // in its body, in order
	shared  []*region // in its interface
	own     []*region // the others that need tables
	ordered bool      // shared and own are known: its component is done
}

// A correspondence is a region in the interface of a callee, and the caller's.
type correspondence struct{ callee, caller *region }

func newAnalysis(m *nkl.Module) *analysis {
	return &analysis{m: m, sigs: m.Sigs(), typer: anf.NewErasedTyper(m), layouts: map[*types.Type]*layout{}, reach: map[*types.Type][]*types.Type{},
		funcs: map[string]*function{}, vars: map[*nkl.Var]regions{}, nodes: map[nkl.Expr]*region{}, calls: map[nkl.Expr][]correspondence{}}
}

// component analyses functions that call each other: recursion is monomorphic.
func (a *analysis) component(comp []int) {
	for _, i := range comp {
		f := a.m.Funcs[i]
		fn := &function{result: a.fresh(f.Result)}
		for _, p := range f.Params {
			a.vars[p] = a.fresh(p.Type)
			fn.params = append(fn.params, a.vars[p])
		}
		a.funcs[f.Name] = fn
	}
	for _, i := range comp {
		f := a.m.Funcs[i]
		w := &walker{a, a.funcs[f.Name]}
		uniteAll(w.fn.result, w.expr(f.Body))
	}
	for _, i := range comp {
		fn := a.funcs[a.m.Funcs[i].Name]
		for k, p := range a.m.Funcs[i].Params {
			fn.share(a, p.Type, fn.params[k])
		}
		fn.share(a, a.m.Funcs[i].Result, fn.result)
	}
	for _, i := range comp {
		fn := a.funcs[a.m.Funcs[i].Name]
		for _, r := range fn.made {
			if r = r.root(); len(r.uses) > 0 && !slices.Contains(fn.shared, r) && !slices.Contains(fn.own, r) {
				fn.own = append(fn.own, r)
			}
		}
		fn.ordered = true
	}
}

// share adds regions to the interface.
func (fn *function) share(a *analysis, t *types.Type, rs regions) {
	for _, t := range a.reached(t) {
		if r := rs[t].root(); !slices.Contains(fn.shared, r) {
			fn.shared = append(fn.shared, r)
		}
	}
}

// A walker analyses the body of a function.
type walker struct {
	*analysis
	fn *function
}

// joined are the regions of a value of type t that is made of those in parts.
func (w *walker) joined(t *types.Type, parts ...regions) regions {
	out := w.fresh(t)
	for _, t := range w.reached(t) {
		w.fn.made = append(w.fn.made, out[t])
	}
	for _, p := range parts {
		uniteAll(out, p)
	}
	return out
}

// make notes that the regions of e occur in the function.
func (w *walker) make(e nkl.Expr, rs regions) {
	for _, t := range w.reached(w.typer.Of(e)) {
		w.fn.made = append(w.fn.made, rs[t])
	}
}

// exprs are the regions of several values, each on its own.
func (w *walker) exprs(es []nkl.Expr) (out []regions) {
	for _, e := range es {
		out = append(out, w.expr(e))
	}
	return out
}

// expr is the regions of the value of e.
func (w *walker) expr(e nkl.Expr) regions {
	switch e := e.(type) {
	case *nkl.Ref:
		return w.vars[e.Var]
	case *nkl.Let:
		w.vars[e.Bind] = w.expr(e.Rhs)
		return w.expr(e.Body)
	case *nkl.Proj:
		return w.expr(e.Of)
	case *nkl.If:
		w.expr(e.Cond)
		then := w.expr(e.Then)
		uniteAll(then, w.expr(e.Else))
		return then
	case *nkl.Each:
		for i, s := range e.Seqs {
			w.vars[e.Binds[i]] = w.expr(s)
		}
		return w.expr(e.Body)
	case *nkl.Fold:
		rs := w.expr(e.Seq)
		w.vars[e.X], w.vars[e.Y] = rs, rs
		uniteAll(rs, w.expr(e.Body))
		return rs
	case *nkl.Check:
		w.expr(e.Cond)
		return w.expr(e.Then)
	case *nkl.Variant:
		return w.variant(e)
	case *nkl.Case:
		return w.caseOf(e)
	case *nkl.Call:
		return w.call(e)
	}
	var parts []regions
	e.Children(func(_ int, c nkl.Expr) { parts = append(parts, w.expr(c)) })
	return w.joined(w.typer.Of(e), parts...)
}

func (w *walker) variant(e *nkl.Variant) regions {
	args := w.exprs(e.Args)
	rs := w.joined(e.Type, args...)
	r := rs[e.Type].root()
	w.nodes[e] = r
	if con := w.layout(e.Type).cons[w.sigs.Tag(e.Type, e.Con)]; con.table >= 0 {
		r.allocates, r.uses[con.table] = true, true
		for _, f := range con.fields {
			useTables(r, f)
		}
	}
	return rs
}

// useTables notes the tables of the sequences in a field.
func useTables(r *region, f fieldLayout) {
	for _, p := range f.parts {
		useTables(r, p)
	}
	if f.elem != nil {
		r.uses[f.table] = true
		useTables(r, *f.elem)
	}
}

func (w *walker) caseOf(e *nkl.Case) (out regions) {
	of := w.expr(e.Of)
	t := w.typer.Of(e.Of)
	w.nodes[e] = of[t]
	for _, x := range e.Arms {
		arm := x.(*nkl.Arm)
		for _, v := range arm.Binds {
			w.vars[v] = of
		}
		if len(arm.Binds) > 0 {
			con := w.layout(t).cons[w.sigs.Tag(t, arm.Cons[0])]
			free := nkl.FreeVars(arm.Body)
			for i, v := range arm.Binds {
				if slices.Contains(free, v) {
					readField(of[t], con.table, con.fields[i])
				}
			}
		}
		rs := w.expr(arm.Body)
		if out == nil {
			out = rs
		}
		uniteAll(out, rs)
	}
	return out
}

// readField notes the columns of a field, which are read.
func readField(r *region, table int, f fieldLayout) {
	switch {
	case f.elem != nil:
		r.read(table, f.column)
		r.read(table, f.column+1)
		readField(r, f.table, *f.elem)
	case f.typ.Kind == types.KTuple:
		for _, p := range f.parts {
			readField(r, table, p)
		}
	default:
		r.read(table, f.column)
	}
}

// call unites arguments with parameters; regions of functions that do not call this
// one back are new for each call.
func (w *walker) call(e *nkl.Call) regions {
	args := w.exprs(e.Args)
	callee := w.funcs[e.Fn]
	if !callee.ordered {
		for i, rs := range args {
			uniteAll(callee.params[i], rs)
			w.make(e.Args[i], callee.params[i])
		}
		w.make(e, callee.result)
		return callee.result
	}
	here := map[*region]*region{}
	for _, r := range callee.shared {
		s := newRegion(r.of)
		s.absorb(r)
		w.fn.made = append(w.fn.made, s)
		here[r] = s
		w.calls[e] = append(w.calls[e], correspondence{r, s})
	}
	instantiate := func(rs regions) regions {
		out := regions{}
		for t, r := range rs {
			out[t] = here[r.root()]
		}
		return out
	}
	for i, rs := range args {
		uniteAll(instantiate(callee.params[i]), rs)
	}
	return instantiate(callee.result)
}
