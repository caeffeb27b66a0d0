package kirgen

// Mistakes that the simulator has to report, whatever the schedule. Each is in
// a kernel that is launched once for all, with two groups of work-items or more.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A mistake is what is planted among the phases of a kernel, or in how it is
// launched, and what the report says of it.
type mistake struct {
	report string
	plant  func(*team)
	launch func(*host, *kernel, *space) // nil: as it should be
}

var mistakes = [...]mistake{
	{report: "race:", plant: func(t *team) { // all work-items of a group write one element
		t.put(&kir.Store{Buf: kir.Use(t.ints().v), Idx: kir.N(0), Val: localId()})
	}},
	{report: "race:", plant: func(t *team) { // no barrier between a write and the read by the neighbour
		a := t.ints()
		t.put(&kir.Store{Buf: kir.Use(a.v), Idx: localId(), Val: localId()})
		t.def("e", &kir.Load{Buf: kir.Use(a.v), Idx: apply(prim.Rem, apply(prim.Add, localId(), kir.N(1)), kir.N(int64(t.k.Local)))})
	}},
	{report: "race:", plant: func(t *team) { // an atomic and a plain read
		a := t.ints()
		t.put(&kir.Store{Buf: kir.Use(a.v), Idx: localId(), Val: localId()})
		t.put(&kir.Barrier{})
		t.put(t.atomic(&param{Var: a.v}, kir.N(0), kir.N(1)))
		t.def("e", &kir.Load{Buf: kir.Use(a.v), Idx: kir.N(0)})
	}},
	{report: "race:", plant: func(t *team) { // groups write one element: barriers are within groups
		p := t.k.param("shared", each, types.Int)
		t.k.Access[len(t.k.Access)-1] = kir.Scatter
		t.put(first(&kir.Store{Buf: kir.Use(p.Var), Idx: kir.N(0), Val: &kir.GroupId{}}))
	}},
	{report: "depends on the order of arbitrary writes", plant: func(t *team) { // of different values
		a := t.ints()
		t.put(&kir.Arbitrary{Buf: kir.Use(a.v), Idx: kir.N(0), Val: localId()})
		t.put(&kir.Barrier{})
		t.def("e", &kir.Load{Buf: kir.Use(a.v), Idx: kir.N(0)})
	}},
	{report: "is out of range", plant: func(t *team) { // one behind the last, of one work-item
		a := t.ints()
		t.put(&kir.Store{Buf: kir.Use(a.v), Idx: apply(prim.Add, localId(), kir.N(1)), Val: localId()})
	}},
	{report: "is out of range", plant: func(t *team) { // one before the first
		p := t.k.measured(gather, types.Int)
		t.put(first(&kir.Def{Bind: kir.NewVar("e", types.Int), Rhs: &kir.Load{Buf: kir.Use(p.Var), Idx: kir.N(-1)}}))
	}},
	{report: "is read before it is written", plant: func(t *team) { // by the last work-item only
		a := t.ints()
		last := apply(prim.Eq, localId(), kir.N(int64(t.k.Local)-1))
		t.put(&kir.If{Cond: last, Then: &kir.Block{}, Else: &kir.Block{Stmts: []kir.Expr{
			&kir.Store{Buf: kir.Use(a.v), Idx: localId(), Val: localId()}}}})
		t.put(&kir.Barrier{})
		t.def("e", &kir.Load{Buf: kir.Use(a.v), Idx: localId()})
	}},
	{report: "is not uniform:", plant: func(t *team) {
		t.put(&kir.If{Cond: apply(prim.Gt, localId(), kir.N(0)), Then: &kir.Block{Stmts: []kir.Expr{&kir.Barrier{}}}, Else: &kir.Block{}})
	}},
	{report: "is not uniform:", plant: func(t *team) {
		t.put(&kir.For{Var: kir.NewVar("d", types.Int), Lo: kir.N(0), Hi: localId(), Step: kir.N(1),
			Body: &kir.Block{Stmts: []kir.Expr{&kir.Barrier{}}}})
	}},
	{report: "a loop comes back to the same state", plant: func(t *team) { // one work-item waits for another
		a := t.ints()
		t.put(first(&kir.Store{Buf: kir.Use(a.v), Idx: kir.N(0), Val: kir.N(0)}))
		t.put(&kir.Barrier{})
		seen := kir.NewVar("seen", types.Int)
		t.put(&kir.Mut{Bind: seen, Init: kir.N(0)})
		t.put(&kir.While{Cond: apply(prim.Eq, kir.Use(seen), kir.N(0)), Body: &kir.Block{Stmts: []kir.Expr{
			&kir.Set{Var: seen, Rhs: &kir.Load{Buf: kir.Use(a.v), Idx: kir.N(0)}}}}})
	}}, {report: "race:", plant: func(t *team) { // what another group wrote is not handed on
		p := t.k.param("shared", each, types.Int)
		t.k.Access[len(t.k.Access)-1] = kir.Scatter
		t.put(first(&kir.Store{Buf: kir.Use(p.Var), Idx: &kir.GroupId{}, Val: kir.N(1)}))
		t.handOn(&kir.Chain{Vals: []kir.Expr{kir.N(1)}, Ops: []prim.Rop{prim.RAdd}})
		before := apply(prim.Sub, &kir.GroupId{}, kir.N(1))
		t.put(&kir.If{Cond: apply(prim.Ge, before, kir.N(0)), Else: &kir.Block{}, Then: &kir.Block{Stmts: []kir.Expr{
			&kir.Def{Bind: kir.NewVar("e", types.Int), Rhs: &kir.Load{Buf: kir.Use(p.Var), Idx: before}}}}})
	}},
	{report: "is not uniform:", plant: func(t *team) { // each work-item hands on a value of its own
		t.handOn(&kir.Chain{Vals: []kir.Expr{localId()}, Ops: []prim.Rop{prim.RMax}})
	}},
	{report: "was never written", plant: func(*team) {}, launch: func(h *host, k *kernel, sp *space) { // a string
		h.launch(k, sp)
		v := kir.NewVar("text", kir.Global(types.Char))
		h.put(&kir.Alloc{Node: h.at(), Bind: v, Count: sp.n})
		h.call("print_string", []*types.Type{types.Bool}, kir.Use(v))
	}},
}

// ints is a new local array with an element for each work-item. It is bound
// first of all, as arrays are.
func (t *team) ints() *array {
	a := &array{v: kir.NewVar("wrong", kir.Local(types.Int)), size: int64(t.k.Local)}
	t.stmts = append([]kir.Expr{&kir.LocalArray{Bind: a.v, Size: t.k.Local}}, t.stmts...)
	return a
}

// wrong launches a kernel with a mistake, in at least two groups of any size.
func (h *host) wrong(w *mistake) {
	k, sp := h.groups(w.plant), &space{kir.N(int64(65 + h.r.IntN(193)))}
	if w.launch != nil {
		w.launch(h, k, sp)
		return
	}
	h.launch(k, sp)
}
