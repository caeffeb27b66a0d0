package legal

// What warps do where there are none: through local memory, between barriers.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// withoutWarps is the body of a kernel without Shuffle, WarpCount and Vote.
//
//	(shuffle (x:int) (v) d 32)
//	=>
//	(store mail (localid) v) (barrier)
//	(def x:int (load mail (select (prim ge ((prim and ((localid) 31)) d)) (prim sub ((localid) d)) (localid))))
//	(barrier)
func withoutWarps(k *kir.Kernel) kir.Expr {
	var arrays []kir.Expr
	mail := map[*types.Type][]*kir.Var{}
	boxes := func(vals []kir.Expr) (vs []*kir.Var) {
		used := map[*types.Type]int{}
		for _, v := range vals {
			t := kir.TypeOf(v)
			if used[t] == len(mail[t]) {
				box := kir.NewVar("mail", kir.Local(t))
				arrays = append(arrays, &kir.LocalArray{Bind: box, Size: k.Local})
				mail[t] = append(mail[t], box)
			}
			vs = append(vs, mail[t][used[t]])
			used[t]++
		}
		return vs
	}
	body := build.Spliced(k.Body, func(s kir.Expr) []kir.Expr {
		switch s := s.(type) {
		case *kir.Shuffle:
			return throughMemory(s, boxes(s.Vals))
		case *kir.WarpCount:
			return countedInMemory(s, boxes([]kir.Expr{s.Idx})[0])
		case *kir.Vote:
			return votedInMemory(s, boxes([]kir.Expr{s.Cond})[0])
		}
		return nil
	}).(*kir.Block)
	at := 1 + slices.IndexFunc(body.Stmts, func(s kir.Expr) bool { return s.Form() == kir.FormLimit })
	return &kir.Block{Node: body.Node, Stmts: slices.Insert(slices.Clone(body.Stmts), at, arrays...)}
}

// throughMemory is a Shuffle as statements that use local arrays.
func throughMemory(s *kir.Shuffle, boxes []*kir.Var) []kir.Expr {
	c := &build.Code{}
	for i, v := range s.Vals {
		c.Store(boxes[i], &kir.LocalId{}, v)
	}
	c.Barrier()
	lane := kir.Apply(prim.And, &kir.LocalId{}, kir.N(int64(s.Width-1)))
	from := c.Def("from", &kir.Select{Cond: kir.Apply(prim.Ge, lane, s.Delta), Then: kir.Apply(prim.Sub, &kir.LocalId{}, s.Delta), Else: &kir.LocalId{}})
	for i, v := range s.Binds {
		c.Put(&kir.Def{Node: ir.At(s.Pos()), Bind: v, Rhs: &kir.Load{Buf: kir.Use(boxes[i]), Idx: from}})
	}
	c.Barrier()
	return c.Stmts
}

// countedInMemory is a WarpCount as statements: every work-item looks at the indices of
// its warp, and the last one of those with the same counts for all.
func countedInMemory(s *kir.WarpCount, box *kir.Var) []kir.Expr {
	c := &build.Code{}
	id, width := kir.Expr(&kir.LocalId{}), kir.N(int64(s.Width))
	idx := c.Atom("idx", s.Idx)
	c.Store(box, id, idx)
	c.Barrier()
	counts := kir.Apply(prim.Ge, idx, kir.N(0))
	start := c.Choose("start", []*types.Type{types.Int}, counts,
		func() []kir.Expr { return []kir.Expr{&kir.Load{Buf: s.Buf, Idx: idx}} },
		func() []kir.Expr { return []kir.Expr{kir.N(0)} })[0]
	first := c.Def("first", kir.Apply(prim.Sub, id, kir.Apply(prim.And, id, kir.N(int64(s.Width-1)))))
	before, all := c.Mut("before", kir.N(0)), c.Mut("all", kir.N(0))
	c.Count("j", first, kir.Apply(prim.Add, first, width), kir.N(1), func(j kir.Expr) {
		c.When(kir.Apply(prim.Eq, &kir.Load{Buf: kir.Use(box), Idx: j}, idx), func() {
			c.Set(all, kir.Apply(prim.Add, kir.Use(all), kir.N(1)))
			c.When(kir.Apply(prim.Lt, j, id), func() { c.Set(before, kir.Apply(prim.Add, kir.Use(before), kir.N(1))) })
		})
	})
	c.Barrier()
	c.When(counts, func() {
		c.When(kir.Apply(prim.Eq, kir.Apply(prim.Add, kir.Use(before), kir.N(1)), kir.Use(all)), func() {
			c.Store(kir.VarOf(s.Buf), idx, kir.Apply(prim.Add, start, kir.Use(all)))
		})
	})
	c.Put(&kir.Def{Node: ir.At(s.Pos()), Bind: s.Bind, Rhs: &kir.Select{Cond: counts, Then: kir.Apply(prim.Add, start, kir.Use(before)), Else: kir.N(0)}})
	c.Barrier()
	return c.Stmts
}

// votedInMemory is a Vote as statements: every work-item counts the votes of the first
// warp, which are those of all others.
func votedInMemory(s *kir.Vote, box *kir.Var) []kir.Expr {
	c := &build.Code{}
	c.Store(box, &kir.LocalId{}, s.Cond)
	c.Barrier()
	yes := c.Mut("yes", kir.N(0))
	c.Count("j", kir.N(0), kir.N(int64(s.Width)), kir.N(1), func(j kir.Expr) {
		c.When(&kir.Load{Buf: kir.Use(box), Idx: j}, func() { c.Set(yes, kir.Apply(prim.Add, kir.Use(yes), kir.N(1))) })
	})
	c.Put(&kir.Def{Node: ir.At(s.Pos()), Bind: s.Bind, Rhs: kir.Use(yes)})
	c.Barrier()
	return c.Stmts
}
