package flatten

// Views that one arm of a conditional yields while the other recurs. What they
// look at would have to stay until the recursion comes back, level by level, for
// the elements of few; so those are copied before.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// keepsViews lists the components of one arm of e, of values x and y, that are
// views of data of their own while the other arm recurs.
func (t *translator) keepsViews(e *nkl.If, x, y rep) []bool {
	_, plain := e.Else.(*nkl.Ref)
	switch {
	case t.recurs(e.Else):
		return viewsBeside(parts(x), parts(y))
	case plain && t.recurs(e.Then):
		return viewsBeside(parts(y), parts(x))
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

// viewsBeside lists which of the views in xs, at any depth, have other data than their
// counterpart in ys; nil if none of them can be gathered.
func viewsBeside(xs, ys []rep) []bool {
	var out []bool
	some := false
	for i, x := range xs {
		eachDepth(x, ys[i], func(v *lview, y rep) {
			w, ok := y.(*lview)
			differs := y != nil && (!ok || !sameData(v.data, w.data))
			out, some = append(out, differs), some || differs && v.gatherable()
		})
	}
	if !some {
		return nil
	}
	return out
}

// eachDepth calls f for the views in x, outer ones first, with their counterparts in y, if
// there are any.
func eachDepth(x, y rep, f func(v *lview, y rep)) {
	switch x := x.(type) {
	case tup:
		ys, _ := y.(tup)
		for i, c := range x {
			var of rep
			if ys != nil {
				of = ys[i]
			}
			eachDepth(c, of, f)
		}
	case *lview:
		f(x, y)
		var data rep
		switch y := y.(type) {
		case *lview:
			data = y.data
		case *lappend: // the first part stands for all
			data = y.parts[0].data
		}
		eachDepth(x.data, data, f)
	}
}

// gatherable reports whether v may look at few elements of its data, and it is
// known how many.
func (v *lview) gatherable() bool {
	return v.packed == nil && !v.tight && v.total != nil && v.total.n != nil && !v.total.late
}

// few is how many times as many elements data has as its views look at, at least,
// if these are copied: what stays is then bounded by what the recursion returns.
const few = 4

// fewAmong is the number of elements of data among which n are few.
func (b *lets) fewAmong(n fkl.Expr) fkl.Expr {
	return b.prim("max", types.Int, b.prim("mul_size", types.Int, n, num(few)), num(little))
}

// A before is the values that are held in block b during a recursive call, once;
// and those of the code around.
type before struct {
	b     *lets
	held  []*holding
	done  bool
	outer *before
}

// A holding is a value that stays while a recursion is on: get is what it is before,
// hold asks what must be known of it and returns what makes of it what stays, and
// set takes that.
type holding struct {
	get  func() rep
	hold func(b *lets, r rep) holder
	set  func(rep)
}

// A holder makes what stays, in the block of the call.
type holder func(b *lets) rep

// meanwhile is the value of the arm that recurs; right before it does, where the
// host looks at sizes anyway, the components of the other one that which lists are
// gathered. A recursion that divides what it has is not as deep as one that does not.
func (t *translator) meanwhile(b *lets, other *rep, which []bool, rec nkl.Expr, arm func() rep) rep {
	limit := (*lets).twice
	if t.divides(rec) {
		limit = (*lets).fewAmong
	}
	hold := func(b *lets, r rep) holder { return b.gathered(r, which, limit) }
	h := &holding{get: func() rep { return *other }, hold: hold, set: func(r rep) { *other = r }}
	t.before = &before{b: b, held: []*holding{h}, outer: t.before}
	r := arm()
	t.before = t.before.outer
	return r
}

// holdings lists what is to be held in b during a recursive call.
func (t *translator) holdings(b *lets) (out []*holding) {
	for w := t.before; w != nil; w = w.outer {
		if w.b == b && !w.done {
			w.done = true
			out = append(out, w.held...)
		}
	}
	return out
}

// gathered holds r, whose views that which lists get data of their own if theirs has more
// elements than limit says for those that they look at.
func (b *lets) gathered(r rep, which []bool, limit func(*lets, fkl.Expr) fkl.Expr) holder {
	k := 0
	var walk func(r rep) holder
	walk = func(r rep) holder {
		switch r := r.(type) {
		case tup:
			return heldTuple(r, walk)
		case *lview:
			k++
			if which[k-1] && r.gatherable() {
				inner := which[k:]
				k += depths(r.data)
				return b.gatheredView(r, inner, limit)
			}
			data := walk(r.data)
			return func(b *lets) rep {
				out := *r
				out.data = data(b)
				return &out
			}
		}
		return func(*lets) rep { return r }
	}
	return walk(r)
}

// heldTuple holds the components of t.
func heldTuple(t tup, hold func(rep) holder) holder {
	hs := make([]holder, len(t))
	for i, c := range t {
		hs[i] = hold(c)
	}
	return func(b *lets) rep {
		out := make(tup, len(t))
		for i, h := range hs {
			out[i] = h(b)
		}
		return out
	}
}

// gatheredView copies the elements of v, if there are any and data has more than limit says;
// and the data of those sequences in them that inner lists.
func (b *lets) gatheredView(v *lview, inner []bool, limit func(*lets, fkl.Expr) fkl.Expr) holder {
	b.force(v)
	some := b.prim("gt", types.Bool, v.total.n, num(0))
	much := b.prim("gt", types.Bool, b.count(v.data), limit(b, v.total.n))
	deeper := func(data rep, of func(w *lview) *lview) rep {
		at := inner
		return gatheredWithin(data, &at, of)
	}
	return func(b *lets) rep {
		out := b.choose(some, func(b *lets) *lview {
			return b.choose(much, func(b *lets) *lview {
				out := *b.packedApart(v)
				out.data = deeper(out.data, b.gathering)
				return &out
			}, func(*lets) *lview { return v })
		}, func(b *lets) *lview {
			none := func(w *lview) *lview { return &lview{starts: w.starts, lens: w.lens, data: b.emptyLike(w.data)} }
			return &lview{starts: v.starts, lens: v.lens, data: deeper(b.emptyLike(v.data), none)}
		})
		out.total = v.total
		return out
	}
}

// gatheredWithin is r with those of its sequences that which lists, at any depth, as of says.
func gatheredWithin(r rep, which *[]bool, of func(w *lview) *lview) rep {
	switch r := r.(type) {
	case tup:
		out := make(tup, len(r))
		for i, c := range r {
			out[i] = gatheredWithin(c, which, of)
		}
		return out
	case *lview:
		out, apart := *r, (*which)[0]
		if *which = (*which)[1:]; apart && !r.covers() {
			out = *of(r)
		}
		out.data = gatheredWithin(out.data, which, of)
		return &out
	}
	return r
}

// packedStarts is where the sequences of v start once they are packed in sp.
func (v *lview) packedStarts(b *lets, sp *space) rep {
	if v.at != nil {
		return v.at
	}
	return lbase{b.starts(sp.sd), types.Int}
}

// emptyLike is a lifted value like r without elements; that their sequences would be
// views of the same data stays known.
func (b *lets) emptyLike(r rep) rep {
	switch r := r.(type) {
	case tup:
		out := make(tup, len(r))
		for i, c := range r {
			out[i] = b.emptyLike(c)
		}
		return out
	case *lview:
		none := lbase{b.none([]*types.Type{types.Vec(types.Int)})[0], types.Int}
		return &lview{starts: none, lens: none, data: r.data}
	}
	t := baseType(r)
	return lbase{b.none([]*types.Type{types.Vec(t)})[0], t}
}
