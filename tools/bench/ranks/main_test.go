package main

import (
	"math"
	"testing"
)

// Ranks divide the work of each program, and any number of them prints the same.
func TestShares(t *testing.T) {
	for _, p := range programs {
		c, err := p.counts(p.counted, 1, 2)
		if err != nil {
			t.Error(err)
			continue
		}
		if share := c[1].work / c[0].work; share > p.share || share < 0.5 {
			t.Errorf("%s: a rank of two does %.3f of the work of one, the bound is %.2f", p.name, share, p.share)
		}
		if c[0].sent != 0 || c[1].sent == 0 {
			t.Errorf("%s: one rank sends %.0f bytes, two %.0f", p.name, c[0].sent, c[1].sent)
		}
	}
}

// The model follows from its parameters: alone a rank is as fast as it can be, more ranks are
// never better, and a network without limits costs nothing.
func TestModel(t *testing.T) {
	slow := Network{Memory: 200, Link: 12.5, Latency: 2, Random: 30}
	ideal := slow
	ideal.Link, ideal.Latency = math.Inf(1), 0
	for _, w := range workloads {
		last := 1.0
		for _, ranks := range []int{1, 2, 8, 64, 256, 1024} {
			e := w.efficiency(slow, ranks)
			if e > last || e <= 0 || ranks == 1 && e != 1 {
				t.Errorf("%s on %d ranks: %v after %v", w.name, ranks, e, last)
			}
			last = e
		}
	}
	if e := workloads[0].efficiency(ideal, 1024); e != 1 {
		t.Errorf("without a network: %v", e)
	}
	if e := workloads[0].efficiency(slow, 1024); math.Abs(e-0.992) > 0.001 { // 40 us beside 5.12 ms
		t.Errorf("%s: %v", workloads[0].name, e)
	}
}

func TestMoves(t *testing.T) {
	for ranks, want := range map[int]float64{1: 0, 8: 2.6, 64: 6.3, 1024: 11.6} {
		if got := moves(ranks); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d ranks: %v moves a key", ranks, got)
		}
	}
}
