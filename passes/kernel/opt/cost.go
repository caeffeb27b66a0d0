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
		if slices.ContainsFunc(let.Binds, func(v *lcu.Var) bool { return need[v] }) || lcu.HasCheck(let.Rhs) {
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
