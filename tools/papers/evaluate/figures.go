package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
)

// Colours of what is compared.
var colourOf = map[string]int{wide: 1, narrow: 2, oneC: 3, parallel: 4, neslGPU: 5, byCUDA: 6, copperhead: 7, haskell: 8, neslCPU: 9,
	gpuNESL: 5, gpuHand: 6}

// What runs on the GPU of this machine.
const (
	gpuNESL = "on the GPU"
	gpuHand = "CUDA by hand, on the GPU"
)

// sweeps is a plot of times by size for each benchmark.
func (r *Results) sweeps() (out []figure) {
	for _, b := range benchmarks() {
		byName := map[string]*curve{}
		var order []*curve
		at := func(name string, x, y float64, hollow bool) {
			if math.IsNaN(y) {
				return
			}
			c := byName[name]
			if c == nil {
				c = &curve{name: name, color: colourOf[name], hollow: hollow, line: !hollow}
				byName[name], order = c, append(order, c)
			}
			c.points = append(c.points, plotter.XY{X: x, Y: y})
		}
		for _, s := range r.Series {
			for i := range s.Rows {
				if row := &s.Rows[i]; s.Benchmark == b.Name && row.Failed == "" {
					at(row.Variant, float64(s.Size), row.MS(), false)
				}
			}
		}
		if len(order) == 0 {
			continue
		}
		for _, g := range r.GPU.Times {
			if g.Benchmark == b.Name {
				at(gpuNESL, float64(g.Size), g.NESL, false)
				at(gpuHand, float64(g.Size), g.Hand, false)
			}
		}
		for _, p := range b.Printed {
			at(p.System, float64(p.Size), p.MS, true)
		}
		var cs []curve
		for _, c := range order {
			cs = append(cs, *c)
		}
		out = append(out, curves(b.Name+": "+b.Doc, "elements", "ms", cs))
	}
	return out
}

// table1 is a plot of times at the sizes of the papers: theirs and ours.
func (r *Results) table1() figure {
	var names []string
	byName := map[string]*curve{}
	var cs []curve
	compared := append([]string{wide, narrow, oneC, parallel}, systems...)
	for _, name := range compared {
		byName[name] = &curve{name: name, color: colourOf[name], hollow: colourOf[name] > 4}
	}
	for _, b := range benchmarks() {
		s := r.largest(b)
		if s == nil || len(b.Printed) == 0 {
			continue
		}
		at := float64(len(names))
		names = append(names, b.Name)
		for i := range s.Rows {
			if row := &s.Rows[i]; row.Failed == "" && !math.IsNaN(row.MS()) {
				c := byName[row.Variant]
				c.points = append(c.points, plotter.XY{X: row.MS(), Y: at})
			}
		}
		for _, p := range b.Printed {
			c := byName[p.System]
			c.points = append(c.points, plotter.XY{X: p.MS, Y: at})
		}
	}
	for _, name := range compared {
		cs = append(cs, *byName[name])
	}
	return ranks("Times at the sizes of the papers", "ms", names, cs)
}

// largest is the series of a benchmark at the largest size that was measured.
func (r *Results) largest(b benchmark) (out *Series) {
	for i := range r.Series {
		if s := &r.Series[i]; s.Benchmark == b.Name {
			out = s
		}
	}
	return out
}

// byPlan is a plot of a figure of the plans of fusion, over that of the exact plan.
func (r *Results) byPlan(title string, of func(*Row) float64) figure {
	cs := make([]curve, len(plans))
	var names []string
	for _, a := range r.Plans {
		best := math.NaN()
		if len(a.Rows) > 0 {
			best = of(&a.Rows[0])
		}
		if math.IsNaN(best) || best == 0 {
			continue
		}
		at := float64(len(names))
		names = append(names, fmt.Sprintf("%s, %s", a.Benchmark, short(float64(a.Size))))
		for i := range a.Rows {
			if x := of(&a.Rows[i]); !math.IsNaN(x) && x > 0 {
				cs[i].points = append(cs[i].points, plotter.XY{X: x / best, Y: at})
			}
		}
	}
	for i, p := range plans {
		cs[i].name, cs[i].color = p.name, i+1
	}
	slices.Reverse(cs) // what is most fused is drawn last, on top
	f := ranks(title, "times the exact plan", names, cs)
	slices.Reverse(f.Legend)
	return f
}

// took is the time of a row, NaN if it was not measured.
func took(r *Row) float64 {
	if r.Failed != "" {
		return math.NaN()
	}
	return r.MS()
}

// launched and given are counters of one run.
func launched(r *Row) float64 {
	if r.Failed != "" || len(r.Turns) == 0 {
		return math.NaN()
	}
	return float64(r.Turns[0].Run.Kernels)
}

func given(r *Row) float64 {
	if r.Failed != "" || len(r.Turns) == 0 {
		return math.NaN()
	}
	return float64(r.Turns[0].Run.GivenBytes)
}

// solverPlots are times of planners by the number of runs.
func (r *Results) solverPlots() (out []figure) {
	for _, x := range []struct {
		title string
		of    func(Planner) float64
	}{{"median", func(p Planner) float64 { return p.Median }}, {"95th percentile", func(p Planner) float64 { return p.P95 }}} {
		var cs []curve
		for _, p := range r.Planners {
			i := slices.IndexFunc(cs, func(c curve) bool { return c.name == p.Planner })
			if i < 0 {
				i = len(cs)
				cs = append(cs, curve{name: p.Planner, color: i + 1, line: true})
			}
			cs[i].points = append(cs[i].points, plotter.XY{X: float64(p.Runs), Y: max(x.of(p), 0.001)})
		}
		if len(cs) > 0 {
			cs = append(cs, curve{name: "limit that the paper stays under, up to 30 runs", color: 9, hollow: true, points: plotter.XYs{{X: 30, Y: 1000}}})
			out = append(out, curves("Time of planners, "+x.title, "runs in a region", "ms", cs))
		}
	}
	return out
}

// stagePlot is lines of code by stage.
func (r *Results) stagePlot() figure {
	var names []string
	var values []float64
	for _, s := range r.Stages {
		names, values = append(names, s.Name), append(values, float64(s.Code))
	}
	return bars("Lines of code by stage", "lines", names, values)
}
