package data

// Plots: curves, and dots in colours.

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // draws .png
	_ "gonum.org/v1/plot/vg/vgsvg" // draws .svg

	"nessiec/ir/types"
	"nessiec/ir/value"
)

var svgFormat = Format{Name: "svg", Suffixes: []string{".svg"}, Doc: "[(float, float)]: a plot of a curve; [[(float, float)]]: of several; [(float, float, int)]: of dots, each with the number of its colour; or a pair of dots and curves; only written, also as .png",
	write: func(v value.Value, t *types.Type, _ value.Num) ([]byte, error) {
		d, ok := drawingOf(v, t)
		if !ok {
			return nil, unlike(".svg", t, "what can be drawn: curves, [(float, float)] or [[(float, float)]], dots with a colour, [(float, float, int)], or a pair of dots and curves")
		}
		return d.draw("svg")
	}}

// A drawing is dots, by their colours, and curves.
type drawing struct {
	dots   map[int64]plotter.XYs
	curves []plotter.XYs
}

// aCurve is the type of the points of a curve.
var aCurve = types.Seq(types.Tuple(types.Float, types.Float))

// isDots reports whether t is sequences of places with the numbers of their colours.
func isDots(t *types.Type) bool {
	return t.Kind == types.KSeq && slices.Equal(components(t.Elem()), []*types.Type{types.Float, types.Float, types.Int})
}

// drawingOf is what a value of type t shows, if that is something to draw.
func drawingOf(v value.Value, t *types.Type) (d drawing, ok bool) {
	switch pair := components(t); {
	case t == aCurve || t == types.Seq(aCurve):
		d.setCurves(v, t)
	case isDots(t):
		d.setDots(v, t)
	case len(pair) == 2 && isDots(pair[0]) && (pair[1] == aCurve || pair[1] == types.Seq(aCurve)):
		both := parts(v, t)
		d.setDots(both[0], pair[0])
		d.setCurves(both[1], pair[1])
	default:
		return d, false
	}
	return d, true
}

// setCurves adds one curve, or several.
func (d *drawing) setCurves(v value.Value, t *types.Type) {
	if t == aCurve {
		d.curves = []plotter.XYs{pointsOf(v)}
		return
	}
	for _, c := range v.(value.Values) {
		d.curves = append(d.curves, pointsOf(c))
	}
}

func (d *drawing) setDots(v value.Value, t *types.Type) {
	d.dots = map[int64]plotter.XYs{}
	s := v.(value.Seq)
	for i := range s.Len() {
		p := parts(s.At(i), t.Elem())
		colour := int64(p[2].(value.Int))
		d.dots[colour] = append(d.dots[colour], plotter.XY{X: float64(p[0].(value.Float)), Y: float64(p[1].(value.Float))})
	}
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
	dotRadius  = 1.5 * vg.Millimeter / 2
)

// draw draws lines through the points of curves, and dots, in a format of gonum plot.
func (d drawing) draw(format string) ([]byte, error) {
	p := plot.New()
	p.Add(plotter.NewGrid())
	for _, colour := range slices.Sorted(maps.Keys(d.dots)) {
		dots, err := plotter.NewScatter(d.dots[colour])
		if err != nil {
			return nil, fmt.Errorf("a dot cannot be drawn: %v", err)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: plotutil.Color(int(colour) & math.MaxInt32), Radius: dotRadius, Shape: draw.CircleGlyph{}}
		p.Add(dots)
	}
	for i, c := range d.curves {
		line, err := plotter.NewLine(c)
		if err != nil {
			return nil, fmt.Errorf("curve %d cannot be drawn: %v", i+1, err)
		}
		line.Color = plotutil.Color(len(d.dots) + i)
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
