package guards

// Parts of a loop in which elements stay as they are: once the loop works in place,
// there is nothing to do.

import "nessiec/ir/kir"

// copying is f, if it copies elements of one buffer to the same places of another one and
// does nothing else, as a CopyRange; or nil.
func copying(f *kir.For) kir.Expr {
	defs := map[*kir.Var]kir.Expr{}
	var store *kir.Store
	for _, s := range f.Body.(*kir.Block).Stmts {
		switch s := s.(type) {
		case *kir.Def:
			defs[s.Bind] = s.Rhs
		case *kir.Store:
			if store != nil {
				return nil
			}
			store = s
		default:
			return nil
		}
	}
	if store == nil {
		return nil
	}
	val := store.Val
	for defs[kir.VarOf(val)] != nil {
		val = defs[kir.VarOf(val)]
	}
	load, ok := val.(*kir.Load)
	if !ok || kir.VarOf(store.Idx) != f.Var || kir.VarOf(load.Idx) != f.Var {
		return nil
	}
	dst, src := kir.VarOf(store.Buf).Type, kir.VarOf(load.Buf).Type
	if src != dst || dst != kir.Global(dst.Elem()) { // arrays of work-items are never those of others
		return nil
	}
	return &kir.CopyRange{Node: f.Node, Dst: store.Buf, Src: load.Buf, Lo: f.Lo, Hi: f.Hi}
}
