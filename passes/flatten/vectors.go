package flatten

// Lifted values as vectors: making thunks into vectors, reading an element,
// gathering, appending, packing views. All are indexed by the shape of the rep.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/types"
)

// mapOver emits a Map (or a SegMap when the segment number is used) over sp
// whose element code is made by gen; it returns one vector per result.
func (b *block) mapOver(sp *indexSpace, ts []*types.Type, gen func(eb *block, seg, idx fkl.Expr) []fkl.Expr) []fkl.Expr {
	idx := types.NewVar("i", types.Int)
	eb := &block{host: b, sp: sp, pos: b.pos}
	var body fkl.Expr
	vts := make([]*types.Type, len(ts))
	for i, t := range ts {
		vts[i] = types.Vec(t)
	}
	if sp.sd == nil {
		body = eb.ret(gen(eb, nil, ref(idx))...)
		return b.letN("v", vts, &fkl.Map{Node: ir.At(b.pos), N: sp.n, Idx: idx, Body: body})
	}
	seg := types.NewVar("s", types.Int)
	body = eb.ret(gen(eb, ref(seg), ref(idx))...)
	for _, v := range fkl.FreeVars(body) {
		if v == seg {
			return b.letN("v", vts, &fkl.SegMap{Node: ir.At(b.pos), N: sp.n, Sd: sp.sd, Seg: seg, Idx: idx, Body: body})
		}
	}
	return b.letN("v", vts, &fkl.Map{Node: ir.At(b.pos), N: sp.n, Idx: idx, Body: body})
}

// vec returns the vector of a lifted base value.
func (b *block) vec(r rep) fkl.Expr { return b.vecs(r)[0] }

// vecs returns the vectors of lifted base values, making those that do not
// exist yet, all thunks of one space in one Map.
func (b *block) vecs(rs ...rep) []fkl.Expr {
	if b.host != nil {
		return b.host.vecs(rs...)
	}
	out := make([]fkl.Expr, len(rs))
	todo := map[*indexSpace][]*delayed{}
	var order []*indexSpace
	for i, r := range rs {
		switch r := r.(type) {
		case vector:
			out[i] = r.v
		case *delayed:
			if b.made(r) != nil {
				continue
			}
			if todo[r.sp] == nil {
				order = append(order, r.sp)
			}
			todo[r.sp] = append(todo[r.sp], r)
		default:
			panic(fmt.Sprintf("flatten: vector of %T", r))
		}
	}
	for _, sp := range order {
		b.makeAll(sp, todo[sp])
	}
	for i, r := range rs {
		if t, ok := r.(*delayed); ok {
			out[i] = b.made(t)
		}
	}
	return out
}

func (b *block) made(t *delayed) fkl.Expr {
	for o := b; o != nil; o = o.parent {
		if v, ok := o.memos[memoKey{t, "vec"}]; ok {
			return v.(fkl.Expr)
		}
	}
	return nil
}

func (b *block) makeAll(sp *indexSpace, all []*delayed) {
	var ts []*delayed
	seen := map[*delayed]bool{}
	for _, t := range all {
		if !seen[t] {
			seen[t] = true
			ts = append(ts, t)
		}
	}
	tys := make([]*types.Type, len(ts))
	for i, t := range ts {
		tys[i] = t.t
	}
	at := b.pos
	if ts[0].pos.IsValid() {
		b.pos = ts[0].pos
	}
	defer func() { b.pos = at }()
	vs := b.mapOver(sp, tys, func(eb *block, seg, idx fkl.Expr) []fkl.Expr {
		out := make([]fkl.Expr, len(ts))
		for i, t := range ts {
			out[i] = t.read(eb, seg, idx)
		}
		return out
	})
	for i, t := range ts {
		memo(b, memoKey{t, "vec"}, func() fkl.Expr { return vs[i] })
	}
}

// fits reports whether t can be computed in element code eb: when it needs
// segment numbers, they must be those of eb.
func (t *delayed) fits(eb *block) bool {
	return !t.bySeg || eb.sp.sd != nil && t.sp.sd != nil && sameAtom(eb.representative(eb.sp.sd), eb.representative(t.sp.sd))
}

// read computes the element of t in the element code eb, once per block.
func (t *delayed) read(eb *block, seg, idx fkl.Expr) fkl.Expr {
	type place struct {
		t   *delayed
		idx any
	}
	key := place{t, idx}
	if r, ok := idx.(*fkl.Ref); ok {
		key.idx = r.Var
	}
	return memo(eb, memoKey{key, "read"}, func() fkl.Expr { return t.gen(eb, seg, idx) })
}

// readAt reads a lifted base value at any index, in element code or on the host.
func readAt(eb *block, r rep, idx fkl.Expr) fkl.Expr {
	switch r := r.(type) {
	case vector:
		return eb.at(r.t, r.v, idx)
	case *delayed:
		if !r.bySeg && eb.host != nil && eb.host.made(r) == nil {
			return r.read(eb, nil, idx)
		}
		return eb.at(r.t, eb.vec(r), idx)
	}
	panic(fmt.Sprintf("flatten: read of %T", r))
}

// readOwn reads a lifted base value at the own index of element code.
func readOwn(eb *block, r rep, seg, idx fkl.Expr) fkl.Expr {
	if t, ok := r.(*delayed); ok && eb.host != nil && eb.host.made(t) == nil && t.fits(eb) {
		return t.read(eb, seg, idx)
	}
	return readAt(eb, r, idx)
}

// startsOf and lensOf are the bounds of a lifted sequence.
func (b *block) startsOf(v *nestedSeq) rep {
	if v.packed != nil {
		return vector{b.hostOf().starts(v.packed.sd), types.Int}
	}
	return v.starts
}

func (b *block) lensOf(v *nestedSeq) rep {
	if v.packed != nil {
		return vector{b.hostOf().lens(v.packed.sd), types.Int}
	}
	return v.lens
}

func (b *block) hostOf() *block {
	if b.host != nil {
		return b.host
	}
	return b
}

// gather is the lifted value over sp whose element at (seg, idx) is element
// pos(seg, idx) of r; sequences share their data.
func (b *block) gather(r rep, sp *indexSpace, bySeg bool, pos func(eb *block, seg, idx fkl.Expr) fkl.Expr) rep {
	id := new(int) // one position per element, however many leaves read it
	shared := func(eb *block, seg, idx fkl.Expr) fkl.Expr {
		type place struct{ id, idx any }
		key := place{id, idx}
		if r, ok := idx.(*fkl.Ref); ok {
			key.idx = r.Var
		}
		return memo(eb, memoKey{key, "pos"}, func() fkl.Expr { return pos(eb, seg, idx) })
	}
	var walk func(r rep) rep
	leaf := func(r rep, t *types.Type) rep {
		th, ok := r.(*delayed)
		return &delayed{t: t, pos: b.pos, sp: sp, bySeg: bySeg, reads: !ok || th.reads, gen: func(eb *block, seg, idx fkl.Expr) fkl.Expr {
			return readAt(eb, r, shared(eb, seg, idx))
		}}
	}
	walk = func(r rep) rep {
		switch r := r.(type) {
		case vector:
			return leaf(r, r.t)
		case *delayed:
			return leaf(r, r.t)
		case tuple:
			out := make(tuple, len(r))
			for i, c := range r {
				out[i] = walk(c)
			}
			return out
		case *nestedSeq:
			return &nestedSeq{starts: walk(b.startsOf(r)), lens: walk(b.lensOf(r)), data: r.data, returned: r.returned}
		}
		return r // uniform
	}
	return walk(r)
}

// pack returns the index space of the elements of the sequences in v and the
// lifted value of those elements over it; nothing is copied before it is used.
func (b *block) pack(v *nestedSeq) (*indexSpace, rep) {
	if v.packed != nil {
		return v.packed, v.data
	}
	b = b.hostOf()
	sp := b.spaceOf(v)
	if v.inOrder { // data may be longer than the segments
		return sp, memo(b, memoKey{v, "packed"}, func() rep {
			return b.gather(v.data, sp, false, func(_ *block, _, idx fkl.Expr) fkl.Expr { return idx })
		})
	}
	data := memo(b, memoKey{v, "packed"}, func() rep {
		off, starts := b.starts(sp.sd), b.vec(v.starts)
		return b.gather(v.data, sp, true, func(eb *block, seg, idx fkl.Expr) fkl.Expr {
			p := eb.sub(idx, eb.at(types.Int, off, seg))
			return eb.add(eb.at(types.Int, starts, seg), p)
		})
	})
	return sp, data
}

// spaceOf is the space of the elements of the sequences in v.
func (b *block) spaceOf(v *nestedSeq) *indexSpace {
	n := b.known(v.total, true)
	if v.packedStarts == nil {
		return b.sdMake(b.vec(v.lens), n)
	}
	vs := b.vecs(v.lens, v.packedStarts)
	return b.sdGiven(vs[0], vs[1], n)
}

// replicate is the lifted value over sp whose elements in segment s are
// element s of r.
func (b *block) replicate(r rep, sp *indexSpace) rep {
	out := b.gather(r, sp, true, func(_ *block, seg, _ fkl.Expr) fkl.Expr { return seg })
	eachPair(out, r, func(to, from *nestedSeq) { to.total = timesOf(b.sequences(from, nil), sp.each) })
	return out
}

// eachPair calls f for the outermost sequences of two lifted values of one type.
func eachPair(x, y rep, f func(x, y *nestedSeq)) {
	switch x := x.(type) {
	case tuple:
		for i, c := range x {
			eachPair(c, y.(tuple)[i], f)
		}
	case *nestedSeq:
		f(x, y.(*nestedSeq))
	}
}

// lift makes r lifted over sp.
func (b *block) lift(r rep, sp *indexSpace) rep {
	constant := func(a fkl.Expr, t *types.Type) rep {
		return &delayed{t: t, pos: b.pos, sp: sp, gen: func(*block, fkl.Expr, fkl.Expr) fkl.Expr { return a }}
	}
	switch r := r.(type) {
	case hostScalar:
		return constant(r.a, atomType(r.a))
	case uniformSeq:
		return &nestedSeq{starts: constant(num(0), types.Int), lens: constant(r.n, types.Int), data: r.elems, total: b.sequences(r, sp)}
	case tuple:
		out := make(tuple, len(r))
		for i, c := range r {
			out[i] = b.lift(c, sp)
		}
		return out
	}
	return r
}

func atomType(a fkl.Expr) *types.Type {
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

// leaves lists the vectors and scalars of r in canonical form. Lifted reps
// (lifted true) are made so over sp first.
func (b *block) leaves(r rep, lifted bool, sp *indexSpace) []fkl.Expr {
	if lifted {
		r = b.lift(r, sp)
	}
	var flat []rep
	b.flatten(r, &flat)
	return b.values(flat)
}

// flatten lists the base reps of r; nested sequences contribute starts, lens
// and their data.
func (b *block) flatten(r rep, out *[]rep) {
	switch r := r.(type) {
	case tuple:
		for _, c := range r {
			b.flatten(c, out)
		}
	case uniformSeq:
		b.flatten(r.elems, out)
	case *nestedSeq:
		*out = append(*out, b.startsOf(r), b.lensOf(r))
		b.flatten(r.data, out)
	default:
		*out = append(*out, r)
	}
}

// values returns the atoms of base reps.
func (b *block) values(rs []rep) []fkl.Expr {
	var vecs []rep
	for _, r := range rs {
		if _, ok := r.(hostScalar); !ok {
			vecs = append(vecs, r)
		}
	}
	vs := b.vecs(vecs...)
	out := make([]fkl.Expr, len(rs))
	for i, r := range rs {
		if s, ok := r.(hostScalar); ok {
			out[i] = s.a
			continue
		}
		out[i], vs = vs[0], vs[1:]
	}
	return out
}
