// Package stops ends reductions whose result no further element can change.
package stops

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/pass"
)

// StopReductions ends loops that do nothing but combine truth values by `and` or `or`, once the result is false or true, or
// look for the first element with a property, once it is found: what `any`, `all`, `find` and the equality of sequences
// are made of. Elements that cost much are looked at one by one; between others, which compilers take several at a time,
// the loop looks at the result only now and then.
//
//	(for i:int lo hi 1 (block .. (set acc (prim and (acc x)))))
//	=>
//	(mut from:int lo)
//	(mut more:bool (prim lt (from hi)))
//	(while more
//	  (block
//	    (def i:int from)
//	    .. (set acc (prim and (acc x)))
//	    (set from (prim add (i 1)))
//	    (set more (prim and ((prim lt (from hi)) acc)))))
//
// An element that fails must be found, so loops in which any may fail go on. Where the first fails if another one
// does, as conditions say that are the same for all, the loop may stop behind it.
func StopReductions(c *pass.Ctx, m *kir.Module) *kir.Module {
	return build.Bodies(c, m, func(c *pass.Ctx, k *kir.Kernel) kir.Expr { return stopped(c, k, k.Body) })
}

// stopped is e with loops that stop.
func stopped(c *pass.Ctx, k *kir.Kernel, e kir.Expr) kir.Expr {
	return build.Spliced(e, func(s kir.Expr) []kir.Expr {
		f, ok := s.(*kir.For)
		if !ok {
			return nil
		}
		r := reductionOf(f)
		if r == nil || !c.Rewrite(fmt.Sprintf("stop the reduction over %s in %s", f.Var.Name, k.Name)) {
			return nil
		}
		g := *f
		g.Body = stopped(c, k, f.Body)
		if kir.IsInt(f.Step, 1) && !r.fails && plain(f.Body) {
			return r.inBlocks(&g)
		}
		return r.oneByOne(&g)
	})
}

// stride is how many elements are looked at before the result is, where compilers take several at a time.
const stride = 256

// plain reports whether compilers make vectors of a loop with this body.
func plain(body kir.Expr) bool {
	return !ir.Any(body, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.If, *kir.Choose, *kir.For, *kir.While, *kir.Loop, *kir.Select:
			return true
		case *kir.Prim:
			return e.Op.Code == prim.Div || e.Op.Code == prim.Rem
		}
		return false
	})
}

// inBlocks is f, with a look at the result behind every block of elements.
func (r *reduction) inBlocks(f *kir.For) []kir.Expr {
	var c build.Code
	lo, hi := c.Atom("lo", f.Lo), c.Atom("hi", f.Hi)
	r.begin(&c, lo, hi)
	from := c.Mut("from", lo)
	c.While(and(op.Lt(kir.Use(from), hi), r.live(op.Less1(kir.Use(from)))), func() {
		to := c.Def("to", op.Add(kir.Use(from), op.Min(op.N(stride), op.Sub(hi, kir.Use(from)))))
		c.Put(&kir.For{Node: f.Node, Var: f.Var, Lo: kir.Use(from), Hi: to, Step: f.Step, Body: f.Body})
		c.Set(from, to)
	})
	return c.Stmts
}

// oneByOne is f, with a look at the result behind every element.
func (r *reduction) oneByOne(f *kir.For) []kir.Expr {
	var c build.Code
	lo, hi, step := c.Atom("lo", f.Lo), c.Atom("hi", f.Hi), c.Atom("step", f.Step)
	r.begin(&c, lo, hi)
	from := c.Mut("from", lo)
	more := c.Mut("more", op.Lt(kir.Use(from), hi))
	c.While(kir.Use(more), func() {
		c.Put(&kir.Def{Bind: f.Var, Rhs: kir.Use(from)})
		c.Stmts = append(c.Stmts, f.Body.(*kir.Block).Stmts...)
		c.Set(from, op.Add(kir.Use(f.Var), step))
		c.Set(more, and(op.Lt(kir.Use(from), hi), r.live(kir.Use(f.Var))))
	})
	return c.Stmts
}

// begin computes what the ends of f tell of accumulators.
func (r *reduction) begin(c *build.Code, lo, hi kir.Expr) {
	for _, a := range r.accs {
		if a.less != nil {
			first, last := a.place(lo), a.place(op.Less1(hi))
			a.wraps = c.Def("wraps", op.Lt(last, first))
		}
	}
}

// live is whether an element behind number last may still change a result.
func (r *reduction) live(last kir.Expr) kir.Expr {
	var some kir.Expr
	for _, a := range r.accs {
		live := a.live(last)
		if some != nil {
			live = or(some, live)
		}
		some = live
	}
	return some
}

// live is whether an element behind number last may still change the accumulator.
func (a *accumulator) live(last kir.Expr) kir.Expr {
	live := kir.Expr(kir.Use(a.v))
	switch a.op {
	case prim.Or:
		live = op.Not(live)
	case prim.Min:
		live = or(op.Lt(a.place(last), live), op.Lt(a.none, live))
		if a.wraps != nil {
			live = or(live, a.wraps)
		}
	}
	if kir.LanesOf(a.v.Type) > 0 {
		live = &kir.Any{Mask: live}
	}
	return live
}

// place is what the accumulator becomes at number i, if it is the first with the property.
func (a *accumulator) place(i kir.Expr) kir.Expr {
	if a.less == nil {
		return i
	}
	return op.Sub(i, a.less)
}

func and(a, b kir.Expr) kir.Expr { return kir.Apply(prim.And, a, b) }
func or(a, b kir.Expr) kir.Expr  { return kir.Apply(prim.Or, a, b) }
