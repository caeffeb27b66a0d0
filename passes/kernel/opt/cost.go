package opt

// What elements cost.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Cost is what one element of a result takes.
type Cost struct {
	Ops, Reads  int
	Loop, Check bool
	Divides     bool // ints, by what is no power of two
}

// CostOf is what result k of element code takes.
func CostOf(body lcu.Expr, k int) Cost { return SharedCost(body, []int{k}) }

// SharedCost is what all of these groups of results of element code take, and so what is computed twice
// if they are apart.
func SharedCost(body lcu.Expr, groups ...[]int) (c Cost) {
	needs := make([]map[*lcu.Var]bool, len(groups))
	for i := range needs {
		needs[i] = map[*lcu.Var]bool{}
	}
	var visit func(e lcu.Expr)
	visit = func(e lcu.Expr) {
		switch e := e.(type) {
		case *lcu.Let:
			visit(e.Body)
			all := true
			for _, need := range needs {
				if slices.ContainsFunc(e.Binds, func(v *lcu.Var) bool { return need[v] }) || lcu.HasCheck(e.Rhs) {
					MarkUses(e.Rhs, need)
				} else {
					all = false
				}
			}
			if all {
				c.Add(e.Rhs)
			}
		case *lcu.Ret:
			for i, group := range groups {
				for _, k := range group {
					MarkUses(e.Vals[k], needs[i])
				}
			}
		default:
			c.Add(e)
			for _, need := range needs {
				MarkUses(e, need)
			}
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
		switch e := e.(type) {
		case *lcu.Prim:
			c.Ops += opsOf(e.Op)
			c.Divides = c.Divides || divides(e)
		case *lcu.If:
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

// divides reports whether e divides an int by what is no power of two, which takes as long as many
// other operations do.
func divides(e *lcu.Prim) bool {
	switch e.Op.Code {
	case prim.Div, prim.Rem:
		by, known := e.Args[1].(*lcu.Int)
		return (lcu.Sigs{}).TypeOf(e.Args[1]).Kind == types.KInt && (!known || by.Val&(by.Val-1) != 0)
	}
	return false
}

// opsOf is how many operations a primitive takes. Functions of the mathematical library, decimal
// digits and random numbers take so many that their elements are expensive: stored, not computed
// wherever they are read.
func opsOf(p *prim.Prim) int {
	switch p.Name {
	case "exp", "ln", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
		"decimal_digits", "decimal_rest", "decimal_exponent", "rand_int", "rand_float":
		return expensiveOps + 1
	}
	return 1
}

// expensiveOps is how many operations are computed twice at most.
const expensiveOps = 8

// Expensive reports whether an element should not be computed twice.
func (c Cost) Expensive() bool { return c.Loop || c.Check || c.Ops > expensiveOps }
