//go:build highs || lanl

package fusion

// What both bindings of HiGHS share: one thread, no gap, a limit of nodes.

type option[T any] struct {
	name string
	val  T
}

func solverInts() []option[int] {
	return []option[int]{{"threads", 1}, {"random_seed", 0}, {"mip_max_nodes", solverNodes}}
}

// Costs are whole numbers, so half of one is no gap.
func solverFloats(seconds float64) []option[float64] {
	return []option[float64]{{"time_limit", seconds}, {"mip_rel_gap", 0}, {"mip_abs_gap", 0.5}}
}

// must panics: the programs are well-formed.
func must(err error) {
	if err != nil {
		panic("fusion: " + err.Error())
	}
}

// sparse is rows as the solver takes them.
func sparse(rows []row) (lo []float64, starts, cols []int, vals, hi []float64) {
	for _, r := range rows {
		lo, hi, starts = append(lo, r.lo), append(hi, r.hi), append(starts, len(cols))
		cols, vals = append(cols, r.cols...), append(vals, r.vals...)
	}
	return lo, starts, cols, vals, hi
}
