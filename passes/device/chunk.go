package device

// Division of index spaces among groups, and the two things that a group does
// with its chunk: fold it, and scan it. Sequential groups do so in a loop;
// parallel ones fold strided and then by warps (warp.go), and scan tile after
// tile (tile.go).
// Here "uniform" values are the same for all work-items of a group.

import (
	"nessiec/ir/kir"
)

// chunkSize is how many of n elements a group takes.
func (t Target) chunkSize(n expr) expr {
	return maximum(num(t.Grain), mul(num(t.Local), ceilDiv(n, num(t.Chunks*t.Local))))
}

// chunk is the bounds of this group's part of n elements.
func (g *kernelGen) chunk(n expr) (lo, hi expr) {
	c := g.Def("chunk", g.target.chunkSize(n))
	lo = g.Def("lo", minimum(n, mul(groupId(), c)))
	return lo, g.Def("hi", minimum(n, add(lo, c)))
}

// each writes body for every index below n, one element for each work-item or
// a chunk for each group.
func (g *kernelGen) each(n expr, body func(i expr)) {
	if g.target.sequential() {
		lo, hi := g.chunk(n)
		g.elements(lo, hi, body)
		return
	}
	i := g.Def("i", add(mul(groupId(), num(g.target.Local)), localId()))
	g.When(lt(i, n), func() { body(i) })
}

// once writes body for one work-item of the group.
func (g *kernelGen) once(body func()) {
	if g.target.sequential() {
		body()
		return
	}
	g.When(eq(localId(), num(0)), body)
}

// strided writes body for lo <= i < hi, divided among the work-items.
func (g *kernelGen) strided(lo, hi expr, body func(i expr)) {
	if g.target.sequential() {
		g.elements(lo, hi, body)
		return
	}
	g.Count("i", add(lo, localId()), hi, num(g.target.Local), body)
}

// muts makes a variable for every value.
func (g *kernelGen) muts(name string, init []expr) []*kvar {
	vs := make([]*kvar, len(init))
	for i, e := range init {
		vs[i] = g.Mut(name, e)
	}
	return vs
}

func (g *kernelGen) setAll(vs []*kvar, es []expr) {
	for i, v := range vs {
		g.Set(v, es[i])
	}
}

// defs names all values.
func (g *kernelGen) defs(name string, es []expr) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = g.Def(name, e)
	}
	return out
}

func (g *kernelGen) storeAll(bufs []*kvar, idx expr, vals []expr) {
	for i, b := range bufs {
		g.Store(b, idx, vals[i])
	}
}

func loads(bufs []*kvar, idx expr) []expr {
	es := make([]expr, len(bufs))
	for i, b := range bufs {
		es[i] = load(b, idx)
	}
	return es
}

// fold is the combination of the values of elem for lo <= i < hi, in any order
// unless thunks combine them; uniform.
func (g *kernelGen) fold(as []acc, lo, hi expr, elem func(i expr) []expr) []expr {
	if joined(as) && !g.target.sequential() {
		return g.foldInOrder(as, lo, hi, elem)
	}
	accs := g.muts("acc", units(as))
	g.strided(lo, hi, func(i expr) { g.setAll(accs, g.mix(as, kir.Uses(accs), elem(i))) })
	if g.target.sequential() {
		return kir.Uses(accs)
	}
	return g.warps(as, false).total(g, accs)
}

// foldInOrder is fold, with elements combined in their order.
func (g *kernelGen) foldInOrder(as []acc, lo, hi expr, elem func(i expr) []expr) []expr {
	if g.target.sequential() {
		return g.fold(as, lo, hi, elem)
	}
	_, vals := g.scanTiles(scanner{accs: as, init: units(as),
		elem: func(_, i expr) (expr, []expr) { return nil, elem(i) }}, lo, hi)
	return vals
}

// A scanner scans a chunk. Elements have keys if key is not nil: then only
// neighbours with equal keys are combined. elem gives the key and the values
// of element i, at a place in its tile (nil in sequential groups); emit, which
// may be nil in parallel ones, receives what precedes it, without and with its
// own value. prepare, if not nil, is called for every tile.
type scanner struct {
	accs    []acc
	init    []expr // what precedes the chunk
	key     expr   // the key of that
	prepare func(size int, start expr)
	elem    func(at, i expr) (key expr, vals []expr)
	emit    func(i, key expr, before func() []expr, with []expr)
}

// initial is what precedes the chunk, with its key in front.
func (s scanner) initial() []expr {
	if s.key == nil {
		return s.init
	}
	return append([]expr{s.key}, s.init...)
}

// element is elem, with the key in front.
func (s scanner) element(at, i expr) []expr {
	key, vals := s.elem(at, i)
	if s.key == nil {
		return vals
	}
	return append([]expr{key}, vals...)
}

// parts takes the key off.
func (s scanner) parts(vals []expr) (key expr, rest []expr) {
	if s.key == nil {
		return nil, vals
	}
	return vals[0], vals[1:]
}

// scan scans lo <= i < hi and returns the last key and value; uniform.
func (g *kernelGen) scan(s scanner, lo, hi expr) (key expr, vals []expr) {
	if !g.target.sequential() {
		return g.scanTiles(s, lo, hi)
	}
	accs := g.muts("acc", s.init)
	var last *kvar
	if s.key != nil {
		last = g.Mut("last", s.key)
	}
	g.elements(lo, hi, func(i expr) { g.scanOne(s, i, last, accs) })
	if last != nil {
		key = kir.Use(last)
	}
	return key, kir.Uses(accs)
}

// scanOne is a step of a sequential scan.
func (g *kernelGen) scanOne(s scanner, i expr, last *kvar, accs []*kvar) {
	key, vals := s.elem(nil, i)
	before := kir.Uses(accs)
	if last != nil {
		key = g.Atom("key", key)
		same := g.Def("same", eq(kir.Use(last), key))
		before = g.defs("before", choices(same, before, units(s.accs)))
	}
	with := g.defs("with", g.mix(s.accs, before, vals))
	s.emit(i, key, func() []expr { return before }, with)
	g.setAll(accs, with)
	if last != nil {
		g.Set(last, key)
	}
}

// choices is pick, element by element.
func choices(cond expr, then, els []expr) []expr {
	out := make([]expr, len(then))
	for i := range then {
		out[i] = pick(cond, then[i], els[i])
	}
	return out
}
