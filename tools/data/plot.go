package data

// Plots: points of one curve, or of several.

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	_ "gonum.org/v1/plot/vg/vgimg" // draws .png
	_ "gonum.org/v1/plot/vg/vgsvg" // draws .svg

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var svgFormat = Format{Name: "svg", Suffixes: []string{".svg"}, Doc: "[(float, float)]: a plot of points; [[(float, float)]]: of several curves; only written, also as .png",
	write: func(v value.Value, t *types.Type, _ value.Num) ([]byte, error) {
		curves, ok := curvesOf(v, t)
		if !ok {
			return nil, unlike(".svg", t, "points to draw, [(float, float)] or [[(float, float)]]")
		}
		return drawCurves(curves, "svg")
	}}

// curvesOf is points of a value that is points.
func curvesOf(v value.Value, t *types.Type) (curves []plotter.XYs, ok bool) {
	point := types.Tuple(types.Float, types.Float)
	switch t {
	case types.Seq(point):
		return []plotter.XYs{pointsOf(v)}, true
	case types.Seq(types.Seq(point)):
		for _, c := range v.(value.Values) {
			curves = append(curves, pointsOf(c))
		}
		return curves, true
	}
	return nil, false
}

func pointsOf(v value.Value) plotter.XYs {
	rows := v.(*value.Rows)
	x, y := rows.Cols[0].(value.Floats), rows.Cols[1].(value.Floats)
	out := make(plotter.XYs, rows.N)
	for i := range out {
		out[i] = plotter.XY{X: x[i], Y: y[i]}
	}
	return out
}

// The size of a plot.
const (
	plotWidth  = 16 * vg.Centimeter
	plotHeight = 10 * vg.Centimeter
)

// drawCurves draws lines through points, in a format of gonum plot.
func drawCurves(curves []plotter.XYs, format string) ([]byte, error) {
	p := plot.New()
	p.Add(plotter.NewGrid())
	for i, c := range curves {
		line, err := plotter.NewLine(c)
		if err != nil {
			return nil, fmt.Errorf("curve %d cannot be drawn: %v", i+1, err)
		}
		line.Color = plotutil.Color(i)
		p.Add(line)
	}
	w, err := p.WriterTo(plotWidth, plotHeight, format)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	return b.Bytes(), err
}
