package lcu

// Plans: which alternative is taken, and the order of its steps.

import (
	"nessiec/backends/ref/lcu/order"
	"nessiec/backends/ref/vm"
	"nessiec/ir/lcu"
)

// An alternative is one of a plan, compiled.
type alternative struct {
	cond  *vm.Reg // nil of the last
	args  []vm.Reg
	steps []*lcu.Step
}

// order compiles the conditions of a plan for the space s.
func (c *compiler) order(e *lcu.Staged, s vm.Space) vm.Choice {
	c.code.Shape(s, c.bind(e.Plan.Params))
	var out []alternative
	for _, a := range e.Plan.Alternatives() {
		for _, let := range a.Lets {
			dst := c.bind(let.Binds)
			if x, ok := let.Rhs.(*lcu.EvenRows); ok {
				c.code.EvenRows(dst[0], c.operand(c.code, x.Cond), s, c.operand(c.code, x.Length))
			} else {
				c.expr(c.code, let.Rhs, dst)
			}
		}
		x := alternative{steps: a.Steps, args: c.operands(c.code, a.Steps[0].Args)}
		if a.Cond != nil {
			r := c.operand(c.code, a.Cond)
			x.cond = &r
		}
		out = append(out, x)
	}
	return func(f *vm.Frame) vm.Order {
		for _, a := range out {
			if a.cond != nil && f.Word(*a.cond) == 0 {
				continue
			}
			var args []int
			for _, r := range a.args {
				args = append(args, int(f.Word(r)))
			}
			return order.Of(c.target, a.steps, args)
		}
		return nil
	}
}
