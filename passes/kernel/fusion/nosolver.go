//go:build !highs && !lanl

package fusion

// Solver is the name of the solver that is linked in: none.
const Solver = ""

func newSolver(*model, float64) solver { panic("fusion: no solver") }
