package lanes

// What a loop in lanes computes alike in every iteration comes before it. Compilers leave
// loads in loops that may have no iteration, or stand under a condition.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
)

// hoist writes what is the same in each iteration of a loop with this body, and returns the
// rest of the body, and how many gathers that needs no more. What comes before the loop may be
// computed for lanes, and for blocks, that do not need it: loads have their guards.
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
	var rest func(e kir.Expr) kir.Expr
	rest = func(e kir.Expr) kir.Expr {
		b, ok := e.(*kir.Block)
		if !ok {
			return e.MapChildren(rest)
		}
		var stmts []kir.Expr
		for _, s := range b.Stmts {
			d, ok := s.(*kir.Def)
			if !ok || !harmless(d.Rhs) || slices.ContainsFunc(kir.FreeVars(d.Rhs), func(v *kir.Var) bool { return varies[v] }) {
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

// harmless reports whether e may be computed where it is not needed: no load but under the guard
// of its index, no division by what may be zero. In a loop, a mask without the lanes that run is such a guard.
func harmless(e kir.Expr) bool {
	ok := true
	switch e := e.(type) {
	case *kir.Select:
		if build.GuardedLoad(e) != nil {
			return harmless(e.Else)
		}
	case *kir.Prim:
		if e.Op.Code == prim.Div || e.Op.Code == prim.Rem {
			n, known := kir.Literal(e.Args[1])
			ok = known && n != 0
		}
	case *kir.Any, *kir.Load:
		return false
	}
	e.Children(func(_ int, e kir.Expr) { ok = ok && harmless(e) })
	return ok
}

func gathered(e kir.Expr) bool {
	return ir.Any(e, func(e kir.Expr) bool { _, is := e.(*kir.MaskedLoad); return is })
}
