//go:build lanl && !highs

package fusion

// The solver HiGHS of the system, by another binding (tools/lanl.sh). Its models
// keep what an earlier run has found, so each run begins with a new one.

import (
	"github.com/lanl/highs"
)

// Solver is the name of the solver that is linked in.
const Solver = "HiGHS of the system"

type lanlSolver struct {
	kinds   []highs.VariableType
	rows    []row
	seconds float64
}

func newSolver(m *model, seconds float64) solver {
	s := &lanlSolver{rows: m.rows, seconds: seconds, kinds: make([]highs.VariableType, len(m.integer))}
	for v, integer := range m.integer {
		if s.kinds[v] = highs.ContinuousType; integer {
			s.kinds[v] = highs.IntegerType
		}
	}
	return s
}

func (s *lanlSolver) add(rows []row) { s.rows = append(s.rows[:len(s.rows):len(s.rows)], rows...) }

func (s *lanlSolver) close() {}

func (s *lanlSolver) minimise(cost []float64) outcome {
	m := highs.NewRawModel()
	must(m.SetBoolOption("output_flag", false))
	for _, o := range solverInts() {
		must(m.SetIntOption(o.name, o.val))
	}
	for _, o := range solverFloats(s.seconds) {
		must(m.SetFloat64Option(o.name, o.val))
	}
	ones := make([]float64, len(s.kinds))
	for v := range ones {
		ones[v] = 1
	}
	must(m.AddColumnBounds(make([]float64, len(ones)), ones))
	must(m.SetIntegrality(s.kinds))
	must(m.SetColumnCosts(cost))
	must(m.AddCompSparseRows(sparse(s.rows)))
	sol, err := m.Solve()
	if _, warned := err.(highs.CallStatus); err != nil && !warned {
		panic("fusion: " + err.Error())
	}
	out := outcome{optimal: sol.Status == highs.Optimal}
	if len(sol.ColumnPrimal) > 0 && (out.optimal || feasible(sol)) {
		out.values = sol.ColumnPrimal
	}
	if bound, err := sol.GetFloat64Info("mip_dual_bound"); err == nil {
		out.bound = bound
	}
	return out
}

// feasible reports whether a run that was stopped has a solution.
func feasible(sol *highs.RawSolution) bool {
	n, err := sol.GetIntInfo("primal_solution_status")
	return err == nil && n == 2
}
