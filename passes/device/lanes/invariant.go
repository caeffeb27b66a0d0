package lanes

// What a loop in lanes computes alike in every iteration comes before it. Compilers leave
// loads in loops that may have no iteration, or stand under a condition.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
)

// hoist writes what is the same in each iteration of a loop with this body, and returns the
// rest of the body, and how many gathers that needs no more. What comes before the loop may be
// computed for lanes, and for blocks, that do not need it: loads have their guards, since every other
// mask has the lanes that run, which vary.
//
//	(while (any active)
//	  (block (def c (inrange i n)) (def x (maskedload a i c)) ..))
//	=>
//	(def c (inrange i n)) (def x (maskedload a i c))
//	(while (any active) (block ..))
func (w *vectoriser) hoist(body kir.Expr) (_ kir.Expr, gathers int) {
	varies := kir.BoundVars(body)
	ir.Walk(body, func(e kir.Expr) bool {
		if s, ok := e.(*kir.Set); ok {
			varies[s.Var] = true
		}
		return true
	})
	unchanged := func(*kir.Var) bool { return true } // stores come after loops
	var rest func(e kir.Expr) kir.Expr
	rest = func(e kir.Expr) kir.Expr {
		b, ok := e.(*kir.Block)
		if !ok {
			return e.MapChildren(rest)
		}
		var stmts []kir.Expr
		for _, s := range b.Stmts {
			d, ok := s.(*kir.Def)
			if !ok || !build.Harmless(d.Rhs, unchanged) || slices.ContainsFunc(kir.FreeVars(d.Rhs), func(v *kir.Var) bool { return varies[v] }) {
				stmts = append(stmts, rest(s))
				continue
			}
			delete(varies, d.Bind)
			if w.Put(d); gathered(d.Rhs) {
				gathers++
			}
		}
		return &kir.Block{Node: b.Node, Stmts: stmts}
	}
	body = rest(body)
	return body, gathers
}

func gathered(e kir.Expr) bool {
	return ir.Any(e, func(e kir.Expr) bool { _, is := e.(*kir.MaskedLoad); return is })
}
