package front

// Keys of random numbers: where a program draws more than once with one key,
// each place gets a part of it (ir/prim/random.go).

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// drawKeys numbers the places of a function that draw, in the order of the text:
// neither where a program stands nor what else it does makes a difference.
// Actions, and what follows a new seed, start with a new key.
//
//	(tuple (prim rand (v)) (call f () (v)))  =>  (tuple (prim rand (v)) (foldin 1 (call f () (v))))
//	(let s:bool (prim rand_seed (5)) e)      =>  (let s:bool (prim rand_seed (5)) (newkey e))
//
// The first place takes the key itself. A call does so only if it is alone: what
// it calls would make the same parts of the key as the caller.
func drawKeys(m *nkl.Module) *nkl.Module {
	k := &keyer{draws: nkl.Reaching(m, prim.Rand), seeds: nkl.Reaching(m, prim.RandSeed)}
	if k.draws.Never {
		return m
	}
	starts := map[string]bool{}
	for _, a := range m.Actions {
		starts[a.Fn] = true
	}
	out := *m
	out.Funcs = nil
	for _, f := range m.Funcs {
		g := *f
		if g.Body = k.region(f.Body); starts[f.Name] && k.draws.Expr(f.Body) {
			g.Body = &nkl.NewKey{Body: g.Body}
		}
		out.Funcs = append(out.Funcs, &g)
	}
	return &out
}

// A keyer counts places in one region: code that runs with one key.
type keyer struct {
	draws, seeds *nkl.Reach
	all          int // places of the region
	n            int // those seen
}

// region numbers the places of es, which run with one key.
func (k *keyer) region(e nkl.Expr) nkl.Expr { return k.regions([]nkl.Expr{e})[0] }

func (k *keyer) regions(es []nkl.Expr) []nkl.Expr {
	all, n := k.all, k.n
	k.all, k.n = 0, 0
	for _, e := range es {
		k.count(e)
	}
	out, _ := ir.MapSlice(es, k.expr)
	k.all, k.n = all, n
	return out
}

// count counts the places in e.
func (k *keyer) count(e nkl.Expr) {
	if k.isPlace(e) {
		k.all++
	}
	k.eachInside(e, k.count)
}

// isPlace reports whether e itself draws with its key, or hands it on.
func (k *keyer) isPlace(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Prim:
		return e.Op.Code == prim.Rand
	case *nkl.Call:
		return k.draws.Funcs[e.Fn]
	case *nkl.Apply:
		return k.draws.Values
	case *nkl.Each:
		return k.draws.Expr(e.Body)
	case *nkl.EachIf:
		return k.draws.Expr(e.Cond) || k.draws.Expr(e.Body)
	}
	return false
}

// eachInside calls f for the parts of e that run with the key of e.
func (k *keyer) eachInside(e nkl.Expr, f func(nkl.Expr)) {
	switch x := e.(type) {
	case *nkl.Lambda:
	case *nkl.Each:
		eachOf(x.Seqs, f)
	case *nkl.EachIf:
		eachOf(x.Seqs, f)
	case *nkl.Let:
		f(x.Rhs)
		if !k.reseeds(x) {
			f(x.Body)
		}
	default:
		e.Children(func(_ int, c nkl.Expr) { f(c) })
	}
}

func eachOf(es []nkl.Expr, f func(nkl.Expr)) {
	for _, e := range es {
		f(e)
	}
}

// reseeds reports whether what is drawn in the body of a let may be under
// another seed.
func (k *keyer) reseeds(e *nkl.Let) bool { return k.seeds.Expr(e.Rhs) && k.draws.Expr(e.Body) }

// expr numbers the places in e, those around others first.
func (k *keyer) expr(e nkl.Expr) nkl.Expr {
	if !k.isPlace(e) {
		return k.inside(e)
	}
	n := k.n
	k.n++
	out := k.inside(e)
	if k.all == 1 || n == 0 && e.Form() != nkl.FormCall && e.Form() != nkl.FormApply {
		return out
	}
	return &nkl.FoldIn{Num: n, Body: out}
}

// inside rewrites the parts of e.
func (k *keyer) inside(e nkl.Expr) nkl.Expr {
	switch x := e.(type) {
	case *nkl.Lambda:
		y := *x
		y.Body = k.region(x.Body)
		return &y
	case *nkl.Each:
		y := *x
		y.Seqs, _ = ir.MapSlice(x.Seqs, k.expr)
		y.Body = k.region(x.Body)
		return &y
	case *nkl.EachIf:
		y := *x
		y.Seqs, _ = ir.MapSlice(x.Seqs, k.expr)
		both := k.regions([]nkl.Expr{x.Cond, x.Body})
		y.Cond, y.Body = both[0], both[1]
		return &y
	case *nkl.Let:
		if k.reseeds(x) {
			y := *x
			y.Rhs = k.expr(x.Rhs)
			y.Body = &nkl.NewKey{Body: k.region(x.Body)}
			return &y
		}
	}
	return e.MapChildren(k.expr)
}
