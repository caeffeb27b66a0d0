package flat

// What descriptors become: offsets, or a count and a length.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// make describes segments of the lengths in a vector. Where elements are folded and none is
// stored, there may be more than an int counts.
func (d *descriptors) make(l *fkl.Lets, v *fkl.Var, lens fkl.Expr) *desc {
	sd := &desc{lens: lens}
	if !d.uses[v].Offsets {
		return sd
	}
	op := prim.RSize
	if u := d.uses[v]; u.Folded && !u.Kept && !u.Escapes && !u.Joined {
		op, sd.long = prim.ROffset, true
	}
	sd.count = d.count(l, sd)
	sd.offs = l.Bind("offs", flatType(v.Type), &fkl.Offsets{Op: op, Vec: lens})
	d.lensOf[lens.(*fkl.Ref).Var] = sd
	return sd
}

// given describes segments of which all is known.
func (d *descriptors) given(l *fkl.Lets, v *fkl.Var, e *fkl.SdGiven) *desc {
	sd := &desc{lens: d.atom(e.Lens), total: d.atom(e.Total)}
	if d.uses[v].Offsets {
		sd.count = d.count(l, sd)
		sd.offs = d.extended(l, flatType(v.Type), e.Starts, sd.count, sd.total)
	}
	return sd
}

// extended is the n elements of vec, which may be virtual, then last: offsets, of type t.
func (d *descriptors) extended(l *fkl.Lets, t *types.Type, vec, n, last fkl.Expr) fkl.Expr {
	i := fkl.NewVar("i", types.Int)
	inside, elem := fkl.NewVar("c", types.Bool), fkl.NewVar("n", types.Int)
	var b, branch fkl.Lets
	b.Set([]*fkl.Var{inside}, fkl.Apply(prim.Lt, fkl.Use(i), n))
	b.Set([]*fkl.Var{elem}, &fkl.If{Cond: fkl.Use(inside), Then: branch.In(fkl.Results(d.readAt(&branch, vec, fkl.Use(i)))), Else: fkl.Results(last)})
	return l.Bind("offs", t, &fkl.Map{N: d.plusOne(l, n), Idx: i, Body: b.In(fkl.Results(fkl.Use(elem)))})
}

// readAt is element idx of a vector, which may be virtual.
func (d *descriptors) readAt(l *fkl.Lets, vec, idx fkl.Expr) fkl.Expr {
	if x, ok := d.virtual[vec.(*fkl.Ref).Var]; ok {
		return d.element(l, x, idx)
	}
	return l.Bind("x", types.Int, fkl.Get(d.atom(vec), idx))
}

// join describes segments that are made of segments.
func (d *descriptors) join(l *fkl.Lets, v *fkl.Var, outer, inner *desc) *desc {
	if outer.len != nil && inner.len != nil {
		return d.regular(l, v, outer.count, l.Bind("len", types.Int, fkl.Apply(prim.MulSize, outer.len, inner.len)))
	}
	sd := &desc{count: d.count(l, outer), total: d.total(l, inner)}
	i := fkl.NewVar("i", types.Int)
	var b fkl.Lets
	first := d.element(&b, virtual{of: outer, starts: true}, fkl.Use(i))
	start := d.element(&b, virtual{of: inner, starts: true}, first)
	sd.offs = l.Bind("offs", flatType(v.Type), &fkl.Map{N: d.plusOne(l, sd.count), Idx: i, Body: b.In(fkl.Results(start))})
	return sd
}

// regular describes count segments of length len.
func (d *descriptors) regular(l *fkl.Lets, v *fkl.Var, count, len fkl.Expr) *desc {
	sd := &desc{count: count, len: len}
	if d.uses[v].Offsets {
		sd.total = l.Bind("total", types.Int, fkl.Apply(prim.MulSize, count, len))
	}
	sd.sd = fkl.Use(v)
	l.Set([]*fkl.Var{v}, &fkl.SdRegular{Count: count, Len: len})
	if d.uses[v].Escapes {
		i, x := fkl.NewVar("i", types.Int), fkl.NewVar("x", types.Int)
		body := &fkl.Let{Binds: []*fkl.Var{x}, Rhs: fkl.Apply(prim.Mul, fkl.Use(i), len), Body: fkl.Results(fkl.Use(x))}
		sd.offs = l.Bind("offs", flatType(v.Type), &fkl.Map{N: d.plusOne(l, count), Idx: i, Body: body})
	}
	return sd
}

func (d *descriptors) plusOne(l *fkl.Lets, n fkl.Expr) fkl.Expr {
	return l.Bind("n", types.Int, fkl.Apply(prim.Add, n, fkl.N(1)))
}

// count is the number of segments.
func (d *descriptors) count(l *fkl.Lets, sd *desc) fkl.Expr {
	switch {
	case sd.count != nil:
		return sd.count
	case sd.lens != nil:
		return l.Bind("n", types.Int, &fkl.Length{Vec: sd.lens})
	}
	n := l.Bind("n", types.Int, &fkl.Length{Vec: sd.offs})
	return l.Bind("n", types.Int, fkl.Apply(prim.Sub, n, fkl.N(1)))
}

// total is the number of elements of all segments.
func (d *descriptors) total(l *fkl.Lets, sd *desc) fkl.Expr {
	if sd.total != nil {
		return sd.total
	}
	total := l.Bind("total", types.Int, fkl.Get(sd.offs, d.count(l, sd)))
	if sd.long {
		return l.Bind("total", types.Int, fkl.Apply(prim.OffsetSize, total))
	}
	return total
}
