package kirgen

// Kernels whose work-items work together: in local arrays, and in parts of
// buffers that belong to their group.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A use is what the work-items of a group did to an array since the last
// barrier. What one does to its own cells and others to any would be a race.
type use uint8

const (
	unused   use = iota
	ownCells     // each has used its own: those whose numbers are its own, modulo the group
	readAny      // some have read any
	combined     // some have combined with any, by atomics
)

// An array is memory that a group shares.
type array struct {
	v       *kir.Var
	size    int64
	base    kir.Expr // where it begins in v; nil for 0
	written bool     // all cells are
	use     use
}

func (a *array) at(i kir.Expr) kir.Expr {
	if a.base == nil {
		return i
	}
	return apply(prim.Add, a.base, i)
}

// A team is the code of a kernel of groups.
type team struct {
	*code
	k      *kernel
	arrays []*array
}

// groups makes a kernel of groups that work together; wrong may plant a mistake.
func (g *generator) groups(wrong func(*team)) *kernel {
	k := g.new("groups", one(g, 2, 4, 8, 32, 64))
	k.exact = true
	g.results(k, each, each, moved, pairs, perGroup, scratch)
	t := &team{code: g.start(k), k: k}
	for range 1 + g.r.IntN(3) {
		a := &array{v: kir.NewVar("l", kir.Local(one(g, types.Int, g.base()))), size: int64(k.Local * (1 + g.r.IntN(2)))}
		t.put(&kir.LocalArray{Bind: a.v, Size: int(a.size)})
		t.arrays = append(t.arrays, a)
	}
	for _, p := range k.having(scratch) {
		t.arrays = append(t.arrays, &array{v: p.Var, size: p.per, base: apply(prim.Mul, &kir.GroupId{}, kir.N(p.per))})
	}
	i := t.def("i", k.element())
	lid := kir.NewVar("lid", types.Int)
	t.put(&kir.Def{Bind: lid, Rhs: localId()})
	t.vars = append(t.vars, lid)
	t.owns(k, i, true)
	for _, a := range t.arrays {
		t.loads = append(t.loads, load{a.v.Type.Elem(), func(c *code, depth int) kir.Expr { return a.load(c, k, depth) }})
	}
	n := 2 + g.r.IntN(5)
	at, link := g.r.IntN(n), -1
	if g.chains && wrong == nil && g.chance(2) {
		link = g.r.IntN(n)
	}
	for j := range n {
		if j == link {
			t.chain()
		}
		if j == at && wrong != nil {
			t.meet()
			wrong(t)
			t.meet()
		}
		t.phase(2)
	}
	t.end(i)
	return g.finish(k, t.code)
}

// load is an element of a that may be loaded now, nil if none may.
func (a *array) load(c *code, k *kernel, depth int) kir.Expr {
	switch {
	case !a.written || a.use == combined:
		return nil
	case a.use == ownCells || a.use == unused && c.chance(2):
		a.use = ownCells
		return a.get(a.cell(c, k))
	}
	a.use = readAny
	return a.get(within(c.expr(types.Int, depth), kir.N(a.size)))
}

func (a *array) get(i kir.Expr) kir.Expr { return &kir.Load{Buf: kir.Use(a.v), Idx: a.at(i)} }

// cell is one of the cells of this work-item.
func (a *array) cell(c *code, k *kernel) kir.Expr {
	if n := a.size / int64(k.Local); n > 1 && c.chance(2) {
		return apply(prim.Add, localId(), kir.N(c.r.Int64N(n)*int64(k.Local)))
	}
	return localId()
}

// meet is a barrier.
func (t *team) meet() {
	t.put(&kir.Barrier{})
	for _, a := range t.arrays {
		a.use = unused
	}
}

// phase adds a step that all work-items of the group come to.
func (t *team) phase(depth int) {
	a := one(t.generator, t.arrays...)
	switch k := t.r.IntN(12); {
	case k < 3:
		t.fill(a)
	case k < 5:
		t.meet()
	case k == 5 && depth > 0:
		t.rounds(depth - 1)
	case k == 6 && depth > 0:
		t.sometimes(depth - 1)
	case k == 7:
		one(t.generator, t.shuffle, t.vote, func() { t.count(a) })()
	case k == 8:
		t.combine(a)
	case k == 9:
		t.store(a)
	default:
		t.steps(1+t.r.IntN(2), 1)
	}
}

// fill writes all cells, each by its owner.
func (t *team) fill(a *array) {
	val := t.def("e", t.expr(a.v.Type.Elem(), 2))
	if a.use > ownCells {
		t.meet()
	}
	for j := int64(0); j < a.size; j += int64(t.k.Local) {
		t.put(&kir.Store{Buf: kir.Use(a.v), Idx: a.at(apply(prim.Add, localId(), kir.N(j))), Val: val})
	}
	a.use, a.written = ownCells, true
}

// store writes one cell of some work-items.
func (t *team) store(a *array) {
	cond, val := t.def("c", t.expr(types.Bool, 2)), t.def("e", t.expr(a.v.Type.Elem(), 2))
	if a.use > ownCells { // these have loaded
		t.meet()
	}
	s := &kir.Store{Buf: kir.Use(a.v), Idx: a.at(a.cell(t.code, t.k)), Val: val}
	t.put(&kir.If{Cond: cond, Then: &kir.Block{Stmts: []kir.Expr{s}}, Else: &kir.Block{}})
	a.use = ownCells
}

// combine combines any cells, by atomics, or writes one value to some.
func (t *team) combine(a *array) {
	if !a.written {
		return
	}
	if t.chance(3) || a.v.Type.Elem() != types.Int {
		at := t.def("at", within(t.expr(types.Int, 2), kir.N(a.size)))
		if a.use != unused {
			t.meet()
		}
		t.put(&kir.Arbitrary{Buf: kir.Use(a.v), Idx: a.at(at), Val: kir.Zero(a.v.Type.Elem())})
		a.use = combined
		return
	}
	at, val := t.def("at", within(t.expr(types.Int, 2), kir.N(a.size))), t.def("e", t.expr(types.Int, 2))
	if a.use != unused {
		t.meet()
	}
	p := &param{Var: a.v, op: one(t.generator, prim.RAdd, prim.RMax, prim.RMin)}
	t.put(t.atomic(p, a.at(at), val))
	a.use = combined
}

// shuffle exchanges values in warps.
func (t *team) shuffle() {
	ts := t.types()
	width := 1 << t.r.IntN(7)
	s := &kir.Shuffle{Vals: t.exprs(ts, 2), Width: min(width, t.k.Local)}
	s.Delta = kir.N(int64(t.r.IntN(s.Width)))
	if t.chance(3) {
		s.Delta = within(kir.Use(t.k.params[0].Var), kir.N(int64(s.Width)))
	}
	s.Binds = t.bind(ts)
	t.put(s)
}

// warp is the width of warps, and the work-item's number in its own.
func (t *team) warp() (width int, lane kir.Expr) {
	width = min(1<<t.r.IntN(7), t.k.Local)
	return width, t.def("lane", apply(prim.And, localId(), kir.N(int64(width-1))))
}

// vote asks for what warps agree on.
func (t *team) vote() {
	width, lane := t.warp()
	s := &kir.Vote{Cond: apply(prim.Lt, lane, t.uniform(int64(width+1))), Width: width}
	s.Bind = t.bind([]*types.Type{types.Int})[0]
	t.put(s)
}

// count counts in warps, each in cells of its own.
func (t *team) count(a *array) {
	if !a.written || a.base != nil || a.v.Type.Elem() != types.Int {
		return
	}
	width, lane := t.warp()
	cell := apply(prim.Add, apply(prim.Sub, localId(), lane), within(t.expr(types.Int, 2), kir.N(int64(width))))
	at := t.def("at", &kir.Select{Cond: t.expr(types.Bool, 2), Then: cell, Else: kir.N(-1)})
	if a.use != unused {
		t.meet()
	}
	s := &kir.WarpCount{Buf: kir.Use(a.v), Idx: at, Width: width}
	s.Bind = t.bind([]*types.Type{types.Int})[0]
	t.put(s)
	a.use = combined
}

// uniform is an int that is the same for all work-items of the group.
func (t *team) uniform(n int64) kir.Expr {
	return one(t.generator, kir.N(t.r.Int64N(n)), within(&kir.GroupId{}, kir.N(n)), within(t.k.n(), kir.N(n)))
}

// within makes a block of phases with barriers around. It may not run, so after
// it arrays are as before.
func (t *team) within(depth int, v *kir.Var) kir.Expr {
	up, before := t.code, make([]array, len(t.arrays))
	for i, a := range t.arrays {
		before[i] = *a
	}
	t.code = up.inner()
	if v != nil {
		t.vars = append(t.vars, v)
	}
	t.meet()
	for range 1 + t.r.IntN(3) {
		t.phase(depth)
	}
	t.set()
	t.meet()
	for i, a := range t.arrays {
		*a = before[i]
	}
	block := t.block()
	t.code = up
	return block
}

// rounds is a loop that all work-items go through together.
func (t *team) rounds(depth int) {
	if t.chance(2) {
		v, hi := kir.NewVar("d", types.Int), t.uniform(4)
		t.put(&kir.For{Var: v, Lo: kir.N(0), Hi: hi, Step: kir.N(1), Body: t.within(depth, v)})
		return
	}
	d := kir.NewVar("d", types.Int)
	t.put(&kir.Mut{Bind: d, Init: kir.N(1)})
	body := t.within(depth, d).(*kir.Block)
	body.Stmts = append(body.Stmts, &kir.Set{Var: d, Rhs: apply(prim.Mul, kir.Use(d), kir.N(2))})
	t.put(&kir.While{Cond: apply(prim.Lt, kir.Use(d), kir.N(one[int64](t.generator, 1, 4, 8))), Body: body})
}

// sometimes is a conditional that all work-items agree on.
func (t *team) sometimes(depth int) {
	cond := apply(prim.Lt, t.uniform(4), t.uniform(4))
	then := t.within(depth, nil)
	t.put(&kir.If{Cond: cond, Then: then, Else: t.within(depth, nil)})
}

// end writes what is not written yet, then the results.
func (t *team) end(i kir.Expr) {
	for _, a := range t.arrays {
		if a.base != nil && !a.written {
			t.fill(a)
		}
	}
	t.meet()
	for _, p := range t.k.having(perGroup) {
		val := t.def("e", t.expr(p.Type.Elem(), 2))
		t.put(first(&kir.Store{Buf: kir.Use(p.Var), Idx: &kir.GroupId{}, Val: val}))
	}
	in := t.inner()
	in.outcome(t.k, i)
	t.put(&kir.If{Cond: apply(prim.Lt, i, t.k.n()), Then: in.block(), Else: &kir.Block{}})
}
