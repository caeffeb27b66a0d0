package nested

// Function values become the data they capture.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/retype"
	"nessiec/passes/pass"
)

// ConvertFunctions makes the program first order. The type of a function value
// names its code, so the value is the tuple of its captures (the one capture
// itself, or f when there is none), and applying it is a direct call.
//
//	(let g:fun<clo<add_k int> int int> (lambda add_k (k) x:int (prim add (x k)))
//	(apply g 3))
//	=> (fun add_k () (k:int x:int) int (prim add (x k)))
//	   (let g:int k (call add_k () (g 3)))
//
// Folds with function values are folds, or what stands beside them (folds.go).
//
// Functions are what they were, with types converted; the code of a lambda is
// a function of its captures and its parameter, one for each type of the
// function value.
func ConvertFunctions(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	p := &functionConverter{index: anf.FuncIndex(m), funcs: m.Funcs, names: anf.FunctionNames(m),
		code: map[*types.Type]*nkl.Func{}, memo: map[*types.Type]*types.Type{}}
	p.typer = anf.NewTyper(m)
	p.scalarFunctions = &scalarFunctions{p, map[*nkl.Func]int{}}
	m.EachBody(p.collect)
	out := m.WithFuncs(nil)
	same, changed := len(p.lambdas) == 0, false
	for _, f := range m.Funcs {
		g := retype.Func(f, p.typ, p.expr)
		same = same && g == f
		out.Funcs = append(out.Funcs, g)
	}
	if out.Datatypes, changed = retype.Datatypes(m.Datatypes, p.typ); same && !changed {
		return m
	}
	for _, f := range p.lambdas {
		out.Funcs = append(out.Funcs, retype.Func(f, p.typ, p.expr))
	}
	return out.Reachable()
}

// A functionConverter knows the code behind every type of function values.
type functionConverter struct {
	index   map[string]int
	funcs   []*nkl.Func
	names   *pass.Names
	typer   *anf.Typer
	code    map[*types.Type]*nkl.Func // by type of the function value
	lambdas []*nkl.Func               // the same, in textual order
	memo    map[*types.Type]*types.Type

	scalarFunctions *scalarFunctions
}

// collect makes a function of every lambda in e, bodies not yet converted.
func (p *functionConverter) collect(e nkl.Expr) {
	ir.Walk(e, func(e nkl.Expr) bool {
		l, ok := e.(*nkl.Lambda)
		if !ok {
			return true
		}
		t := p.typer.Of(l)
		if p.code[t] != nil {
			return true
		}
		params := append(anf.CopyVars(l.Captures), types.NewVar(l.Param.Name, l.Param.Type))
		body := nkl.Rename(l.Body, anf.Renaming(append(l.Captures[:len(l.Captures):len(l.Captures)], l.Param), params))
		f := &nkl.Func{Decl: ir.DeclAt(l.Pos()), Name: p.names.Fresh(l.Label), Params: params,
			Result: t.Elems[2], Body: body}
		p.code[t] = f
		p.lambdas = append(p.lambdas, f)
		return true
	})
}

// typ replaces function types by the types of their captures.
func (p *functionConverter) typ(t *types.Type) *types.Type {
	if t == nil || t.IsBase() {
		return t
	}
	if u := p.memo[t]; u != nil {
		return u
	}
	var u *types.Type
	if t.Kind == types.KFun {
		u = p.captures(t.Elems[0].Elems)
	} else {
		u = anf.MapElems(t, p.typ)
	}
	p.memo[t] = u
	return u
}

func (p *functionConverter) captures(ts []*types.Type) *types.Type {
	switch len(ts) {
	case 0:
		return types.Bool
	case 1:
		return p.typ(ts[0])
	}
	es, _ := ir.MapSlice(ts, p.typ)
	return types.Tuple(es...)
}

// expr removes Lambda, FunVal and Apply; types stay.
func (p *functionConverter) expr(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Lambda:
		return captured(e)
	case *nkl.FunVal:
		return &nkl.Bool{Node: e.Node}
	case *nkl.FoldBy:
		return p.fold(e)
	case *nkl.Apply:
		return p.apply(e, p.typer.Of(e.Fun))
	}
	return e.MapChildren(p.expr)
}

// captured is the value of a lambda.
func captured(l *nkl.Lambda) nkl.Expr {
	switch len(l.Captures) {
	case 0:
		return &nkl.Bool{Node: l.Node}
	case 1:
		return &nkl.Ref{Node: l.Node, Var: l.Captures[0]}
	}
	es := make([]nkl.Expr, len(l.Captures))
	for i, v := range l.Captures {
		es[i] = nkl.Use(v)
	}
	return &nkl.Tuple{Node: l.Node, Elems: es}
}

// apply calls the code of function values of type t. The function comes first,
// then the argument.
func (p *functionConverter) apply(e *nkl.Apply, t *types.Type) nkl.Expr {
	var b anf.Block
	fun := p.expr(e.Fun)
	captures := t.Elems[0].Elems
	if len(captures) > 0 || fun.Form() != nkl.FormBool {
		fun = b.Name("fun", t, fun)
	}
	args := make([]nkl.Expr, len(captures))
	for i := range args {
		if args[i] = fun; len(args) > 1 {
			args[i] = &nkl.Proj{Index: i, Of: fun}
		}
	}
	arg := p.expr(e.Arg)
	if f := p.code[t]; f != nil {
		return b.In(&nkl.Call{Node: e.Node, Fn: f.Name, Args: append(args, arg)})
	}
	i, ok := p.index[t.Elems[0].Name]
	if !ok { // no such function value is ever made
		b.Let(types.NewVar("arg", t.Elems[1]), arg)
		return b.In(nkl.Zero(p.typ(t.Elems[2])))
	}
	args = p.spread(&b, arg, t.Elems[1], len(p.funcs[i].Params))
	return b.In(&nkl.Call{Node: e.Node, Fn: p.funcs[i].Name, Args: args})
}

// spread takes the argument of a function value apart into n arguments of the
// function.
func (p *functionConverter) spread(b *anf.Block, arg nkl.Expr, t *types.Type, n int) []nkl.Expr {
	if n == 1 {
		return []nkl.Expr{arg}
	}
	if n == 0 {
		b.Let(types.NewVar("arg", t), arg)
		return nil
	}
	if pair, ok := arg.(*nkl.Tuple); ok && len(pair.Elems) == 2 {
		return append([]nkl.Expr{pair.Elems[0]}, p.spread(b, pair.Elems[1], t.Elems[1], n-1)...)
	}
	arg = b.Name("arg", t, arg)
	first := &nkl.Proj{Index: 0, Of: arg}
	rest := &nkl.Proj{Index: 1, Of: arg}
	return append([]nkl.Expr{first}, p.spread(b, rest, t.Elems[1], n-1)...)
}
