package shape

// Versions of recursive functions for arguments of one length.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// SpecialiseRegular gives recursive functions that divide sequences by their lengths alone, as
// Fourier transforms and sorting networks do, a lifted version whose arguments are sequences
// of one length. All elements of a level are as long then: conditions on lengths are decided once
// for all of them, no lengths are computed, and nothing is copied to join branches. Calls choose
// the version when the program runs, where types do not say which.
//
//	(calllifted merge merge^ (v))
//	=> (let even (regular (v)) (if even (calllifted merge.regular merge.regular^ (v)) (calllifted merge merge^ (v))))
//
// The version goes on only while the parts of a sequence have one length, as the halves of one of an
// even length have; else the general version does, which calls itself as before.
func SpecialiseRegular(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	s := &specialise{versions: map[string]string{}, kept: map[nkl.Expr]bool{}}
	recursive := map[string]bool{}
	for _, group := range nkl.Groups(m) {
		if f := group[0]; len(group) == 1 && nkl.Calls(f, f.Name) {
			recursive[f.Name] = true
		}
	}
	lifted := map[string]*nkl.Lifted{}
	for _, l := range m.Lifteds {
		if recursive[l.Of] {
			lifted[l.Of] = l
		}
	}
	out := m.WithFuncs(nil)
	out.Lifteds = nil
	var copies []*nkl.Lifted
	for _, f := range m.Funcs {
		l := lifted[f.Name]
		if l == nil {
			continue
		}
		d := dividesByLength(f)
		if d == nil || !c.Rewrite("make a regular version of "+f.Name) {
			continue
		}
		s.versions[f.Name] = f.Name + ".regular"
		g, k := s.copies(f, l, d)
		out.Funcs, copies = append(out.Funcs, g), append(copies, k)
	}
	if len(copies) == 0 {
		return m
	}
	for i, g := range out.Funcs {
		out.Funcs[i] = g.MapBodies(s.expr)
		copies[i] = copies[i].MapBodies(s.expr)
	}
	for _, f := range m.Funcs {
		s.general = f.Name
		out.Funcs = append(out.Funcs, f.MapBodies(s.expr))
	}
	for _, l := range m.Lifteds {
		s.general = l.Of
		out.Lifteds = append(out.Lifteds, l.MapBodies(s.expr))
	}
	out.Lifteds = append(out.Lifteds, copies...)
	c.Count("versions", int64(len(copies)))
	return decided(InferShapes(c, out)).Reachable()
}

// copies copies f and its lifted version: its parameters are sequences of one length.
func (s *specialise) copies(f *nkl.Func, l *nkl.Lifted, d *division) (*nkl.Func, *nkl.Lifted) {
	g, k := *f, *l
	g.Name = s.versions[f.Name]
	env := map[*nkl.Var]*nkl.Var{}
	g.Params = fresh(f.Params, env, func(t *types.Type) *types.Type { return t })
	g.Body = d.whileEven(nkl.Rename(nkl.Freshen(f.Body), env), &evenParts{params: f.Params, as: g.Params,
		general: func(args []nkl.Expr) nkl.Expr {
			return s.keep(&nkl.Call{Node: ir.At(f.Pos()), Fn: f.Name, Args: args})
		}})
	k.Of, k.Name = g.Name, g.Name+"^"
	k.Params = fresh(l.Params, env, oneLength)
	let := *nkl.Rename(nkl.Freshen(l.Body), env).(*nkl.Let)
	each := *let.Body.(*nkl.EachCaptured)
	each.Body = d.whileEven(each.Body, &evenParts{params: f.Params, as: each.Binds[1:], under: true,
		general: func(args []nkl.Expr) nkl.Expr {
			return s.keep(&nkl.CallLifted{Node: ir.At(f.Pos()), Fn: f.Name, Target: l.Name, Args: args})
		}})
	let.Body, k.Body = &each, &let
	return &g, &k
}

func fresh(vs []*nkl.Var, env map[*nkl.Var]*nkl.Var, typ func(*types.Type) *types.Type) []*nkl.Var {
	out := make([]*nkl.Var, len(vs))
	for i, v := range vs {
		out[i] = types.NewVar(v.Name, typ(v.Type))
		env[v] = out[i]
	}
	return out
}

// oneLength is t, whose sequences in sequences have a length that is the same for all of them.
func oneLength(t *types.Type) *types.Type {
	return t.Map(func(t *types.Type) *types.Type {
		if len(t.Sizes) == 1 && t.Sizes[0].Varies() {
			return t.WithSizes(types.VarSize("length"))
		}
		return t
	})
}

// specialise rewrites calls of functions that have a regular version, whose names are versions.
type specialise struct {
	versions map[string]string
	general  string            // the function whose general version is rewritten: it calls itself as before
	kept     map[nkl.Expr]bool // calls that stay
}

// keep notes that call e stays.
func (s *specialise) keep(e nkl.Expr) nkl.Expr {
	s.kept[e] = true
	return e
}

// version is the regular version for a call of fn, "" if there is none.
func (s *specialise) version(fn string) string {
	if fn == s.general {
		return ""
	}
	return s.versions[fn]
}

// expr rewrites the calls in e, which stands where a let may.
func (s *specialise) expr(e nkl.Expr) nkl.Expr {
	if s.kept[e] {
		return e
	}
	switch e := e.(type) {
	case *nkl.Let:
		out := *e
		out.Body = s.expr(e.Body)
		call, ok := e.Rhs.(*nkl.CallLifted)
		if !ok || s.version(call.Fn) == "" {
			out.Rhs = s.operation(e.Rhs)
			return &out
		}
		return s.choice(call, func(choice nkl.Expr) nkl.Expr { out.Rhs = choice; return &out })
	case *nkl.CallLifted:
		if s.version(e.Fn) != "" {
			return s.choice(e, func(choice nkl.Expr) nkl.Expr { return choice })
		}
	}
	return s.operation(e)
}

// operation rewrites the calls in e, of which e may be one on the host.
func (s *specialise) operation(e nkl.Expr) nkl.Expr {
	if call, ok := e.(*nkl.Call); ok && s.version(call.Fn) != "" && !slices.ContainsFunc(call.Args, hasRows) {
		out := *call
		out.Fn = s.versions[call.Fn]
		return &out
	}
	return e.MapChildren(s.expr)
}

// choice is a call of the version that suits the arguments, in what use makes of it.
func (s *specialise) choice(e *nkl.CallLifted, use func(nkl.Expr) nkl.Expr) nkl.Expr {
	even := types.NewVar("even", types.Bool)
	suits := *e
	suits.Fn = s.versions[e.Fn]
	suits.Target = suits.Fn + "^"
	return &nkl.Let{Node: e.Node, Bind: even, Rhs: &nkl.Regular{Node: e.Node, Args: e.Args},
		Body: use(&nkl.If{Node: e.Node, Cond: nkl.Use(even), Then: &suits, Else: e})}
}

// hasRows reports whether operand e has sequences in sequences.
func hasRows(e nkl.Expr) bool {
	x, ok := e.(*nkl.Ref)
	return ok && x.Var.Type.HasRows()
}

// decided is m without the choices that types make.
func decided(m *nkl.Module) *nkl.Module {
	even := map[*nkl.Var]bool{}
	var expr func(e nkl.Expr) nkl.Expr
	expr = func(e nkl.Expr) nkl.Expr {
		switch e := e.(type) {
		case *nkl.Let:
			if q, ok := e.Rhs.(*nkl.Regular); ok && !slices.ContainsFunc(q.Args, mayVary) {
				even[e.Bind] = true
				return expr(e.Body)
			}
		case *nkl.If:
			if c, ok := e.Cond.(*nkl.Ref); ok && even[c.Var] {
				return expr(e.Then)
			}
		}
		return e.MapChildren(expr)
	}
	return m.MapBodies(expr)
}

// mayVary reports whether sequences in operand e may have several lengths.
func mayVary(e nkl.Expr) bool {
	x, ok := e.(*nkl.Ref)
	return ok && !x.Var.Type.OneLength()
}
