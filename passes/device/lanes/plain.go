package lanes

// Loops that compilers make vectors of, for targets whose code no such compiler sees.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// WidenPlainLoops makes loops go in blocks as WidenLoops does, those that only move, add and
// compare elements next to each other. Their guards are gone already, so lanes need no masks.
//
//	(for i:int lo hi 1 (block (store r i (prim add ((load a i) 1)))))
//	=>
//	(for block:int lo hi 8
//	  (block
//	    (if (prim ge ((prim sub (hi block)) 8))
//	      (block (store r (ramp 8 block) (prim add ((load a (ramp 8 block)) (splat 8 1)))))
//	      (block (for i:int block .. 1 ..)))))
func WidenPlainLoops(c *pass.Ctx, m *kir.Module) *kir.Module {
	return build.Bodies(c, m, func(c *pass.Ctx, k *kir.Kernel) kir.Expr {
		return build.Spliced(k.Body, func(s kir.Expr) []kir.Expr {
			f, ok := s.(*kir.For)
			switch {
			case !ok:
				return nil
			case !kir.IsInt(f.Step, 1): // the loops in it finish blocks of lanes
				return []kir.Expr{f}
			case iterates(f.Body):
				return nil
			}
			w := vectorise(f, c.Desc().Lanes, false, plain)
			if w == nil || !c.Rewrite(fmt.Sprintf("widen the plain loop over %s in %s", f.Var.Name, k.Name)) {
				return nil
			}
			return w.blocks()
		})
	})
}

// Plain reports whether the target has lanes, and no compiler that finds such loops.
func Plain(o pass.Options) bool { return Lanes(o) && !o.Desc().Vectorised }

// iterates reports whether there is a loop in e.
func iterates(e kir.Expr) bool {
	return ir.Any(e, func(e kir.Expr) bool {
		switch e.(type) {
		case *kir.For, *kir.While, *kir.Loop:
			return true
		}
		return false
	})
}
