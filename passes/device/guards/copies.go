package guards

// Parts of a loop in which elements are copied: where they stay at their indices there is
// nothing to do once the loop works in place.

import "nessiec/ir/kir"

// copying is f, if it copies elements of one buffer, next to each other, to another one and
// does nothing else, as a CopyRange; or nil.
func copying(f *kir.For) kir.Expr {
	w := newSplitter(f)
	var store *kir.Store
	for _, s := range f.Body.(*kir.Block).Stmts {
		switch s := s.(type) {
		case *kir.Def:
		case *kir.Store:
			if store != nil {
				return nil
			}
			store = s
		default:
			return nil
		}
	}
	if store == nil || kir.VarOf(store.Idx) != f.Var {
		return nil
	}
	load, ok := w.defined(store.Val).(*kir.Load)
	if !ok {
		return nil
	}
	from := w.sumOf(load.Idx)
	dst, src := kir.VarOf(store.Buf).Type, kir.VarOf(load.Buf).Type
	if from == nil || from.steps != 1 || src != dst || dst != kir.Global(dst.Elem()) { // arrays of work-items are never those of others
		return nil
	}
	from.steps = 0
	return &kir.CopyRange{Node: f.Node, Dst: store.Buf, Src: load.Buf, Lo: f.Lo, Hi: f.Hi, Off: from.at(nil)}
}
