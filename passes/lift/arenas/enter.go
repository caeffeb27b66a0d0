package arenas

// Sequences from outside that enter arenas.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// entered is the piece of arena k that e becomes, a sequence of type t in no arena. Its elements are put there one by one if they have sequences, which enter
// arenas before.
func (p *filling) entered(l *nkl.Lets, k int, t *types.Type, e nkl.Expr) piece {
	e = p.now(l, e)
	if t.Elem().IsScalar() {
		return p.put(l, k, e)
	}
	var used []int // the arenas of its elements, and k
	for m := range p.types {
		if m == k || p.has(m, t.Elem()) {
			used = append(used, m)
		}
	}
	from, n := p.top(l, k), l.Name("n", types.Int, anf.Op(prim.Length, e))
	p.repeat(l, used, n, func(q *filling, l *nkl.Lets, i nkl.Expr) {
		if q.reversed[k] {
			i = fromEnd(l, "j", n, i)
		}
		x, _ := q.element(l, l.Name("x", t.Elem(), anf.Op(prim.Elt, e, i)), t.Elem())
		q.add(l, k, x)
	})
	p.last[k] = piece{k, from, n}
	return p.last[k]
}

// add puts x behind all other elements of arena k.
func (p *filling) add(l *nkl.Lets, k int, x nkl.Expr) {
	p.set(k, l.Name("on", p.types[k], anf.Op(prim.Append, p.on[k], one(l, x, p.types[k]))))
}

// repeat takes a step for each of n indices, which changes arenas ks.
func (p *filling) repeat(l *nkl.Lets, ks []int, n nkl.Expr, step func(q *filling, l *nkl.Lets, i nkl.Expr)) {
	q, i := p.branch(), types.NewVar("i", types.Int)
	binds, inits, ts := []*nkl.Var{i}, []nkl.Expr{anf.Integer(0)}, []*types.Type(nil)
	for _, k := range ks {
		v := types.NewVar("on", p.types[k])
		binds, inits, ts = append(binds, v), append(inits, p.on[k]), append(ts, v.Type)
		q.on[k] = nkl.Use(v)
		delete(q.last, k)
		delete(p.last, k)
	}
	result, all := ts[0], nkl.Use(binds[1])
	if len(ks) > 1 {
		result, all = types.Tuple(ts...), &nkl.Tuple{Elems: nkl.Uses(binds[1:])}
	}
	var body nkl.Lets
	step(q, &body, nkl.Use(i))
	next := &nkl.Recur{Args: []nkl.Expr{body.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))}}
	for _, k := range ks {
		next.Args = append(next.Args, q.on[k])
	}
	did := l.Name("on", result, anf.Counted(binds, inits, n, body.In(next), all))
	for m, k := range ks {
		if len(ks) > 1 {
			p.set(k, l.Name("on", ts[m], anf.Part(m, did)))
		} else {
			p.set(k, did)
		}
	}
}
