package lcu

// Checking of plans.

import "nessiec/ir/types"

// staged checks a SOAC and the plan by which it is executed.
func (c *checker) staged(e *Staged) {
	if e.Soac.Form() == FormStaged {
		c.errorf("a plan of a plan")
		return
	}
	c.op(e.Soac)
	p, _ := PartsOf(e.Soac)
	count := 1 // numbers that tell the shape of the space
	switch {
	case p.N == nil:
		count = 0
	case p.Segmented():
		count = 1 + len(p.Segs)
	}
	if len(e.Plan.Params) != count {
		c.errorf("%d parameters of a plan for %s, not %d", len(e.Plan.Params), Schema[Inner(e).Form()].Name, count)
	}
	for _, v := range e.Plan.Params {
		if v.Type != types.Int {
			c.errorf("parameter %s of a plan has type %v", v.Name, v.Type)
		}
	}
	c.bind(e.Plan.Params)
	up := c.place
	c.place = inPlan
	c.plan(e.Plan.Body, p)
	c.place = up
	c.unbind(e.Plan.Params)
}

// plan checks the choices of a plan.
func (c *checker) plan(e Expr, p Parts) {
	if c.err != nil {
		return
	}
	switch e := e.(type) {
	case *Let:
		if x, ok := e.Rhs.(*EvenRows); ok {
			c.evenRows(x, p)
		}
		c.same("let", c.tail(e.Rhs, nil), types.OfVars(e.Binds))
		c.bind(e.Binds)
		c.plan(e.Body, p)
		c.unbind(e.Binds)
	case *If:
		c.want("condition", e.Cond, types.Bool)
		if e.Then.Form() != FormSteps {
			c.errorf("the first branch of a choice is a %s, not steps", Schema[e.Then.Form()].Name)
			return
		}
		c.plan(e.Then, p)
		c.plan(e.Else, p)
	case *Steps:
		if len(e.Steps) == 0 {
			c.errorf("no steps")
		}
		for _, s := range e.Steps {
			for _, a := range s.Args {
				c.want("a number of a step", a, types.Int)
			}
		}
	default:
		c.errorf("a plan ends in a %s", Schema[e.Form()].Name)
	}
}

func (c *checker) evenRows(e *EvenRows, p Parts) {
	if len(p.Segs) != 1 {
		c.errorf("evenrows of a SOAC without offsets")
	}
	c.want("condition", e.Cond, types.Bool)
	c.want("length", e.Length, types.Int)
}
