package rep

// Lifted values as vectors: making thunks into vectors, reading an element,
// gathering, appending, packing views. All are indexed by the shape of the rep.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// MapOver emits a Map (or a SegMap when the segment number is used) over sp
// whose element code is made by gen; it returns one vector per result.
func MapOver(b *emit.Block, sp *emit.Space, ts []*types.Type, gen func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr) []fkl.Expr {
	idx := types.NewVar("i", types.Int)
	eb := &emit.Block{Host: b, Space: sp, Pos: b.Pos}
	var body fkl.Expr
	vts := make([]*types.Type, len(ts))
	for i, t := range ts {
		vts[i] = types.Vec(t)
	}
	if sp.Sd == nil {
		body = eb.Ret(gen(eb, nil, emit.Ref(idx))...)
		return b.LetN("v", vts, &fkl.Map{Node: ir.At(b.Pos), N: sp.N, Idx: idx, Body: body})
	}
	seg := types.NewVar("s", types.Int)
	body = eb.Ret(gen(eb, emit.Ref(seg), emit.Ref(idx))...)
	for _, v := range fkl.FreeVars(body) {
		if v == seg {
			return b.LetN("v", vts, &fkl.SegMap{Node: ir.At(b.Pos), N: sp.N, Sd: sp.Sd, Seg: seg, Idx: idx, Body: body})
		}
	}
	return b.LetN("v", vts, &fkl.Map{Node: ir.At(b.Pos), N: sp.N, Idx: idx, Body: body})
}

// Vec returns the vector of a lifted base value.
func Vec(b *emit.Block, r Value) fkl.Expr { return Vecs(b, r)[0] }

// Vecs returns the vectors of lifted base values, making those that do not
// exist yet, all thunks of one space in one Map.
func Vecs(b *emit.Block, rs ...Value) []fkl.Expr {
	if b.Host != nil {
		return Vecs(b.Host, rs...)
	}
	out := make([]fkl.Expr, len(rs))
	todo := map[*emit.Space][]*Delayed{}
	var order []*emit.Space
	for i, r := range rs {
		switch r := r.(type) {
		case Vector:
			out[i] = r.Vec
		case *Delayed:
			if Made(b, r) != nil {
				continue
			}
			if todo[r.Space] == nil {
				order = append(order, r.Space)
			}
			todo[r.Space] = append(todo[r.Space], r)
		default:
			panic(fmt.Sprintf("flatten: vector of %T", r))
		}
	}
	for _, sp := range order {
		makeAll(b, sp, todo[sp])
	}
	for i, r := range rs {
		if t, ok := r.(*Delayed); ok {
			out[i] = Made(b, t)
		}
	}
	return out
}

// Made is t as a vector, nil if it has none yet.
func Made(b *emit.Block, t *Delayed) fkl.Expr {
	for o := b; o != nil; o = o.Parent {
		if v, ok := o.Memos[emit.Key{Of: t, What: "vec"}]; ok {
			return v.(fkl.Expr)
		}
	}
	return nil
}

// Same is vec, over sp, whose elements are all a.
func Same(b *emit.Block, a, vec fkl.Expr, sp *emit.Space) Value {
	r := Lift(b, Scalar{a}, sp)
	emit.Memo(b, emit.Key{Of: r, What: "vec"}, func() fkl.Expr { return vec })
	return r
}

func makeAll(b *emit.Block, sp *emit.Space, all []*Delayed) {
	var ts []*Delayed
	seen := map[*Delayed]bool{}
	for _, t := range all {
		if !seen[t] {
			seen[t] = true
			ts = append(ts, t)
		}
	}
	tys := make([]*types.Type, len(ts))
	for i, t := range ts {
		tys[i] = t.Type
	}
	at := b.Pos
	if ts[0].Pos.IsValid() {
		b.Pos = ts[0].Pos
	}
	defer func() { b.Pos = at }()
	vs := MapOver(b, sp, tys, func(eb *emit.Block, seg, idx fkl.Expr) []fkl.Expr {
		out := make([]fkl.Expr, len(ts))
		for i, t := range ts {
			out[i] = t.read(eb, seg, idx)
		}
		return out
	})
	for i, t := range ts {
		emit.Memo(b, emit.Key{Of: t, What: "vec"}, func() fkl.Expr { return vs[i] })
	}
}

// fits reports whether t can be computed in element code eb: when it needs
// segment numbers, they must be those of eb.
func (t *Delayed) fits(eb *emit.Block) bool {
	return !t.BySeg || eb.Space.Sd != nil && t.Space.Sd != nil && SameVar(eb.Representative(eb.Space.Sd), eb.Representative(t.Space.Sd))
}

// read computes the element of t in the element code eb, once per block.
func (t *Delayed) read(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
	type place struct {
		t   *Delayed
		idx any
	}
	key := place{t, idx}
	if r, ok := idx.(*fkl.Ref); ok {
		key.idx = r.Var
	}
	return emit.Memo(eb, emit.Key{Of: key, What: "read"}, func() fkl.Expr { return t.Gen(eb, seg, idx) })
}

// ReadAt reads a lifted base value at any index, in element code or on the host.
func ReadAt(eb *emit.Block, r Value, idx fkl.Expr) fkl.Expr {
	switch r := r.(type) {
	case Vector:
		return eb.At(r.Type, r.Vec, idx)
	case *Delayed:
		if !r.BySeg && eb.Host != nil && Made(eb.Host, r) == nil {
			return r.read(eb, nil, idx)
		}
		return eb.At(r.Type, Vec(eb, r), idx)
	}
	panic(fmt.Sprintf("flatten: read of %T", r))
}

// ReadOwn reads a lifted base value at the own index of element code.
func ReadOwn(eb *emit.Block, r Value, seg, idx fkl.Expr) fkl.Expr {
	if t, ok := r.(*Delayed); ok && eb.Host != nil && Made(eb.Host, t) == nil && t.fits(eb) {
		return t.read(eb, seg, idx)
	}
	return ReadAt(eb, r, idx)
}

// StartsOf and LensOf are the bounds of a lifted sequence.
func StartsOf(b *emit.Block, v *Nested) Value {
	if v.Packed != nil {
		return Vector{b.HostOf().Starts(v.Packed.Sd), types.Int}
	}
	return v.Starts
}

// LensOf is the lengths of the sequences of v.
func LensOf(b *emit.Block, v *Nested) Value {
	if v.Packed != nil {
		return Vector{b.HostOf().Lens(v.Packed.Sd), types.Int}
	}
	return v.Lens
}

// Gather is the lifted value over sp whose element at (seg, idx) is element
// pos(seg, idx) of r; sequences share their data.
func Gather(b *emit.Block, r Value, sp *emit.Space, bySeg bool, pos func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr) Value {
	id := new(int) // one position per element, however many leaves read it
	shared := func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
		type place struct{ id, idx any }
		key := place{id, idx}
		if r, ok := idx.(*fkl.Ref); ok {
			key.idx = r.Var
		}
		return emit.Memo(eb, emit.Key{Of: key, What: "pos"}, func() fkl.Expr { return pos(eb, seg, idx) })
	}
	var walk func(r Value) Value
	leaf := func(r Value, t *types.Type) Value {
		th, ok := r.(*Delayed)
		return &Delayed{Type: t, Pos: b.Pos, Space: sp, BySeg: bySeg, Reads: !ok || th.Reads, Same: ok && th.Same, Gen: func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
			return ReadAt(eb, r, shared(eb, seg, idx))
		}}
	}
	walk = func(r Value) Value {
		switch r := r.(type) {
		case Vector:
			return leaf(r, r.Type)
		case *Delayed:
			return leaf(r, r.Type)
		case Tuple:
			out := make(Tuple, len(r))
			for i, c := range r {
				out[i] = walk(c)
			}
			return out
		case *Nested:
			r = r.WhereCut() // who selects sequences needs no copies
			return &Nested{Starts: walk(StartsOf(b, r)), Lens: walk(LensOf(b, r)), Data: r.Data, Crossed: r.Crossed}
		}
		return r // uniform
	}
	return walk(r)
}

// Pack returns the index space of the elements of the sequences in v and the
// lifted value of those elements over it; nothing is copied before it is used.
func Pack(b *emit.Block, v *Nested) (*emit.Space, Value) {
	if v.Packed != nil {
		return v.Packed, v.Data
	}
	b = b.HostOf()
	sp := spaceOf(b, v)
	if v.InOrder { // data may be longer than the segments
		return sp, emit.Memo(b, emit.Key{Of: v, What: "packed"}, func() Value {
			return Gather(b, v.Data, sp, false, func(_ *emit.Block, _, idx fkl.Expr) fkl.Expr { return idx })
		})
	}
	data := emit.Memo(b, emit.Key{Of: v, What: "packed"}, func() Value {
		off, starts := b.Starts(sp.Sd), Vec(b, v.Starts)
		return Gather(b, v.Data, sp, true, func(eb *emit.Block, seg, idx fkl.Expr) fkl.Expr {
			p := eb.Sub(idx, eb.At(types.Int, off, seg))
			return eb.Add(eb.At(types.Int, starts, seg), p)
		})
	})
	return sp, data
}

// spaceOf is the space of the elements of the sequences in v.
func spaceOf(b *emit.Block, v *Nested) *emit.Space {
	n := Known(b, v.Total, true)
	if v.PackedStarts == nil {
		return b.SdMake(Vec(b, v.Lens), n)
	}
	vs := Vecs(b, v.Lens, v.PackedStarts)
	return b.SdGiven(vs[0], vs[1], n)
}

// Replicate is the lifted value over sp whose elements in segment s are
// element s of r.
func Replicate(b *emit.Block, r Value, sp *emit.Space) Value {
	out := Gather(b, r, sp, true, func(_ *emit.Block, seg, _ fkl.Expr) fkl.Expr { return seg })
	EachPair(out, r, func(to, from *Nested) { to.Total = timesOf(Sequences(b, from, nil), sp.Each) })
	return out
}

// EachPair calls f for the outermost sequences of two lifted values of one type.
func EachPair(x, y Value, f func(x, y *Nested)) {
	switch x := x.(type) {
	case Tuple:
		for i, c := range x {
			EachPair(c, y.(Tuple)[i], f)
		}
	case *Nested:
		f(x, y.(*Nested))
	}
}

// Lift makes r lifted over sp.
func Lift(b *emit.Block, r Value, sp *emit.Space) Value {
	constant := func(a fkl.Expr, t *types.Type) Value {
		return &Delayed{Type: t, Pos: b.Pos, Space: sp, Same: true, Gen: func(*emit.Block, fkl.Expr, fkl.Expr) fkl.Expr { return a }}
	}
	switch r := r.(type) {
	case Scalar:
		return constant(r.Atom, AtomType(r.Atom))
	case Seq:
		return &Nested{Starts: constant(emit.Num(0), types.Int), Lens: constant(r.N, types.Int), Data: r.Elems, Total: Sequences(b, r, sp)}
	case Tuple:
		out := make(Tuple, len(r))
		for i, c := range r {
			out[i] = Lift(b, c, sp)
		}
		return out
	}
	return r
}

// AtomType is the type of an atom.
func AtomType(a fkl.Expr) *types.Type {
	switch a := a.(type) {
	case *fkl.Ref:
		return a.Var.Type
	case *fkl.Float:
		return types.Float
	case *fkl.Bool:
		return types.Bool
	case *fkl.Char:
		return types.Char
	}
	return types.Int
}

// Values returns the atoms of base values.
func Values(b *emit.Block, rs []Value) []fkl.Expr {
	var vecs []Value
	for _, r := range rs {
		if _, ok := r.(Scalar); !ok {
			vecs = append(vecs, r)
		}
	}
	vs := Vecs(b, vecs...)
	out := make([]fkl.Expr, len(rs))
	for i, r := range rs {
		if s, ok := r.(Scalar); ok {
			out[i] = s.Atom
			continue
		}
		out[i], vs = vs[0], vs[1:]
	}
	return out
}
