package lower

// Plans on the host: the conditions by which it chooses, and the numbers of steps.
// Conditions are evaluated where they stand, numbers where they are first needed.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build/op"
)

// A planned is the plan of an invocation, as far as the host has evaluated it.
type planned struct {
	h            *host
	params       []*lcu.Var // the shape of the index space
	alternatives []lcu.Alternative
	vals         map[*lcu.Var]kir.Expr
	numbers      map[*lcu.Var]lcu.Expr     // not evaluated yet
	few          bool                      // there are no more positions than groups may divide
	outer        func(e lcu.Expr) kir.Expr // the value of what the kernel gets
	// even is whether cond holds and all segments have a length, which a launch finds out.
	even func(cond kir.Expr, length lcu.Expr) kir.Expr
}

// newPlanned begins a plan for an index space of this shape.
func newPlanned(h *host, p *lcu.Plan, few bool, outer func(lcu.Expr) kir.Expr, shape ...kir.Expr) *planned {
	x := &planned{h: h, params: p.Params, alternatives: p.Alternatives(), few: few, outer: outer,
		vals: map[*lcu.Var]kir.Expr{}, numbers: map[*lcu.Var]lcu.Expr{}}
	for i, v := range p.Params {
		x.vals[v] = shape[i]
	}
	return x
}

// segments is how many segments there are.
func (p *planned) segments() kir.Expr { return p.vals[p.params[1]] }

// narrow lets the plan go on with so many segments.
func (p *planned) narrow(segments kir.Expr) { p.vals[p.params[1]] = segments }

// alternative is the one whose first step has a grid; nil if there is none.
func (p *planned) alternative(g lcu.Grid) *lcu.Alternative {
	for i, a := range p.alternatives {
		if a.Steps[0].Grid == g {
			return &p.alternatives[i]
		}
	}
	return nil
}

// condition is the one of an alternative.
func (p *planned) condition(a *lcu.Alternative) kir.Expr {
	p.define(a.Lets)
	return p.scalar(a.Cond)
}

// unless is the condition of an alternative, and that done (nil: never) does not hold.
func (p *planned) unless(a *lcu.Alternative, done kir.Expr) kir.Expr {
	last := len(a.Lets) - 1
	p.define(a.Lets[:last])
	cond := p.scalar(a.Lets[last].Rhs)
	if done != nil {
		cond = op.AndThen(cond, op.Not(done))
	}
	return p.h.Atom(a.Lets[last].Binds[0].Name, cond)
}

// define evaluates conditions, and takes note of numbers.
func (p *planned) define(lets []*lcu.Let) {
	for _, let := range lets {
		v := let.Binds[0]
		switch e := let.Rhs.(type) {
		case *lcu.EvenRows:
			p.vals[v] = p.even(p.scalar(e.Cond), e.Length)
		default:
			if v.Type == types.Int {
				p.numbers[v] = e
			} else {
				p.vals[v] = p.h.Atom(v.Name, p.scalar(e))
			}
		}
	}
}

// scalar is the host's value of a condition or number.
func (p *planned) scalar(e lcu.Expr) kir.Expr {
	switch e := e.(type) {
	case *lcu.Ref:
		return p.named(e)
	case *lcu.Prim:
		args := make([]kir.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = p.scalar(a)
		}
		switch {
		case e.Op.Code == prim.And:
			return op.AndThen(args[0], args[1])
		case e.Op.Code == prim.Or && p.tooMany(e.Args[1]):
			if val, known := p.h.decide(args[0]); known && val || p.few {
				return args[0]
			}
		case p.few && p.tooMany(e):
			return &kir.Bool{}
		}
		return &kir.Prim{Op: e.Op, Args: args}
	}
	return p.outer(e)
}

func (p *planned) named(r *lcu.Ref) kir.Expr {
	if val, ok := p.vals[r.Var]; ok {
		return val
	}
	e, ok := p.numbers[r.Var]
	if !ok {
		return p.outer(r)
	}
	val := p.h.Atom(r.Var.Name, p.scalar(e))
	p.vals[r.Var] = val
	return val
}

// tooMany reports whether e asks if there are more positions than groups may divide,
// which is known where they have been counted.
func (p *planned) tooMany(e lcu.Expr) bool {
	x, ok := e.(*lcu.Prim)
	return ok && x.Op.Code == prim.Gt && lcu.IsRef(x.Args[0], p.params[0])
}
