package build

// Definitions that nobody uses are left out of kernels: element code that is
// known to be something simpler leaves the parts of what it was.

import (
	"slices"

	"nessiec/ir/kir"
)

// WithoutUnused is a block without definitions of what is not used after them, or after it in
// the blocks around it. The condition of a loop, a body too, is no block.
func WithoutUnused(b kir.Expr) kir.Expr {
	used := map[*kir.Var]bool{}
	use := func(v *kir.Var) { used[v] = true }
	var visit func(_ int, e kir.Expr)
	visit = func(_ int, e kir.Expr) { kir.EachUse(e, use); e.Children(visit) }
	usesOf := func(e kir.Expr) kir.Expr { visit(0, e); return e }
	var block func(kir.Expr) kir.Expr
	block = func(e kir.Expr) kir.Expr {
		b, ok := e.(*kir.Block)
		if !ok {
			return usesOf(e)
		}
		kept := make([]kir.Expr, len(b.Stmts))
		at := len(kept)
		for _, s := range slices.Backward(b.Stmts) {
			if d, ok := s.(*kir.Def); ok && !used[d.Bind] {
				continue
			}
			kir.EachUse(s, use)
			at--
			kept[at] = s.MapBodies(block).MapOperands(usesOf)
		}
		return &kir.Block{Node: b.Node, Stmts: kept[at:]}
	}
	return block(b)
}
