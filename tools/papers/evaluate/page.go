package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strings"
)

//go:embed page.html
var pageText string

// pageOf is the page.
func pageOf(r *Results) (string, error) {
	t, err := template.New("page").Funcs(template.FuncMap{"theirs": theirs}).Parse(pageText)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"R": r, "Table1": r.table1(), "Main": r.mainTable(), "Sweeps": r.sweeps(), "Failures": r.failures(),
		"Plans":   []figure{r.byPlan("Time", took), r.byPlan("Kernels launched", launched), r.byPlan("Bytes of arrays given to kernels", given)},
		"PlanRow": r.planTable(), "Solver": r.solverPlots(), "Stage": r.stagePlot(), "Code": r.lines(),
	})
	return b.String(), err
}

// theirs reports whether column i of n is one that a paper prints.
func theirs(i, n int) bool { return i >= n-len(systems) }

// A tableRow is a row of a table: its name, and its other cells.
type tableRow struct {
	Name  string
	Cells []string
}

// ms is a time as tables have it.
func ms(x float64) string {
	switch {
	case math.IsNaN(x) || x == 0:
		return ""
	case x < 0.1:
		return fmt.Sprintf("%.3f", x)
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return thousands(x)
}

// printed is a time as the papers print it.
func printed(x float64) string {
	if x < 1000 {
		return fmt.Sprint(x)
	}
	return thousands(x)
}

// thousands is a whole number with commas.
func thousands(x float64) string {
	s := fmt.Sprintf("%.0f", x)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func times(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%.2f", x)
}

// mainHead are the columns of mainTable.
func (r *Results) mainHead() []string {
	head := []string{"elements", "nessiec", "32-bit floats", "C", "C, all processors", "/ C", "/ C, all", "kernels"}
	if len(r.GPU.Times) > 0 {
		head = append(head, gpuNESL, gpuHand)
	}
	return append(head, neslGPU, byCUDA, copperhead, "DPH", neslCPU)
}

// mainTable is the benchmarks at the largest sizes, beside what the papers print.
func (r *Results) mainTable() (out struct {
	Head []string
	Rows []tableRow
}) {
	out.Head = r.mainHead()
	for _, b := range benchmarks() {
		s := r.largest(b)
		if s == nil {
			continue
		}
		w, n, c, p := of(s.Rows, wide), of(s.Rows, narrow), of(s.Rows, oneC), of(s.Rows, parallel)
		row := tableRow{b.Name, []string{thousands(float64(s.Size)), shown(w), shown(n), shown(c), shown(p), times(w.Ratio(c)), times(w.Ratio(p)), ""}}
		if w.Failed == "" && len(w.Turns) > 0 {
			row.Cells[7] = thousands(float64(w.Turns[0].Run.Kernels))
		}
		if len(r.GPU.Times) > 0 {
			cells := []string{"", ""}
			for _, g := range r.GPU.Times {
				if g.Benchmark == b.Name {
					cells = []string{ms(g.NESL), ms(g.Hand)}
				}
			}
			row.Cells = append(row.Cells, cells...)
		}
		for _, system := range systems {
			cell := ""
			for _, x := range b.Printed {
				if x.System == system {
					cell = map[bool]string{true: "< "}[x.Less] + printed(x.MS)
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// shown is the time of a row, or why there is none.
func shown(r *Row) string {
	if r.Failed != "" {
		return r.reason()
	}
	return ms(r.MS())
}

// planTable is times by plan, in milliseconds.
func (r *Results) planTable() (out struct {
	Head []string
	Rows []tableRow
}) {
	out.Head = []string{"elements"}
	for _, p := range plans {
		out.Head = append(out.Head, p.name)
	}
	for _, a := range r.Plans {
		row := tableRow{a.Benchmark, []string{thousands(float64(a.Size))}}
		for i := range a.Rows {
			row.Cells = append(row.Cells, shown(&a.Rows[i]))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// failures are what was not measured, and why.
func (r *Results) failures() (out []string) {
	for _, s := range r.all() {
		for _, row := range s.Rows {
			if row.Failed != "" {
				out = append(out, fmt.Sprintf("%s, %s elements, %s: %s", s.Benchmark, thousands(float64(s.Size)), row.Variant, row.reason()))
			}
		}
	}
	return out
}

// lines is how long the compiler is.
func (r *Results) lines() string {
	n := 0
	for _, s := range r.Stages {
		n += s.Code
	}
	return thousands(float64(n))
}
