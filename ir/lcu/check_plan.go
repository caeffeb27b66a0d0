package lcu

// Checking of plans.

import "nessiec/ir/types"

// staged checks a SOAC and the plan by which it is executed.
func (c *checker) staged(e *Staged) {
	if e.Soac.Form() == FormStaged {
		c.Errorf("a plan of a plan")
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
		c.Errorf("%d parameters of a plan for %s, not %d", len(e.Plan.Params), Schema[Inner(e).Form()].Name, count)
	}
	for _, v := range e.Plan.Params {
		if v.Type != types.Int {
			c.Errorf("parameter %s of a plan has type %v", v.Name, v.Type)
		}
	}
	c.Bind(e.Plan.Params)
	up := c.place
	c.place = inPlan
	c.plan(e.Plan.Body, p)
	c.place = up
	c.Unbind(e.Plan.Params)
}

// plan checks the choices of a plan.
func (c *checker) plan(e Expr, p Parts) {
	if c.Err != nil {
		return
	}
	switch e := e.(type) {
	case *Let:
		if x, ok := e.Rhs.(*EvenRows); ok {
			c.evenRows(x, p)
		}
		c.Same("let", c.tail(e.Rhs, nil), types.OfVars(e.Binds))
		c.Bind(e.Binds)
		c.plan(e.Body, p)
		c.Unbind(e.Binds)
	case *If:
		c.Want("condition", e.Cond, types.Bool)
		if e.Then.Form() != FormSteps {
			c.Errorf("the first branch of a choice is a %s, not steps", Schema[e.Then.Form()].Name)
			return
		}
		c.plan(e.Then, p)
		c.plan(e.Else, p)
	case *Steps:
		if len(e.Steps) == 0 {
			c.Errorf("no steps")
		}
		for _, s := range e.Steps {
			for _, a := range s.Args {
				c.Want("a number of a step", a, types.Int)
			}
		}
	default:
		c.Errorf("a plan ends in a %s", Schema[e.Form()].Name)
	}
}

func (c *checker) evenRows(e *EvenRows, p Parts) {
	if len(p.Segs) != 1 {
		c.Errorf("evenrows of a SOAC without offsets")
	}
	c.Want("condition", e.Cond, types.Bool)
	c.Want("length", e.Length, types.Int)
}
