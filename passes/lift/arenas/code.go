package arenas

// The code of functions with arenas.

import (
	"maps"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/nested/anf"
)

// A filling makes the code of a function, at a place in it.
type filling struct {
	*arenas
	on       []nkl.Expr            // the arenas, and sequences with trails
	pieces   map[*nkl.Var]piece    // sequences in arenas
	tuples   map[*nkl.Var]*nkl.Var // what stands for tuples with pieces
	last     map[int]piece         // the last piece of an arena, where it is known
	end      cut                   // where the value of the code at hand is known
	steps    cut                   // where the next step of the loop around begins
	binds    []*nkl.Var            // of the loop around
	versions [][]version           // of sequences with trails, the last one is the one that is there
}

// withArenas is g, which hands arenas on.
func (a *arenas) withArenas(g *nkl.Func) *nkl.Func {
	on := a.variables()
	var l nkl.Lets
	p := &filling{arenas: a, on: nkl.Uses(on), pieces: map[*nkl.Var]piece{}, tuples: map[*nkl.Var]*nkl.Var{}, last: map[int]piece{}}
	for k, t := range a.trails {
		var known []version
		if i := t.param(g); i >= 0 {
			known = []version{{g.Params[i], p.height(&l, k)}}
		}
		p.versions = append(p.versions, known)
	}
	result := a.results[g.Name]
	var vars []*nkl.Var
	for _, v := range own(a, g, g.Params) {
		w := v
		if a.hasPieces(v) {
			w = types.NewVar(v.Name, a.typeOf(v))
			p.bind(&l, v, nkl.Use(w))
		}
		vars = append(vars, w)
	}
	p.end = p.cutOf(&l, g.Body, result)
	body := l.In(p.code(g.Body, result))
	vars = append(vars, on...)
	params := anf.CopyVars(vars)
	out := *g
	out.Name, out.Params, out.Result = arenaName(g.Name), params, a.result(result)
	out.Body = nkl.Rename(nkl.Freshen(body), anf.Renaming(vars, params))
	return &out
}

// own is those of the parameters of g, or of what it gets for them, that have no trails.
func own[T any](a *arenas, g *nkl.Func, all []T) (out []T) {
	for i, v := range g.Params {
		if !slices.ContainsFunc(a.trails, func(t *trail) bool { return t.versions[v] }) {
			out = append(out, all[i])
		}
	}
	return out
}

func (a *arenas) variables() (out []*nkl.Var) {
	for _, t := range a.types {
		out = append(out, types.NewVar("on", t))
	}
	return out
}

// branch is p where code branches.
func (p *filling) branch() *filling {
	q := *p
	q.on, q.versions = slices.Clone(p.on), slices.Clone(p.versions)
	q.pieces, q.tuples, q.last = maps.Clone(p.pieces), maps.Clone(p.tuples), maps.Clone(p.last)
	return &q
}

// inside is p in code behind which sequences with trails are those that they are here.
func (p *filling) inside() *filling {
	q := p.branch()
	for k, all := range q.versions {
		q.versions[k] = all[max(0, len(all)-1):]
	}
	return q
}

// code is e, which yields what v becomes, and the arenas with it.
func (p *filling) code(e nkl.Expr, v *nkl.Var) nkl.Expr {
	var l nkl.Lets
	switch e := e.(type) {
	case *nkl.Let:
		if k := slices.IndexFunc(p.trails, func(t *trail) bool { return t.versions[e.Bind] }); k >= 0 {
			p.replace(&l, k, e.Bind, e.Rhs.(*nkl.Prim))
		} else if p.calls(e.Rhs) || p.fills(e.Rhs, e.Bind) {
			p.did(&l, e)
		} else {
			p.define(&l, e.Bind, e.Rhs)
		}
		return l.In(p.code(e.Body, v))
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: p.now(&l, e.Cond), Error: e.Error, Then: p.code(e.Then, v)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: p.now(&l, e.Cond), Then: p.branch().code(e.Then, v), Else: p.branch().code(e.Else, v)}
	case *nkl.Recur:
		return l.In(p.recur(&l, e))
	case *nkl.Call:
		if len(p.trails) > 0 || slices.ContainsFunc(p.function(e.Fn).Params, p.hasPieces) { // there is something to do behind it
			w := types.NewVar("v", v.Type)
			p.same(v, 0, len(types.Leaves(w.Type)), w, 0)
			return p.code(&nkl.Let{Node: e.Node, Bind: w, Rhs: e, Body: nkl.Use(w)}, v)
		}
		on, _ := p.end(&l, p.on, nil)
		return l.In(p.call(&l, e, on))
	case *nkl.Loop:
		if p.calls(e) || p.fills(e, v) {
			return l.In(p.loop(&l, e, v))
		}
	}
	vals := p.parts(&l, e, v)
	on, vals := p.end(&l, p.on, vals)
	return l.In(nkl.Pair(append([]nkl.Expr{p.whole(&l, v, vals)}, on...)...))
}

// fills reports whether e, whose value that of v becomes, is code that branches and puts sequences in arenas.
func (p *filling) fills(e nkl.Expr, v *nkl.Var) bool {
	switch e.(type) {
	case *nkl.If, *nkl.Loop, *nkl.Check, *nkl.Let:
		return p.hasPieces(v) || slices.ContainsFunc(boundOutside(e), p.hasPieces)
	}
	return false
}

// boundOutside is the variables that e binds outside of maps.
func boundOutside(e nkl.Expr) (vs []*nkl.Var) {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Fold:
		return nil
	case *nkl.Let:
		vs = append(vs, e.Bind)
	case *nkl.Loop:
		vs = append(vs, e.Binds...)
	}
	e.Children(func(_ int, c nkl.Expr) { vs = append(vs, boundOutside(c)...) })
	return vs
}

// did binds the value of a step that calls functions, or puts sequences in arenas, and the arenas as they are then.
func (p *filling) did(l *nkl.Lets, e *nkl.Let) {
	var val nkl.Expr
	if c, ok := e.Rhs.(*nkl.Call); ok {
		p.handedVersions(l, c)
		val = p.call(l, c, p.on)
	} else {
		q := p.inside()
		q.end = p.cutOf(l, e.Rhs, e.Bind)
		val = q.code(e.Rhs, e.Bind)
	}
	p.forget(e.Rhs, e.Bind)
	did := l.Name("did", p.result(e.Bind), val)
	p.bind(l, e.Bind, anf.Part(0, did))
	p.on = nil
	for k, t := range p.types {
		p.on = append(p.on, l.Name("on", t, anf.Part(1+k, did)))
	}
}

// forget forgets which pieces are the last ones of arenas that e fills, or of which it yields some.
func (p *filling) forget(e nkl.Expr, vs ...*nkl.Var) {
	for k := range p.filled(e, vs...) {
		delete(p.last, k)
	}
}

// bind makes v the value e, which has pieces where v has sequences in arenas.
func (p *filling) bind(l *nkl.Lets, v *nkl.Var, e nkl.Expr) {
	switch {
	case !p.hasPieces(v):
		l.Bind(v, e)
	case v.Type.Kind == types.KSeq:
		p.pieces[v] = unpaired(l, p.arena(leaves.At(v, 0)), l.Name(v.Name, pair, e))
	default:
		p.tuples[v] = types.NewVar(v.Name, p.typeOf(v))
		l.Bind(p.tuples[v], e)
	}
}

// call is a call that gets the arenas.
func (p *filling) call(l *nkl.Lets, e *nkl.Call, on []nkl.Expr) nkl.Expr {
	g := p.function(e.Fn)
	var args []nkl.Expr
	for i, v := range g.Params {
		args = append(args, p.whole(l, v, p.parts(l, e.Args[i], v)))
	}
	if len(p.trails) > 0 || slices.ContainsFunc(g.Params, p.hasPieces) {
		on = p.on // with the arguments
	}
	return &nkl.Call{Node: e.Node, Fn: arenaName(e.Fn), Args: slices.Concat(own(p.arenas, g, args), on)}
}

// handedVersions makes the versions that a call gets those that code has.
func (p *filling) handedVersions(l *nkl.Lets, e *nkl.Call) {
	for k, t := range p.trails {
		if i := t.param(p.function(e.Fn)); i >= 0 {
			p.goBack(l, k, nkl.VarOf(e.Args[i]))
		}
	}
}

// loop is a loop that hands the arenas on. What a step puts there is gone behind it, but for what the next one gets.
func (p *filling) loop(l *nkl.Lets, e *nkl.Loop, v *nkl.Var) nkl.Expr {
	var inits []nkl.Expr
	for i, w := range e.Binds {
		inits = append(inits, p.whole(l, w, p.parts(l, e.Inits[i], w)))
	}
	on, step := p.variables(), p.cutOf(l, e.Body, e.Binds...)
	q := p.inside()
	q.forget(e.Body, append(slices.Clone(e.Binds), v)...)
	inits, q.on = append(inits, p.on...), nkl.Uses(on)
	q.binds, q.steps = e.Binds, step
	var binds []*nkl.Var
	var body nkl.Lets
	for _, w := range e.Binds {
		u := w
		if p.hasPieces(w) {
			u = types.NewVar(w.Name, p.typeOf(w))
			q.bind(&body, w, nkl.Use(u))
		}
		binds = append(binds, u)
	}
	return &nkl.Loop{Node: e.Node, Binds: slices.Concat(binds, on), Inits: inits, Body: body.In(q.code(e.Body, v))}
}

// recur begins another step of the loop around.
func (p *filling) recur(l *nkl.Lets, e *nkl.Recur) nkl.Expr {
	var vals []part
	var ends []int
	for i, v := range p.binds {
		vals = append(vals, p.parts(l, e.Args[i], v)...)
		ends = append(ends, len(vals))
	}
	on, vals := p.steps(l, p.on, vals)
	var args []nkl.Expr
	from := 0
	for i, v := range p.binds {
		args = append(args, p.whole(l, v, vals[from:ends[i]]))
		from = ends[i]
	}
	return &nkl.Recur{Node: e.Node, Args: slices.Concat(args, on)}
}

// now is e with what it reads of sequences in arenas.
func (p *filling) now(l *nkl.Lets, e nkl.Expr) nkl.Expr {
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
		p.failed = p.failed || p.isOfRows(v)
		if at, ok := p.pieces[v]; ok {
			p.failed = p.failed || !v.Type.Elem().IsScalar()
			env[v] = p.view(l, v.Name, v.Type, at)
		} else if t := p.tuples[v]; t != nil {
			env[v] = p.outOf(l, nkl.Use(t), v)
		}
	}
	return nkl.Replace(e, env)
}

// arena is the arena of a leaf that is a piece.
func (a *arenas) arena(l leaves.Leaf) int {
	if k, ok := a.apart[a.line(l)]; ok {
		return k
	}
	return a.shared[stored(l.Type())]
}

// view is a piece as a sequence, of type t.
func (p *filling) view(l *nkl.Lets, hint string, t *types.Type, at piece) nkl.Expr {
	if !p.reversed[at.k] {
		return l.Name(hint, stored(t), anf.Op(prim.Get, p.on[at.k], anf.Run(l, at.from, at.n)))
	}
	i, is := types.NewVar("i", types.Int), l.Name("index", types.Seq(types.Int), anf.Op(prim.Index, at.n))
	var body nkl.Lets
	x := anf.Op(prim.Elt, p.on[at.k], p.place(&body, at, nkl.Use(i)))
	return l.Name(hint, stored(t), &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{is}, Body: body.In(x)})
}

// place is where element i of a piece lies.
func (p *filling) place(l *nkl.Lets, at piece, i nkl.Expr) nkl.Expr {
	if !p.reversed[at.k] {
		return l.Name("at", types.Int, anf.Op(prim.Add, at.from, i))
	}
	return fromEnd(l, "at", p.endOf(l, at), i)
}

// outOf is e, which stands for tuple v, with its pieces as sequences.
func (p *filling) outOf(l *nkl.Lets, e nkl.Expr, v *nkl.Var) nkl.Expr {
	parts := p.split(l, e, v)
	for i, at := range parts {
		if at.atom == nil {
			p.failed = p.failed || !at.t.Elem().IsScalar()
			parts[i].atom = p.view(l, "seq", at.t, at.piece)
		}
	}
	return p.whole(l, v, parts)
}
