package lanes

// Uniform variables of loops: those that are the same in all lanes that are still in the
// loop, such as counters. They stay scalar, and so does what is read by them.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/vars"
)

const largeStep = 8 // nodes of a step beyond which a variable is not taken for uniform

// A stepper finds the uniform variables of a Loop.
type stepper struct {
	*vectoriser
	defs    map[*kir.Var]kir.Expr // what the loop defines
	bound   map[*kir.Var]bool     // all that it binds
	uniform map[*kir.Var]bool     // its variables that may be uniform
	nodes   int
}

// uniformSteps returns, for each variable of a Loop that is the same in all lanes that
// are in the loop, its value in the next iteration, in terms of the loop's variables, and nil
// for others. A variable is uniform if its first value is, and if each Recur gives it the same
// function of uniform values.
func (w *vectoriser) uniformSteps(s *kir.Loop, inits []kir.Expr) []kir.Expr {
	x := &stepper{w, map[*kir.Var]kir.Expr{}, kir.BoundVars(s.Body), map[*kir.Var]bool{}, 0}
	ir.Walk(s.Body, func(e kir.Expr) bool {
		if d, ok := e.(*kir.Def); ok {
			x.defs[d.Bind] = d.Rhs
		}
		return true
	})
	for i, v := range s.Vars {
		x.bound[v] = true
		x.uniform[v] = !isVector(inits[i])
	}
	recurs := recursOf(s.Body)
	steps := make([]kir.Expr, len(s.Vars))
	for changed := true; changed; {
		changed = false
		for i, v := range s.Vars {
			if steps[i] = nil; !x.uniform[v] {
				continue
			}
			if steps[i] = x.step(recurs, i); steps[i] == nil {
				x.uniform[v], changed = false, true
			}
		}
	}
	return steps
}

// step is what all recurs give variable i, nil if they differ or it is not uniform.
func (x *stepper) step(recurs []*kir.Recur, i int) kir.Expr {
	var first kir.Expr
	text, nameOf := "", vars.Numbers{}.Name
	for _, r := range recurs {
		x.nodes = 0
		e := x.expand(r.Args[i])
		if e == nil {
			return nil
		}
		t := kir.Alike(e, nameOf)
		if first == nil {
			first, text = e, t
		}
		if t != text {
			return nil
		}
	}
	return first
}

// expand is e in terms of what is uniform, nil if there is no such expression, or none that is
// small and does no harm where no lane needs it.
func (x *stepper) expand(e kir.Expr) kir.Expr {
	if x.nodes++; x.nodes > largeStep {
		return nil
	}
	switch e := e.(type) {
	case *kir.Int, *kir.Float, *kir.Bool, *kir.Char:
		return e
	case *kir.Ref:
		switch {
		case x.defs[e.Var] != nil:
			return x.expand(x.defs[e.Var])
		case x.bound[e.Var] && !x.uniform[e.Var]:
			return nil
		case !x.bound[e.Var] && (x.totals[e.Var] || x.env[e.Var] != nil && (isVector(x.env[e.Var]) || x.mutable[kir.VarOf(x.env[e.Var])])):
			return nil
		}
		return e
	case *kir.Prim:
		if e.Op.Code.Prim().Latency != prim.Simple {
			return nil
		}
		args := make([]kir.Expr, len(e.Args))
		for i, a := range e.Args {
			if args[i] = x.expand(a); args[i] == nil {
				return nil
			}
		}
		return &kir.Prim{Node: e.Node, Op: e.Op, Args: args}
	}
	return nil
}

// recursOf collects the Recurs of a loop with this body.
func recursOf(body kir.Expr) (list []*kir.Recur) {
	kir.EachEnd(body, func(e kir.Expr) {
		if r, ok := e.(*kir.Recur); ok {
			list = append(list, r)
		}
	})
	return list
}
