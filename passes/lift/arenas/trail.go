package arenas

// Sequences of which functions replace elements, and which they hand on and need behind calls: what a search has seen. They are handed back, with the
// elements that were replaced, which are put back where a function ends.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A trail is a sequence and what was replaced of it. Of types, at is the number of its type; those of the places and of the elements that
// were there follow. A sequence to which functions add elements at its end, and that they do not change otherwise, needs nothing else.
type trail struct {
	versions map[*nkl.Var]bool // of the sequence, in all functions
	at       int
	grows    bool // elements are added
}

// param is which parameter of g is the sequence, or -1.
func (t *trail) param(g *nkl.Func) int {
	return slices.IndexFunc(g.Params, func(v *nkl.Var) bool { return t.versions[v] })
}

// findTrails notes which parameters of f have trails: functions hand them on, and replace few elements at a time, or add some.
func (a *arenas) findTrails(f *nkl.Func) {
	for _, v := range f.Params {
		if v.Type.Kind == types.KSeq && v.Type.Elem().IsScalar() && !a.findTrail(v, false) {
			a.findTrail(v, true)
		}
	}
}

// findTrail notes whether parameter v, to which functions add elements or not, has a trail.
func (a *arenas) findTrail(v *nkl.Var, grows bool) bool {
	t, writes := &trail{versions: map[*nkl.Var]bool{v: true}, grows: grows}, false
	for n := 0; n != len(t.versions); {
		n = len(t.versions)
		for _, g := range a.funcs {
			ir.Walk(g.Body, func(e nkl.Expr) bool {
				switch e := e.(type) {
				case *nkl.Let:
					if a.written(t, e.Rhs) {
						t.versions[e.Bind], writes = true, true
					}
				case *nkl.Call:
					for i, x := range e.Args {
						if t.versions[nkl.VarOf(x)] && a.calls(e) {
							t.versions[a.Funcs[e.Fn].Params[i]] = true
						}
					}
				}
				return true
			})
		}
	}
	if !writes || slices.ContainsFunc(a.funcs, func(g *nkl.Func) bool { return !a.admits(t, g) }) {
		return false
	}
	t.at = len(a.types)
	if a.types = append(a.types, v.Type); !grows {
		a.types = append(a.types, types.Seq(types.Int), v.Type)
	}
	a.trails = append(a.trails, t)
	return true
}

// written reports whether e replaces elements of a version of a sequence, or adds some, by literals.
func (a *arenas) written(t *trail, e nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	if t.grows {
		return ok && p.Op.Code == prim.Append && t.versions[nkl.VarOf(p.Args[0])] && a.literal(p.Args[1]) != nil
	}
	return ok && p.Op.Code == prim.Write && t.versions[nkl.VarOf(p.Args[0])] && a.literal(p.Args[1]) != nil && a.literal(p.Args[2]) != nil
}

// admits reports whether g does nothing with the sequence but replace elements, read some, and hand it on as the one parameter that it is for.
func (a *arenas) admits(t *trail, g *nkl.Func) bool {
	n := 0
	for _, v := range g.Params {
		if t.versions[v] {
			n++
		}
	}
	return n < 2 && a.only(t, g.Body)
}

func (a *arenas) only(t *trail, e nkl.Expr) bool {
	some := func(es []nkl.Expr) bool {
		return slices.ContainsFunc(es, func(e nkl.Expr) bool { return t.versions[nkl.VarOf(e)] })
	}
	switch e := e.(type) {
	case *nkl.Let:
		switch {
		case a.calls(e.Rhs):
			return !t.versions[e.Bind] && a.only(t, e.Rhs) && a.only(t, e.Body)
		case t.versions[e.Bind]:
			return a.written(t, e.Rhs) && a.only(t, e.Body)
		}
		_, isTuple := e.Rhs.(*nkl.Tuple)
		makes := ir.Any(e.Rhs, func(e nkl.Expr) bool {
			let, ok := e.(*nkl.Let)
			return ok && t.versions[let.Bind]
		})
		return !makes && !isTuple && !some([]nkl.Expr{e.Rhs}) && a.only(t, e.Body)
	case *nkl.Check:
		return a.only(t, e.Then)
	case *nkl.If:
		return a.only(t, e.Then) && a.only(t, e.Else)
	case *nkl.Loop:
		return !some(e.Inits) && a.only(t, e.Body)
	case *nkl.Recur:
		return !some(e.Args)
	case *nkl.Tuple:
		return !some(e.Elems)
	case *nkl.Call:
		if a.calls(e) {
			for i, v := range a.Funcs[e.Fn].Params {
				if t.versions[v] != t.versions[nkl.VarOf(e.Args[i])] {
					return false
				}
			}
		}
	}
	return !some([]nkl.Expr{e})
}

// A version of a sequence with a trail is there where that has so many elements.
type version struct {
	v      *nkl.Var
	height nkl.Expr
}

// height is how many elements trail k has here, or its sequence where it grows.
func (p *filling) height(l *nkl.Lets, k int) nkl.Expr {
	at := p.trails[k].at
	if !p.trails[k].grows {
		at++
	}
	return l.Name("height", types.Int, anf.Op(prim.Length, p.on[at]))
}

// replace makes v what e makes, which puts the elements that it replaces on the trail.
func (p *filling) replace(l *nkl.Lets, k int, v *nkl.Var, e *nkl.Prim) {
	t := p.trails[k]
	p.goBack(l, k, nkl.VarOf(e.Args[0]))
	p.on = slices.Clone(p.on)
	if t.grows {
		p.on[t.at] = l.Name(v.Name, v.Type, &nkl.Prim{Node: e.Node, Op: e.Op, Args: []nkl.Expr{p.on[t.at], e.Args[1]}})
	} else {
		p.putBehind(l, t, v, e)
	}
	p.versions[k] = append(slices.Clone(p.versions[k]), version{v, p.height(l, k)})
}

// putBehind replaces elements of a sequence, as e does, and puts those that were there on its trail.
func (p *filling) putBehind(l *nkl.Lets, t *trail, v *nkl.Var, e *nkl.Prim) {
	seq, elem := p.on[t.at], v.Type.Elem()
	old := &nkl.Seq{Node: e.Node, Elem: elem}
	for _, i := range p.literal(e.Args[1]).Elems {
		old.Elems = append(old.Elems, l.Name("old", elem, anf.OpAt(e.P, prim.Elt, seq, i)))
	}
	p.on[t.at+1] = l.Name("places", p.types[t.at+1], anf.Op(prim.Append, p.on[t.at+1], e.Args[1]))
	p.on[t.at+2] = l.Name("before", p.types[t.at+2], anf.Op(prim.Append, p.on[t.at+2], l.Name("old", v.Type, old)))
	p.on[t.at] = l.Name(v.Name, v.Type, &nkl.Prim{Node: e.Node, Op: e.Op, Args: []nkl.Expr{seq, e.Args[1], e.Args[2]}})
}

// goBack makes v the version of its sequence that code has. Those that are made of it are gone then.
func (p *filling) goBack(l *nkl.Lets, k int, v *nkl.Var) {
	all := p.versions[k]
	n := slices.IndexFunc(all, func(o version) bool { return o.v == v })
	switch {
	case n < 0:
		p.failed = true
	case n < len(all)-1:
		p.on = p.undone(l, k, p.on, all[n].height)
		p.versions[k] = all[:n+1]
	}
}

// undone is the sequences where the trail has so many elements, those behind it put back.
func (p *filling) undone(l *nkl.Lets, k int, on []nkl.Expr, height nkl.Expr) []nkl.Expr {
	at, out := p.trails[k].at, slices.Clone(on)
	if p.trails[k].grows {
		out[at] = l.Name("on", p.types[at], anf.Op(prim.Get, on[at], anf.Run(l, anf.Integer(0), height)))
		return out
	}
	s, n := types.NewVar("s", p.types[at]), types.NewVar("n", types.Int)
	var head, step nkl.Lets
	one := func(e nkl.Expr, t *types.Type) nkl.Expr {
		return step.Name("one", types.Seq(t), &nkl.Seq{Elem: t, Elems: []nkl.Expr{e}})
	}
	end := head.Name("end", types.Bool, anf.Op(prim.Le, nkl.Use(n), height))
	last := step.Name("last", types.Int, anf.Op(prim.Sub, nkl.Use(n), anf.Integer(1)))
	i := step.Name("i", types.Int, anf.Op(prim.Elt, on[at+1], last))
	x := step.Name("x", s.Type.Elem(), anf.Op(prim.Elt, on[at+2], last))
	back := step.Name("s", s.Type, anf.Op(prim.Write, nkl.Use(s), one(i, types.Int), one(x, s.Type.Elem())))
	all := l.Name("n", types.Int, anf.Op(prim.Length, on[at+1]))
	out[at] = l.Name("undone", s.Type, &nkl.Loop{Binds: []*nkl.Var{s, n}, Inits: []nkl.Expr{on[at], all},
		Body: head.In(&nkl.If{Cond: end, Then: nkl.Use(s), Else: step.In(&nkl.Recur{Args: []nkl.Expr{back, last}})})})
	places := anf.Run(l, anf.Integer(0), height)
	for _, k := range []int{at + 1, at + 2} {
		out[k] = l.Name("on", p.types[k], anf.Op(prim.Get, on[k], places))
	}
	return out
}
