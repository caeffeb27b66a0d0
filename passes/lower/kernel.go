package lower

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/value"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/grid"
	"nessiec/passes/lower/ranges"
)

// A kernel is what the host must know about a kernel of λcu before it can launch it.
type kernel struct {
	*element.Source
	ret     []lcu.Expr       // what the kernel returns: results of the SOAC, or parameters
	index   map[*lcu.Var]int // of the results of the SOAC
	onHost  []bool           // scalar parameters that the host must know
	plan    *lcu.Plan        // how the SOAC is executed
	product *grid.Product    // of a plan with tiles, or nil
	bounds  ranges.Bounds    // of indices
}

func kernelOf(k *lcu.Kernel, num value.Num) *kernel {
	x := &kernel{Source: element.SourceOf(k, num), index: map[*lcu.Var]int{}}
	ret, ok := k.Body.(*lcu.Let).Body.(*lcu.Ret)
	if !ok {
		panic("lower: kernel " + k.Name + " is not one SOAC")
	}
	x.ret = ret.Vals
	for i, v := range x.Binds {
		x.index[v] = i
	}
	x.plan = k.Body.(*lcu.Let).Rhs.(*lcu.Staged).Plan
	for _, a := range x.plan.Alternatives() {
		if a.Steps[0].Grid == lcu.Tiles {
			x.product = grid.Of(x.Source)
		}
	}
	x.bounds = ranges.Of(x.Source)
	x.findOnHost()
	return x
}

// findOnHost marks the scalar parameters that sizes depend on.
func (k *kernel) findOnHost() {
	k.onHost = make([]bool, len(k.Kernel.Params))
	mark := func(e lcu.Expr) {
		ir.Walk(e, func(e lcu.Expr) bool {
			if r, ok := e.(*lcu.Ref); ok && !k.inPlan(r.Var) {
				k.onHost[k.number(r.Var)] = true
			}
			return true
		})
	}
	if s, ok := k.SOAC.(*lcu.Compact); ok {
		mark(s.N)
		for _, e := range s.Sizes {
			mark(e)
		}
	} else {
		parts := k.Parts()
		if parts.N != nil {
			mark(parts.N)
		}
		if count, length, ok := lcu.Equal(parts.Segs); ok {
			mark(count)
			mark(length)
		}
	}
	for _, a := range k.plan.Alternatives() {
		for _, let := range a.Lets {
			mark(let.Rhs)
		}
	}
	for _, e := range k.ret {
		if r, ok := e.(*lcu.Ref); ok {
			if i, ok := k.Number(r.Var); ok {
				k.onHost[i] = true
			}
		}
	}
}

// otherwise is the steps that are taken if no condition of the plan holds, first the first
// of them.
func (k *kernel) otherwise() []*lcu.Step {
	as := k.plan.Alternatives()
	return as[len(as)-1].Steps
}
func (k *kernel) first() *lcu.Step { return k.otherwise()[0] }

// inPlan reports whether v is a variable of the plan.
func (k *kernel) inPlan(v *lcu.Var) bool {
	_, param := k.Number(v)
	return !param && v.Type.IsBase()
}

// number is which parameter v is.
func (k *kernel) number(v *lcu.Var) int {
	n, ok := k.Number(v)
	if !ok {
		panic("lower: the host needs " + v.Name + ", which is no parameter of kernel " + k.Kernel.Name)
	}
	return n
}
