package kir

import "nessiec/ir/prim"

// WithoutItems is k with numbers of work-items in place of its ForItems, for targets
// that have no other way to say that.
//
//	(foritem i n body)
//	=> (def i (prim add ((prim mul ((groupid) Local)) (localid)))) (if (prim lt (i n)) body (block))
func WithoutItems(k *Kernel) *Kernel {
	var stmts []Expr
	list := k.Body.(*Block).Stmts
	for i, s := range list {
		f, ok := s.(*ForItem)
		if !ok {
			if stmts != nil {
				stmts = append(stmts, s)
			}
			continue
		}
		if stmts == nil {
			stmts = append(make([]Expr, 0, len(list)+1), list[:i]...)
		}
		number := Apply(prim.Add, Apply(prim.Mul, &GroupId{}, N(int64(k.Local))), &LocalId{})
		stmts = append(stmts, &Def{Bind: f.Var, Rhs: number},
			&If{Node: f.Node, Cond: Apply(prim.Lt, Use(f.Var), f.Count), Then: f.Body, Else: &Block{}})
	}
	if stmts == nil {
		return k
	}
	out := *k
	out.Body = &Block{Node: k.Body.(*Block).Node, Stmts: stmts}
	return &out
}
