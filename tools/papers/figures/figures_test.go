package main

import "testing"

// Fusion is worth what the papers say it is: the dot product is one kernel and stores no
// product, and the exact planner is never behind the greedy ones.
func TestFusionPays(t *testing.T) {
	src, err := source("../../..", programs[0])
	if err != nil {
		t.Fatal(err)
	}
	var launches, moved []int64
	for _, plan := range plans {
		x, err := count(src, plan)
		if err != nil {
			t.Fatal(err)
		}
		launches, moved = append(launches, x.Stats.Launches), append(moved, x.Moved())
	}
	exact := len(plans) - 1
	for i := range plans {
		if launches[exact] > launches[i] || moved[exact] > moved[i] {
			t.Errorf("launches %v, elements moved %v, with plans %v", launches, moved, plans)
		}
	}
	if moved[exact] >= moved[0] {
		t.Errorf("fusion saves nothing: %v elements", moved)
	}
}
