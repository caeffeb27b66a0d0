package rep

// Windows: a sequence of the host that a loop appends to is part of data with room behind its
// elements, and before them if it grows there.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// A Window tells where the elements of a sequence are: in Data, from Start on. Nobody else looks
// at the rest of Data. Lost notes that somebody needs them in vectors of their own. If Narrowed is set,
// they may be few among those that Data had before.
type Window struct {
	Start    fkl.Expr
	Data     Value
	Lost     func()
	Narrowed bool
}

// A handedOn is noted of a sequence that a loop or a recursion hands on, and of those that were made of
// it. If resized is set, elements were appended or left out.
type handedOn struct{ resized bool }

// InWindow is the n elements that w shows; covers says that sequences among them have all elements
// of their data.
func InWindow(b *emit.Block, w *Window, n fkl.Expr, covers bool) Seq {
	var leaves Tuple
	Outer(b, w.Data, (*[]Value)(&leaves))
	sp, k := &emit.Space{N: n}, 0
	leaf := func() Value {
		at, t := k, BaseType(leaves[k])
		k++
		return &Delayed{Type: t, Pos: b.Pos, Space: sp, Reads: true, Gen: func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr {
			w := w.latest(eb.HostOf())
			var now Tuple
			Outer(eb.HostOf(), w.Data, (*[]Value)(&now))
			return ReadAt(eb, now[at], eb.Add(w.Start, idx))
		}}
	}
	var build func(r Value) Value
	build = func(r Value) Value {
		switch r := r.(type) {
		case Tuple:
			out := make(Tuple, len(r))
			for i, c := range r {
				out[i] = build(c)
			}
			return out
		case *Nested:
			s := leaf()
			return &Nested{Starts: s, Lens: leaf(), Data: r.Data, CoversData: covers}
		}
		return leaf()
	}
	return Seq{Elems: build(w.Data), N: n, Window: w}
}

// latest is a window with the elements of w in data that was made of that of w, if there is such: whoever
// reads w later does not hold the data before.
func (w *Window) latest(b *emit.Block) *Window {
	for o := b; o != nil; o = o.Parent {
		if next, ok := o.Memos[emit.Key{Of: w, What: "latest"}].(*Window); ok {
			return next.latest(b)
		}
	}
	return w
}

// Widened is data that has the elements of u from start on.
func (u Seq) Widened() (data Value, start fkl.Expr) {
	if u.Window != nil {
		return u.Window.Data, u.Window.Start
	}
	return u.Elems, emit.Num(0)
}

// At is where element i of u is.
func (u Seq) At(b *emit.Block, i fkl.Expr) (data Value, place fkl.Expr) {
	if u.Window == nil {
		return u.Elems, i
	}
	w := u.Window.latest(b.HostOf())
	return w.Data, b.Add(w.Start, i)
}

// SetHandedOn says that a loop or a recursion hands on u. resized is whether elements were appended to what it
// hands on, or left out. The elements of packed sequences are handed on with these.
func (u Seq) SetHandedOn(b *emit.Block, resized bool) {
	if v, ok := u.Elems.(*Nested); ok && v.Packed != nil {
		Seq{Elems: v.Data}.SetHandedOn(b, resized)
	} else if leafOf(u.Elems) != nil {
		note(b, u.Elems, handedOnNote, handedOn{resized})
	}
}

// HandedOn reports whether u is a sequence that a loop or a recursion hands on, and whether elements were appended
// or left out.
func (u Seq) HandedOn(b *emit.Block) (is, resized bool) {
	if u.Window != nil || u.part {
		return true, true
	}
	s, ok := noted[handedOn](b, u.Elems, handedOnNote)
	return ok, s.resized
}

// Lose notes of the sequences in r that somebody needs their elements in vectors of their own.
func Lose(r Value) {
	for _, c := range Parts(r) {
		if u, ok := c.(Seq); ok && u.Window != nil {
			u.Window.Lost()
		}
	}
}

// Select is the n elements of u from number from on.
func Select(b *emit.Block, u Seq, from, n fkl.Expr) Seq {
	if w := u.Window; w != nil {
		return InWindow(b, &Window{b.Add(w.Start, from), w.Data, w.Lost, true}, n, false)
	}
	out := Seq{Elems: Gather(b, u.Elems, &emit.Space{N: n}, false, func(eb *emit.Block, _, i fkl.Expr) fkl.Expr { return eb.Add(from, i) }), N: n}
	out.part, _ = u.HandedOn(b)
	return out
}

// Append is x ++ y: in the window of one of them, if there is any.
func Append(b *emit.Block, x, y Seq) Seq {
	switch {
	case x.Window != nil:
		return x.appendBehind(b, y)
	case y.Window != nil:
		return y.appendBefore(b, x)
	}
	out := Seq{Elems: AppendElems(b, x.Elems, y.Elems), N: b.Add(x.N, y.N)}
	one, _ := x.HandedOn(b)
	if two, _ := y.HandedOn(b); one || two {
		out.SetHandedOn(b, true)
	}
	return out
}

// appendBehind is u ++ more.
func (u Seq) appendBehind(b *emit.Block, more Seq) Seq {
	w := u.Window
	used := b.AddSize(w.Start, u.N)
	end := b.AddSize(used, more.N)
	fits := b.Prim(prim.Le, types.Bool, end, Count(b, w.Data))
	data, start := withRoom(b, w.Data, fits, w.Start, used, func(b *emit.Block) (size, to fkl.Expr) {
		to = emit.Num(0)
		if !emit.IsInt(w.Start, 0) {
			to = b.Prim(prim.Min, types.Int, w.Start, b.AddSize(u.N, emit.Num(Slack)))
		}
		size = b.AddSize(b.AddSize(to, u.N), more.N)
		return b.AddSize(b.AddSize(size, u.N), emit.Num(Slack)), to
	})
	return u.placed(b, data, start, b.AddSize(start, u.N), start, more)
}

// appendBefore is more ++ u.
func (u Seq) appendBefore(b *emit.Block, more Seq) Seq {
	w := u.Window
	used := b.AddSize(w.Start, u.N)
	fits := b.Prim(prim.Ge, types.Bool, w.Start, more.N)
	data, start := withRoom(b, w.Data, fits, w.Start, used, func(b *emit.Block) (size, to fkl.Expr) {
		free := b.AddSize(u.N, emit.Num(Slack))
		to = b.AddSize(more.N, free)
		behind := b.Prim(prim.Min, types.Int, b.Sub(Count(b, w.Data), used), free)
		return b.AddSize(b.AddSize(to, u.N), behind), to
	})
	first := b.Sub(start, more.N)
	return u.placed(b, data, start, first, first, more)
}

// placed is u, whose elements are in data from start on, together with more, which goes to data from
// at on: all of them begin at first.
func (u Seq) placed(b *emit.Block, data Value, start, at, first fkl.Expr, more Seq) Seq {
	covers := covers(u.Elems) && covers(more.Elems)
	idx := MapOver(b, &emit.Space{N: more.N}, []*types.Type{types.Int}, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.Add(at, i)}
	})[0]
	data = Store(b, data, idx, more.Elems)
	if IsBase(data) {
		emit.Memo(b, emit.Key{Of: u.Window, What: "latest"}, func() *Window { return &Window{start, data, u.Window.Lost, false} })
	}
	return InWindow(b, &Window{first, data, u.Window.Lost, u.Window.Narrowed}, b.Add(u.N, more.N), covers)
}

// Fitted is u, in less data if there are few elements in much of it.
func Fitted(b *emit.Block, u Seq) Seq {
	w := u.Window
	if w == nil || !w.Narrowed {
		return u
	}
	double := b.AddSize(b.AddSize(u.N, u.N), emit.Num(Slack))
	fits := b.Prim(prim.Le, types.Bool, Count(b, w.Data), b.AddSize(double, double))
	data, start := withRoom(b, w.Data, fits, w.Start, b.AddSize(w.Start, u.N), func(*emit.Block) (size, to fkl.Expr) { return double, emit.Num(0) })
	return InWindow(b, &Window{start, data, w.Lost, false}, u.N, covers(u.Elems))
}

// covers reports whether the sequences among elements have all elements of their data.
func covers(elems Value) bool {
	for _, c := range Parts(elems) {
		if v, ok := c.(*Nested); ok && !v.Covers() {
			return false
		}
	}
	return true
}

// Updated is u with other elements: data is those, or, if u is a window, what it is a window of.
func (u Seq) Updated(b *emit.Block, data Value) Seq {
	if w := u.Window; w != nil {
		return InWindow(b, &Window{w.Start, data, w.Lost, w.Narrowed}, u.N, false)
	}
	out := Seq{Elems: data, N: u.N}
	if is, resized := u.HandedOn(b); is {
		out.SetHandedOn(b, resized)
	}
	return out
}

// RunsOf makes the first of the elements of r, or of each segment of it, if these are consecutive
// ints; nil if that is not known.
func RunsOf(b *emit.Block, r Value) Runs {
	if d, delayed := r.(*Delayed); delayed {
		return d.Runs
	}
	runs, _ := noted[Runs](b, r, runsNote)
	return runs
}

// SetRuns says that runs makes the first of the elements of r, which is delayed or has vectors, or
// of each segment of it: these are consecutive ints.
func SetRuns(b *emit.Block, r Value, runs Runs) {
	if d, delayed := r.(*Delayed); delayed {
		d.Runs = runs
		return
	}
	note(b, r, runsNote, runs)
}
