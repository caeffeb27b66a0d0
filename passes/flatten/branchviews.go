package flatten

// Views that one branch of a conditional yields while the other recurs. What they
// look at would have to stay until the recursion comes back, level by level, for
// the elements of few; so those are copied before.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// keepsViews lists the components of one branch of e, of values x and y, that are
// views of data of their own while the other branch recurs.
func (t *translator) keepsViews(e *nkl.If, x, y rep) []bool {
	_, plain := e.Else.(*nkl.Ref)
	switch {
	case t.recurs(e.Else):
		return differingViews(parts(x), parts(y))
	case plain && t.recurs(e.Then):
		return differingViews(parts(y), parts(x))
	}
	return nil
}

// recurs reports whether e calls a recursive function.
func (t *translator) recurs(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		c, ok := e.(*nkl.CallLifted)
		return ok && t.recursive[c.Fn] != 0
	})
}

// divides reports whether e calls a recursive function for parts of what it has: under a
// map of its own.
func (t *translator) divides(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		m, ok := e.(*nkl.EachCaptured)
		return ok && t.recurs(m.Body)
	})
}

// differingViews lists which of the views in xs, at any depth, have other data than their
// counterpart in ys; nil if none of them can be copied.
func differingViews(xs, ys []rep) []bool {
	var out []bool
	some := false
	for i, x := range xs {
		eachDepth(x, ys[i], func(v *nestedSeq, y rep) {
			w, ok := y.(*nestedSeq)
			differs := y != nil && (!ok || !sameData(v.data, w.data))
			out, some = append(out, differs), some || differs && v.copyable()
		})
	}
	if !some {
		return nil
	}
	return out
}

// eachDepth calls f for the views in x, outer ones first, with their counterparts in y, if
// there are any.
func eachDepth(x, y rep, f func(v *nestedSeq, y rep)) {
	switch x := x.(type) {
	case tuple:
		ys, _ := y.(tuple)
		for i, c := range x {
			var of rep
			if ys != nil {
				of = ys[i]
			}
			eachDepth(c, of, f)
		}
	case *nestedSeq:
		f(x, y)
		var data rep
		switch y := y.(type) {
		case *nestedSeq:
			data = y.data
		case *concat: // the first part stands for all
			data = y.parts[0].data
		}
		eachDepth(x.data, data, f)
	}
}

// copyable reports whether v may look at few elements of its data, and it is
// known how many.
func (v *nestedSeq) copyable() bool {
	return v.packed == nil && !v.inOrder && v.total != nil && v.total.n != nil && !v.total.deviceOnly
}

// fewFactor is how many times as many elements data has as its views look at, at least,
// if these are copied: what stays is then bounded by what the recursion returns.
const fewFactor = 4

// fewAmong is the number of elements of data among which n are few.
func (b *block) fewAmong(n fkl.Expr) fkl.Expr {
	return b.prim(prim.Max, types.Int, b.prim(prim.MulSize, types.Int, n, num(fewFactor)), num(smallData))
}

// A callSite is the values that are held in block b during a recursive call, once;
// and those of the code around.
type callSite struct {
	b     *block
	held  []*heldValue
	done  bool
	outer *callSite
}

// A heldValue is a value that stays while a recursion is on: get is what it is before,
// hold asks what must be known of it and returns what makes of it what stays, and
// set takes that.
type heldValue struct {
	get  func() rep
	hold func(b *block, r rep) heldCode
	set  func(rep)
}

// A heldCode makes what stays, in the block of the call.
type heldCode func(b *block) rep

// acrossCall is the value of the branch that recurs; right before it does, where the
// host looks at sizes anyway, the components of the other one that which lists are
// gathered. A recursion that divides what it has is not as deep as one that does not.
func (t *translator) acrossCall(b *block, other *rep, which []bool, rec nkl.Expr, branch func() rep) rep {
	limit := (*block).growthLimit
	if t.divides(rec) {
		limit = (*block).fewAmong
	}
	hold := func(b *block, r rep) heldCode { return b.copyHeld(r, which, limit) }
	h := &heldValue{get: func() rep { return *other }, hold: hold, set: func(r rep) { *other = r }}
	t.callSite = &callSite{b: b, held: []*heldValue{h}, outer: t.callSite}
	r := branch()
	t.callSite = t.callSite.outer
	return r
}

// heldValues lists what is to be held in b during a recursive call.
func (t *translator) heldValues(b *block) (out []*heldValue) {
	for w := t.callSite; w != nil; w = w.outer {
		if w.b == b && !w.done {
			w.done = true
			out = append(out, w.held...)
		}
	}
	return out
}

// copyHeld holds r, whose views that which lists get data of their own if theirs has more
// elements than limit says for those that they look at.
func (b *block) copyHeld(r rep, which []bool, limit func(*block, fkl.Expr) fkl.Expr) heldCode {
	k := 0
	var walk func(r rep) heldCode
	walk = func(r rep) heldCode {
		switch r := r.(type) {
		case tuple:
			return heldTuple(r, walk)
		case *nestedSeq:
			k++
			if which[k-1] && r.copyable() {
				inner := which[k:]
				k += depths(r.data)
				return b.copyView(r, inner, limit)
			}
			data := walk(r.data)
			return func(b *block) rep {
				out := *r
				out.data = data(b)
				return &out
			}
		}
		return func(*block) rep { return r }
	}
	return walk(r)
}

// heldTuple holds the components of t.
func heldTuple(t tuple, hold func(rep) heldCode) heldCode {
	hs := make([]heldCode, len(t))
	for i, c := range t {
		hs[i] = hold(c)
	}
	return func(b *block) rep {
		out := make(tuple, len(t))
		for i, h := range hs {
			out[i] = h(b)
		}
		return out
	}
}

// copyView copies the elements of v, if there are any and data has more than limit says;
// and the data of those sequences in them that inner lists.
func (b *block) copyView(v *nestedSeq, inner []bool, limit func(*block, fkl.Expr) fkl.Expr) heldCode {
	b.force(v)
	some := b.prim(prim.Gt, types.Bool, v.total.n, num(0))
	much := b.prim(prim.Gt, types.Bool, b.count(v.data), limit(b, v.total.n))
	deeper := func(data rep, of func(w *nestedSeq) *nestedSeq) rep {
		at := inner
		return copiedWithin(data, &at, of)
	}
	return func(b *block) rep {
		out := b.choose(some, func(b *block) *nestedSeq {
			return b.choose(much, func(b *block) *nestedSeq {
				out := *b.packedAlone(v)
				out.data = deeper(out.data, b.gatherData)
				return &out
			}, func(*block) *nestedSeq { return v })
		}, func(b *block) *nestedSeq {
			none := func(w *nestedSeq) *nestedSeq {
				return &nestedSeq{starts: w.starts, lens: w.lens, data: b.emptyLike(w.data)}
			}
			return &nestedSeq{starts: v.starts, lens: v.lens, data: deeper(b.emptyLike(v.data), none)}
		})
		out.total = v.total
		return out
	}
}

// copiedWithin is r with those of its sequences that which lists, at any depth, as of says.
func copiedWithin(r rep, which *[]bool, of func(w *nestedSeq) *nestedSeq) rep {
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			out[i] = copiedWithin(c, which, of)
		}
		return out
	case *nestedSeq:
		out, packedApart := *r, (*which)[0]
		if *which = (*which)[1:]; packedApart && !r.covers() {
			out = *of(r)
		}
		out.data = copiedWithin(out.data, which, of)
		return &out
	}
	return r
}

// computeStarts is where the sequences of v start once they are packed in sp.
func (v *nestedSeq) computeStarts(b *block, sp *indexSpace) rep {
	if v.packedStarts != nil {
		return v.packedStarts
	}
	return vector{b.starts(sp.sd), types.Int}
}

// emptyLike is a lifted value like r without elements; that their sequences would be
// views of the same data stays known.
func (b *block) emptyLike(r rep) rep {
	switch r := r.(type) {
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			out[i] = b.emptyLike(c)
		}
		return out
	case *nestedSeq:
		none := vector{b.none([]*types.Type{types.Vec(types.Int)})[0], types.Int}
		return &nestedSeq{starts: none, lens: none, data: r.data}
	}
	t := baseType(r)
	return vector{b.none([]*types.Type{types.Vec(t)})[0], t}
}
