package passes

// vectorise-accesses: kernels of one element for each work-item, short ones, take several
// successive elements instead, which the device loads and stores up to 16 bytes at a time.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/pass"
)

// VectoriseAccesses makes the loop over elements of short kernels a VectorFor. On several
// ranks it does not: a block would then have elements of several groups.
//
//	.. (foritem i n body)
//	=> .. (vectorfor i n 4 (x) (r) body)
func VectoriseAccesses(c *pass.Ctx, m *kir.Module) *kir.Module {
	if c.Ranks {
		return m
	}
	out := *m
	out.Kernels = nil
	for _, k := range m.Kernels {
		if w := vectorAccessOf(k); w != nil {
			g := *k
			g.Body = &kir.Block{Node: ir.Node{P: k.Body.Pos()}, Stmts: append(w.shared(), w.loop(k))}
			k = &g
		}
		out.Kernels = append(out.Kernels, k)
	}
	return &out
}

// A vectorAccess is a kernel that accesses vectors.
type vectorAccess struct {
	first  []kir.Expr // before the index
	index  *kir.Var
	count  kir.Expr // of elements
	body   kir.Expr
	load   map[*kir.Var]bool // parameters of which every element is read
	store  map[*kir.Var]bool // parameters of which every element is written, last
	number int               // of elements at a time
}

// loop is the statement that takes the place of the index and what follows it.
func (w *vectorAccess) loop(k *kir.Kernel) kir.Expr {
	s := &kir.VectorFor{Node: ir.Node{P: w.body.Pos()}, Var: w.index, Count: w.count, Width: w.number, Body: w.body}
	for _, v := range k.Params {
		if w.load[v] {
			s.Loads = append(s.Loads, kir.Use(v))
		}
		if w.store[v] {
			s.Stores = append(s.Stores, kir.Use(v))
		}
	}
	return s
}

// shared is what stands before the loop; a group has as many times the elements.
func (w *vectorAccess) shared() []kir.Expr {
	out := slices.Clone(w.first)
	for i, s := range out {
		if s, ok := s.(*kir.Share); ok {
			out[i] = &kir.Share{Node: s.Node, Size: kir.Apply(prim.Mul, s.Size, kir.N(int64(w.number))), Count: s.Count, Length: s.Length}
		}
	}
	return out
}

// maxForms is the forms of a body that is worth it: longer ones are not bound by memory.
const maxForms = 60

// vectorAccessOf is the accesses of a kernel that ends in a ForItem, with work-items and
// groups in no other place; nil for others.
func vectorAccessOf(k *kir.Kernel) *vectorAccess {
	list := k.Body.(*kir.Block).Stmts
	if len(list) == 0 {
		return nil
	}
	each, ok := list[len(list)-1].(*kir.ForItem)
	if !ok {
		return nil
	}
	w := &vectorAccess{first: list[:len(list)-1], index: each.Var, count: each.Count, body: each.Body,
		load: map[*kir.Var]bool{}, store: map[*kir.Var]bool{}}
	size := 0
	ir.Walk(w.body, func(kir.Expr) bool { size++; return true })
	if size > maxForms || !alone(append(w.first[:len(w.first):len(w.first)], w.body, w.count)) {
		return nil
	}
	w.accesses(k)
	return w.sized()
}

// alone reports whether work-items have nothing to do with each other or with
// their numbers.
func alone(es []kir.Expr) bool {
	found := true
	for _, e := range es {
		ir.Walk(e, func(e kir.Expr) bool {
			switch e.(type) {
			case *kir.LocalId, *kir.GroupId, *kir.NumGroups, *kir.Barrier, *kir.Shuffle, *kir.WarpCount, *kir.Vote, *kir.Chain, *kir.LocalArray, *kir.Loop, *kir.While, *kir.For:
				found = false
			}
			return found
		})
	}
	return found
}

// accesses finds the parameters all of whose accesses are at the index, one of
// them by every work-item; a parameter that is written is written last.
func (w *vectorAccess) accesses(k *kir.Kernel) {
	access := map[*kir.Var]kir.Access{}
	for i, v := range k.Params {
		access[v] = k.Access[i]
	}
	for _, s := range w.body.(*kir.Block).Stmts {
		switch s := s.(type) {
		case *kir.Def:
			always(s.Rhs, func(e kir.Expr) { w.noteLoad(e, access) })
		case *kir.Store:
			always(s.Val, func(e kir.Expr) { w.noteLoad(e, access) })
			if v := kir.VarOf(s.Buf); access[v] == kir.Write && kir.VarOf(s.Idx) == w.index {
				w.store[v] = true
			}
		}
	}
	elsewhere := func(buf, idx kir.Expr) {
		if kir.VarOf(idx) != w.index {
			delete(w.load, kir.VarOf(buf))
			delete(w.store, kir.VarOf(buf))
		}
	}
	for _, s := range append(w.first[:len(w.first):len(w.first)], w.body) {
		ir.Walk(s, func(e kir.Expr) bool {
			switch e := e.(type) {
			case *kir.Load:
				elsewhere(e.Buf, e.Idx)
			case *kir.Store:
				elsewhere(e.Buf, e.Idx)
			}
			return true
		})
	}
}

func (w *vectorAccess) noteLoad(e kir.Expr, access map[*kir.Var]kir.Access) {
	l, ok := e.(*kir.Load)
	if ok && kir.VarOf(l.Idx) == w.index && access[kir.VarOf(l.Buf)] == kir.Own {
		w.load[kir.VarOf(l.Buf)] = true
	}
}

// always calls f for the parts of an expression that are always evaluated.
func always(e kir.Expr, f func(kir.Expr)) {
	f(e)
	if s, ok := e.(*kir.Select); ok {
		always(s.Cond, f)
		return
	}
	e.Children(func(_ int, e kir.Expr) { always(e, f) })
}

// sized is w with the number of elements at a time; nil if nothing gains.
func (w *vectorAccess) sized() *vectorAccess {
	largest := 0
	for _, set := range []map[*kir.Var]bool{w.load, w.store} {
		for v := range set {
			largest = max(largest, kir.ElemBytes(v.Type.Elem()))
		}
	}
	if largest == 0 {
		return nil
	}
	w.number = max(2, min(4, 16/largest))
	return w
}
