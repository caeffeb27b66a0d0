package build

// Functions of the host that make buffers long enough.

import "nessiec/ir/prim"
import "nessiec/ir/kir"

// PadFunctions is the functions that hand back their first argument, a buffer, if it has
// as many elements as the second says:
//
//	(func fit (a n) (block (if (prim lt ((length a) n)) .. (block (return a)))))
func PadFunctions(m *kir.Module) map[string]bool {
	fits := map[string]bool{}
	for _, f := range m.Funcs {
		stmts := f.Body.(*kir.Block).Stmts
		if len(f.Params) != 2 || len(stmts) != 1 {
			continue
		}
		if s, ok := stmts[0].(*kir.If); ok {
			fits[f.Name] = isShort(s.Cond, f.Params[0], f.Params[1]) && returns(s.Else, f.Params[0])
		}
	}
	return fits
}

// isShort reports whether e is that a has less than n elements.
func isShort(e kir.Expr, a, n *kir.Var) bool {
	p, ok := e.(*kir.Prim)
	if !ok || p.Op.Code != prim.Lt {
		return false
	}
	l, ok := p.Args[0].(*kir.Length)
	return ok && kir.VarOf(l.Buf) == a && kir.VarOf(p.Args[1]) == n
}

// returns reports whether a block does nothing but return v.
func returns(e kir.Expr, v *kir.Var) bool {
	stmts := e.(*kir.Block).Stmts
	if len(stmts) != 1 {
		return false
	}
	r, ok := stmts[0].(*kir.Return)
	return ok && len(r.Vals) == 1 && kir.VarOf(r.Vals[0]) == v
}
