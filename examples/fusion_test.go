package examples_test

// Programs whose best plan of fusion the greedy planners miss.

import (
	"regexp"
	"strconv"
	"testing"

	"nessiec/tools/testcommand"
)

var planned = regexp.MustCompile(`(?m)^;; \| region .*arrays stored (\d+), read (\d+)`)

// TestBetterPlans: the exact planner stores and reads less than both greedy
// ones, and the output is the same.
func TestBetterPlans(t *testing.T) {
	exe := testcommand.Nessiec(t)
	for _, f := range []string{"resample.nesl", "equalise.nesl", "lorenz.nesl"} {
		costs := map[string][2]int{}
		for _, planner := range []string{"ilp", "greedy-down", "greedy-up"} {
			regions := planned.FindAllStringSubmatch(run(t, exe, "", "-O2", "-fusion="+planner, "-dump=plan-fusion", f), -1)
			if len(regions) == 0 {
				t.Fatalf("%s: no regions", f)
			}
			var sum [2]int
			for _, m := range regions {
				for k := range sum {
					n, _ := strconv.Atoi(m[1+k])
					sum[k] += n
				}
			}
			costs[planner] = sum
		}
		for _, planner := range []string{"greedy-down", "greedy-up"} {
			if costs["ilp"][0] >= costs[planner][0] || costs["ilp"][1] > costs[planner][1] {
				t.Errorf("%s: ilp stores and reads %v, %s %v", f, costs["ilp"], planner, costs[planner])
			}
		}
	}
}
