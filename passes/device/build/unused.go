package build

// Definitions that nobody uses are left out of kernels: element code that is
// known to be something simpler leaves the parts of what it was.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// WithoutUnused is a block without definitions of what is not used after them.
func WithoutUnused(b kir.Expr) kir.Expr { return sweep(b, map[*kir.Var]bool{}) }

// sweep is WithoutUnused, given what is used after the block; it adds what the
// block uses. The condition of a loop, a body too, is no block.
func sweep(e kir.Expr, used map[*kir.Var]bool) kir.Expr {
	b, ok := e.(*kir.Block)
	if !ok {
		return e
	}
	stmts := b.Stmts
	kept := make([]kir.Expr, len(stmts))
	at := len(stmts)
	for i := len(stmts) - 1; i >= 0; i-- {
		s := stmts[i]
		if d, ok := s.(*kir.Def); ok && !used[d.Bind] {
			continue
		}
		s = s.MapBodies(func(b kir.Expr) kir.Expr { return sweep(b, used) })
		ir.Walk(s, func(e kir.Expr) bool {
			kir.EachUse(e, func(v *kir.Var) { used[v] = true })
			return true
		})
		at--
		kept[at] = s
	}
	return &kir.Block{Node: b.Node, Stmts: kept[at:]}
}
