//go:build highs

package fusion

// The solver HiGHS, linked in statically.

import "github.com/bartolsthoorn/gohighs/highs"

// Solver is the name of the solver that is linked in.
const Solver = "HiGHS"

type highsSolver struct{ s *highs.Solver }

func newSolver(m *model, seconds float64) solver {
	s, err := highs.NewSolver()
	must(err)
	must(s.SetBoolOption("output_flag", false))
	for _, o := range solverInts() {
		must(s.SetIntOption(o.name, o.val))
	}
	for _, o := range solverFloats(seconds) {
		must(s.SetFloatOption(o.name, o.val))
	}
	n := len(m.integer)
	zeros, ones, kinds := make([]float64, n), make([]float64, n), make([]highs.VariableType, n)
	for v, integer := range m.integer {
		if ones[v] = 1; integer {
			kinds[v] = highs.Integer
		}
	}
	must(s.AddVars(zeros, ones))
	must(s.SetIntegrality(kinds))
	h := highsSolver{s}
	h.add(m.rows)
	return h
}

func (h highsSolver) add(rows []row) {
	lo, starts, cols, vals, hi := sparse(rows)
	must(h.s.AddRows(lo, hi, starts, cols, vals))
}

func (h highsSolver) minimise(cost []float64) outcome {
	must(h.s.SetColCosts(cost))
	must(h.s.ClearSolver())
	sol, err := h.s.Run()
	must(err)
	out := outcome{optimal: sol.IsOptimal()}
	if sol.HasSolution() {
		out.values = sol.ColValues
	}
	if out.bound, err = h.s.GetFloatInfo("mip_dual_bound"); err != nil {
		out.bound = 0
	}
	return out
}

func (h highsSolver) close() { h.s.Close() }
