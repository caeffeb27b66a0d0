package main

import (
	"fmt"
	"strings"

	"nessiec/tools/papers"
)

// writeReport writes the tables of the report.
func writeReport(file string, r *Results) error {
	return papers.Rewrite(file, map[string]string{"times": r.timesBlock(), "plans": r.plansBlock(), "planners": r.plannersBlock(), "stages": r.stagesBlock()})
}

// markdown is a table.
func markdown(head []string, rows []tableRow) string {
	var b strings.Builder
	b.WriteString("| " + strings.Join(head, " | ") + " |\n|" + strings.Repeat("---|", len(head)) + "\n")
	for _, r := range rows {
		b.WriteString("| " + strings.Join(append([]string{r.Name}, r.Cells...), " | ") + " |\n")
	}
	return b.String()
}

func (r *Results) on() string {
	return fmt.Sprintf("Measured on %s, %d processors, compiled to %s. ", r.Machine.Processor, r.Machine.Cores, r.Language())
}

func (r *Results) timesBlock() string {
	t := r.mainTable()
	for i := range t.Rows {
		t.Rows[i].Cells = t.Rows[i].Cells[:8]
	}
	text := r.on() + "Milliseconds.\n\n" + markdown(append([]string{"benchmark"}, t.Head[:8]...), t.Rows)
	if r.Tracer.Failed == "" {
		text += fmt.Sprintf("\nThe ray tracer in Harlan, 100 spheres, %d × %d points: %.0f ms sorted, %.0f ms mixed.\n", r.Tracer.Size, r.Tracer.Size, r.Tracer.Sorted, r.Tracer.Mixed)
	}
	if r.GPU.None != "" {
		text += "\nNo times of a GPU: " + r.GPU.None + ".\n"
	}
	return text
}

func (r *Results) plansBlock() string {
	t := r.planTable()
	return r.on() + "Milliseconds.\n\n" + markdown(append([]string{"benchmark"}, t.Head...), t.Rows)
}

func (r *Results) plannersBlock() string {
	var names []string
	runs, cells := []int{}, map[string]string{}
	for _, p := range r.Planners {
		if len(runs) == 0 || runs[len(runs)-1] != p.Runs {
			runs = append(runs, p.Runs)
		}
		if len(runs) == 1 {
			names = append(names, p.Planner)
		}
		cells[fmt.Sprint(p.Planner, p.Runs)] = fmt.Sprintf("%.2f, %.2f", p.Median, p.P95)
	}
	var rows []tableRow
	for _, n := range runs {
		row := tableRow{Name: fmt.Sprint(n)}
		for _, name := range names {
			row.Cells = append(row.Cells, cells[fmt.Sprint(name, n)])
		}
		rows = append(rows, row)
	}
	return "Milliseconds, median and 95th percentile.\n\n" + markdown(append([]string{"runs"}, names...), rows)
}

func (r *Results) stagesBlock() string {
	var rows []tableRow
	for _, s := range r.Stages {
		rows = append(rows, tableRow{s.Name, []string{thousands(float64(s.Code))}})
	}
	rows = append(rows, tableRow{"all", []string{r.lines()}})
	return markdown([]string{"stage", "lines"}, rows)
}
