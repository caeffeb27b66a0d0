package flatten

// What a call holds while it recurs: values that are packed first, if they are views of much
// more than they have.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// bindAcross is the value that rhs makes for e; right before a recursive call in it, the
// variables that the body of e uses are held, until done is called.
func (t *translator) bindAcross(b *emit.Block, s *scope, e *nkl.Let, rhs func() rep.Value) (r rep.Value, done func()) {
	if s.host() {
		t.bindAcrossHost(b, s, e)
		return t.before(e.Body, rhs), func() {}
	}
	if t.lifting.Cycle == 0 || !t.calls(e.Rhs) {
		return rhs(), func() {}
	}
	w := &boundary.CallSite{B: b, Outer: t.callSite}
	was := maps.Clone(s.vars)
	for _, v := range nkl.FreeVars(e.Body) {
		if v != e.Bind && rep.Nodes(v.Type) > 0 && s.kept.first(v) == nil && !rep.Uniform(s.lookup(b, v)) {
			w.Held = append(w.Held, &boundary.HeldValue{Get: func() rep.Value { rep.Force(b, s.lookup(b, v)); return s.lookup(b, v) }, Hold: t.held, Set: func(r rep.Value) { s.vars[v] = r }})
		}
	}
	t.callSite = w
	r = rhs()
	t.callSite = w.Outer
	return r, func() { s.vars = was }
}

// bindAcrossHost makes what the body of e uses before a recursive call of the host in it: it may
// be little of what it is read from.
func (t *translator) bindAcrossHost(b *emit.Block, s *scope, e *nkl.Let) {
	again := func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Call:
			return t.recursive[e.Fn] == t.within
		case *nkl.CallLifted:
			return t.recursive[e.Fn] == t.within
		}
		return false
	}
	if t.within != 0 && ir.Any(e.Rhs, again) {
		t.makeRead(b, s, e.Body, e.Bind)
	}
}

// makeRead makes what e, which is executed later or several times, uses of values that are still to be read from
// others. It leaves out variables that are bound by then.
func (t *translator) makeRead(b *emit.Block, s *scope, e nkl.Expr, bound ...*nkl.Var) {
	var flat, read []rep.Value
	for _, v := range nkl.FreeVars(e) {
		if !slices.Contains(bound, v) {
			rep.Flatten(b, s.lookup(b, v), &flat)
		}
	}
	for _, r := range flat {
		if th, ok := r.(*rep.Delayed); ok && th.Reads {
			read = append(read, r)
		}
	}
	rep.Vecs(b, read...)
}

// calls reports whether e calls a function that the lifted one is recursive with.
func (t *translator) calls(e nkl.Expr) bool {
	return ir.Any(e, t.onCycle(t.lifting.Cycle))
}

// onCycle tells calls of functions on a cycle.
func (t *translator) onCycle(cycle int) func(nkl.Expr) bool {
	return func(e nkl.Expr) bool {
		c, ok := e.(*nkl.CallLifted)
		return ok && t.recursive[c.Fn] == cycle
	}
}

// held holds r with data of its own where it has few elements.
func (t *translator) held(b *emit.Block, r rep.Value) boundary.HeldCode {
	switch r := r.(type) {
	case rep.Tuple:
		return boundary.HeldTuple(r, func(r rep.Value) boundary.HeldCode { return t.held(b, r) })
	case *rep.Nested:
		if n := rep.Known(b, r.Total, true); n != nil && r.Packed == nil && !t.fromParam(r) {
			much := b.Prim(prim.Gt, types.Bool, rep.Count(b, r.Data), boundary.FewAmong(b, n))
			return func(b *emit.Block) rep.Value {
				out := boundary.Sparse(b, r, much)
				out.Total = r.Total
				return out
			}
		}
	}
	return func(*emit.Block) rep.Value { return r }
}

// fromParam reports whether the data of v came with a parameter.
func (t *translator) fromParam(v *rep.Nested) bool {
	for _, p := range t.params {
		switch w := p.(type) {
		case *rep.Nested:
			if rep.SameData(v.Data, w.Data) {
				return true
			}
		case rep.Seq:
			if rep.SameData(v.Data, w.Elems) {
				return true
			}
		}
	}
	return false
}
