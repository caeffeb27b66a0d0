// Package guards splits loops where elements need no guards.
package guards

// A loop often reads at its own index plus a number that stays the same: a row
// that is a view, the element before. The values of such an index are successive
// ints, so where they are in range is an interval, found once for the loop. There
// the loop needs no guards and no checks, and compilers for CPUs vectorise it.
// Hotspot splits loops like this ("range check elimination"); what has to be so
// is in needs.go, the loop without guards in bare.go.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// SplitLoops cuts loops at the ends of the interval whose elements pass all guards
// and checks, if nothing that guards is left there.
//
//	(for i:int lo hi 1 (block (store r i (select (inrange (prim add (i k)) n) (load a (prim add (i k))) 0))))
//	=>
//	(mut first hi) (mut last hi)
//	(if long (block .. (set first ..) (set last ..)) (block))
//	(mut from lo)
//	(while (prim lt (from hi))
//	  (block
//	    (for i:int from first 1 (block (store r i (select (inrange (prim add (i k)) n) ..))))
//	    (for i:int first last 1 (block (store r i (load a (prim add (i k))))))
//	    (set from last) (set first hi) (set last hi)))
//
// Elements keep their order, so failures and the results of totals stay what they are.
func SplitLoops(c *pass.Ctx, m *kir.Module) *kir.Module { return Split(c, m, longEnough) }

// Split is SplitLoops for loops of at least so many elements.
func Split(c *pass.Ctx, m *kir.Module, least int) *kir.Module {
	out := *m
	out.Kernels = nil
	for _, k := range m.Kernels {
		if k.Local != 1 { // work-items have few elements, and may have to wait for each other
			out.Kernels = append(out.Kernels, k)
			continue
		}
		body := build.Spliced(k.Body, func(s kir.Expr) []kir.Expr {
			f, ok := s.(*kir.For)
			switch {
			case !ok:
				return nil
			case !build.IsInt(f.Step, 1): // the loops in it finish blocks of lanes
				return []kir.Expr{f}
			}
			w := split(f)
			if w == nil || !c.Rewrite(fmt.Sprintf("split the loop over %s in %s", f.Var.Name, k.Name)) {
				return nil
			}
			return w.parts(least)
		})
		if body != k.Body {
			g := *k
			g.Body = body
			k = &g
		}
		out.Kernels = append(out.Kernels, k)
	}
	return &out
}

// Applies reports whether the target has loops over many elements.
func Applies(o pass.Options) bool { return target.Of(o.Target, o.Device).Local == 1 }

const (
	longEnough = 32  // elements from which an interval is looked for
	mostNeeds  = 8   // that are tested for a loop
	mostNodes  = 400 // of a body, which is there twice
)

// A splitter is a loop and what it needs to go without guards.
type splitter struct {
	loop    *kir.For
	inner   map[*kir.Var]bool     // bound or assigned in the loop
	defs    map[*kir.Var]kir.Expr // definitions of scalars in the loop
	sums    map[*kir.Var]*sum     // their values, as far as they are sums
	needs   map[string]*need      // of elements, by the keys of their ints
	order   []string              // of these keys
	always  []kir.Expr            // conditions that are the same for all elements
	lows    []string              // what must not be negative
	settled decided               // if all needs are met
	plain   kir.Expr              // the body then
	grows   []*sum                // what must not wrap around in the loop
	refused bool
}

// split looks at a loop; nil if guards would be left, or there are none.
func split(f *kir.For) *splitter {
	w := &splitter{loop: f, inner: map[*kir.Var]bool{f.Var: true}, defs: map[*kir.Var]kir.Expr{},
		sums: map[*kir.Var]*sum{}, needs: map[string]*need{}, settled: decided{}}
	nodes := 0
	ir.Walk(f.Body, func(e kir.Expr) bool {
		nodes++
		switch e := e.(type) {
		case *kir.Def:
			w.defs[e.Bind] = e.Rhs
		case *kir.Set:
			w.inner[e.Var] = true
		case *kir.For, *kir.While, *kir.Loop, *kir.Atomic, *kir.Barrier, *kir.Shuffle, *kir.Chain:
			w.refused = true
		}
		kir.EachBind(e, func(v *kir.Var) { w.inner[v] = true })
		return !w.refused
	})
	if w.refused || nodes > mostNodes {
		return nil
	}
	w.visit(f.Body)
	if w.refused || len(w.needs) > mostNeeds || !w.lowsMet() {
		return nil
	}
	w.plain = w.settled.bare(f.Body)
	stay, cuts := w.divisions(nothing(), w.plain)
	for _, x := range cuts {
		w.grows = append(w.grows, x.idx)
	}
	if len(w.needs) == 0 && len(stay) == 0 && len(cuts) == 0 {
		return nil
	}
	return w
}

// parts is the statements that take the place of the loop; it looks for an interval
// if there are at least so many elements.
func (w *splitter) parts(least int) []kir.Expr {
	var c build.Code
	lo, hi := c.Def("lo", w.loop.Lo), c.Def("hi", w.loop.Hi)
	count := c.Def("count", kir.Apply("sub", hi, lo))
	first, last := c.Mut("first", hi), c.Mut("last", hi)
	worth := kir.Apply("and", kir.Apply("lt", lo, hi), kir.Apply("ge", count, kir.N(int64(least))))
	for _, cond := range w.always {
		worth = kir.Apply("and", worth, cond)
	}
	for _, s := range w.grows {
		low := c.Atom("low", s.at(lo))
		worth = kir.Apply("and", worth, kir.Apply("ge", kir.Apply("add", low, count), low))
	}
	c.When(worth, func() {
		begin, end := w.interval(&c, lo, count)
		c.When(kir.Apply("lt", begin, end), func() {
			c.Set(first, kir.Apply("add", lo, begin))
			c.Set(last, kir.Apply("add", lo, end))
		})
	})
	from := c.Mut("from", lo)
	c.While(kir.Apply("lt", kir.Use(from), hi), func() {
		guarded := *w.loop
		guarded.Lo, guarded.Hi = kir.Use(from), kir.Use(first)
		c.Put(&guarded)
		d := &divider{w, &c, mostParts}
		d.over(kir.Use(first), kir.Use(last), w.plain, nothing())
		c.Set(from, kir.Use(last))
		c.Set(first, hi)
		c.Set(last, hi)
	})
	return c.Stmts
}

// interval is the elements for which all needs are met: from begin to before end,
// counted from the first element. No sum here wraps around but the indices, and
// those only before their first value from zero on.
func (w *splitter) interval(c *build.Code, lo, count kir.Expr) (begin, end kir.Expr) {
	begin, end = kir.N(0), count
	zero := kir.N(0)
	for _, key := range w.order {
		n := w.needs[key]
		low := c.Atom("low", n.idx.at(lo))
		size := n.sizes[0].at(nil)
		for _, m := range n.sizes[1:] {
			size = kir.Apply("min", size, m.at(nil))
		}
		size = c.Atom("size", size)
		natural := kir.Apply("ge", low, zero)
		reaches := kir.Apply("gt", kir.Apply("add", low, count), zero)
		skip := c.Def("skip", &kir.Select{Cond: natural, Then: zero,
			Else: &kir.Select{Cond: reaches, Then: kir.Apply("sub", zero, low), Else: count}})
		least := c.Def("least", kir.Apply("max", low, zero))
		room := &kir.Select{Cond: kir.Apply("lt", least, size), Then: kir.Apply("sub", size, least), Else: zero}
		fit := kir.Apply("min", kir.Apply("sub", count, skip), room)
		begin = c.Def("begin", kir.Apply("max", begin, skip))
		end = c.Def("end", kir.Apply("min", end, kir.Apply("add", skip, fit)))
	}
	return begin, end
}
