package kirgen

// Mistakes that the simulator has to report, whatever the schedule. Each is in
// a kernel that is launched once for all, with two groups of work-items or more.

import (
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A mistake is what is planted among the phases of a kernel, and what the
// report says of it.
type mistake struct {
	report string
	plant  func(*team)
}

var mistakes = [...]mistake{
	{"race:", func(t *team) { // all work-items of a group write one element
		t.put(&kir.Store{Buf: kir.Use(t.ints().v), Idx: kir.N(0), Val: localId()})
	}},
	{"race:", func(t *team) { // no barrier between a write and the read by the neighbour
		a := t.ints()
		t.put(&kir.Store{Buf: kir.Use(a.v), Idx: localId(), Val: localId()})
		t.def("e", &kir.Load{Buf: kir.Use(a.v), Idx: apply("rem", apply("add", localId(), kir.N(1)), kir.N(int64(t.k.Local)))})
	}},
	{"race:", func(t *team) { // an atomic and a plain read
		a := t.ints()
		t.put(&kir.Store{Buf: kir.Use(a.v), Idx: localId(), Val: localId()})
		t.put(&kir.Barrier{})
		t.put(t.atomic(&param{Var: a.v}, kir.N(0), kir.N(1)))
		t.def("e", &kir.Load{Buf: kir.Use(a.v), Idx: kir.N(0)})
	}},
	{"race:", func(t *team) { // groups write one element: barriers are within groups
		p := t.k.param("shared", each, types.Int)
		t.k.Access[len(t.k.Access)-1] = kir.Scatter
		t.put(first(&kir.Store{Buf: kir.Use(p.Var), Idx: kir.N(0), Val: &kir.GroupId{}}))
	}},
	{"is out of range", func(t *team) { // one behind the last, of one work-item
		a := t.ints()
		t.put(&kir.Store{Buf: kir.Use(a.v), Idx: apply("add", localId(), kir.N(1)), Val: localId()})
	}},
	{"is out of range", func(t *team) { // one before the first
		p := t.k.measured(gather, types.Int)
		t.put(first(&kir.Def{Bind: kir.NewVar("e", types.Int), Rhs: &kir.Load{Buf: kir.Use(p.Var), Idx: kir.N(-1)}}))
	}},
	{"is read before it is written", func(t *team) { // by the last work-item only
		a := t.ints()
		last := apply("eq", localId(), kir.N(int64(t.k.Local)-1))
		t.put(&kir.If{Cond: last, Then: &kir.Block{}, Else: &kir.Block{Stmts: []kir.Expr{
			&kir.Store{Buf: kir.Use(a.v), Idx: localId(), Val: localId()}}}})
		t.put(&kir.Barrier{})
		t.def("e", &kir.Load{Buf: kir.Use(a.v), Idx: localId()})
	}},
	{"is not uniform:", func(t *team) {
		t.put(&kir.If{Cond: apply("gt", localId(), kir.N(0)), Then: &kir.Block{Stmts: []kir.Expr{&kir.Barrier{}}}, Else: &kir.Block{}})
	}},
	{"is not uniform:", func(t *team) {
		t.put(&kir.For{Var: kir.NewVar("d", types.Int), Lo: kir.N(0), Hi: localId(), Step: kir.N(1),
			Body: &kir.Block{Stmts: []kir.Expr{&kir.Barrier{}}}})
	}},
	{"a loop comes back to the same state", func(t *team) { // one work-item waits for another
		a := t.ints()
		t.put(first(&kir.Store{Buf: kir.Use(a.v), Idx: kir.N(0), Val: kir.N(0)}))
		t.put(&kir.Barrier{})
		seen := kir.NewVar("seen", types.Int)
		t.put(&kir.Mut{Bind: seen, Init: kir.N(0)})
		t.put(&kir.While{Cond: apply("eq", kir.Use(seen), kir.N(0)), Body: &kir.Block{Stmts: []kir.Expr{
			&kir.Set{Var: seen, Rhs: &kir.Load{Buf: kir.Use(a.v), Idx: kir.N(0)}}}}})
	}},
}

// ints is a new local array with an element for each work-item. It is bound
// first of all, as arrays are.
func (t *team) ints() *array {
	a := &array{v: kir.NewVar("wrong", kir.Local(types.Int)), size: int64(t.k.Local)}
	t.stmts = append([]kir.Expr{&kir.LocalArray{Bind: a.v, Size: t.k.Local}}, t.stmts...)
	return a
}

// wrong makes a kernel with a mistake.
func (g *generator) wrong(w *mistake) *kernel { return g.groups(w.plant) }

// wrongSpace is of at least two groups of any size.
func (h *host) wrongSpace() *space { return &space{kir.N(int64(65 + h.r.IntN(193)))} }
