// Package lanes vectorises loops over elements for the SIMD lanes of a target.
package lanes

// Loops over elements take several at a time, in lanes, where that pays:
// compilers for CPUs leave loops scalar that call mathematical functions,
// branch, iterate or can fail. What one block of elements becomes is in
// stmt.go, expr.go and loop.go, with uniform.go and invariant.go; what pays, in benefit.go.

import (
	"fmt"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// WidenLoops makes loops go in blocks of as many elements as the target has
// lanes. A block that is full is computed by lanes, and if none of them fails a
// check, its results are stored; all other blocks are left to the scalar loop,
// which also records the failure.
//
//	(for i:int lo hi 1 (block (def x:float (load a i)) (def y:float (prim exp (x))) (store r i y)))
//	=>
//	(for block:int lo hi 8
//	  (block
//	    (if (prim ge ((prim sub (hi block)) 8))
//	      (block
//	        (def x:lanes<8 float> (load a (ramp 8 block)))
//	        (def y:lanes<8 float> (prim exp (x)))
//	        (store r (ramp 8 block) y))
//	      (block (for i:int block (prim add (block (prim min (8 (prim sub (hi block)))))) 1 ..)))))
//
// Totals are folded lane after lane, so the order of float operations stays; but
// for long sums (sums.go).
func WidenLoops(c *pass.Ctx, m *kir.Module) *kir.Module {
	return Vectorise(c, m, c.Desc().Lanes, minBenefit)
}

// Vectorise is WidenLoops for this number of lanes, where the estimated gain is at
// least least.
func Vectorise(c *pass.Ctx, m *kir.Module, lanes, least int) *kir.Module {
	return build.Bodies(c, m, func(c *pass.Ctx, k *kir.Kernel) kir.Expr {
		p := vectorPlan{lanes, least, c.Desc().Vectorised, chunked(k.Body), map[*kir.For]*vectoriser{}}
		if p.within(k.Body); len(p.wide) == 0 {
			return k.Body
		}
		return build.Spliced(k.Body, func(s kir.Expr) []kir.Expr {
			f, _ := s.(*kir.For)
			w := p.wide[f]
			switch {
			case w == nil || !c.Rewrite(fmt.Sprintf("widen the loop over %s in %s", f.Var.Name, k.Name)):
				return nil
			case w.kind == longSums:
				return w.blocksIfLong()
			}
			return w.blocks()
		})
	})
}

// Lanes reports whether there is a loop that the target takes in lanes.
func Lanes(o pass.Options) bool { return o.Desc().Lanes > 0 }

// A vectorPlan decides which loops of a kernel become wide.
type vectorPlan struct {
	lanes, least int
	multiplies   bool // what compiles vectors of ints multiplies them instead of dividing them by literals
	chunked      bool // groups have elements of their own
	wide         map[*kir.For]*vectoriser
}

// within plans for the loops in e and returns what is gained.
func (p vectorPlan) within(e kir.Expr) (gain int) {
	var visit func(int, kir.Expr)
	visit = func(_ int, e kir.Expr) {
		if f, ok := e.(*kir.For); ok {
			gain += p.benefit(f)
			return
		}
		e.Children(visit)
	}
	e.Children(visit)
	return gain
}

// benefit plans for a loop and returns what is gained: a loop with others in it stays as it
// is if these gain more.
func (p vectorPlan) benefit(f *kir.For) int {
	inner := often * p.within(f)
	w := vectorise(f, p.lanes, p.multiplies, costly)
	switch {
	case w == nil:
	case w.benefit >= p.least && w.benefit >= inner:
		p.wide[f] = w
		return w.benefit
	case p.chunked && inner == 0 && len(w.totals) > 0:
		if w = vectorise(f, p.lanes, p.multiplies, longSums); len(w.sums) > 0 && w.benefit >= sumBenefit {
			p.wide[f] = w
		}
	}
	return inner
}

// A kind of loop says which elements it may have.
type kind uint8

const (
	costly   kind = iota // any, if lanes gain much
	longSums             // many, of which there are sums
	plain                // next to each other, that cannot fail (plain.go)
)

// A vectoriser translates the body of one loop for a block of elements in lanes.
// A scalar of the loop becomes an expression in its environment: a scalar if it
// is uniform, that is the same in all lanes, or else lanes.
type vectoriser struct {
	build.Code
	kind         kind
	loop         *kir.For
	lanes        int
	multiplies   bool     // as the plan's
	start        *kir.Var // the number of the first element
	env          map[*kir.Var]kir.Expr
	mutable      map[*kir.Var]bool // variables of lanes that are assigned
	totals       map[*kir.Var]bool // variables from outside that the loop assigns
	sums         []laneSum         // which have a variable of lanes
	failureFlags map[*kir.Var]bool // truth values that only a failed check sets
	mask         kir.Expr          // the lanes for which statements run; nil: all
	uniformFlow  bool              // what comes next runs once for the block, if no lane has failed
	ifs          []openIf          // conditionals of the spine being written
	failedLanes  *kir.Var          // lanes that failed off the spine; nil if none can
	untested     bool              // bad has been set since it was tested
	effects      []kir.Expr        // stores and totals: done when no lane has failed
	loaded       map[*kir.Var]accesses
	stored       map[*kir.Var]accesses
	iter         *lanesLoop // the Loop being written
	benefit      int
	refused      bool
}

// accesses is where elements access a buffer: at their own index, or elsewhere.
type accesses byte

const (
	atOwnIndex accesses = 1 << iota
	elsewhere
)

// accessOf is where an index is.
func (w *vectoriser) accessOf(idx kir.Expr) accesses {
	if r, ok := idx.(*kir.Ramp); ok && kir.VarOf(r.Base) == w.start {
		return atOwnIndex
	}
	return elsewhere
}

// An openIf is a conditional whose first branch is being written.
type openIf struct {
	before []kir.Expr
	cond   kir.Expr
}

// vectorise translates a loop as one of a kind; nil if it cannot.
func vectorise(f *kir.For, lanes int, multiplies bool, k kind) *vectoriser {
	if !kir.IsInt(f.Step, 1) {
		return nil
	}
	w := &vectoriser{kind: k, loop: f, lanes: lanes, multiplies: multiplies, start: kir.NewVar("block", types.Int), uniformFlow: true,
		env: map[*kir.Var]kir.Expr{}, mutable: map[*kir.Var]bool{}, totals: map[*kir.Var]bool{}, failureFlags: map[*kir.Var]bool{},
		loaded: map[*kir.Var]accesses{}, stored: map[*kir.Var]accesses{}}
	w.env[f.Var] = w.ramp(kir.Use(w.start))
	w.survey(f.Body)
	w.statements(f.Body)
	w.test()
	for b, at := range w.stored {
		if w.loaded[b] != 0 && (w.loaded[b]|at)&elsewhere != 0 {
			w.refuse() // an element may read what the one before it has written
		}
	}
	if w.refused {
		return nil
	}
	return w
}

// refuse gives up: the loop is not of the form that lanes can do.
func (w *vectoriser) refuse() { w.refused = true }

// gain counts what lanes gain; a plain loop loses nothing.
func (w *vectoriser) gain(n int) {
	w.benefit += n
	if n < 0 && w.kind == plain {
		w.refuse()
	}
}

// survey finds the variables that the loop assigns but does not own, and those
// that only a failed check sets.
func (w *vectoriser) survey(body kir.Expr) {
	own, set := map[*kir.Var]kir.Expr{}, map[*kir.Var]bool{}
	var visit func(_ int, e kir.Expr)
	visit = func(_ int, e kir.Expr) {
		switch e := e.(type) {
		case *kir.Mut:
			own[e.Bind] = e.Init
		case *kir.Set:
			set[e.Var] = true
			w.totals[e.Var] = own[e.Var] == nil
		case *kir.Block:
			if build.Fails(e) {
				return
			}
		}
		e.Children(visit)
	}
	visit(0, body)
	for v, init := range own {
		b, is := init.(*kir.Bool)
		w.failureFlags[v] = is && !b.Val && !set[v]
	}
}

// blocks is the statements that take the place of the loop.
func (w *vectoriser) blocks() []kir.Expr {
	var c build.Code
	size, hi := kir.N(int64(w.lanes)), c.Atom("hi", w.loop.Hi)
	left := kir.Apply(prim.Sub, hi, kir.Use(w.start))
	scalar := func() {
		f := *w.loop
		f.Lo, f.Hi = kir.Use(w.start), kir.Apply(prim.Add, kir.Use(w.start), kir.Apply(prim.Min, size, left))
		c.Put(&f)
	}
	fallible := len(w.ifs) > 0
	body := c.Block(func() {
		if !fallible {
			c.IfElse(kir.Apply(prim.Ge, left, size), func() { c.Stmts = w.fullBlock(nil) }, scalar)
			return
		}
		done := c.Mut("done", &kir.Bool{})
		c.When(kir.Apply(prim.Ge, left, size), func() { c.Stmts = w.fullBlock(done) })
		c.When(kir.Apply(prim.Not, kir.Use(done)), scalar)
	})
	c.Put(&kir.For{Node: w.loop.Node, Var: w.start, Lo: w.loop.Lo, Hi: hi, Step: size, Body: body})
	return c.Stmts
}

// fullBlock is the statements for a full block; they set done, if not nil, when no
// lane has failed.
func (w *vectoriser) fullBlock(done *kir.Var) []kir.Expr {
	list := append(w.Stmts[:len(w.Stmts):len(w.Stmts)], w.effects...)
	if done != nil {
		list = append(list, &kir.Set{Var: done, Rhs: &kir.Bool{Val: true}})
	}
	for i := len(w.ifs) - 1; i >= 0; i-- {
		o := w.ifs[i]
		list = append(o.before[:len(o.before):len(o.before)],
			&kir.If{Cond: o.cond, Then: &kir.Block{Stmts: list}, Else: &kir.Block{}})
	}
	if w.failedLanes != nil {
		list = append([]kir.Expr{&kir.Mut{Bind: w.failedLanes, Init: w.splat(&kir.Bool{})}}, list...)
	}
	return list
}
