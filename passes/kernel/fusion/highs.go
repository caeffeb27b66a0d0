//go:build highs

package fusion

// The solver HiGHS, linked in statically: one thread, no gap, a limit of nodes.

import "github.com/bartolsthoorn/gohighs/highs"

// Solver is the name of the solver that is linked in.
const Solver = "HiGHS"

// seconds is a backstop; a plan that depends on it is reported as not proved.
const seconds = 120

type highsSolver struct{ s *highs.Solver }

func newSolver(m *model) solver {
	s, err := highs.NewSolver()
	must(err)
	must(s.SetBoolOption("output_flag", false))
	must(s.SetIntOption("threads", 1))
	must(s.SetIntOption("random_seed", 0))
	must(s.SetIntOption("mip_max_nodes", solverNodes))
	must(s.SetFloatOption("time_limit", seconds))
	must(s.SetFloatOption("mip_rel_gap", 0))
	must(s.SetFloatOption("mip_abs_gap", 0.5)) // costs are whole numbers
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

// must panics: the programs are well-formed.
func must(err error) {
	if err != nil {
		panic("fusion: " + err.Error())
	}
}

func (h highsSolver) add(rows []row) {
	var lo, hi, vals []float64
	var starts, cols []int
	for _, r := range rows {
		lo, hi, starts = append(lo, r.lo), append(hi, r.hi), append(starts, len(cols))
		cols, vals = append(cols, r.cols...), append(vals, r.vals...)
	}
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
