package stack

// The code of functions that put sequences aside.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A putting makes the code of a function, at a place in it.
type putting struct {
	*asides
	on       []nkl.Expr                                      // the sequences on which others are put
	put      map[*nkl.Var]piece                              // those that are on them
	end      cut                                             // where the value of the code at hand is known
	rec      func(l *nkl.Lets, args, on []nkl.Expr) nkl.Expr // begins another step of the loop around
	versions [][]version                                     // of sequences with trails, the last one is the one that is there
}

// A piece is n elements of a sequence on which others are put, from a place on.
type piece struct {
	k       int
	from, n nkl.Expr
}

// A cut is what sequences were before code has put others on them.
type cut func(l *nkl.Lets, on []nkl.Expr) []nkl.Expr

// function is g, which hands sequences on.
func (a *asides) function(g *nkl.Func) *nkl.Func {
	on := a.variables()
	var l nkl.Lets
	p := &putting{asides: a, on: nkl.Uses(on), put: map[*nkl.Var]piece{}}
	for k, t := range a.trails {
		var known []version
		if i := t.param(g); i >= 0 {
			known = []version{{g.Params[i], p.height(&l, k)}}
		}
		p.versions = append(p.versions, known)
	}
	p.end = p.before(&l, g.Body)
	body := l.In(p.code(g.Body, g.Result))
	vars := append(own(a, g, g.Params), on...)
	params := anf.CopyVars(vars)
	out := *g
	out.Name, out.Params, out.Result = asideName(g.Name), params, a.result(g.Result)
	out.Body = nkl.Rename(nkl.Freshen(body), anf.Renaming(vars, params))
	return &out
}

// own is those of the parameters of g, or of what it gets for them, that have no trails.
func own[T any](a *asides, g *nkl.Func, all []T) (out []T) {
	for i, v := range g.Params {
		if !slices.ContainsFunc(a.trails, func(t *trail) bool { return t.versions[v] }) {
			out = append(out, all[i])
		}
	}
	return out
}

func (a *asides) variables() (out []*nkl.Var) {
	for _, t := range a.types {
		out = append(out, types.NewVar("on", t))
	}
	return out
}

// before is the cut of what e puts aside.
func (p *putting) before(l *nkl.Lets, e nkl.Expr) cut {
	lengths := map[int]nkl.Expr{}
	ir.Walk(e, func(e nkl.Expr) bool {
		if let, ok := e.(*nkl.Let); ok && p.made[let.Bind] {
			if k := slices.Index(p.types, let.Bind.Type); lengths[k] == nil {
				lengths[k] = l.Name("before", types.Int, anf.Op(prim.Length, p.on[k]))
			}
		}
		return true
	})
	heights := map[int]nkl.Expr{}
	for k, t := range p.trails {
		if ir.Any(e, func(e nkl.Expr) bool { return p.written(t, e) }) {
			heights[k] = p.height(l, k)
		}
	}
	return func(l *nkl.Lets, on []nkl.Expr) []nkl.Expr {
		out := slices.Clone(on)
		for k := range p.trails {
			if heights[k] != nil {
				out = p.undone(l, k, out, heights[k])
			}
		}
		for k := range on {
			if n := lengths[k]; n != nil {
				out[k] = l.Name("on", p.types[k], anf.Op(prim.Get, on[k], anf.Run(l, anf.Integer(0), n)))
			}
		}
		return out
	}
}

// branch is p where code branches.
func (p *putting) branch() *putting {
	q := *p
	q.put, q.versions = maps.Clone(p.put), slices.Clone(p.versions)
	return &q
}

// inside is p in code behind which the sequences are those that they are here.
func (p *putting) inside() *putting {
	q := p.branch()
	for k, all := range q.versions {
		q.versions[k] = all[max(0, len(all)-1):]
	}
	return q
}

// code is e, of type t, which yields the sequences with its value.
func (p *putting) code(e nkl.Expr, t *types.Type) nkl.Expr {
	var l nkl.Lets
	switch e := e.(type) {
	case *nkl.Let:
		if k := slices.IndexFunc(p.trails, func(t *trail) bool { return t.versions[e.Bind] }); k >= 0 {
			p.replace(&l, k, e.Bind, e.Rhs.(*nkl.Prim))
		} else if p.calls(e.Rhs) {
			p.on = p.called(&l, e)
		} else if l.Bind(e.Bind, p.now(&l, e.Rhs)); p.made[e.Bind] {
			p.putOn(&l, e.Bind)
		}
		return l.In(p.code(e.Body, t))
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: p.code(e.Then, t)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: p.branch().code(e.Then, t), Else: p.branch().code(e.Else, t)}
	case *nkl.Recur:
		return l.In(p.rec(&l, e.Args, p.on))
	case *nkl.Call:
		switch {
		case p.calls(e) && len(p.trails) > 0: // what is replaced here is put back behind it
			v := types.NewVar("v", t)
			return p.code(&nkl.Let{Node: e.Node, Bind: v, Rhs: e, Body: nkl.Use(v)}, t)
		case p.calls(e):
			return l.In(p.call(e, p.end(&l, p.on)))
		}
	case *nkl.Loop:
		if p.calls(e) {
			return l.In(p.loop(&l, e, t))
		}
	}
	val := l.Name("val", t, p.now(&l, e))
	return l.In(nkl.Pair(append([]nkl.Expr{val}, p.end(&l, p.on)...)...))
}

// called binds the value of a step that calls functions, and yields the sequences as they are then.
func (p *putting) called(l *nkl.Lets, e *nkl.Let) (on []nkl.Expr) {
	var val nkl.Expr
	if c, ok := e.Rhs.(*nkl.Call); ok {
		p.handedVersions(l, c)
		val = p.call(c, p.on)
	} else {
		q := p.inside()
		q.end = p.before(l, e.Rhs)
		val = q.code(e.Rhs, e.Bind.Type)
	}
	did := l.Name("did", p.result(e.Bind.Type), val)
	l.Bind(e.Bind, anf.Part(0, did))
	for k, t := range p.types {
		on = append(on, l.Name("on", t, anf.Part(1+k, did)))
	}
	return on
}

// call is a call that gets the sequences.
func (p *putting) call(e *nkl.Call, on []nkl.Expr) nkl.Expr {
	return &nkl.Call{Node: e.Node, Fn: asideName(e.Fn), Args: slices.Concat(own(p.asides, p.Funcs[e.Fn], e.Args), on)}
}

// handedVersions makes the versions that a call gets those that code has.
func (p *putting) handedVersions(l *nkl.Lets, e *nkl.Call) {
	for k, t := range p.trails {
		if i := t.param(p.Funcs[e.Fn]); i >= 0 {
			p.goBack(l, k, nkl.VarOf(e.Args[i]))
		}
	}
}

// loop is a loop that hands the sequences on. What a step puts aside is gone behind it.
func (p *putting) loop(l *nkl.Lets, e *nkl.Loop, t *types.Type) nkl.Expr {
	on, step := p.variables(), p.before(l, e.Body)
	q := p.inside()
	q.on = nkl.Uses(on)
	q.rec = func(l *nkl.Lets, args, on []nkl.Expr) nkl.Expr {
		return &nkl.Recur{Node: e.Node, Args: slices.Concat(args, step(l, on))}
	}
	return &nkl.Loop{Node: e.Node, Binds: slices.Concat(e.Binds, on), Inits: slices.Concat(e.Inits, p.on), Body: q.code(e.Body, t)}
}

// putOn puts sequence v aside.
func (p *putting) putOn(l *nkl.Lets, v *nkl.Var) {
	k := slices.Index(p.types, v.Type)
	from := l.Name("from", types.Int, anf.Op(prim.Length, p.on[k]))
	p.on = slices.Clone(p.on)
	p.on[k] = l.Name("on", v.Type, anf.Op(prim.Append, p.on[k], nkl.Use(v)))
	n := l.Name("n", types.Int, anf.Op(prim.Sub, l.Name("all", types.Int, anf.Op(prim.Length, p.on[k])), from))
	p.put[v] = piece{k, from, n}
}

// now is e with what it reads of the sequences that are put aside.
func (p *putting) now(l *nkl.Lets, e nkl.Expr) nkl.Expr {
	env := map[*nkl.Var]nkl.Expr{}
	for _, v := range nkl.FreeVars(e) {
		if k := slices.IndexFunc(p.trails, func(t *trail) bool { return t.versions[v] }); k >= 0 {
			p.goBack(l, k, v)
		}
	}
	for _, v := range nkl.FreeVars(e) {
		for k, t := range p.trails {
			if t.versions[v] {
				all := p.versions[k]
				p.failed = p.failed || len(all) == 0 || all[len(all)-1].v != v
				env[v] = p.on[t.at]
			}
		}
		if at, ok := p.put[v]; ok && env[v] == nil {
			env[v] = l.Name(v.Name, v.Type, anf.Op(prim.Get, p.on[at.k], anf.Run(l, at.from, at.n)))
		}
	}
	return nkl.Replace(e, env)
}
