package lanes

// Long sums of floats. An addition waits for the one before it, and memory could
// bring several elements meanwhile: so lanes have sums of their own, which are
// added at the end. That is another order, the same for all sums of one length.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// longSum is the least number of elements of a long sum: fewer take less time than
// adding up the lanes at the end.
const longSum = 32

// A laneSum is a total that lanes have parts of.
type laneSum struct {
	op    prim.Rop
	total *kir.Var
	parts *kir.Var
}

// chunked reports whether groups have different elements: then there may be
// many, and not only the sums of others.
func chunked(body kir.Expr) bool {
	return ir.Any(body, func(e kir.Expr) bool { return e.Form() == kir.FormGroupId })
}

// sum writes a step of a total as one of the parts, unless its order matters to
// more than rounding, or processors and compilers are quick with it as it is.
func (w *vectoriser) sum(s *kir.Set, step *kir.Prim, op prim.Rop, val kir.Expr) bool {
	if s.Var.Type != types.Float || op != prim.RAdd && op != prim.RMul {
		return false
	}
	x := laneSum{op, s.Var, kir.NewVar(s.Var.Name, types.Lanes(types.Float, w.lanes))}
	w.sums = append(w.sums, x)
	w.benefit += sumBenefit
	w.effects = append(w.effects, &kir.Set{Node: s.Node, Var: x.parts, Rhs: &kir.Prim{Node: step.Node, Op: step.Op, Args: []kir.Expr{kir.Use(x.parts), val}}})
	return true
}

// blocksIfLong is the statements of a loop that has sums in lanes if it has so
// many elements, and else is scalar.
//
//	(if (prim ge ((prim sub (hi lo)) 32))
//	  (block
//	    (mut acc':lanes<8 float> (splat 8 (unit add float)))
//	    (for block:int lo hi 8 .. (set acc' (prim add (acc' v))) ..)
//	    (set acc (fold add acc acc')))
//	  (block (for i:int lo hi 1 ..)))
func (w *vectoriser) blocksIfLong() []kir.Expr {
	var c build.Code
	f := *w.loop
	f.Lo, f.Hi = c.Atom("lo", f.Lo), c.Atom("hi", f.Hi)
	c.IfElse(kir.Apply(prim.Ge, kir.Apply(prim.Sub, f.Hi, f.Lo), kir.N(longSum)), func() {
		for _, x := range w.sums {
			c.Put(&kir.Mut{Bind: x.parts, Init: w.splat(&kir.Unit{Op: x.op, Type: types.Float})})
		}
		w.loop = kir.Freshen(&f).(*kir.For)
		c.Stmts = append(c.Stmts, w.blocks()...)
		for _, x := range w.sums {
			c.Set(x.total, &kir.Fold{Op: x.op, Init: kir.Use(x.total), Val: kir.Use(x.parts)})
		}
	}, func() { c.Put(&f) })
	return c.Stmts
}
