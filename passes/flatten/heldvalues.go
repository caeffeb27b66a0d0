package flatten

// Values that stay while a recursion is on. What a filter keeps has room for all
// that it looked at, and may be bounded by its ranks; so right before
// the recursive call bounds become vectors, and elements that are few among their
// data are copied.

import (
	"maps"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// bindAcross is the value that rhs makes for e; right before a recursive call in it, the
// variables that the body of e uses are held, until done is called.
func (t *translator) bindAcross(b *block, s *scope, e *nkl.Let, rhs func() rep) (r rep, done func()) {
	if s.host() {
		t.bindAcrossHost(b, s, e)
		return t.before(e.Body, rhs), func() {}
	}
	if t.lifting.cycle == 0 || !t.calls(e.Rhs) {
		return rhs(), func() {}
	}
	w := &callSite{b: b, outer: t.callSite}
	was := maps.Clone(s.vars)
	for _, v := range nkl.FreeVars(e.Body) {
		if v != e.Bind && nodes(v.Type) > 0 && s.kept.first(v) == nil && !uniform(s.lookup(b, v)) {
			w.held = append(w.held, &heldValue{get: func() rep { b.force(s.lookup(b, v)); return s.lookup(b, v) }, hold: t.held, set: func(r rep) { s.vars[v] = r }})
		}
	}
	t.callSite = w
	r = rhs()
	t.callSite = w.outer
	return r, func() { s.vars = was }
}

// bindAcrossHost makes what the body of e uses before a recursive call of the host in it: it may
// be little of what it is read from.
func (t *translator) bindAcrossHost(b *block, s *scope, e *nkl.Let) {
	again := func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Call:
			return t.recursive[e.Fn] == t.within
		case *nkl.CallLifted:
			return t.recursive[e.Fn] == t.within
		}
		return false
	}
	if t.within == 0 || !ir.Any(e.Rhs, again) {
		return
	}
	var flat, read []rep
	for _, v := range nkl.FreeVars(e.Body) {
		if v != e.Bind {
			b.flatten(s.lookup(b, v), &flat)
		}
	}
	for _, r := range flat {
		if th, ok := r.(*delayed); ok && th.reads {
			read = append(read, r)
		}
	}
	b.vecs(read...)
}

// calls reports whether e calls a function that the lifted one is recursive with.
func (t *translator) calls(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		c, ok := e.(*nkl.CallLifted)
		return ok && t.recursive[c.Fn] == t.lifting.cycle
	})
}

// held holds r with data of its own where it has few elements.
func (t *translator) held(b *block, r rep) heldCode {
	switch r := r.(type) {
	case tuple:
		return heldTuple(r, func(r rep) heldCode { return t.held(b, r) })
	case *nestedSeq:
		if n := b.known(r.total, true); n != nil && r.packed == nil && !t.fromParam(r) {
			much := b.prim(prim.Gt, types.Bool, b.count(r.data), b.fewAmong(n))
			return func(b *block) rep {
				out := b.sparse(r, much)
				out.total = r.total
				return out
			}
		}
	}
	return func(*block) rep { return r }
}

// fromParam reports whether the data of v came with a parameter.
func (t *translator) fromParam(v *nestedSeq) bool {
	for _, p := range t.params {
		switch w := p.(type) {
		case *nestedSeq:
			if sameData(v.data, w.data) {
				return true
			}
		case uniformSeq:
			if sameData(v.data, w.elems) {
				return true
			}
		}
	}
	return false
}

// sparse is v, with data of its own if it has much more than its elements.
func (b *block) sparse(v *nestedSeq, much fkl.Expr) *nestedSeq {
	return b.choose(much, func(b *block) *nestedSeq { return b.packedAlone(v) }, func(*block) *nestedSeq { return v })
}

// packedAlone is v with data that has its elements only.
func (b *block) packedAlone(v *nestedSeq) *nestedSeq {
	sp, data := b.pack(v)
	b.force(data)
	return &nestedSeq{starts: v.computeStarts(b, sp), lens: v.lens, data: data}
}
