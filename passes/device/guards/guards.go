// Package guards splits loops so that the elements inside an interval need no guards.
package guards

// A loop often reads at its own index plus a number that stays the same: a row
// that is a view, the element before. The values of such an index are successive
// ints, so where they are in range is an interval, found once for the loop. There
// the loop needs no guards and no checks, and compilers for CPUs vectorise it.
// Hotspot splits loops like this ("range check elimination"); what has to be so
// is in needs.go, the loop without guards in simplified.go.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
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
//	    (copyrange r a first last k)
//	    (set from last) (set first hi) (set last hi)))
//
// Where nothing guards, and comparisons with the index divide the elements, the loops over their parts
// are all that there is.
//
// Elements keep their order, so failures and the results of totals stay what they are. A
// part that copies elements next to each other is a copyrange, any other a loop: where they
// keep their indices, there is nothing to do if a launch works in place.
func SplitLoops(c *pass.Ctx, m *kir.Module) *kir.Module { return Split(c, m, minElements) }

// Split is SplitLoops for loops of at least so many elements.
func Split(c *pass.Ctx, m *kir.Module, least int) *kir.Module {
	return build.Bodies(c, m, func(c *pass.Ctx, k *kir.Kernel) kir.Expr {
		if k.Local != 1 { // work-items have few elements, and may have to wait for each other
			return k.Body
		}
		return build.Spliced(k.Body, func(s kir.Expr) []kir.Expr {
			f, ok := s.(*kir.For)
			switch {
			case !ok:
				return nil
			case !kir.IsInt(f.Step, 1): // the loops in it finish blocks of lanes
				return []kir.Expr{f}
			}
			if s := copying(f); s != nil && c.Rewrite(fmt.Sprintf("copy a range instead of the loop over %s in %s", f.Var.Name, k.Name)) {
				return []kir.Expr{s}
			}
			w := split(f)
			if w == nil || !c.Rewrite(fmt.Sprintf("split the loop over %s in %s", f.Var.Name, k.Name)) {
				return nil
			}
			return w.parts(least)
		})
	})
}

// Applies reports whether the target has loops over many elements.
func Applies(o pass.Options) bool { return o.Desc().Serial() }

const (
	minElements = 32  // elements from which an interval is looked for
	maxNeeds    = 8   // that are tested for a loop
	maxNodes    = 400 // of a body, which is there twice
)

// A splitter is a loop and what it needs to go without guards.
type splitter struct {
	loop        *kir.For
	inner       map[*kir.Var]bool     // bound or assigned in the loop
	defs        map[*kir.Var]kir.Expr // definitions of scalars in the loop
	sums        map[*kir.Var]*sum     // their values, as far as they are sums
	needs       map[string]*need      // of elements, by the keys of their ints
	order       []string              // of these keys
	always      []kir.Expr            // conditions that are the same for all elements
	lowerBounds []need                // what must not be negative
	under       []side                // where what is visited is executed
	settled     decided               // if all needs are met
	unguarded   kir.Expr              // the body then
	mustNotWrap []*sum                // what must not wrap around in the loop
	refused     bool
}

// split looks at a loop; nil if guards would be left, or there are none.
func split(f *kir.For) *splitter {
	w := newSplitter(f)
	if w.refused {
		return nil
	}
	w.visit(f.Body)
	if w.refused || len(w.needs) > maxNeeds || !w.lowerBoundsMet() {
		return nil
	}
	w.unguarded = w.settled.simplified(f.Body)
	stay, cuts := w.divisions(noAssumption(), w.unguarded)
	for _, x := range cuts {
		w.mustNotWrap = append(w.mustNotWrap, x.idx)
	}
	for _, key := range w.order {
		for _, x := range w.needs[key].under {
			w.keepFromWrapping(x.of.idx)
		}
	}
	if len(w.needs) == 0 && len(stay) == 0 && len(cuts) == 0 {
		return nil
	}
	return w
}

// newSplitter knows what a loop defines; it refuses what is no straight code, or large.
func newSplitter(f *kir.For) *splitter {
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
		case *kir.For, *kir.While, *kir.Loop, *kir.Atomic, *kir.Arbitrary, *kir.Barrier, *kir.Shuffle, *kir.WarpCount, *kir.Vote, *kir.Chain:
			w.refused = true
		}
		kir.EachBind(e, func(v *kir.Var) { w.inner[v] = true })
		return !w.refused
	})
	w.refused = w.refused || nodes > maxNodes
	return w
}

// keepFromWrapping notes that s must not wrap around in the loop.
func (w *splitter) keepFromWrapping(s *sum) {
	if !slices.ContainsFunc(w.mustNotWrap, func(t *sum) bool { return t.key() == s.key() }) {
		w.mustNotWrap = append(w.mustNotWrap, s)
	}
}

// parts is the statements that take the place of the loop; it looks for an interval
// if there are at least so many elements, and some may need guards.
func (w *splitter) parts(least int) []kir.Expr {
	var c build.Code
	d := &divider{w, &c, maxParts}
	lo, hi := c.Def("lo", w.loop.Lo), c.Def("hi", w.loop.Hi)
	if len(w.needs) == 0 && len(w.always) == 0 && !slices.ContainsFunc(w.mustNotWrap, func(s *sum) bool { return !s.isIndex() }) {
		d.over(lo, hi, w.unguarded, noAssumption())
		return c.Stmts
	}
	count := c.Def("count", kir.Apply(prim.Sub, hi, lo))
	first, last := c.Mut("first", hi), c.Mut("last", hi)
	worth := kir.Apply(prim.And, kir.Apply(prim.Lt, lo, hi), kir.Apply(prim.Ge, count, kir.N(int64(least))))
	for _, cond := range w.always {
		worth = kir.Apply(prim.And, worth, cond)
	}
	p := &probe{c: &c, lo: lo, count: count, lows: map[string]kir.Expr{}, steps: map[string]kir.Expr{}}
	for _, s := range w.mustNotWrap {
		low := p.low(s)
		worth = kir.Apply(prim.And, worth, kir.Apply(prim.Ge, kir.Apply(prim.Add, low, count), low))
	}
	c.When(worth, func() {
		begin, end := w.interval(p)
		c.When(kir.Apply(prim.Lt, begin, end), func() {
			c.Set(first, kir.Apply(prim.Add, lo, begin))
			c.Set(last, kir.Apply(prim.Add, lo, end))
		})
	})
	from := c.Mut("from", lo)
	c.While(kir.Apply(prim.Lt, kir.Use(from), hi), func() {
		guarded := *w.loop
		guarded.Lo, guarded.Hi = kir.Use(from), kir.Use(first)
		c.Put(&guarded)
		d.over(kir.Use(first), kir.Use(last), w.unguarded, noAssumption())
		c.Set(from, kir.Use(last))
		c.Set(first, hi)
		c.Set(last, hi)
	})
	return c.Stmts
}
