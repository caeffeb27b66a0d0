package code

// What elements cost.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
)

// A Cost is what one element of a result takes.
type Cost struct {
	Ops, Reads  int
	Loop, Check bool
}

// CostOf is what result k of element code takes.
func CostOf(body lcu.Expr, k int) (c Cost) {
	need := map[*lcu.Var]bool{}
	var visit func(e lcu.Expr)
	visit = func(e lcu.Expr) {
		let, ok := e.(*lcu.Let)
		if !ok {
			if r, ok := e.(*lcu.Ret); ok {
				e = r.Vals[k]
			}
			c.Add(e)
			MarkUses(e, need)
			return
		}
		visit(let.Body)
		if slices.ContainsFunc(let.Binds, func(v *lcu.Var) bool { return need[v] }) || HasCheck(let.Rhs) {
			c.Add(let.Rhs)
			MarkUses(let.Rhs, need)
		}
	}
	visit(body)
	return c
}

// MarkUses marks the variables that e uses.
func MarkUses(e lcu.Expr, need map[*lcu.Var]bool) {
	for _, v := range lcu.FreeVars(e) {
		need[v] = true
	}
}

// Add counts everything in e.
func (c *Cost) Add(e lcu.Expr) {
	ir.Walk(e, func(e lcu.Expr) bool {
		switch e.(type) {
		case *lcu.Prim, *lcu.If:
			c.Ops++
		case *lcu.At:
			c.Reads++
		case *lcu.Loop:
			c.Loop = true
		case *lcu.Check:
			c.Check = true
		}
		return true
	})
}

// dearOps is how many operations are computed twice at most.
const dearOps = 8

// Dear reports whether an element should not be computed twice.
func (c Cost) Dear() bool { return c.Loop || c.Check || c.Ops > dearOps }
