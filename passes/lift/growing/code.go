package growing

import (
	"maps"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A translation is that of a loop.
type translation struct {
	*classes
	sigs   *nkl.Sigs
	pos    ir.Pos // of the loop
	states []*class
	env    map[*nkl.Var]value
	latest map[*class]*nkl.Var // versions of buffers
	room   map[*class]int      // how many elements the block at hand may append
	given  []*view             // whose numbers are handed on, with the latest buffers
	before anf.Block           // what is made before the loop
	*machine
	bad bool
}

// A rest is what follows code: to ends it with the value, which is of the shape, and needs
// variables.
type rest struct {
	to    func(v value) nkl.Expr
	again func(vs []value) nkl.Expr // begins another iteration of the loop around
	needs []*nkl.Var
}

// tail is e with k after it.
func (x *translation) tail(e nkl.Expr, k rest) nkl.Expr {
	if x.bad {
		return e
	}
	switch e := e.(type) {
	case *nkl.Let:
		return x.let(e, k)
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: x.scalar(e.Cond), Error: e.Error, Then: x.tail(e.Then, k)}
	case *nkl.If:
		cond := x.scalar(e.Cond)
		env, latest := maps.Clone(x.env), maps.Clone(x.latest)
		then := x.tail(e.Then, k)
		x.env, x.latest = env, latest
		if isChoice(e, x.defs) {
			return &nkl.If{Node: e.Node, Cond: cond, Then: then, Else: x.blockOfHost(e.Else, k)}
		}
		return &nkl.If{Node: e.Node, Cond: cond, Then: then, Else: x.tail(e.Else, k)}
	case *nkl.Loop:
		if appends(e) || x.hasHost(e) {
			return x.blockLoop(e, k)
		}
		var b anf.Block
		v := x.inner(e, &b)
		return b.In(k.to(v))
	case *nkl.Recur:
		vs := make([]value, len(e.Args))
		for i, a := range e.Args {
			vs[i] = x.atom(a)
		}
		return k.again(vs)
	}
	var b anf.Block
	v := x.operation(e, types.NewVar("v", x.sigs.TypeOf(e)), &b)
	return b.In(k.to(v))
}

// let is a binding with what follows. Where its value is that of a loop that appends, or the host may
// compute it, what follows is a block of its own.
func (x *translation) let(e *nkl.Let, k rest) nkl.Expr {
	if hasAppendingLoop(e.Rhs) || x.hasHost(e.Rhs) {
		return x.tail(e.Rhs, x.blockBehind(e, k))
	}
	var b anf.Block
	switch rhs := e.Rhs.(type) {
	case *nkl.If, *nkl.Loop:
		x.env[e.Bind] = x.inner(rhs, &b)
	default:
		x.env[e.Bind] = x.operation(rhs, e.Bind, &b)
	}
	return b.In(x.tail(e.Body, k))
}

// inner is the value of a conditional or a loop that stays one. It yields the numbers of
// its value, and the buffers that it changes.
func (x *translation) inner(e nkl.Expr, b *anf.Block) value {
	s, t := x.values[e], x.sigs.TypeOf(e)
	if s == nil || t == nil {
		return x.fail()
	}
	changed := x.changed(e)
	yield := rest{to: func(v value) nkl.Expr {
		var b anf.Block
		return b.In(nkl.Pair(append(x.numbers(&b, v, s), x.buffers(changed)...)...))
	}}
	env, latest := maps.Clone(x.env), maps.Clone(x.latest)
	var out nkl.Expr
	if loop, ok := e.(*nkl.Loop); ok {
		out = x.innerLoop(loop, changed, yield, b)
	} else {
		out = x.tail(e, yield)
	}
	x.env, x.latest = env, latest
	ts := numberTypes(t, s)
	n := len(ts)
	for _, c := range changed {
		ts = append(ts, c.buf.Type)
	}
	if len(ts) == 0 {
		return x.fail()
	}
	vals := parts(b, out, ts)
	for i, c := range changed {
		x.latest[c] = vals[n+i].(*nkl.Ref).Var
	}
	vals = vals[:n]
	return x.rebuilt(s, &vals)
}

// parts names what e yields, which has values of these types.
func parts(b *anf.Block, e nkl.Expr, ts []*types.Type) []nkl.Expr {
	t := ts[0]
	if len(ts) > 1 {
		t = types.Tuple(ts...)
	}
	v := types.NewVar("v", t)
	b.Let(v, e)
	if len(ts) == 1 {
		return []nkl.Expr{nkl.Use(v)}
	}
	out := make([]nkl.Expr, len(ts))
	for i, t := range ts {
		out[i] = b.Name("part", t, anf.Part(i, nkl.Use(v)))
	}
	return out
}

// buffers is the latest versions of those of classes. What is handed on with them must not be older: a literal that is handed on, too,
// may be in its place.
func (x *translation) buffers(cs []*class) (out []nkl.Expr) {
	for _, v := range x.given {
		x.bad = x.bad || v.buf != x.latest[v.class]
	}
	x.given = nil
	for _, c := range cs {
		out = append(out, nkl.Use(x.latest[c]))
	}
	return out
}

// innerLoop is a loop that stays one, and carries the buffers that it changes.
func (x *translation) innerLoop(e *nkl.Loop, changed []*class, k rest, b *anf.Block) nkl.Expr {
	out := &nkl.Loop{Node: e.Node}
	vals := x.carried(b, e.Binds, x.atoms(e.Inits))
	out.Inits = append(vals, x.buffers(changed)...)
	for _, c := range changed {
		x.latest[c] = types.NewVar(c.buf.Name, c.buf.Type)
	}
	for _, v := range e.Binds {
		out.Binds = append(out.Binds, x.variables(v)...)
	}
	for _, c := range changed {
		out.Binds = append(out.Binds, x.latest[c])
	}
	k.again = func(vs []value) nkl.Expr {
		var b anf.Block
		vals := x.carried(&b, e.Binds, vs)
		return b.In(&nkl.Recur{Node: e.Node, Args: append(vals, x.buffers(changed)...)})
	}
	out.Body = x.tail(e.Body, k)
	return out
}

func (x *translation) atoms(es []nkl.Expr) []value {
	out := make([]value, len(es))
	for i, e := range es {
		out[i] = x.atom(e)
	}
	return out
}

// carried is the numbers of the values of variables.
func (x *translation) carried(b *anf.Block, vs []*nkl.Var, vals []value) (out []nkl.Expr) {
	for i, v := range vs {
		out = append(out, x.numbers(b, vals[i], x.shapes[v])...)
	}
	return out
}

// variables makes variables for the numbers of v, which has those as its value.
func (x *translation) variables(v *nkl.Var) (out []*nkl.Var) {
	for _, t := range numberTypes(v.Type, x.shapes[v]) {
		out = append(out, types.NewVar(v.Name, t))
	}
	uses := nkl.Uses(out)
	x.env[v] = x.rebuilt(x.shapes[v], &uses)
	return out
}

// hasAppendingLoop reports whether a loop in e appends elements.
func hasAppendingLoop(e nkl.Expr) (found bool) {
	walk(e, func(e nkl.Expr) {
		l, ok := e.(*nkl.Loop)
		found = found || ok && appends(l)
	})
	return found
}
