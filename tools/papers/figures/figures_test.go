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

// Ragged rows have offsets, and rows of one length have none; behind fusion, lengths are
// read from offsets, not stored.
func TestDescriptors(t *testing.T) {
	const ragged = "rows = {[0:i] : i in [0:50]}; s = {sum(r) : r in rows}; l = {#r * #r : r in rows}; sum(s) + sum(l);"
	c, err := conversionsOf(ragged, "gpu")
	if err != nil || c.irregular == 0 || c.offsets.ops == 0 || c.offsets.moved < 100 || c.only.ops == 0 || c.back.ops != 0 || c.fused.moved <= c.only.moved {
		t.Errorf("ragged: %+v, %v", c, err)
	}
	const equal = "function total(n) = let rows = {[0:20] : i in [0:n]} in sum({sum({x * i : x in r}) : r in rows; i in [0:n]}); total(50);"
	c, err = conversionsOf(equal, "gpu")
	if err != nil || c.irregular != 0 || c.regular == 0 || c.offsets.ops != 0 || c.only.ops != 0 {
		t.Errorf("equal: %+v, %v", c, err)
	}
}
