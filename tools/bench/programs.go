package main

// userPrograms is the workloads of the second group: each is written in the
// plainest style, for the language and not for the compiler. They aim at three
// times the time of C on one thread.
func userPrograms() []Workload {
	ws := []Workload{
		{Name: "lu", Size: 512, Power: 3, Epsilon: 1e-6},
		{Name: "lurec", Size: 512, Power: 3},
		{Name: "cholesky", Size: 512, Power: 3},
	}
	for i := range ws {
		ws[i].Group, ws[i].Limit, ws[i].Against = groups[1], 3, 1
	}
	return ws
}
