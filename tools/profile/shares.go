package profile

// What a kernel costs by line, as far as its text tells: operations, weighted by how often
// the loops around them go round.

import (
	"cmp"
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
)

// A Place is a line of the source.
type Place struct{ File, Line int }

func placeOf(p ir.Pos) Place { return Place{p.File(), p.Line()} }

// A Share is the part of a kernel that is computed for a line.
type Share struct {
	Place
	Part float64 // of 1
}

// rounds is how often a loop goes round, of which nothing is known.
const rounds = 16

// dear is what primitives cost that take longer than an addition, in additions.
var dear = map[string]float64{
	"div": 8, "rem": 8, "sqrt": 8, "exp": 20, "ln": 20, "expt": 40, "sin": 20, "cos": 20, "tan": 25, "asin": 25, "acos": 25, "atan": 25,
	"sinh": 25, "cosh": 25, "tanh": 25, "rand": 12, "float_div": 8,
}

const (
	memoryCost = 4 // of a load or store
	atomicCost = 16
)

// shares divides a kernel among the lines it comes from. What has no place of its own,
// as loads, belongs to the statement that follows it, or else to home.
func shares(k *kir.Kernel, home Place) []Share {
	c := &costs{by: map[Place]float64{}, callers: map[ir.Pos]bool{}}
	ir.Walk(k.Body, func(e kir.Expr) bool {
		for _, p := range e.Pos().Calls() {
			c.callers[p] = true
		}
		return true
	})
	c.add(k.Body, 1)
	c.settle(c.last, home)
	total := 0.0
	for _, x := range c.by {
		total += x
	}
	var out []Share
	for _, p := range slices.SortedFunc(maps.Keys(c.by), func(a, b Place) int { return cmp.Or(a.File-b.File, a.Line-b.Line) }) {
		out = append(out, Share{p, c.by[p] / total})
	}
	if len(out) == 0 && home.Line > 0 {
		out = []Share{{home, 1}}
	}
	return out
}

// A costs adds up what statements cost.
type costs struct {
	by      map[Place]float64
	callers map[ir.Pos]bool // where functions are called whose code is here: the place, too, of their code that has none
	pending float64         // of statements without a place
	last    Place           // the one that was seen last
}

// settle gives what is pending to a line, or to another one if that is none.
func (c *costs) settle(p, other Place) {
	if p.Line == 0 {
		p = other
	}
	if p.Line > 0 && c.pending > 0 {
		c.by[p] += c.pending
	}
	c.pending = 0
}

// add adds a statement that is executed so many times.
func (c *costs) add(s kir.Expr, times float64) {
	switch s := s.(type) {
	case *kir.Block:
		for _, st := range s.Stmts {
			c.add(st, times)
		}
		return
	case *kir.For:
		c.add(s.Body, times*trips(s))
		return
	case *kir.ForItem:
		c.expr(s.Count, times)
		c.add(s.Body, times/2)
		return
	case *kir.Loop:
		c.add(s.Body, times*rounds)
		return
	case *kir.While:
		c.expr(s.Cond, times*rounds)
		c.add(s.Body, times*rounds)
		return
	case *kir.If:
		c.expr(s.Cond, times)
		c.add(s.Then, times/2)
		c.add(s.Else, times/2)
		return
	case *kir.Choose:
		c.expr(s.Cond, times)
		c.add(s.Then, times/2)
		c.add(s.Else, times/2)
		return
	}
	c.expr(s, times)
}

// trips is how often a loop goes round.
func trips(s *kir.For) float64 {
	lo, ok1 := s.Lo.(*kir.Int)
	hi, ok2 := s.Hi.(*kir.Int)
	step, ok3 := s.Step.(*kir.Int)
	if ok1 && ok2 && ok3 && hi.Val > lo.Val {
		return float64(hi.Val-lo.Val) / float64(step.Val)
	}
	return rounds
}

// expr adds a statement without others in it, or an expression: its parts with a place to
// that, the rest to what comes next.
func (c *costs) expr(e kir.Expr, times float64) {
	var own Place
	ir.Walk(e, func(e kir.Expr) bool {
		if p := e.Pos(); p.IsValid() && !kir.IsAtom(e) && !c.callers[p.Place()] {
			own = placeOf(p)
			c.by[own] += times * cost(e)
		} else {
			c.pending += times * cost(e)
		}
		return true
	})
	if own.Line > 0 {
		c.settle(own, own)
		c.last = own
	}
}

// cost is that of a form without its parts, in additions.
func cost(e kir.Expr) float64 {
	switch e := e.(type) {
	case *kir.Prim:
		return max(1, dear[e.Op.Name])
	case *kir.Load, *kir.MaskedLoad, *kir.Store, *kir.Arbitrary:
		return memoryCost
	case *kir.Atomic, *kir.Chain:
		return atomicCost
	}
	return 0
}
