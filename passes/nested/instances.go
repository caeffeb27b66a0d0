package nested

// One instance of a function: the substitution of its type parameters. Type
// vectors and substituted types name functions as the source does; renamed
// types, those of the output, name instances.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/prim/prelude"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/retype"
)

// noCode is the identity of a function value that no one ever makes, such as
// an element of an empty sequence of functions.
const noCode = "nothing"

// A substitution maps the types of a source function to those of an instance.
type substitution struct {
	p       *monomorphiser
	in      *instance
	vars    map[*types.Type]*types.Type
	memo    map[*types.Type]*types.Type // substituted
	renamed map[*types.Type]*types.Type // substituted and renamed
}

func (in *instance) substitution(p *monomorphiser) *substitution {
	s := &substitution{p: p, in: in, vars: map[*types.Type]*types.Type{},
		memo: map[*types.Type]*types.Type{}, renamed: map[*types.Type]*types.Type{}}
	for i, v := range p.funcs[in.of].TypeParams {
		s.vars[v] = in.args[i]
	}
	return s
}

// subst replaces type variables; one that nothing determines is an int.
func (s *substitution) subst(t *types.Type) *types.Type {
	if t.IsBase() {
		return t
	}
	if u := s.memo[t]; u != nil {
		return u
	}
	u := s.vars[t]
	switch {
	case u != nil:
	case t.Kind == types.KVar:
		u = types.Int
	case t.Kind == types.KFun && t.Elems[0].Kind == types.KVar && s.vars[t.Elems[0]] == nil:
		u = types.Fun(types.Clo(noCode), s.subst(t.Elems[1]), s.subst(t.Elems[2]))
	default:
		u = anf.MapElems(t, s.subst)
	}
	s.memo[t] = u
	return u
}

// typ is the type of the output for t.
func (s *substitution) typ(t *types.Type) *types.Type {
	if t == nil || t.IsBase() {
		return t
	}
	u := s.renamed[t]
	if u == nil {
		u = s.p.rename(s.subst(t), s.in)
		s.renamed[t] = u
	}
	return u
}

// rename puts instances for functions in the types of function values.
func (p *monomorphiser) rename(t *types.Type, by *instance) *types.Type {
	if t.IsBase() {
		return t
	}
	if u := p.renamed[t]; u != nil {
		return u
	}
	if t.Kind == types.KRef {
		return p.datatype(t, by)
	}
	u := anf.MapElems(t, func(e *types.Type) *types.Type { return p.rename(e, by) })
	if t.Kind == types.KFun {
		if in := p.valueOf(t, by); in != nil {
			u = types.Fun(types.Clo(in.name), u.Elems[1], u.Elems[2])
		}
	}
	p.renamed[t] = u
	return u
}

// datatype makes the instance of a recursive datatype at the type arguments of t, a
// datatype without type parameters, and returns its type.
func (p *monomorphiser) datatype(t *types.Type, by *instance) *types.Type {
	i := slices.IndexFunc(p.m.Datatypes, func(d *nkl.Datatype) bool { return d.Name == t.Name })
	of := p.m.Datatypes[i]
	d := &nkl.Datatype{Decl: of.Decl, Name: of.Name}
	if len(t.Elems) > 0 {
		d.Name = anf.InstanceName(p.names, of.Name, t.Elems)
	}
	u := types.Recursive(d.Name)
	p.renamed[t] = u
	p.data = append(p.data, d)
	for _, c := range of.At(t.Elems) {
		d.Cons = append(d.Cons, p.rename(c, by))
	}
	return u
}

// valueOf is the instance behind function values of type t, or nil if that is
// not a polymorphic top-level function.
func (p *monomorphiser) valueOf(t *types.Type, by *instance) *instance {
	i, ok := p.index[t.Elems[0].Name]
	if !ok || len(p.funcs[i].TypeParams) == 0 {
		return nil
	}
	args, ok := nkl.MatchFun(p.funcs[i], t)
	if !ok {
		panic("nested: function " + p.funcs[i].Name + " as a value of type " + t.String())
	}
	return p.request(i, args, by, p.pos)
}

// build makes the function of the instance.
func (in *instance) build(p *monomorphiser) {
	f, s := p.funcs[in.of], in.substitution(p)
	in.out = retype.Func(f, s.typ, s.calls)
	if in.name != f.Name {
		in.out = ownCopy(in.out)
		in.out.Name, in.out.TypeParams = in.name, nil
	}
}

// ownCopy is f with variables of its own: those whose types stay as they are
// would be those of every instance.
func ownCopy(f *nkl.Func) *nkl.Func {
	g := *f
	g.Params = make([]*nkl.Var, len(f.Params))
	env := map[*nkl.Var]*nkl.Var{}
	for i, p := range f.Params {
		g.Params[i] = types.NewVar(p.Name, p.Type)
		env[p] = g.Params[i]
	}
	g.Body = nkl.Rename(nkl.Freshen(f.Body), env)
	return &g
}

// calls points calls and function values to instances; types are not yet
// substituted.
func (s *substitution) calls(e nkl.Expr) nkl.Expr {
	s.p.pos = e.Pos()
	switch e := e.(type) {
	case *nkl.Call:
		args, _ := ir.MapSlice(e.Args, s.calls)
		i, ok := s.p.index[e.Fn]
		if !ok {
			panic("nested: no function " + e.Fn)
		}
		types, _ := ir.MapSlice(e.TypeArgs, s.subst)
		to := s.p.request(i, types, s.in, e.Pos())
		if len(types) == 0 {
			return e.MapOperands(replaceBy(args))
		}
		return &nkl.Call{Node: e.Node, Fn: to.name, Args: args}
	case *nkl.FunVal:
		fn := s.typ(e.Type).Elems[0].Name
		if i, ok := s.p.index[fn]; ok && len(s.p.funcs[i].TypeParams) == 0 {
			s.p.request(i, nil, s.in, e.Pos())
		}
		if fn == e.Fn {
			return e
		}
		return &nkl.FunVal{Node: e.Node, Fn: fn, Type: e.Type}
	case *nkl.Prim:
		if e.Op.Class == prim.Generic {
			s.keepHelpers(e)
		}
	}
	return e.MapChildren(s.calls)
}

// keepHelpers keeps the prelude functions that e may become a call of.
func (s *substitution) keepHelpers(e *nkl.Prim) {
	for _, fn := range prelude.Helpers(e.Op.Name) {
		if i, ok := s.p.index[fn]; ok {
			s.p.request(i, nil, s.in, e.Pos())
		}
	}
}
