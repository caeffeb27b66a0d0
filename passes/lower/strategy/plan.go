package strategy

import (
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/passes/lower/element"
)

// A plan is one being written, from its beginning.
type plan struct {
	src    *element.Source
	params []*lcu.Var
	lets   lcu.Lets
	// The shape of the index space; nil where it has none of that.
	n, count, length *lcu.Var
}

// newPlan begins the plan of a SOAC.
func newPlan(src *element.Source) *plan {
	p := &plan{src: src}
	parts := src.Parts()
	if parts.N == nil {
		return p
	}
	p.n = p.param("n")
	if parts.Segmented() {
		p.count = p.param("segments")
	}
	if _, _, rows := lcu.Equal(parts.Segs); rows {
		p.length = p.param("length")
	}
	return p
}

func (p *plan) param(name string) *lcu.Var {
	v := lcu.NewVar(name, types.Int)
	p.params = append(p.params, v)
	return v
}

// segmented reports whether the index space is one of segments.
func (p *plan) segmented() bool { return p.count != nil }

// let names a number or a condition.
func (p *plan) let(name string, e lcu.Expr) *lcu.Var {
	v := lcu.NewVar(name, lcu.Sigs{}.TypeOf(e))
	p.lets.Set([]*lcu.Var{v}, e)
	return v
}

// when takes steps if cond holds, and else what comes after.
func (p *plan) when(cond *lcu.Var, steps ...*lcu.Step) {
	p.lets.Wrap(func(rest lcu.Expr) lcu.Expr {
		return &lcu.If{Cond: lcu.Use(cond), Then: &lcu.Steps{Steps: steps}, Else: rest}
	})
}

// otherwise ends the plan.
func (p *plan) otherwise(steps ...*lcu.Step) *lcu.Plan {
	return &lcu.Plan{Params: p.params, Body: p.lets.In(&lcu.Steps{Steps: steps})}
}

// step is a launch.
func step(w lcu.Work, g lcu.Grid, args ...lcu.Expr) *lcu.Step {
	return &lcu.Step{Does: w, Grid: g, Args: args}
}

// enoughRows is whether there are so many that no group is left with much less to do if
// none of them is divided.
func (p *plan) enoughRows(t target.Desc) lcu.Expr {
	return atLeast(lcu.Use(p.count), number(2*t.Chunks))
}
