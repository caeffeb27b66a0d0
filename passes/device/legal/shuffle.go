package legal

// Shuffles where there are no warps: through local memory, between barriers.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// withoutShuffles is the body of a kernel without Shuffle.
//
//	(shuffle (x:int) (v) d 32)
//	=>
//	(store mail (localid) v) (barrier)
//	(def x:int (load mail (select (prim ge ((prim and ((localid) 31)) d)) (prim sub ((localid) d)) (localid))))
//	(barrier)
func withoutShuffles(k *kir.Kernel) kir.Expr {
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
		if s, ok := s.(*kir.Shuffle); ok {
			return throughMemory(s, boxes(s.Vals))
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
