package main

import (
	"fmt"
	"math"
	"strings"
)

// Sizes of the picture, in its units.
const (
	rowHeight = 24
	labels    = 130 // width of the names
	plotWidth = 560
	margin    = 40
)

// Plot is a picture in SVG: for every workload a bar for the ratio to C, on a
// logarithmic scale, and a line at the limit. What was not measured is left out.
func Plot(all []*Result) string {
	var rs []*Result
	for _, r := range all {
		if r.Failed == "" {
			rs = append(rs, r)
		}
	}
	lo, hi := bounds(rs)
	x := func(ratio float64) float64 {
		return labels + plotWidth*(math.Log10(ratio)-lo)/(hi-lo)
	}
	height := margin + rowHeight*len(rs) + margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n",
		labels+plotWidth+2*margin, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n"+
		`<text x="%d" y="18">time of nessiec over time of C (same run); line: the limit</text>`+"\n", labels)
	for e := lo; e <= hi; e++ {
		at := x(math.Pow(10, e))
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="#ccc"/><text x="%.1f" y="%d" text-anchor="middle">%g</text>`+"\n",
			at, at, margin-8, height-margin, at, height-margin+16, math.Pow(10, e))
	}
	for i, r := range rs {
		b.WriteString(bar(r, margin+i*rowHeight, x))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// bar is the row of a workload, whose top is at y; bars start at ratio 1.
func bar(r *Result, y int, x func(float64) float64) string {
	ratio := r.Against()
	from, to := x(min(ratio, 1)), x(max(ratio, 1))
	color := "#c66"
	if ratio <= r.Workload.Limit {
		color = "#6a6"
	}
	against := "C, all processors"
	if r.Workload.Against == 1 {
		against = "C, one thread"
	}
	return fmt.Sprintf(`<text x="%d" y="%d" text-anchor="end">%s</text>`+
		`<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"><title>%s</title></rect>`+
		`<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="black" stroke-width="2"/><text x="%.1f" y="%d">%.2f</text>`+"\n",
		labels-8, y+14, r.Workload.Name, from, y+2, max(to-from, 1), rowHeight-8, color, against,
		x(r.Workload.Limit), x(r.Workload.Limit), y, y+rowHeight-4, max(to, x(r.Workload.Limit))+4, y+14, ratio)
}

// bounds are the powers of ten around all ratios and limits.
func bounds(rs []*Result) (lo, hi float64) {
	lo, hi = 0, 0
	for _, r := range rs {
		for _, v := range []float64{r.Against(), r.Workload.Limit} {
			lo = min(lo, math.Floor(math.Log10(v)))
			hi = max(hi, math.Ceil(math.Log10(v)))
		}
	}
	return lo, max(hi, lo+1)
}
