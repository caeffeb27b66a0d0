package kir

import "nessiec/ir"

// Steps lists the statements of the host that a profile counts, in the order of the
// text, and the number of each: launches, transfers, allocations, effects.
func Steps(m *Module) (steps []Expr, number map[Expr]int) {
	number = map[Expr]int{}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e Expr) bool {
			switch e.(type) {
			case *Launch, *Read, *Alloc, *AllocLoose, *AllocOver, *Copy, *CopyOver, *Const, *ConstStr, *CallRuntime, *Release:
				number[e] = len(steps)
				steps = append(steps, e)
			}
			return true
		})
	}
	return steps, number
}
