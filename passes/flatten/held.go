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
	"nessiec/ir/types"
)

// beside is the value that rhs makes for e; right before a recursive call in it, the
// variables that the body of e uses are held, until done is called.
func (t *translator) beside(b *lets, s *scope, e *nkl.Let, rhs func() rep) (r rep, done func()) {
	if s.host() {
		t.makeBeside(b, s, e)
		return rhs(), func() {}
	}
	if t.lifting.cycle == 0 || !t.calls(e.Rhs) {
		return rhs(), func() {}
	}
	w := &before{b: b, outer: t.before}
	was := maps.Clone(s.vars)
	for _, v := range nkl.FreeVars(e.Body) {
		if v != e.Bind && nodes(v.Type) > 0 && s.kept.first(v) == nil && !uniform(s.lookup(b, v)) {
			w.held = append(w.held, &holding{get: func() rep { b.force(s.lookup(b, v)); return s.lookup(b, v) }, hold: t.held, set: func(r rep) { s.vars[v] = r }})
		}
	}
	t.before = w
	r = rhs()
	t.before = w.outer
	return r, func() { s.vars = was }
}

// makeBeside makes what the body of e uses before a recursive call of the host in it: it may
// be little of what it is read from.
func (t *translator) makeBeside(b *lets, s *scope, e *nkl.Let) {
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
		if th, ok := r.(*lthunk); ok && th.reads {
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
func (t *translator) held(b *lets, r rep) holder {
	switch r := r.(type) {
	case tup:
		return heldTuple(r, func(r rep) holder { return t.held(b, r) })
	case *lview:
		if n := b.known(r.total, true); n != nil && r.packed == nil && !t.given(r) {
			much := b.prim("gt", types.Bool, b.count(r.data), b.fewAmong(n))
			return func(b *lets) rep {
				out := b.sparse(r, much)
				out.total = r.total
				return out
			}
		}
	}
	return func(*lets) rep { return r }
}

// given reports whether the data of v came with a parameter.
func (t *translator) given(v *lview) bool {
	for _, p := range t.params {
		switch w := p.(type) {
		case *lview:
			if sameData(v.data, w.data) {
				return true
			}
		case useq:
			if sameData(v.data, w.elems) {
				return true
			}
		}
	}
	return false
}

// sparse is v, with data of its own if it has much more than its elements.
func (b *lets) sparse(v *lview, much fkl.Expr) *lview {
	return b.choose(much, func(b *lets) *lview { return b.packedApart(v) }, func(*lets) *lview { return v })
}

// packedApart is v with data that has its elements only.
func (b *lets) packedApart(v *lview) *lview {
	sp, data := b.pack(v)
	b.force(data)
	return &lview{starts: v.packedStarts(b, sp), lens: v.lens, data: data}
}
