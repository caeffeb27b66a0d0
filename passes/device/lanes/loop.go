package lanes

// Loops of elements in lanes: they go on until no lane does. A lane that has
// left keeps its results; what it computes meanwhile is unspecified values and harmless.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
)

// A lanesLoop is a Loop being written.
type lanesLoop struct {
	vars    []*kir.Var // what Recur sets
	results []*kir.Var // what Exit sets
	active  *kir.Var   // the lanes that are still in the loop
	once    bool       // there is one Recur
	run     kir.Expr   // the lanes that were there when the iteration began
	now     []kir.Expr // what vars are in this iteration
	steps   []kir.Expr // what the next value of a uniform variable is, nil of others
	parts   bool       // lanes leave at different times
	exits   int        // the places where they do
	alone   int        // loads and divisions of an iteration, which lanes do one by one
	ints    int        // its other operations on ints
}

// loopOf writes a Loop.
//
//	(loop (x) (x0) (block (if c (block (exit e)) (block (recur f)))) (r))
//	=>
//	(mut x x0) (mut r 0) (mut active T)
//	(while (any active) (block
//	  (def run active)
//	  (set r (select (and run c) e r)) (set active (and active (not (and run c)))) (set x f)))
func (w *vectoriser) loopOf(s *kir.Loop) {
	inits := w.exprs(s.Inits)
	l := &lanesLoop{once: len(recursOf(s.Body)) == 1, steps: w.uniformSteps(s, inits)}
	for i, e := range inits {
		if l.steps[i] != nil {
			l.vars = append(l.vars, w.Mut(s.Vars[i].Name, e))
			w.mutable[l.vars[i]] = true
			continue
		}
		l.vars = append(l.vars, w.variableOf(s.Vars[i].Name, e))
	}
	for _, v := range s.Binds {
		l.results = append(l.results, w.variableOf(v.Name, kir.Zero(v.Type)))
	}
	all := w.live()
	if all == nil {
		all = w.splat(&kir.Bool{Val: true})
	}
	l.active = w.variableOf("active", all)
	benefit := w.benefit
	body, gathers := w.hoist(build.WithoutUnused(w.region(func() { w.iteration(s, l) })))
	w.benefit += loopBenefit + (often-1)*(w.benefit-benefit-gathers*gatherBenefit)
	if l.parts && l.alone == gathers {
		w.benefit += often * l.ints * simpleBenefit
	}
	if l.parts && l.exits == 1 && !l.once && w.uniformFlow {
		w.benefit += often * guessBenefit // as binary searches, which end after about as many iterations
	}
	w.Put(&kir.While{Node: s.Node, Cond: &kir.Any{Mask: kir.Use(l.active)}, Body: body})
	w.test()
	for i, v := range s.Binds {
		w.env[v] = w.fixed(v.Name, kir.Use(l.results[i]))
	}
}

// iteration writes the body of a Loop.
func (w *vectoriser) iteration(s *kir.Loop, l *lanesLoop) {
	up, mask := w.iter, w.mask
	w.iter = l
	for i, v := range s.Vars {
		l.now = append(l.now, w.Def(v.Name, kir.Use(l.vars[i])))
		w.env[v] = l.now[i]
	}
	l.run = w.Def("run", kir.Use(l.active))
	w.mask = l.run
	w.statements(s.Body)
	w.iter, w.mask = up, mask
	for i, e := range l.steps {
		if e != nil {
			w.Set(l.vars[i], w.expr(e))
		}
	}
	if w.untested {
		w.Set(l.active, kir.Apply(prim.And, kir.Use(l.active), kir.Apply(prim.Not, kir.Use(w.failedLanes))))
	}
}

// recur sets the variables of the loop that change. If there is only one Recur, the lanes
// that do not come here have left, and do not need theirs.
func (w *vectoriser) recur(vals []kir.Expr) {
	l := w.iter
	for i, v := range l.vars {
		switch {
		case l.steps[i] != nil || build.Same(vals[i], l.now[i]):
			vals[i] = nil
		case l.once:
			vals[i] = w.fixed(v.Name, w.inLanes(vals[i]))
		default:
			vals[i] = w.Def(v.Name, w.masked(vals[i], kir.Use(v)))
		}
	}
	for i, v := range l.vars {
		if vals[i] != nil {
			w.Set(v, vals[i])
		}
	}
}

// exit sets the results of the lanes that run, and takes these out of the loop.
func (w *vectoriser) exit(vals []kir.Expr) {
	l, mask := w.iter, w.mask
	l.exits++
	l.parts = l.parts || !build.Same(mask, l.run)
	w.mask = w.fixed("leave", mask)
	for i, r := range l.results {
		w.Set(r, w.masked(vals[i], kir.Use(r)))
	}
	w.Set(l.active, kir.Apply(prim.And, kir.Use(l.active), kir.Apply(prim.Not, w.mask)))
	w.mask = mask
}
