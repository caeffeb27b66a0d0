package fetches

// How a kernel writes arrays at computed places.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// delivers is the access of an array that the kernel writes at computed places: Scatter if it does
// more than to store elements, or more than to raise them.
func (t *tree) delivers(v *kir.Var) kir.Access {
	stores, raises, other := false, false, false
	ir.Walk(t.kernel.Body, func(e kir.Expr) bool {
		buf, _, _ := loaded(e)
		switch e := e.(type) {
		case *kir.Store:
			stores = stores || kir.VarOf(e.Buf) == v
		case *kir.Arbitrary:
			stores = stores || kir.VarOf(e.Buf) == v
		case *kir.CopyRange:
			stores, other = stores || kir.VarOf(e.Dst) == v, other || kir.VarOf(e.Src) == v
		case *kir.Atomic:
			if kir.VarOf(e.Buf) == v {
				raises, other = true, other || e.Op != prim.RMax || t.used[e.Bind]
			}
		}
		other = other || buf == v
		return true
	})
	switch {
	case other || stores && raises:
		return kir.Scatter
	case raises:
		return kir.Maxima
	}
	return kir.Delivered
}

// alone reports whether the kernel writes an array only where it has found that the launch has one
// group.
func (t *tree) alone(v *kir.Var) bool {
	for _, n := range t.all {
		buf, _ := stored(n.stmt)
		if c, ok := n.stmt.(*kir.CopyRange); ok {
			buf = kir.VarOf(c.Dst)
		}
		if buf != v {
			continue
		}
		for up := n.up; !one(up); up = up.up {
			if up == nil {
				return false
			}
		}
	}
	return t.delivers(v) == kir.Delivered
}

// one reports whether a statement does nothing unless there is one group.
func one(n *node) bool {
	if n == nil {
		return false
	}
	s, ok := n.stmt.(*kir.If)
	if !ok || len(s.Else.(*kir.Block).Stmts) > 0 {
		return false
	}
	c, ok := s.Cond.(*kir.Prim)
	return ok && c.Op.Code == prim.Eq && c.Args[0].Form() == kir.FormNumGroups && kir.IsInt(c.Args[1], 1)
}
